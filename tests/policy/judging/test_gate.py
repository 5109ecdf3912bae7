"""The gate: what it lets through, and that nothing gets by without its ticket."""

from __future__ import annotations

from pathlib import PurePosixPath

import pytest

from handrail.errors import Blocked
from handrail.policy import Gate, Policy, Proposal, Ticket, covers, host_of, judge
from handrail.targeting import ElementSnapshot


def proposal(
    page_url: str = "https://app.example/contacts",
    leads_to: str | None = None,
    frame_url: str | None = None,
) -> Proposal:
    return Proposal(
        node="save",
        attempt=1,
        rung="exact",
        action="Click the button 'Save'",
        kind="click",
        effect="once",
        page_url=page_url,
        leads_to=leads_to,
        frame_url=frame_url,
        element=ElementSnapshot(tag="button", role="button", name="Save"),
    )


POLICY = Policy(domains=("app.example", "*.cdn.example"))


def test_an_action_inside_the_domains_is_allowed_and_says_why() -> None:
    verdict = judge(proposal(), POLICY)
    assert verdict.decision == "allow"
    assert verdict.rule == "environment.domains"
    assert "app.example" in verdict.reason


@pytest.mark.parametrize(
    "outside",
    [
        proposal(page_url="https://evil.example/contacts"),
        proposal(leads_to="https://evil.example/collect"),
        proposal(frame_url="https://evil.example/frame"),
        proposal(page_url="https://app.example.evil.example/"),
        proposal(page_url="https://app.example:8443/"),
        proposal(page_url="https://app.example@evil.example/"),
        proposal(page_url="http://[broken"),
        proposal(page_url="https://cdn.example/"),
    ],
    ids=lambda p: p.leads_to or p.frame_url or p.page_url,
)
def test_an_action_that_is_or_leads_outside_the_domains_is_blocked(outside: Proposal) -> None:
    verdict = judge(outside, POLICY)
    assert verdict.decision == "block"
    assert "not among the SOP's domains" in verdict.reason


def test_an_open_is_judged_by_where_it_leads_alone() -> None:
    leaving = proposal(page_url="chrome-error://chromewebdata/", leads_to="https://app.example/")
    assert judge(leaving.model_copy(update={"kind": "open"}), POLICY).decision == "allow"
    assert judge(leaving, POLICY).decision == "block"


def test_without_domains_nothing_is_allowed() -> None:
    assert judge(proposal(), Policy()).decision == "block"


def test_stepping_asks_for_what_would_be_allowed_and_still_blocks_the_rest() -> None:
    stepping = Policy(domains=("app.example",), ask_every_step=True)
    assert judge(proposal(), stepping).decision == "ask"
    assert judge(proposal(page_url="https://evil.example/"), stepping).decision == "block"


def test_a_ticket_comes_from_the_gate_alone() -> None:
    with pytest.raises(TypeError):
        Ticket(object(), proposal(), POLICY)


def test_a_ticket_is_good_for_one_dispatch() -> None:
    gate = Gate(POLICY)
    wanted = proposal()
    ticket = gate.admit(wanted, gate.judge(wanted))
    assert ticket.redeem() == wanted
    with pytest.raises(PermissionError):
        ticket.redeem()


def test_a_question_needs_an_approval_before_there_is_a_ticket() -> None:
    gate = Gate(POLICY.model_copy(update={"ask_every_step": True}))
    verdict = gate.judge(proposal())
    with pytest.raises(PermissionError):
        gate.admit(proposal(), verdict)
    assert gate.admit(proposal(), verdict, approved=True).redeem() == proposal()


def test_a_blocked_proposal_gets_no_ticket_whatever_verdict_is_shown() -> None:
    gate = Gate(POLICY)
    allowed = gate.judge(proposal())
    with pytest.raises(PermissionError):
        gate.admit(proposal(page_url="https://evil.example/"), allowed, approved=True)


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("https://App.Example/x", "app.example"),
        ("https://app.example:443/", "app.example"),
        ("http://127.0.0.1:8021/contacts", "127.0.0.1:8021"),
        ("blob:https://app.example/1234", "app.example"),
        ("file:///tmp/page.html", "file"),
        ("about:blank", ""),
        ("http://host:notaport/", "invalid"),
    ],
)
def test_the_host_of_an_address(url: str, host: str) -> None:
    assert host_of(url) == host


def test_a_star_covers_subdomains_and_not_the_domain_itself() -> None:
    assert covers(["*.example.com"], "a.example.com")
    assert covers(["*.example.com"], "a.b.example.com")
    assert not covers(["*.example.com"], "example.com")
    assert not covers(["*.example.com"], "notexample.com")


def test_a_request_is_judged_by_where_it_leads_and_not_by_the_page_that_is_open() -> None:
    asked = proposal(page_url="https://elsewhere.example/", leads_to="https://app.example/api")
    request = asked.model_copy(update={"kind": "request"})
    assert judge(request, POLICY).decision == "allow"
    away = request.model_copy(update={"leads_to": "https://elsewhere.example/api"})
    assert judge(away, POLICY).decision == "block"


def test_a_ticket_judges_where_its_action_is_led_on() -> None:
    gate = Gate(POLICY)
    asked = proposal(leads_to="https://app.example/api")
    ticket = gate.admit(asked, gate.judge(asked))
    ticket.check_address("https://x.cdn.example/file")
    with pytest.raises(Blocked, match=r"'evil.example' is not among"):
        ticket.check_address("https://evil.example/")
    with pytest.raises(Blocked):
        gate.check_address("https://evil.example/")


def test_a_ticket_judges_the_files_that_are_uploaded() -> None:
    policy = POLICY.model_copy(update={"files": (("/srv/out", "/srv/given"), ("/srv",))})
    gate = Gate(policy)
    asked = proposal()
    ticket = gate.admit(asked, gate.judge(asked))
    ticket.check_file(PurePosixPath("/srv/out/a/b.pdf"))
    for outside in ("/etc/passwd", "/srv/keys", "/srv/outside/a.pdf"):
        with pytest.raises(Blocked, match="none of the folders"):
            ticket.check_file(PurePosixPath(outside))


@pytest.mark.parametrize(
    ("url", "allowed"),
    [
        ("file:///srv/out/a.html", True),
        ("file://localhost/srv/out/a%20b.html", True),
        ("file:///srv/out/../keys", False),
        ("file:///srv/out/%2e%2e/keys", False),
        ("FILE:///etc/passwd", False),
        ("file:/etc/passwd", False),
        ("file://other/srv/out/a.html", False),
    ],
)
def test_addresses_of_files_are_bound_to_the_same_folders(url: str, allowed: bool) -> None:
    policy = Policy(domains=("file",), files=(("/srv/out",),))
    opening = proposal(leads_to=url).model_copy(update={"kind": "open", "element": None})
    verdict = judge(opening, policy)
    assert (verdict.decision == "allow") is allowed
    assert verdict.rule == ("environment.domains" if allowed else "files")
