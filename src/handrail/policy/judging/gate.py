"""The gate: every action, from whatever rung, is judged here before it is performed.

`Gate` keeps the policy and is the only maker of tickets, without which no actuator performs anything.
"""

from __future__ import annotations

from pathlib import PurePath
from typing import Final
from urllib.parse import urlsplit

from handrail.errors import Blocked
from handrail.policy.categories.categorising import categorise, of_operation, of_request
from handrail.policy.categories.evidence import Evidence
from handrail.policy.deeds.addresses import DONE_BY_ASKING, done_by_asking, ends_a_sign_in, path_categories
from handrail.policy.deeds.deed import SAFE_METHODS
from handrail.policy.deeds.facts import Proposal, Verdict
from handrail.policy.deeds.hosts import denied, host_to_judge
from handrail.policy.deeds.operations import meant_method, operations
from handrail.policy.judging.decision import judge, refusal_of, refusal_of_secret
from handrail.policy.judging.granting import covers_category
from handrail.policy.names.cancelling import cancels
from handrail.policy.rules.files import refusal_of_file
from handrail.policy.rules.in_force import Policy
from handrail.policy.rules.remembered import RememberedRule
from handrail.policy.words.vocabulary import Category

_HEAVY: Final[frozenset[Category]] = frozenset({"destructive", "irreversible", "financial", "system"})
"""What no form may do that nobody was told of; the rest is judged as the page tells it before."""
_LOOKING: Final = frozenset(
    {"open", "request", "back", "forward", "reload", "switch_tab", "close_tab", "wait", "hover", "scroll"}
)
"""Actions that ask for pages themselves, or for nothing: what pages ask for then is not because of them."""


def check_address(policy: Policy, url: str) -> None:
    """Raises Blocked for an address that the policy does not cover."""
    refused = refusal_of(policy, url)
    if refused is not None:
        mend = "Where it belongs to the procedure, add the host to environment.domains."
        raise Blocked(
            f"{refused.reason[:1].upper()}{refused.reason[1:]}, so nothing was sent there.",
            mend=mend if refused.rule == "environment.domains" else "Ask whoever keeps the policy.",
        )


def check_file(policy: Policy, file: PurePath) -> None:
    """Raises Blocked for a file, by its real path, that the policy does not let be uploaded."""
    refused = refusal_of_file(policy.files, file)
    if refused is not None:
        raise Blocked(f"{refused}.", mend="Put the file there, or ask whoever keeps the policy.")


def check_sending(
    policy: Policy, proposal: Proposal, method: str, url: str, body: str, *, what: str = "form"
) -> None:
    """Raises Blocked for a form, or another request, that does something else than what was judged of the
    proposal.

    That a button was judged by the address which it leads to is of no use where the page sends another one.
    What the step names, or a person has allowed, may be sent to any address. So it is with what is only asked
    for (GET), where its address says that asking is all that some apps want for it.
    """
    if policy.mode == "disabled":
        return
    asks = method.upper() in SAFE_METHODS
    signs = _asked_for(proposal, url) if asks else _sent(proposal, method, url, body)
    if not signs:
        return
    opens = asks and what == "form"
    about = "open a page" if opens else f"send a {what}"
    known = (*(evidence.category for evidence in categorise(proposal.deed)), *proposal.granted)
    for category, why in signs:
        heavy = category in _HEAVY and policy.categories[category] != "allow"
        if heavy and not covers_category(known, category):
            raise Blocked(
                f"The page was about to {about} that is {category} ({why}), which nothing told of "
                f"'{proposal.action}' before; it was not {'opened' if opens else 'sent'}.",
                mend="If that is intended, say so in the step's label or intent.",
            )


def _sent(proposal: Proposal, method: str, url: str, body: str) -> list[Evidence]:
    """What a request that may change something does, beside what was judged of the proposal."""
    meant = meant_method(method, {}, body)
    signs = [sign for operation in operations(body) for sign in of_operation(operation)]
    judged_method, judged_url = proposal.deed.sends
    if (meant, _place(url)) != (judged_method, _place(judged_url)):
        signs += of_request(meant, url)
    return signs


def _asked_for(proposal: Proposal, url: str) -> list[Evidence]:
    """What an app may do that is only asked for an address: scripts lead there, and pictures.

    Where a link leads by itself was judged with it. Who opens a page, or goes back to one, asks for no more.
    """
    if proposal.kind in _LOOKING or _place(url) == _place(proposal.page_url):
        return []
    element = proposal.element
    href = element.href if element is not None and element.tag == "a" else None
    # A form by GET was judged as what only asks.
    method, leads = proposal.deed.sends
    if _place(url) == _place(href or ("" if proposal.deed.submits and method == "get" else leads)):
        return []
    by_itself = href is not None and href.startswith("http") and _place(href) != _place(proposal.page_url)
    done = path_categories(url) & DONE_BY_ASKING if by_itself else done_by_asking(url)
    if cancels(proposal.deed):
        # "Cancel" beside a form leads to its `/cancel`.
        done -= {"irreversible"}
    return [sign for sign in of_request("GET", url) if sign.category in done] if done else []


