"""People's answers to the gate: who counts, what is remembered, and what a limit counts."""

from __future__ import annotations

import asyncio
import getpass
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pydantic import JsonValue

from handrail.approvals import Approval, ApprovalRequest
from handrail.approvals.approver import Answer
from handrail.errors import UsageError
from handrail.journal.chain.store import JournalWriter
from handrail.journal.events.event import Judged, RuleRemembered, SessionId
from handrail.journal.views.rules import rules_of
from handrail.policy import Policy, PolicyDocument
from handrail.policy.rules.layers import Layer, layered
from handrail.sessions.people.rules import find_rule, revoke
from handrail.sop.document import Sop
from tests.app import App, Received
from tests.builders import by_role, click, each, fill, open_page, sop, task
from tests.journal.stories import done, started
from tests.runtime.conftest import Runner

FORM = """<title>Contacts</title><form method=post action=/done><label>Name <input name=name></label>
<button>Save</button><button formaction=/purge>Delete contact</button></form>"""
DONE = [{"kind": "text", "contains": "Done"}]
STARTER = getpass.getuser()


def app() -> App:
    return App({"/": FORM, "/done": "<h1>Done</h1>", "/purge": "<h1>Done</h1>"})


def deleting(served: App) -> Sop:
    return sop([open_page(served.url), click("Delete contact", "once", done_when=DONE)], [served.host])


def saving(served: App) -> Sop:
    steps = [open_page(served.url), fill("Name", "Ada"), click("Save", "once", done_when=DONE)]
    return sop(steps, [served.host])


def policy(**document: Any) -> Policy:
    return layered([Layer("session", PolicyDocument.model_validate(document))])


def judged(run: Runner, node: str) -> Judged:
    return next(event for event in run.events if isinstance(event, Judged) and event.node == node)


async def test_a_request_says_what_will_happen_why_and_how_risky_it_is(run: Runner) -> None:
    with app() as served:
        summary = await run(deleting(served), policy=policy(mode="strict"))
        assert not served.posts("/purge")
    assert summary.outcome in {"cancelled", "stopped before effect"}
    request = run.asked[0]
    assert request.categories == ("destructive",)
    assert request.risk == "high"
    assert any("never done before" in factor for factor in request.factors)
    assert request.answers == ("allow", "allow_session", "allow_always", "deny", "deny_stop")
    assert "button 'Delete contact'" in request.element
    # A person looks at the page of the button, which is not the address of its form.
    assert request.where == f"http://{served.host}/ (leads to http://{served.host}/purge)"
    assert request.picture is not None and request.picture.stat().st_size > 1000


async def test_whoever_started_may_not_allow_where_four_eyes_are_demanded(run: Runner) -> None:
    needy = policy(approvals={"destructive": {"four_eyes": True}})
    with app() as served:
        own = await run(deleting(served), policy=needy, answer=lambda _: Approval(answer="allow", by=STARTER))
        assert own.outcome == "waiting"
        assert not served.posts("/purge")
        other = await run(deleting(served), policy=needy, answer=lambda _: Approval(answer="allow", by="bo"))
        assert other.outcome == "done"


async def test_a_yes_that_is_nobodys_does_not_count(run: Runner) -> None:
    needy = policy(approvals={"destructive": {"four_eyes": True}})
    answers = [Approval(answer="allow", by="  "), Approval(answer="allow", by=STARTER, via="time-out")]
    with app() as served:
        for _ in range(2):
            summary = await run(deleting(served), policy=needy, answer=lambda _: answers.pop())
            assert summary.outcome == "waiting"
        assert not served.posts("/purge")


@pytest.mark.parametrize("on_timeout", ["deny", "wait"])
async def test_an_answer_has_a_deadline_where_something_is_done_at_it(run: Runner, on_timeout: str) -> None:
    needy = policy(approvals={"destructive": {"timeout": "1h", "on_timeout": on_timeout}})
    with app() as served:
        await run(deleting(served), policy=needy, answer=lambda _: Approval(answer="allow", by="bo"))
    assert (run.asked[0].deadline is not None) == (on_timeout == "deny")


async def test_a_quorum_takes_different_people(run: Runner) -> None:
    needy = policy(approvals={"destructive": {"quorum": 2}})

    def once(request: ApprovalRequest) -> Approval:
        return Approval(answer="allow", by="ana")

    def both(request: ApprovalRequest) -> Approval:
        return Approval(answer="allow", by="ana" if "1 of 2" in request.action else "bo")

    with app() as served:
        assert (await run(deleting(served), policy=needy, answer=once)).outcome == "waiting"
        assert not served.posts("/purge")
        assert (await run(deleting(served), policy=needy, answer=both)).outcome == "done"


