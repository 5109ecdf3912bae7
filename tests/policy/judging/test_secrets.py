"""A secret is typed only into the host that it is bound to, and only where a step means it."""

from __future__ import annotations

from handrail.policy import Policy, judge
from handrail.policy.deeds.facts import Proposal
from tests.policy.builders import HOST, button, field, proposal

BOUND = Policy(domains=(HOST, "*.other.example"), secret_hosts={"crm_password": (HOST,)})
PASSWORD = field("Password", input_type="password", masked=True)


def typing(**facts: object):  # type: ignore[no-untyped-def]
    given = {"kind": "fill", "effect": "repeatable", "named": True, "secrets": ("crm_password",), **facts}
    return proposal(PASSWORD, **given)


def test_it_is_typed_into_its_host() -> None:
    assert judge(typing(), BOUND).decision == "allow"


def test_it_is_not_typed_into_another_host_of_the_sop() -> None:
    verdict = judge(typing(page_url="https://login.other.example/"), BOUND)
    assert (verdict.decision, verdict.rule) == ("block", "secrets")
    assert verdict.reason == f"the secret 'crm_password' is for {HOST}, and not for 'login.other.example'"


def test_nor_into_a_frame_of_another_host_nor_where_the_policy_is_disabled() -> None:
    framed = typing(frame_url="https://pay.other.example/frame")
    assert judge(framed, BOUND).decision == "block"
    disabled = BOUND.model_copy(update={"mode": "disabled"})
    assert judge(framed, disabled).decision == "block"


def test_a_request_sends_it_to_its_host_alone() -> None:
    request = typing(kind="request", element=None, method="GET", leads_to=f"https://{HOST}/api")
    assert judge(request, BOUND).decision == "allow"
    away = request.model_copy(update={"leads_to": "https://api.other.example/"})
    assert judge(away, BOUND).decision == "block"


def test_an_address_takes_it_to_its_host_alone_whatever_page_it_is_opened_from() -> None:
    opening = typing(kind="open", effect="none", element=None, leads_to=f"https://{HOST}/?key=•••")
    assert judge(opening, BOUND).decision == "allow"
    assert judge(opening.model_copy(update={"page_url": ""}), BOUND).decision == "allow"
    away = opening.model_copy(update={"leads_to": "https://api.other.example/?key=•••"})
    assert (judge(away, BOUND).decision, judge(away, BOUND).rule) == ("block", "secrets")


def test_nobody_types_it_where_no_step_says_so() -> None:
    assert judge(typing(named=False), BOUND).rule == "secrets"
    assert judge(typing(rung="explore"), BOUND).decision == "ask"
    assert judge(typing(element=button("Comment")), BOUND).decision == "ask"


def test_a_dialog_of_another_host_gets_it_no_more_than_a_field() -> None:
    def answering(**facts: object) -> Proposal:
        return proposal(button("Unlock"), named=True, secrets_answered=("crm_password",), **facts)

    assert judge(answering(), BOUND).rule != "secrets"
    assert judge(answering(page_url="https://login.other.example/"), BOUND).rule == "secrets"


def test_an_unbound_secret_goes_into_any_host_of_the_sop() -> None:
    free = Policy(domains=(HOST, "*.other.example"))
    assert judge(typing(page_url="https://login.other.example/"), free).decision == "allow"
