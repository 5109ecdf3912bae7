"""Runs that go beside the page: requests as steps, and criteria that a second channel answers."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from handrail.approvals import Approval
from handrail.journal.events.event import (
    Acted,
    ActFailed,
    Proposed,
    Retried,
    Unverified,
    VariableSet,
    Verified,
)
from handrail.runtime.walk.settings import Settings
from tests.app import Answer, App, Received, redirect
from tests.builders import by_role, click, open_page, sop, task
from tests.runtime.conftest import QUICK, Runner

JSON = {"content-type": "application/json"}
SAVED = {"kind": "text", "contains": "Saved"}
FORM = "<h1>Form</h1><form method=post action=/save><button>Save</button></form>"


def request(url: str, effect: str = "once", **fields: Any) -> dict[str, Any]:
    more = {name: fields.pop(name) for name in ("done_when", "timeout") if name in fields}
    return task("call", {"do": "request", "url": url, "method": "POST", **fields}, effect, **more)


def of_kind(run: Runner, kind: type[Any]) -> list[Any]:
    return [event for event in run.events if isinstance(event, kind)]


def journal(run: Runner) -> str:
    return "\n".join(event.model_dump_json() for event in run.events)


def contacts_app() -> App:
    """An interface that keeps what is posted, under numbers from 7."""
    app = App({})

    def save(got: Received) -> Answer:
        number = 7 + len(app.posts("/none"))
        app.pages[f"/api/{number}"] = Answer(got.body, headers=JSON)
        return Answer(json.dumps({"data": {"id": number}}), 201, JSON)

    app.pages["/api"] = save
    return app


async def test_a_request_gives_variables_that_its_own_criterion_reads_back(run: Runner) -> None:
    with contacts_app() as app:
        read_back = {
            "kind": "http",
            "url": f"{app.url}/api/{{{{ contact_id }}}}",
            "fields": {"name": "{{ name }}"},
        }
        step = request(
            f"{app.url}/api",
            body={"name": "{{ name }}"},
            into={"contact_id": "data.id"},
            expect_status=201,
            done_when=[read_back, {"kind": "response", "path": "/api", "method": "POST"}],
        )
        variables = {"name": {}, "contact_id": {"output": True}}
        summary = await run(sop([step], [app.host], variables), {"name": 'Zoë "Z"'})
    assert summary.outcome == "done", summary.error
    assert [(r.method, r.path) for r in app.received] == [("POST", "/api"), ("GET", "/api/7")]
    assert [(e.name, e.value) for e in of_kind(run, VariableSet)] == [("contact_id", "7")]
    (verified,) = of_kind(run, Verified)
    assert 'name = Zoë "Z"' in verified.criteria[0].seen
    assert run.kinds("call") == [
        "node_entered",
        "proposed",
        "judged",
        "intended",
        "acted",
        "variable_set",
        "verified",
        "node_left",
    ]


async def test_answers_become_values_of_the_declared_types(run: Runner) -> None:
    answer = Answer('{"found": [{"id": 7}], "total": 1, "open": true}', headers=JSON)
    into = {"found": "found", "total": "total", "open": "open"}
    variables = {
        "found": {"type": "list", "output": True},
        "total": {"type": "number", "output": True},
        "open": {"type": "boolean", "output": True},
    }
    with App({"/api": answer, "/next": "ok"}) as app:
        ask = request(f"{app.url}/api", "none", into=into)
        tell = {
            **request(f"{app.url}/next", "none", body={"all": "{{ found }}", "n": "{{ total }}"}),
            "id": "tell",
        }
        await run(sop([ask, tell], [app.host], variables))
        assert [e.value for e in of_kind(run, VariableSet)] == [[{"id": 7}], 1, True]
        assert json.loads(app.received[1].body) == {"all": [{"id": 7}], "n": 1}
        wrong = {**variables, "total": {"type": "date", "output": True}}
        summary = await run(sop([request(f"{app.url}/api", into=into)], [app.host], wrong))
    assert summary.outcome == "needs reconciliation"
    assert "does not fit 'total'" in (summary.error or "")


async def test_the_page_way_is_taken_where_the_http_way_cannot_be_gone(run: Runner) -> None:
    """And the start page is there for it, though the first way needed none."""
    with App({}) as gone:
        pass
    with App({"/": FORM, "/save": "<p>Saved</p>"}) as app:
        step = request(f"{gone.url}/api", done_when=[SAVED])
        step |= {"skills": [{"do": "click"}], "target": by_role("button", "Save")}
        start = {"start": [{"url": f"{app.url}/"}]}
        summary = await run(sop([step], [app.host, gone.host], environment=start))
    assert summary.outcome == "done", summary.error
    assert len(app.posts("/save")) == 1


async def test_a_token_stands_in_no_journal_and_in_no_question(run: Runner) -> None:
    with App({"/api/tok%2Fen-1234": "ok"}) as app:
        step = request(
            f"{app.url}/api/{{{{ secret:token }}}}?t={{{{ secret:token }}}}",
            headers={"Authorization": "Bearer {{ secret:token }}"},
        )
        app.pages["/api/tok-en-1234"] = Answer("no", 403)
        summary = await run(
            sop([step], [app.host]),
            {},
            {"token": "tok-en-1234"},
            settings=Settings(ask_every_step=True),
            answer=lambda asked: Approval(answer="allow", by="me"),
        )
    assert app.received[0].headers["authorization"] == "Bearer tok-en-1234"
    assert summary.outcome == "stopped before effect"
    assert "403: no" in (summary.error or "")
    assert "tok-en-1234" not in journal(run) + str(summary) + str(run.asked)
    assert "{{ secret:token }}" in of_kind(run, Proposed)[0].action


@pytest.mark.parametrize(("effect", "calls"), [("none", 2), ("repeatable", 2), ("once", 1)])
async def test_trouble_is_tried_again_but_never_where_it_may_count_twice(
    run: Runner, effect: str, calls: int
) -> None:
    answers = iter([Answer("", 503), Answer("ok")])
    with App({"/api": lambda got: next(answers)}) as app:
        summary = await run(sop([request(f"{app.url}/api", effect)], [app.host]))
    assert len(app.received) == calls
    assert len(of_kind(run, Retried)) == calls - 1
    assert summary.outcome == ("needs reconciliation" if effect == "once" else "done, unverified")


@pytest.mark.parametrize(
    ("asked", "outcome"),
    [("/api", "stopped before effect"), ("/led", "needs reconciliation"), ("/twice", "needs reconciliation")],
)
async def test_a_status_that_refuses_leaves_nothing_in_doubt(run: Runner, asked: str, outcome: str) -> None:
    pages = {"/api": Answer("no", 422), "/led": redirect("/api"), "/twice": Answer("there", 409)}
    with App(pages) as app:
        summary = await run(sop([request(f"{app.url}{asked}")], [app.host]))
    assert summary.outcome == outcome


async def test_an_app_that_was_never_reached_leaves_nothing_in_doubt(run: Runner) -> None:
    with App({}) as app:
        pass
    summary = await run(sop([request(f"{app.url}/api")], [app.host]))
    assert summary.outcome == "stopped before effect"
    tries = [e.dispatched for e in of_kind(run, ActFailed)]
    assert len(tries) > 1 and not any(tries)


@pytest.mark.parametrize(("effect", "outcome"), [("none", "blocked"), ("once", "needs reconciliation")])
async def test_being_led_out_of_the_domains_stops_the_run(run: Runner, effect: str, outcome: str) -> None:
    with App({"/x": "taken"}, host="localhost") as evil, App({"/api": redirect(f"{evil.url}/x")}) as app:
        summary = await run(sop([request(f"{app.url}/api", effect)], [app.host]))
    assert summary.outcome == outcome
    assert evil.received == []
    (failed,) = of_kind(run, ActFailed)
    assert (failed.category, failed.dispatched) == ("policy", True)


async def test_a_request_outside_the_domains_is_never_sent(run: Runner) -> None:
    with App({"/api": "ok"}, host="localhost") as other, App({}) as app:
        summary = await run(sop([request(f"{other.url}/api")], [app.host]))
    assert summary.outcome == "blocked"
    assert other.received == []


def saving_app(saved: Any) -> App:
    """A page that says 'Saved', and an interface that tells what `saved` gives."""
    return App({"/": FORM, "/save": "<p>Saved</p>", "/api": saved})


async def save(
    run: Runner, app: App, *more: dict[str, Any], settings: Settings = QUICK, **secrets: str
) -> Any:
    """Save on the page; done when it says so and the other conditions hold too."""
    steps = [open_page(app.url), click("Save", "once", done_when=[SAVED, *more])]
    return await run(sop(steps, [app.host]), {}, secrets, settings)


async def test_what_comes_a_little_later_is_waited_for(run: Runner) -> None:
    counts = iter([0, 0, 1])
    with saving_app(lambda got: Answer(json.dumps({"count": next(counts)}), headers=JSON)) as app:
        summary = await save(run, app, {"kind": "http", "url": f"{app.url}/api", "fields": {"count": "1"}})
    assert summary.outcome == "done"
    assert len([r for r in app.received if r.path == "/api"]) == 3


@pytest.mark.sweep
async def test_a_page_that_says_saved_is_not_believed_against_what_is_read_back(run: Runner) -> None:
    with saving_app(Answer('{"count": 0}', headers=JSON)) as app:
        summary = await save(run, app, {"kind": "http", "url": f"{app.url}/api", "fields": {"count": "1"}})
    assert summary.outcome == "needs reconciliation"
    (unverified,) = [e for e in of_kind(run, Unverified) if e.node == "click-save"]
    assert [criterion.held for criterion in unverified.criteria] == [True, False]
    assert unverified.criteria[1].seen == "status 200; count = 0"
    assert len(of_kind(run, Acted)) == 2
    assert len(app.posts("/save")) == 1


async def test_it_is_read_back_once_even_where_the_page_does_not_say_saved(run: Runner) -> None:
    """The journal then tells the person who looks what is really there."""
    with saving_app(Answer('{"count": 1}', headers=JSON)) as app:
        app.pages["/save"] = Answer("<p>Oops</p>", 500)
        summary = await save(run, app, {"kind": "http", "url": f"{app.url}/api", "fields": {"count": "1"}})
    assert summary.outcome == "needs reconciliation"
    unverified = of_kind(run, Unverified)[-1]
    assert [(criterion.held, criterion.seen) for criterion in unverified.criteria][1] == (
        True,
        "status 200; count = 1",
    )


async def test_a_channel_that_does_not_answer_proves_nothing_either_way(run: Runner) -> None:
    with App({}) as gone:
        pass
    silent = {"kind": "http", "url": f"{gone.url}/api", "status": 404}
    with saving_app("") as app:
        steps = [
            open_page(app.url),
            click("Save", "once", done_when=[SAVED, {"kind": "not", "condition": silent}]),
        ]
        summary = await run(sop(steps, [app.host, gone.host]))
    assert summary.outcome == "needs reconciliation"
    assert "nothing answers there" in (summary.error or "")


async def test_a_read_back_is_not_led_out_of_the_domains(run: Runner) -> None:
    with App({"/x": "ok"}, host="localhost") as evil, saving_app(redirect(f"{evil.url}/x")) as app:
        summary = await save(run, app, {"kind": "http", "url": f"{app.url}/api", "contains": "ok"})
    assert evil.received == []
    assert "not among the SOP's domains" in (summary.error or "")


async def test_a_database_is_read_back_by_the_address_in_a_secret(run: Runner, tmp_path: Path) -> None:
    file = tmp_path / "app-data.sqlite3"
    with sqlite3.connect(file) as db:
        db.execute("CREATE TABLE contacts (email, stage)")
        db.execute("INSERT INTO contacts VALUES ('a@x.test', 'Lead')")
    query = {
        "kind": "sql",
        "database": "crm_db",
        "query": "SELECT stage FROM contacts WHERE email = :email",
        "parameters": {"email": "a@x.test"},
    }
    with saving_app("") as app:
        right = await save(run, app, {**query, "row": {"stage": "Lead"}}, crm_db=f"sqlite:///{file}")
        assert of_kind(run, Verified)[-1].criteria[1].seen == "1 row: stage = Lead"
        assert "app-data.sqlite3" not in journal(run)
        wrong = await save(run, app, {**query, "row": {"stage": "Lost"}}, crm_db=f"sqlite:///{file}")
        assert of_kind(run, Unverified)[-1].criteria[1].seen == "1 row: stage = Lead"
    assert (right.outcome, wrong.outcome) == ("done", "needs reconciliation")


async def test_a_query_that_cannot_work_ends_the_waiting_at_once(run: Runner, tmp_path: Path) -> None:
    sqlite3.connect(tmp_path / "x.sqlite3").close()
    query = {"kind": "sql", "database": "db", "query": "SELECT 1 FROM nowhere", "count": 1}
    patient = QUICK.model_copy(update={"verify_seconds": 60, "run_seconds": 30})
    with saving_app("") as app:
        summary = await save(run, app, query, settings=patient, db=f"sqlite:///{tmp_path}/x.sqlite3")
    assert summary.outcome == "needs reconciliation"
    assert "no such table" in (summary.error or "")


@pytest.mark.parametrize(("rows", "outcome"), [(1, "done"), (2, "stopped before effect")])
async def test_a_download_is_looked_into(run: Runner, rows: int, outcome: str) -> None:
    sheet = Answer("name,mail\nAnn,a@x.test\n", headers={"content-disposition": "attachment; filename=c.csv"})
    with App({"/": "<h1>List</h1><a href=/c.csv download>Export</a>", "/c.csv": sheet}) as app:
        held = [{"kind": "download"}, {"kind": "file", "name": "c.csv", "rows": rows, "contains": "Ann"}]
        export = click("Export", role="link", done_when=held)
        export["action"] = {"do": "download"}
        summary = await run(sop([open_page(app.url), export], [app.host]))
    assert summary.outcome == outcome