async def test_people_of_each_role_are_asked_where_the_categories_name_several(run: Runner) -> None:
    needy = policy(
        approvals={"destructive": {"role": "dpo", "four_eyes": True}, "financial": {"role": "finance"}}
    )
    step = click("Delete and refund", "once", done_when=DONE)

    def answering(by: dict[str, str]) -> Callable[[ApprovalRequest], Approval]:
        def answer(request: ApprovalRequest) -> Approval:
            assert request.need is not None and request.need.role is not None
            assert f"(as '{request.need.role}')" in request.action
            assert "it is destructive and financial, and people of each role" in request.why
            return Approval(
                answer="allow" if by[request.need.role] else "deny_stop", by=by[request.need.role] or "eve"
            )

        return answer

    page = "<form method=post action=/purge><button>Delete and refund</button></form>"
    with App({"/": page, "/purge": "<h1>Done</h1>"}) as served:
        wanted = sop([open_page(served.url), step], [served.host])
        own = await run(wanted, policy=needy, answer=answering({"dpo": STARTER, "finance": STARTER}))
        assert own.outcome == "waiting", "whoever started it is no second pair of eyes"
        refused = await run(wanted, policy=needy, answer=answering({"dpo": "ana", "finance": ""}))
        assert refused.outcome == "cancelled"
        assert not served.posts("/purge")
        run.asked.clear()
        done = await run(wanted, policy=needy, answer=answering({"dpo": "ana", "finance": "bo"}))
        assert done.outcome == "done"
        assert [one.need.role for one in run.asked if one.need] == ["dpo", "finance"]


async def test_always_is_no_answer_where_an_approval_is_demanded_each_time(run: Runner) -> None:
    needy = policy(approvals={"destructive": {}})
    with app() as served:
        summary = await run(
            deleting(served), policy=needy, answer=lambda _: Approval(answer="allow_always", by="ana")
        )
        assert summary.outcome == "waiting"
        assert not served.posts("/purge")


async def test_a_remembered_answer_is_a_rule_in_the_chain_until_somebody_revokes_it(run: Runner) -> None:
    strict = policy(mode="strict")

    def always(request: ApprovalRequest) -> Approval:
        return Approval(answer="allow_always", by="ana")

    with app() as served:
        first = await run(deleting(served), policy=strict, answer=always)
        assert first.outcome == "done"
        rule = next(event.rule for event in run.events if isinstance(event, RuleRemembered))
        where = f"in the SOP 'test' on {served.host}"
        assert rule.words == f"always allow click 'Delete contact' (POST /purge) {where}"
        again = await run(deleting(served), policy=strict)
        assert again.outcome == "done"
        assert judged(run, "click-delete-contact").rule == f"remembered:{rule.id}"
        store = run.place.store
        revoke(store, run.place.home, find_rule(store, run.place.home, rule.id[:4]), by="bo", why="no longer")
        assert (await run(deleting(served), policy=strict)).outcome != "done"
        assert [line.revoked.by for line in rules_of(store, run.place.home) if line.revoked] == ["bo"]
        with pytest.raises(UsageError):
            revoke(store, run.place.home, find_rule(store, run.place.home, rule.id), by="bo", why="again")


async def test_a_rule_that_is_revoked_while_a_session_runs_does_not_hold_in_it(run: Runner) -> None:
    strict = policy(mode="strict")

    def always(request: ApprovalRequest) -> Approval:
        return Approval(answer="allow_always", by="ana")

    with app() as served:
        await run(deleting(served), policy=strict, answer=always)
        store = run.place.store
        line = rules_of(store, run.place.home)[0]

        def revoked(event: object) -> None:
            if getattr(event, "kind", "") == "node_entered" and getattr(event, "node", "") == "open":
                revoke(store, run.place.home, line, by="bo", why="")

        run.on_event = revoked
        assert (await run(deleting(served), policy=strict)).outcome != "done"


async def test_a_limit_counts_what_was_done_before_and_in_this_session(run: Runner) -> None:
    limited = policy(limits=[{"at_most": 2, "per": "day"}])
    with app() as served:
        assert (await run(saving(served), policy=limited)).outcome == "done"
        assert (await run(saving(served), policy=limited)).outcome == "done"
        third = await run(saving(served), policy=limited)
        assert third.outcome == "blocked"
        assert len(served.posts("/done")) == 2
    assert judged(run, "click-save").rule == "limits"
    assert third.error is not None and "2 effects a day in this SOP" in third.error
    assert f"`handrail policy explain {third.session} click-save` tells" in (third.suggestion or "")


