"""The gate: every action, from whatever rung, is judged here before it is performed.

`Gate` keeps the policy and is the only maker of tickets, without which no actuator performs anything.
"""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from handrail.errors import Blocked
from handrail.policy.categories import categorise, ends_a_sign_in, of_operation, of_request
from handrail.policy.facts import Proposal, Verdict
from handrail.policy.hosts import denied, host_to_judge
from handrail.policy.judging import judge, refusal_of
from handrail.policy.naming import covers_category
from handrail.policy.operations import meant_method, operations
from handrail.policy.policy import Policy
from handrail.policy.remembered import RememberedRule
from handrail.policy.vocabulary import Category

_HEAVY: Final[frozenset[Category]] = frozenset({"destructive", "irreversible", "financial", "system"})
"""What no form may do that nobody was told of; the rest is judged as the page tells it before."""


def check_address(policy: Policy, url: str) -> None:
    """Raises Blocked for an address that the policy does not cover."""
    refused = refusal_of(policy, url)
    if refused is not None:
        mend = "Where it belongs to the procedure, add the host to environment.domains."
        raise Blocked(
            f"{refused.reason[:1].upper()}{refused.reason[1:]}, so nothing was sent there.",
            mend=mend if refused.rule == "environment.domains" else "Ask whoever keeps the policy.",
        )


def check_sending(
    policy: Policy, proposal: Proposal, method: str, url: str, body: str, *, what: str = "form"
) -> None:
    """Raises Blocked for a form, or another request, that does something else than what was judged of the
    proposal.

    That a button was judged by the address which it leads to is of no use where the page sends another one.
    What the step names, or a person has allowed, may be sent to any address. So it is with a link that leads
    elsewhere by now.
    """
    if policy.mode == "disabled" or (method == "GET" and not _leads_elsewhere(proposal, url)):
        return
    meant = meant_method(method, {}, body)
    signs = [sign for operation in operations(body) for sign in of_operation(operation)]
    judged_method, judged_url = proposal.deed.sends
    if method == "GET" or (meant, _path(url)) != (judged_method, _path(judged_url)):
        signs += of_request(meant, url)
    if not signs:
        return
    about = "open a page" if method == "GET" else f"send a {what}"
    known = (*(evidence.category for evidence in categorise(proposal.deed)), *proposal.granted)
    for category, why in signs:
        heavy = category in _HEAVY and policy.categories[category] != "allow"
        if heavy and not covers_category(known, category):
            raise Blocked(
                f"The page was about to {about} that is {category} ({why}), which nothing told of "
                f"'{proposal.action}' before; it was not {'opened' if method == 'GET' else 'sent'}.",
                mend="Where that is meant, say so in the step's label or intent.",
            )


def _path(url: str) -> str:
    return urlsplit(url).path


def _leads_elsewhere(proposal: Proposal, url: str) -> bool:
    """Whether a link leads elsewhere by now than when it was judged. One that leads nowhere by itself has a
    script for that, which may ask for any page."""
    element = proposal.element
    if element is None or element.tag != "a" or not (element.href or "").startswith(("http:", "https:")):
        return False
    judged, now, here = (urlsplit(one)[:4] for one in (element.href or "", url, proposal.page_url))
    return judged not in (now, here)


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

    def judge(self, proposal: Proposal) -> Verdict:
        return judge(proposal, self.policy)

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
