"""The gate's decision: every rule of the policy has its say, and the tightest answer counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple

from handrail.policy.categories.categorising import categorise
from handrail.policy.categories.evidence import Evidence
from handrail.policy.deeds.addresses import is_of_page
from handrail.policy.deeds.amounts import Amount, is_foreign, largest, read_amount
from handrail.policy.deeds.facts import Proposal, Verdict
from handrail.policy.deeds.hosts import (
    denied,
    host_in_text,
    host_to_judge,
    look_alike,
    readable,
    same_site,
)
from handrail.policy.documents.document import LEVELS, ApprovalNeed, Handling, Level, stronger
from handrail.policy.documents.fitting import chord
from handrail.policy.judging.granting import covers_category, is_named
from handrail.policy.judging.risk import Assessment, assess
from handrail.policy.rules.files import refusal_of_file_address
from handrail.policy.rules.in_force import Policy
from handrail.policy.rules.remembered import fits
from handrail.policy.rules.times import is_open, window_words
from handrail.policy.words.comparing import tokens
from handrail.policy.words.vocabulary import Category
from handrail.sop.domains import covers, host_of

Decision = Literal["allow", "ask", "block"]
_ORDER: Final[tuple[Decision, ...]] = ("allow", "ask", "block")
_CLIPBOARD: Final = frozenset({"copy", "paste"})
_CLIPBOARD_KEYS: Final = frozenset(
    chord(keys)
    for keys in (
        *(f"{held}+{sign}" for held in ("Control", "Meta") for sign in "cxv"),
        *("Control+Shift+v", "Meta+Shift+v", "Meta+Alt+Shift+v"),
        *("Control+Insert", "Shift+Insert", "Shift+Delete"),
    )
)
"""Keys that browsers copy, cut and paste by."""
_LEAVES_NOTHING: Final = frozenset({"wait", "switch_tab", "close_tab", "hover", "scroll"})


class Say(NamedTuple):
    """What one rule says. `waivable` is what a person may have answered for good before."""

    decision: Decision
    rule: str
    reason: str
    waivable: bool = True


class _Case(NamedTuple):
    """A proposal with what was found out about it."""

    proposal: Proposal
    policy: Policy
    evidence: tuple[Evidence, ...]
    amount: Amount | None
    risk: Assessment
    named: bool

    @property
    def deed_is_for_typing(self) -> bool:
        return self.proposal.deed.is_field

    @property
    def categories(self) -> tuple[Category, ...]:
        return tuple(sign.category for sign in self.evidence)


def judge(proposal: Proposal, policy: Policy) -> Verdict:
    """Allow, ask or block: pure, and total over all proposals."""
    outside = _address(proposal, policy)
    if outside is not None:
        return Verdict(decision="block", rule=outside.rule, reason=outside.reason)
    misplaced = refusal_of_secret(proposal, policy)
    if misplaced is not None:
        return Verdict(decision="block", rule=misplaced.rule, reason=misplaced.reason)
    if policy.mode == "disabled":
        return Verdict(decision="allow", rule="mode", reason="the policy is disabled for this session")
    case = _case(proposal, policy)
    says = sorted(_says(case), key=lambda say: (-_ORDER.index(say.decision), say.waivable))
    says = _with_memory(case, says)
    if not says:
        return _verdict(case, _allowed(case))
    return _verdict(case, says[0])


def _case(proposal: Proposal, policy: Policy) -> _Case:
    evidence = categorise(proposal.deed)
    leads = proposal.element.leads if proposal.element is not None else None
    amount = largest(leads.money) if leads is not None else None
    named = is_named(proposal, policy.risk.sure_from)
    risk = assess(proposal, evidence, amount, tokens(proposal.deed.name), named=named)
    return _Case(proposal, policy, evidence, amount, risk, named)


def _verdict(case: _Case, say: Say) -> Verdict:
    needs = _needs(case) if say.decision == "ask" else ()
    return Verdict(
        decision=say.decision,
        rule=say.rule,
        reason=say.reason,
        risk=case.risk.level,
        factors=case.risk.factors,
        categories=case.categories,
        rememberable=say.decision == "ask" and say.waivable,
        need=needs[0] if needs else None,
        further_needs=needs[1:],
        amount=str(case.amount) if case.amount is not None and "financial" in case.categories else "",
    )


def _needs(case: _Case) -> tuple[ApprovalNeed, ...]:
    """What the approvals of all its categories need: one for each role that must answer, which those of this
    role are content with together."""
    by_role: dict[str | None, ApprovalNeed] = {}
    approvals = case.policy.approvals
    for need in (approvals[category] for category in case.categories if category in approvals):
        by_role[need.role] = stronger(by_role[need.role], need) if need.role in by_role else need
    if len(by_role) > 1 and None in by_role:
        # Those who must answer for another category may as well answer for one that names nobody.
        anybody = by_role.pop(None)
        role = next(iter(by_role))
        by_role[role] = stronger(by_role[role], anybody)
    return tuple(sorted(by_role.values(), key=lambda need: (-need.quorum, not need.four_eyes)))


def _allowed(case: _Case) -> Say:
    if case.evidence and case.named:
        said = ", ".join(category.replace("_", " ") for category in case.categories)
        return Say("allow", "named", f"the SOP names this step as {said}")
    where = host_of(case.proposal.leads_to or case.proposal.page_url)
    why = f"{where} is among the SOP's domains" if where else "it stays within the SOP's domains"
    return Say("allow", "environment.domains", why)


def _says(case: _Case) -> Iterator[Say]:
    policy, proposal = case.policy, case.proposal
    if proposal.rung in ("explore", "vision") and proposal.effect == "once":
        why = "; ".join(proposal.reasons[-1:])
        yield Say("block", "explore.once", f"what nobody recorded may only look and navigate: {why}", False)
    yield from _by_kind(case)
    yield from _by_category(case)
    yield from _by_risk(case)
    yield from _by_amount(case)
    if proposal.effect == "once" or case.evidence:
        yield from _by_time(case)
        if policy.only_named and proposal.kind not in _LEAVES_NOTHING and proposal.effect == "once":
            yield Say("ask", "mode", "the mode 'paranoid' asks for every effect")
    yield from _by_count(case)
    yield from _by_claim(proposal)
    yield from _by_secret(case)
    if policy.only_named and not case.named:
        yield Say("block", "mode", "the mode 'paranoid' allows only what the SOP names", waivable=False)
    if policy.ask_every_step:
        yield Say("ask", "step", "every step is asked about", waivable=False)


# Where it happens, and where it leads


def _address(proposal: Proposal, policy: Policy) -> Say | None:
    # An `open` leaves the page that it is called on, be it an error page, and a `request` has nothing to do
    # with it: what counts is where they lead.
    here = () if proposal.kind in {"open", "request"} else (proposal.frame_url, proposal.page_url)
    declared = proposal.element.leads.url if proposal.element is not None else None
    # As an SOP's own evidence names it ("POST /contacts"), a path stays on the page's host. Browsers take a
    # second stroke of either kind for the beginning of another host.
    stays = declared is not None and declared[:1] == "/" and declared[1:2] not in ("/", "\\")
    for url in (*here, proposal.leads_to, None if stays else declared):
        refused = refusal_of(policy, url)
        if refused is not None:
            return refused
    return None


def refusal_of_secret(proposal: Proposal, policy: Policy) -> Say | None:
    """A secret that would be typed into a host that it is not bound to, or sent there."""
    # A secret in an address goes to where that leads, whatever page it is opened from.
    leaves = proposal.kind in {"open", "request"}
    where = proposal.leads_to if leaves else proposal.frame_url or proposal.page_url
    host = host_to_judge(where)
    for name in (*proposal.secrets, *proposal.secrets_answered):
        bound = policy.secret_hosts.get(name, ())
        if bound and (host is None or not covers(bound, host)):
            listed = ", ".join(bound)
            return Say(
                "block",
                "secrets",
                f"the secret '{name}' is for {listed}, and not for '{host or 'this page'}'",
            )
    return None


def _by_secret(case: _Case) -> Iterator[Say]:
    """A secret that nobody meant for this field, or for a field where everybody reads it."""
    element = case.proposal.element
    if not case.proposal.secrets or case.proposal.kind == "request":
        return
    if not case.named:
        yield Say("ask", "secrets", "no step of the SOP names that a secret is typed here", waivable=False)
    elif element is not None and not case.deed_is_for_typing:
        yield Say("ask", "secrets", "what the secret is typed into is no field", waivable=False)


def refusal_of(policy: Policy, url: str | None) -> Say | None:
    """Why an address may not be visited; None where it may."""
    host = host_to_judge(url)
    if host is None:
        return None
    if not covers(policy.domains, host):
        listed = ", ".join(policy.domains) or "none"
        twin = look_alike(host, policy.domains)
        alike = f"; it only looks like '{twin}'" if twin else ""
        return Say(
            "block",
            "environment.domains",
            f"{_shown(host)} is not among the SOP's domains ({listed}){alike}",
        )
    if host == "file" and (why := refusal_of_file_address(policy.files, url or "")) is not None:
        return Say("block", "files", why)
    if denied(policy.deny, host):
        return Say("block", "domains.deny", f"{_shown(host)} is on the policy's list of denied domains")
    for allowed in policy.allow:
        if not covers(allowed, host):
            return Say(
                "block",
                "domains.allow",
                f"{_shown(host)} is not among the policy's domains ({', '.join(allowed)})",
            )
    return None


def _shown(host: str) -> str:
    """In quotes, and with its letters where they are not those of the address."""
    letters = readable(host)
    return f"'{host}'" if letters == host else f"'{host}' ('{letters}')"


def _by_claim(proposal: Proposal) -> Iterator[Say]:
    """A link that shows one address and leads to another."""
    element = proposal.element
    if element is None or element.href is None or proposal.leads_to is None:
        return
    if is_of_page(proposal.leads_to, proposal.frame_url or proposal.page_url):
        # It leads nowhere else, whatever it says.
        return
    claimed, leads = host_in_text(element.name or element.text), host_to_judge(proposal.leads_to)
    if claimed is not None and leads is not None and not same_site(claimed, leads):
        yield Say("ask", "link", f"the link says '{claimed}' and leads to '{leads}'", waivable=False)


# What it does


def _by_kind(case: _Case) -> Iterator[Say]:
    policy, proposal = case.policy, case.proposal
    for kind, handling in policy.actions.items():
        if kind == proposal.kind:
            yield from _handled(case, handling, f"actions.{kind}", f"the policy {{}} '{kind}'")
    if proposal.keys is not None:
        for keys, handling in policy.keys.items():
            if chord(keys) == chord(proposal.keys):
                yield from _handled(case, handling, "keys", f"the policy {{}} the keys {keys}")
    if proposal.kind in _CLIPBOARD or (proposal.keys and chord(proposal.keys) in _CLIPBOARD_KEYS):
        yield from _handled(case, policy.clipboard, "clipboard", "the policy {} the clipboard")


_VERBS: Final[dict[Decision, str]] = {"allow": "allows", "ask": "asks for", "block": "blocks"}


def _handled(case: _Case, handling: Handling, rule: str, reason: str) -> Iterator[Say]:
    named: Decision = "allow" if case.named else "ask"
    decision = named if handling == "ask unless named" else handling
    if decision != "allow":
        yield Say(decision, rule, reason.format(_VERBS[decision]))


def _by_category(case: _Case) -> Iterator[Say]:
    for category, why in case.evidence:
        rule, words = f"categories.{category}", category.replace("_", " ")
        # What is blocked is not opened by an approval that a layer below demands for it.
        if category in case.policy.approvals and case.policy.categories[category] != "block":
            yield Say(
                "ask",
                f"approvals.{category}",
                f"it is {words} ({why}), which must be approved",
                waivable=False,
            )
            continue
        match case.policy.categories[category]:
            case "block":
                yield Say("block", rule, f"it is {words} ({why})", waivable=False)
            case "ask":
                yield Say("ask", rule, f"it is {words} ({why})")
            case "ask unless named":
                if not case.named:
                    yield Say("ask", rule, f"it is {words} ({why}), and no step of the SOP names it")
                elif not covers_category(case.proposal.granted, category):
                    yield Say(
                        "ask", rule, f"it is {words} ({why}), and the SOP says nothing of that in this step"
                    )


def _by_risk(case: _Case) -> Iterator[Say]:
    rules, level = case.policy.risk, case.risk.level
    reason = f"the risk is {level}{': ' if case.risk.factors else ''}{'; '.join(case.risk.factors)}"
    if _reaches(level, rules.block_from):
        yield Say("block", "risk", reason, waivable=False)
    # What no step names is never freer than what one does.
    elif _reaches(level, rules.ask_named_from) or (not case.named and _reaches(level, rules.ask_from)):
        yield Say("ask", "risk", reason)


def _reaches(level: Level, limit: Level | None) -> bool:
    return limit is not None and LEVELS.index(level) >= LEVELS.index(limit)


# How much, when, how often


def _by_amount(case: _Case) -> Iterator[Say]:
    if "financial" not in case.categories or not case.policy.amounts:
        return
    element = case.proposal.element
    amounts = [read_amount(text) for text in (element.leads.money if element is not None else ())]
    for limit in case.policy.amounts:
        wanted = f"{limit.at_most:,f}{f' {limit.currency}' if limit.currency else ''}"
        foreign = [one for one in amounts if one and limit.currency and is_foreign(one, limit.currency)]
        # One that cannot be read may be the largest.
        if case.amount is None or None in amounts:
            yield Say(
                limit.over,
                "amounts",
                f"{_unread(amounts)} can be read, and the limit is {wanted}",
                waivable=False,
            )
        elif foreign:
            largest_of_them = max(foreign, key=lambda one: one.number)
            why = f"{largest_of_them} is in another currency than the limit of {wanted}"
            yield Say(limit.over, "amounts", why, waivable=False)
        elif case.amount.number > limit.at_most:
            yield Say(
                limit.over, "amounts", f"{case.amount} is more than the limit of {wanted}", waivable=False
            )


def _unread(amounts: Sequence[Amount | None]) -> str:
    return "not every amount" if any(amounts) else "no amount"


def _by_time(case: _Case) -> Iterator[Say]:
    now = case.proposal.now
    for windows in case.policy.times:
        if now is None or not is_open(windows, now):
            decision: Decision = "block" if any(window.outside == "block" for window in windows) else "ask"
            listed = " or ".join(window_words(window) for window in windows)
            yield Say(decision, "times", f"it is outside of the allowed times: {listed}", waivable=False)


def _by_count(case: _Case) -> Iterator[Say]:
    for limit in case.policy.limits:
        counted = limit.counts(case.proposal.effect, case.categories)
        if counted and case.proposal.counts.get(limit.words, 0) >= limit.at_most:
            yield Say(limit.over, "limits", f"the limit of {limit.words} is reached", waivable=False)


# What a person decided before


def _with_memory(case: _Case, says: Sequence[Say]) -> list[Say]:
    host = host_of(case.proposal.leads_to or case.proposal.page_url)
    for rule in case.policy.remembered:
        if not fits(rule, case.proposal, host, case.categories, case.risk.level, case.amount):
            continue
        if rule.decision == "block":
            return [Say("block", f"remembered:{rule.id}", f"{rule.by} said: {rule.words}")]
        kept = [say for say in says if say.decision == "block" or not say.waivable]
        if len(kept) < len(says) and not kept:
            return [Say("allow", f"remembered:{rule.id}", f"{rule.by} said: {rule.words}")]
        says = kept
    return list(says)