async def test_a_yes_does_not_open_what_was_closed_while_it_was_waited_for(run: Runner) -> None:
    """Another session takes the last place of a limit while a person is asked."""
    limited = policy(mode="strict", limits=[{"at_most": 1, "per": "day", "within": "home"}])

    def late(request: ApprovalRequest) -> Approval:
        JournalWriter(run.place.store, SessionId("another")).write(started(), *done("pay", effect="once"))
        return Approval(answer="allow", by="ann")

    with app() as served:
        assert (await run(deleting(served), policy=limited, answer=late)).outcome == "blocked"
        assert served.posts("/purge") == []


LIVE = """<title>Bill</title><div id=bill>{}</div><script>const ask = async () => {{
  const now = await (await fetch("/now")).text();
  if (now) {{ bill.innerHTML = now; fetch("/shown"); }} else setTimeout(ask, 10);
}}; ask()</script>"""
BILL = "<form method=post action=/done><h1>{}</h1><p>Total: {} EUR</p><button>Pay</button></form>"


@pytest.mark.parametrize(
    ("then", "asked", "outcome"),
    [
        (BILL.format("Ada", "9,900.00"), ["10.00 EUR", "9,900.00 EUR"], "done"),
        (BILL.format("Ada", "10.00"), ["10.00 EUR"], "done"),
        (BILL.format("Bob", "10.00"), ["10.00 EUR"], "stopped before effect"),
    ],
    ids=["another sum", "drawn anew", "another record"],
)
async def test_a_page_that_changes_while_a_person_thinks_is_looked_at_again(
    run: Runner, then: str, asked: list[str], outcome: str
) -> None:
    now, shown = [""], threading.Event()

    def seen(_: Received) -> str:
        shown.set()
        return ""

    async def thinking(_: ApprovalRequest) -> Approval:
        now[0] = then
        await asyncio.to_thread(shown.wait, 60)
        return Approval(answer="allow", by="ben", via="terminal")

    with App({"/": LIVE.format(BILL.format("Ada", "10.00")), "/done": "<h1>Done</h1>"}) as served:
        served.pages |= {"/now": lambda _: now[0], "/shown": seen}
        pay = click("Pay", "once", done_when=DONE, identity=[{"kind": "text", "contains": "Ada"}])
        summary = await run(
            sop([open_page(served.url), pay], [served.host]),
            answer=thinking,
            policy=policy(categories={"financial": "ask"}),
        )
        assert len(served.posts("/done")) == (outcome == "done")
    assert summary.outcome == outcome
    assert [request.amount for request in run.asked] == asked


NOTE = "<form method=post action=/done><h1>{}</h1><label>Note <input name=note></label></form>"


@pytest.mark.parametrize(("then", "outcome"), [("Ada", "done"), ("Bob", "stopped before effect")])
async def test_a_value_that_somebody_writes_is_for_the_record_that_they_were_shown(
    run: Runner, then: str, outcome: str
) -> None:
    now, shown = [""], threading.Event()

    def seen(_: Received) -> str:
        shown.set()
        return ""

    async def writing(_: ApprovalRequest) -> Approval:
        now[0] = NOTE.format(then)
        await asyncio.to_thread(shown.wait, 60)
        return Approval(answer="edit", text="paid", by="ben", via="terminal")

    with App({"/": LIVE.format(NOTE.format("Ada"))}) as served:
        served.pages |= {"/now": lambda _: now[0], "/shown": seen}
        note = fill("Note", "open", identity=[{"kind": "text", "contains": "Ada"}], done_when=[])
        summary = await run(
            sop([open_page(served.url), note], [served.host]),
            answer=writing,
            policy=policy(actions={"fill": "ask"}),
        )
    assert summary.outcome.removesuffix(", unverified") == outcome


async def test_a_limit_of_one_category_leaves_the_rest_alone(run: Runner) -> None:
    limited = policy(limits=[{"at_most": 1, "of": "destructive", "over": "ask"}])
    with app() as served:
        assert (await run(deleting(served), policy=limited)).outcome == "done"
        assert (await run(saving(served), policy=limited)).outcome == "done"
        assert (await run(deleting(served), policy=limited)).outcome != "done"
    assert run.asked[0].answers == ("allow", "deny", "deny_stop")


async def test_what_was_done_often_is_known(run: Runner) -> None:
    with app() as served:
        await run(deleting(served))
        assert any("never done before" in factor for factor in judged(run, "click-delete-contact").factors)
        await run(deleting(served))
        factors = judged(run, "click-delete-contact").factors
        assert not any("never done before" in factor for factor in factors)