def _place(url: str) -> tuple[str, str]:
    parts = urlsplit(url)
    return parts.path, parts.query


_MAKER = object()


class Ticket:
    """The gate's permission for one proposal, good for one dispatch."""

    __slots__ = ("_policy", "_used", "proposal")

    def __init__(self, maker: object, proposal: Proposal, policy: Policy) -> None:
        if maker is not _MAKER:
            raise TypeError("only the gate makes tickets")
        self.proposal = proposal
        self._policy = policy
        self._used = False

    def check_address(self, url: str) -> None:
        """Judge an address that the dispatch comes to on its way: a redirect. Raises Blocked."""
        check_address(self._policy, url)

    def check_led_on(self, url: str) -> None:
        """Judge an address that a redirect sends the request's content on to. Raises Blocked where a secret
        of the request is bound to other hosts."""
        refused = refusal_of_secret(self.proposal.model_copy(update={"leads_to": url}), self._policy)
        if refused is not None:
            raise Blocked(f"Led on to another host: {refused.reason}.", mend="Ask for that address itself.")

    def check_file(self, file: PurePath) -> None:
        """Judge a file that the dispatch is about to upload, by its real path. Raises Blocked."""
        check_file(self._policy, file)

    def check_sending(self, method: str, url: str, body: str) -> None:
        """Judge a form that the page sends because of the dispatch, be it another than the one that was
        judged: scripts may change it up to the last moment. Raises Blocked for a deed that nobody granted."""
        check_sending(self._policy, self.proposal, method, url, body)

    def check_request(self, method: str, url: str, body: str) -> None:
        """As `check_sending`, for what a script of the page asks for because of it. Raises Blocked."""
        if not ends_a_sign_in(method, url):
            check_sending(self._policy, self.proposal, method, url, body, what="request")

    def redeem(self) -> Proposal:
        """Use the ticket up. Raises PermissionError on a second use."""
        if self._used:
            raise PermissionError("a ticket is good for one dispatch")
        self._used = True
        return self.proposal


class Gate:
    """The policy in force, and the tickets made under it."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self._last: tuple[Proposal, Policy, Verdict] | None = None

    def judge(self, proposal: Proposal) -> Verdict:
        """What the policy says to it."""
        # Who asks for the ticket has asked for the verdict just before, of the very same.
        if self._last is None or self._last[0] is not proposal or self._last[1] is not self.policy:
            self._last = proposal, self.policy, judge(proposal, self.policy)
        return self._last[2]

    def check_address(self, url: str) -> None:
        """Judge an address that is only read from, for a condition. Raises Blocked."""
        check_address(self.policy, url)

    @property
    def watches_requests(self) -> bool:
        """Whether the policy says anything of what pages ask for by themselves."""
        return bool(self.policy.deny) or not self.policy.third_party

    def check_request(self, url: str) -> None:
        """Judge what a page asks for by itself: a script, a picture, a frame. Raises Blocked."""
        host = host_to_judge(url)
        if not self.policy.third_party:
            self.check_address(url)
        elif host is not None and denied(self.policy.deny, host):
            raise Blocked(f"'{host}' is on the policy's list of denied domains, so nothing was sent there.")

    def ask_every_step(self, on: bool) -> None:
        """Whether a person wants to be asked before every step from now on; everything else holds on."""
        self.policy = self.policy.model_copy(update={"ask_every_step": on})

    def remember(self, rule: RememberedRule) -> None:
        """From now on a person's decision holds for all that it fits."""
        self.policy = self.policy.model_copy(update={"remembered": (*self.policy.remembered, rule)})

    def forget(self, rule: str) -> None:
        """A remembered decision was revoked."""
        kept = tuple(remembered for remembered in self.policy.remembered if remembered.id != rule)
        self.policy = self.policy.model_copy(update={"remembered": kept})

    def admit(self, proposal: Proposal, verdict: Verdict, *, approved: bool = False) -> Ticket:
        """A ticket for an allowed proposal, or for one that a person approved.

        Raises PermissionError where the verdict does not permit it: the engine must not get here then.
        """
        now = self.judge(proposal)
        if now.decision == "block":
            raise PermissionError("the policy blocks this proposal")
        if now.decision == "allow" or (verdict.decision == "ask" and approved):
            return Ticket(_MAKER, proposal, self.policy)
        raise PermissionError(f"not admitted: {now.reason}")
