"""What a policy would say of an SOP's steps, before it runs."""

from __future__ import annotations

import pytest

from handrail.policy import Policy, PolicyDocument
from handrail.policy.judging.forecast import conditions, forecast, refused_reads, refused_starts
from handrail.policy.rules.layers import Layer, layered
from handrail.policy.rules.remembered import RememberedRule
from tests.builders import click, sop


@pytest.mark.parametrize(
    ("path", "decision"),
    [
        ("/contacts", "allow"),
        ("http://crm.test/contacts", "allow"),
        ("http://evil.test/contacts", "block"),
        ("//evil.test/contacts", "block"),
        ("/\\evil.test/contacts", "block"),
    ],
)
def test_what_a_step_sends_stays_on_its_host_or_is_blocked(path: str, decision: str) -> None:
    sent = [{"kind": "text", "contains": "Saved"}]
    step = {**click("Save", "once", done_when=sent), "effect_reason": f"sends POST {path}"}
    (found,) = forecast(sop([step], ["crm.test"]), Policy(domains=("crm.test",)))
    assert found.verdict.decision == decision, found.verdict


def test_every_way_of_a_step_is_judged_and_all_that_is_read() -> None:
    skill = {"do": "request", "method": "POST", "url": "https://api.test/contacts"}
    read = {"kind": "http", "url": "https://audit.test/contacts/{{ id }}", "status": 200}
    known = {"kind": "http", "url": "https://crm.test/contacts", "status": 200}
    step = click("Save", "once", skills=[skill], done_when=[{"kind": "any", "of": [known, read]}])
    procedure = sop([step], ["crm.test"], {"id": {"type": "text"}})
    policy = Policy(domains=("crm.test",))
    first, second = forecast(procedure, policy)
    assert (first.words, first.verdict.decision) == ("click-save", "allow")
    assert (second.words, second.verdict.decision) == ("click-save (way 2)", "block")
    (refused,) = refused_reads(procedure, policy)
    assert (refused.node, refused.url, refused.rule) == ("click-save", read["url"], "environment.domains")


def test_a_page_that_a_run_may_not_begin_with_is_told_before_it() -> None:
    start = [{"url": "https://crm.test/"}, {"name": "mail", "url": "https://{{ host }}/"}]
    procedure = sop(
        [click("Save", "none")], ["crm.test"], {"host": {"type": "text"}}, environment={"start": start}
    )
    assert not tuple(refused_starts(procedure, Policy(domains=("crm.test",))))
    (refused,) = refused_starts(procedure, Policy(domains=("crm.test",), deny=("crm.test",)))
    assert (refused.page, refused.url, refused.rule) == ("main", "https://crm.test/", "domains.deny")


MORNING = {"days": ["mon", "tue"], "from": "06:00", "to": "12:00", "timezone": "Europe/Berlin"}
LATE = {"days": ["sun"], "from": "22:00", "to": "05:00", "timezone": "Europe/Berlin"}


@pytest.mark.parametrize(
    ("session", "decision", "says"),
    [
        ({"times": [{**MORNING, "from": "12:00", "to": "13:00"}]}, "block", "no moment in common"),
        ({"times": [{**MORNING, "days": ["wed"]}, LATE]}, "block", "no moment in common"),
        ({"times": [{**LATE, "to": "06:01"}]}, "allow", ""),
        ({"times": [{**LATE, "timezone": "UTC"}]}, "allow", ""),
        ({"limits": [{"at_most": 0}]}, "block", "at most 0 effects"),
        ({"limits": [{"at_most": 1}]}, "allow", ""),
    ],
)
def test_what_a_policy_never_lets_happen_is_told_before_a_run(
    session: dict[str, object], decision: str, says: str
) -> None:
    saved = [{"kind": "text", "contains": "Saved"}]
    organisation = {"times": [MORNING], "approvals": {"system": {"role": "it", "quorum": 2}}}
    policy = layered(
        [
            Layer("organisation", PolicyDocument.model_validate(organisation)),
            Layer("session", PolicyDocument.model_validate(session)),
        ],
        domains=("crm.test",),
    )
    (found,) = forecast(sop([click("Save", "once", done_when=saved)], ["crm.test"]), policy)
    assert found.verdict.decision == decision, found.verdict
    besides = "; ".join(conditions(policy))
    assert says in besides
    assert "system actions are allowed by 2 different people with the role 'it'" in besides


def test_what_people_decided_for_good_is_counted_on_its_host_alone() -> None:
    step = click("Delete contact", "once", done_when=[{"kind": "text", "contains": "Gone"}])
    rule = {
        "id": "ab23cd45",
        "sop": "test",
        "kind": "click",
        "role": "button",
        "name": "Delete contact",
        "categories": ("destructive",),
        "risk": "high",
        "by": "ana",
        "at": "2026-11-22T09:00:00+00:00",
        "until": "2126-11-22T09:00:00+00:00",
    }

    def told(**facts: object) -> tuple[str, str]:
        remembered = RememberedRule.model_validate({"host": "crm.test", **rule, **facts})
        policy = layered([Layer("session", PolicyDocument(mode="strict"))], domains=("crm.test",))
        held = policy.model_copy(update={"remembered": (remembered,)})
        (found,) = forecast(sop([step], ["crm.test"]), held)
        assert conditions(held)[-1] == f"ana said, until 2126-11-22: {remembered.words}"
        return found.verdict.decision, found.verdict.rule

    assert told() == ("allow", "remembered:ab23cd45")
    assert told(decision="block") == ("block", "remembered:ab23cd45")
    asked = ("ask", "categories.destructive")
    assert told(name="Delete account") == told(risk="low") == told(sop="other") == asked
    assert told(host="evil.test") == asked