async def test_the_policy_of_a_session_is_kept_with_it(run: Runner) -> None:
    with app() as served:
        await run(deleting(served), policy=policy(mode="strict", categories={"sharing": "block"}))
    started = run.events[0]
    kept = Policy.model_validate_json(run.place.artefacts.get(started.policy))  # type: ignore[union-attr,arg-type]
    assert (kept.mode, kept.categories["sharing"]) == ("strict", "block")


def each_deleted(served: App) -> Sop:
    """A loop that deletes twice, and goes on without what failed."""
    steps = [open_page(served.url), click("Delete contact", "once", done_when=DONE)]
    loop = each("names", "name", *steps, on_item_failure="skip")
    return Sop.model_validate(
        {
            "meta": {"id": "test", "title": "Test"},
            "environment": {"domains": [served.host]},
            "variables": {"names": {"type": "list"}},
            "nodes": [loop, {"id": "end", "type": "end"}],
            "edges": [{"from": "each", "to": "end"}, {"from": steps[0]["id"], "to": steps[1]["id"]}],
        }
    )


async def test_a_no_leaves_one_step_undone_and_a_stop_ends_the_run(run: Runner) -> None:
    needy = policy(approvals={"destructive": {}})
    answers: list[Answer] = ["deny", "allow", "deny_stop"]
    with app() as served:
        names: dict[str, JsonValue] = {"names": ["Ada", "Bo"]}
        first = await run(
            each_deleted(served),
            names,
            policy=needy,
            answer=lambda _: Approval(answer=answers.pop(0), by="ana"),
        )
        assert (first.outcome, len(served.posts("/purge"))) == ("done with exceptions", 1)
        second = await run(
            each_deleted(served),
            names,
            policy=needy,
            answer=lambda _: Approval(answer=answers.pop(0), by="ana"),
        )
        assert second.outcome == "cancelled"
        assert len(served.posts("/purge")) == 1


async def test_an_edited_value_is_judged_again(run: Runner) -> None:
    needy = policy(actions={"fill": "ask"})
    with app() as served:
        await run(
            saving(served), policy=needy, answer=lambda _: Approval(answer="edit", text="Grace", by="ana")
        )
        assert served.posts("/done") == [{"name": "Grace"}]
    fills = [event for event in run.events if isinstance(event, Judged) and event.node == "fill-name"]
    assert [event.verdict for event in fills] == ["ask", "allow"]
    assert run.asked[0].editable == "Ada"
    assert len(run.asked) == 1, "whoever wrote the value has allowed it"


@pytest.mark.parametrize("chosen", [False, True])
async def test_a_form_sends_a_file_only_where_one_was_chosen(
    run: Runner, tmp_path: Path, chosen: bool
) -> None:
    """Tags are taken by Enter, and the first button of the form would add a file."""
    page = """<form method=post action=/save enctype=multipart/form-data>
    <button name=more>Add more files</button>
    <label>Tag <input onkeydown="if (event.key === 'Enter') event.preventDefault()"></label>
    <label>Paper <input type=file></label></form>"""
    file = tmp_path / "paper.txt"
    file.write_text("Paper")
    with App({"/": page}) as app:
        upload = task(
            "choose",
            {"do": "upload", "files": [str(file)]},
            target={"locators": [{"by": "label", "text": "Paper"}]},
        )
        enter = task("enter", {"do": "press", "keys": "Enter"}, target=by_role("textbox", "Tag"))
        steps = [open_page(app.url), fill("Tag", "urgent"), *([upload] if chosen else []), enter]
        await run(sop(steps, [app.host]), answer=lambda _: Approval(answer="allow", by="ann"))
    asked = [request.node for request in run.asked]
    assert ("enter" in asked) == chosen


async def test_a_request_tells_what_earlier_steps_gave_and_nothing_of_what_was_sent_before(
    run: Runner,
) -> None:
    with app() as served:
        steps = [
            open_page(served.url),
            fill("Name", "Ada"),
            click("Delete contact", "once", done_when=DONE),
            open_page(served.url, id="again"),
            fill("Name", "{{ name }}", id="other"),
            click("Delete contact", "once", id="delete-other", done_when=DONE),
        ]
        document = sop(steps, [served.host], variables={"name": {"type": "text"}})
        needy = policy(mode="strict")
        summary = await run(
            document, {"name": "Ben"}, policy=needy, answer=lambda _: Approval(answer="allow", by="bo")
        )
    assert summary.outcome == "done"
    assert [one.values for one in run.asked] == [("Fill 'Name' with 'Ada'",), ("Fill 'Name' with 'Ben'",)]
