"""What a run does in a real browser, judged by what the app received and what the journal says."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import BrowserContext

from benchmarks.chaotic.accidents import kill_browser
from handrail.actuators import Act, Performed
from handrail.actuators.browser import BrowserSession
from handrail.approvals import Approval
from handrail.journal.database.connecting import sqlite_database
from handrail.journal.database.journals import DatabaseStore
from handrail.journal.events.event import (
    ActFailed,
    Event,
    Intended,
    Judged,
    NodeLeft,
    Proposed,
    SessionEnded,
    VariableSet,
)
from handrail.journal.home import DATABASE
from handrail.policy import Ticket
from handrail.runtime.walk.settings import Settings
from handrail.secrets.forms import MASK
from handrail.sessions.conducting import conductor as conducting
from handrail.sop.node import Edge
from tests.app import Answer, App, Received, redirect
from tests.builders import by_role, click, fill, open_page, sop, task
from tests.runtime.conftest import Runner
from tests.sweeping import some_of

FORM = """<title>New contact</title><h1>New contact</h1>
<form method=post action=/save>
<label>Name <input name=name></label><label>Pass <input type=password name=pass></label>
<label>Token <input name=api></label>
<label>Stage <select name=stage><option>Lead<option>Customer</select></label>
<label><input type=checkbox name=vip> VIP</label>
<button>Save</button></form>"""
LIST = "<title>Contacts</title><h1>Contacts</h1><p role=status>Contact saved</p>"
SAVED = [{"kind": "url", "path": "/list"}, {"kind": "text", "contains": "Contact saved"}]


def contact_app() -> App:
    return App({"/": FORM, "/save": lambda r: redirect("/list"), "/list": LIST})


async def test_values_arrive_in_the_app_and_every_step_is_verified(run: Runner) -> None:
    with contact_app() as app:
        procedure = sop(
            [
                open_page(app.url),
                fill("Name", "{{ name }}"),
                task(
                    "stage",
                    {"do": "select", "options": ["{{ stage }}"]},
                    "repeatable",
                    target=by_role("combobox", "Stage"),
                    done_when=[{"kind": "value", "equals": "{{ stage }}"}],
                ),
                task(
                    "vip",
                    {"do": "check"},
                    "repeatable",
                    target=by_role("checkbox", "VIP"),
                    done_when=[{"kind": "element", "state": "checked"}],
                ),
                click("Save", "once", done_when=SAVED),
            ],
            [app.host],
            {"name": {}, "stage": {}},
        )
        summary = await run(procedure, {"name": "Zoë O'Brien-Łoś", "stage": "Customer"})
    assert summary.outcome == "done"
    assert app.posts("/save") == [
        {"name": "Zoë O'Brien-Łoś", "pass": "", "api": "", "stage": "Customer", "vip": "on"}
    ]
    assert run.kinds("click-save") == [
        "node_entered",
        "proposed",
        "judged",
        "intended",
        "acted",
        "verified",
        "node_left",
    ]


async def test_a_once_effect_has_its_picture_from_before_it(run: Runner) -> None:
    with contact_app() as app:
        procedure = sop(
            [open_page(app.url), click("Save", "once", done_when=SAVED)],
            [app.host],
        )
        summary = await run(procedure)
    pictured = [e for e in run.events if e.kind == "pictured" and e.node == "click-save"]
    assert pictured and pictured[0].moment == "before"
    assert run.place.artefacts.get(summary.pictures[0])[:2] == b"\xff\xd8"


@pytest.mark.sweep
async def test_an_element_that_is_not_there_stops_the_run_before_any_effect(run: Runner) -> None:
    with contact_app() as app:
        procedure = sop([open_page(app.url), click("Publish", "once")], [app.host])
        summary = await run(procedure)
    assert summary.outcome == "stopped before effect"
    assert summary.stopped_at == "click-publish"
    assert "button 'Publish' was not found" in (summary.error or "")
    assert app.posts("/save") == []
    assert "intended" not in run.kinds("click-publish")


async def test_a_button_with_another_name_is_not_clicked_in_its_place(run: Runner) -> None:
    page = "<form method=post action=/save><button id=go>Delete</button></form>"
    with App({"/": page}) as app:
        target = {
            "role": "button",
            "name": "Save",
            "locators": [{"by": "role", "role": "button", "name": "Save"}, {"by": "css", "css": "#go"}],
        }
        summary = await run(sop([open_page(app.url), click("Save", "once", target=target)], [app.host]))
    assert summary.outcome == "stopped before effect"
    assert "its name is 'Delete'" in (summary.error or "")
    assert app.posts("/save") == []


async def test_a_page_outside_the_domains_is_blocked_before_it_is_opened(run: Runner) -> None:
    with contact_app() as app, contact_app() as other:
        summary = await run(sop([open_page(app.url), open_page(other.url, id="leave")], [app.host]))
    assert summary.outcome == "blocked"
    assert other.received == []
    judged = [e for e in run.events if isinstance(e, Judged)]
    assert [e.verdict for e in judged] == ["allow", "block"]


async def test_a_form_that_posts_to_another_host_is_blocked(run: Runner) -> None:
    with contact_app() as other:
        page = f"<form method=post action={other.url}/save><button>Save</button></form>"
        with App({"/": page}) as app:
            summary = await run(sop([open_page(app.url), click("Save", "once")], [app.host]))
    assert summary.outcome == "blocked"
    assert other.received == []


async def test_a_save_that_shows_no_sign_of_success_needs_reconciliation(run: Runner) -> None:
    with App({"/": FORM, "/save": Answer("<h1>Something went wrong</h1>", 500)}) as app:
        procedure = sop([open_page(app.url), click("Save", "once", done_when=SAVED)], [app.host])
        summary = await run(procedure)
    assert summary.outcome == "needs reconciliation"
    assert len(app.posts("/save")) == 1
    assert "completion criterion did not come true" in (summary.error or "")


@pytest.mark.sweep
async def test_what_an_app_says_that_refuses_is_told_and_shown(run: Runner) -> None:
    refused = FORM.replace("<form", "<ul class=errorlist><li>Name is taken: canary-two-2</ul><form")
    with App({"/": FORM, "/save": refused}) as app:
        steps = [
            open_page(app.url),
            fill("Token", "{{ secret:api }}"),
            click("Save", "once", done_when=SAVED),
        ]
        summary = await run(sop(steps, [app.host]), {}, {"api": "canary-two-2"})
    assert summary.outcome == "needs reconciliation"
    assert "; the page says 'Name is taken: •••'" in (summary.error or "")
    assert [e.moment for e in run.events if e.kind == "pictured" and e.node == "click-save"] == [
        "before",
        "failure",
    ]


def said(*messages: tuple[str, str]) -> str:
    shown = (
        f"<div class='alert alert-{kind}' role=alert><div class=alertinner><i></i>{text}</div>"
        "<button>x</button></div>"
        for kind, text in messages
    )
    return f"<title>Contacts</title><h1>Contacts</h1><div id=messages>{''.join(shown)}</div>"


async def test_a_failure_that_is_told_beside_the_success_is_no_success(run: Runner) -> None:
    saved, refused = ("info", "Contact saved"), ("danger", "No place left for it")
    pages: dict[str, str] = {}
    with App(
        {"/": lambda r: pages["/"], "/save": redirect("/list"), "/list": lambda r: pages["/list"]}
    ) as app:
        procedure = sop([open_page(app.url), click("Save", "once", done_when=SAVED)], [app.host])
        # What was there before is no answer, nor is a failure far from the message.
        pages |= {"/": said(refused) + FORM, "/list": said(saved, refused) + "<p class=error>3 errors</p>"}
        assert (await run(procedure)).outcome == "done"
        pages["/"] = FORM
        summary = await run(procedure)
    assert summary.outcome == "needs reconciliation"
    assert "but the page also says 'No place left for it'" in (summary.error or "")


@pytest.mark.sweep
async def test_what_a_field_asks_for_that_stopped_a_form_is_told(run: Runner) -> None:
    form = FORM.replace("<input name=name>", "<input name=name required>")
    with App({"/": form}) as app:
        procedure = sop([open_page(app.url), click("Save", "once", done_when=SAVED)], [app.host])
        summary = await run(procedure)
    assert "the page says 'Name: " in (summary.error or "")
    assert app.posts("/save") == []


async def test_what_the_page_said_before_is_no_reason_why_nothing_came_of_the_step(run: Runner) -> None:
    form = "<p role=status>Selected date: 3 May</p>" + FORM
    with App({"/": form, "/save": Answer(form)}) as app:
        procedure = sop([open_page(app.url), click("Save", "once", done_when=SAVED)], [app.host])
        summary = await run(procedure)
    assert summary.outcome == "needs reconciliation"
    assert "the page says" not in (summary.error or "")


async def test_why_a_field_was_refused_is_told_though_it_was_said_as_the_field_was_left(run: Runner) -> None:
    why = "<span class=invalid-feedback>Too short</span>"
    refused = f"<p><label>Name <input name=name class=is-invalid></label>{why}</p>"
    form = FORM.replace("<label>Name <input name=name></label>", refused)
    with App({"/": form, "/save": Answer(form)}) as app:
        procedure = sop([open_page(app.url), click("Save", "once", done_when=SAVED)], [app.host])
        summary = await run(procedure)
    assert "the page says 'Name: Too short'" in (summary.error or "")


async def test_why_a_field_was_refused_is_told_and_not_what_the_page_said_before(run: Runner) -> None:
    notice = "<div class=alert>Backup failed</div>"
    why = "<span class=invalid-feedback>'canary-two-2' is taken</span>"
    field = "<p><label>Name <input name=name class=is-invalid></label>"
    refused = FORM.replace("<label>Name <input name=name></label>", f"{field}{why}</p>")
    with App({"/": notice + FORM, "/save": Answer(notice + refused, status=422)}) as app:
        procedure = sop([open_page(app.url), click("Save", "once", done_when=SAVED)], [app.host])
        summary = await run(procedure, {}, {"api": "canary-two-2"})
    assert summary.outcome == "stopped before effect"
    assert (summary.error or "").partition("the page says ")[2].startswith(f"'Name: '{MASK}' is taken'.")


async def test_that_a_tab_is_closed_needs_no_criterion(run: Runner) -> None:
    with App({"/": "<a href=/terms target=_blank>Terms</a>", "/terms": "<h1>Terms</h1>"}) as app:
        opened = [{"kind": "response", "path": "/terms"}]
        opens = click("Terms", role="link", opens="terms", done_when=opened)
        close = task("close", {"do": "close_tab"}, page="terms")
        summary = await run(sop([open_page(app.url), opens, close], [app.host]))
    assert summary.outcome == "done"


@pytest.mark.parametrize(("effect", "outcome"), [("none", "done"), ("once", "done, unverified")])
async def test_that_a_tab_is_opened_needs_no_criterion_where_it_is_all_that_is_done(
    run: Runner, effect: str, outcome: str
) -> None:
    written = "const tab = window.open(''); tab.document.write('<h1>Receipt</h1>')"
    with App({"/": f'<button onclick="{written}">Receipt</button>'}) as app:
        opens = click("Receipt", effect, opens="receipt", done_when=[])
        summary = await run(sop([open_page(app.url), opens], [app.host]))
    assert summary.outcome == outcome


@pytest.mark.parametrize(("closes", "outcome"), [(True, "done"), (False, "needs reconciliation")])
async def test_what_was_pressed_is_gone_with_a_tab_that_the_app_closes(
    run: Runner, closes: bool, outcome: str
) -> None:
    answer = "<h1>Saved</h1><script>setTimeout(() => window.close(), 50)</script>" if closes else FORM
    with App({"/": "<a href=/add target=_blank>Add</a>", "/add": FORM, "/save": answer}) as app:
        opens = click("Add", role="link", opens="tab-2", done_when=[{"kind": "response", "path": "/add"}])
        answered = {"kind": "response", "method": "POST", "path": "/save"}
        gone = {"kind": "element", "state": "hidden"}
        save = {**click("Save", "once", done_when=[answered, gone]), "page": "tab-2"}
        summary = await run(sop([open_page(app.url), opens, save], [app.host]))
    assert summary.outcome == outcome


async def test_a_tab_that_the_app_was_faster_to_close_is_closed(run: Runner) -> None:
    saved = "<h1>Saved</h1><script>setTimeout(() => window.close(), 50)</script>"
    with App({"/": "<a href=/add target=_blank>Add</a>", "/add": FORM, "/save": saved}) as app:
        opens = click("Add", role="link", opens="tab-2", done_when=[{"kind": "response", "path": "/add"}])
        answered = {"kind": "response", "method": "POST", "path": "/save"}
        save = {**click("Save", "once", done_when=[answered]), "page": "tab-2"}
        waits = task("look", {"do": "wait"}, done_when=[{"kind": "url", "path": "/"}])
        close = task("close", {"do": "close_tab"}, page="tab-2")
        summary = await run(sop([open_page(app.url), opens, save, waits, close], [app.host]))
    assert summary.outcome == "done", summary.error


async def test_an_unverified_step_is_named_in_the_outcome(run: Runner) -> None:
    with contact_app() as app:
        summary = await run(sop([open_page(app.url), fill("Name", "Ana", done_when=[])], [app.host]))
    assert summary.outcome == "done, unverified"
    assert [node.node for node in summary.unverified] == ["fill-name"]


async def test_a_lost_connection_is_tried_once_more_and_told(run: Runner) -> None:
    calls: list[Received] = []

    def flaky(request: Received) -> Answer:
        calls.append(request)
        return Answer(status=None) if len(calls) <= 2 else Answer(FORM)

    with App({"/": flaky}) as app:
        summary = await run(sop([open_page(app.url)], [app.host]))
    assert summary.outcome in {"done", "stopped before effect"}
    assert "retried" in run.kinds("open")


async def test_an_address_where_nothing_answers_is_said_in_words(run: Runner) -> None:
    with contact_app() as app:
        pass
    summary = await run(sop([open_page(app.url)], [app.host]))
    assert summary.outcome == "stopped before effect"
    assert "could not be reached: nothing answers there" in (summary.error or "")
    assert "retried" in run.kinds("open")


async def test_a_once_action_is_on_disk_before_it_is_done(
    run: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_disk: list[list[str]] = []
    do = BrowserSession.dispatch

    async def dispatch(browser: BrowserSession, ticket: Ticket, act: Act) -> Performed:
        # What another process would find, were this one to end now.
        store = DatabaseStore(sqlite_database(run.place.home / DATABASE))
        (record,) = store.sessions()
        on_disk.append([entry.kind for entry in store.read(record.session)])
        store.close()
        return await do(browser, ticket, act)

    monkeypatch.setattr(BrowserSession, "dispatch", dispatch)
    with contact_app() as app:
        procedure = sop([open_page(app.url), click("Save", "once", done_when=SAVED)], [app.host])
        summary = await run(procedure)
    assert summary.outcome == "done"
    assert on_disk[-1][-1] == "intended"


async def test_a_once_action_that_was_dispatched_is_never_repeated(run: Runner) -> None:
    with App({"/": FORM, "/save": lambda r: Answer(status=None)}) as app:
        procedure = sop(
            [open_page(app.url), click("Save", "once", done_when=SAVED, retry={"times": 3})], [app.host]
        )
        summary = await run(procedure)
    assert summary.outcome == "needs reconciliation"
    assert "retried" not in run.kinds("click-save")
    assert sum(isinstance(e, Intended) and e.node == "click-save" for e in run.events) == 1


# The page does nothing else until it is answered, and no core is busy with that.
HANG = "const hung = new XMLHttpRequest(); hung.open('GET', '/hang', false); hung.send();"


def hangs(_: Received) -> str:
    """Longer than every limit of these runs."""
    threading.Event().wait(3)
    return "ok"


async def test_a_once_action_is_not_repeated_when_the_page_then_falls_silent(run: Runner) -> None:
    page = """<button onclick="fetch('/save', {method: 'POST'});
    setTimeout(() => { HANG }, 50)">Save</button>""".replace("HANG", HANG)
    settings = Settings(find_seconds=1, verify_seconds=1, navigation_seconds=1)
    with App({"/": page, "/save": "ok", "/hang": hangs}) as app:
        shown = [{"kind": "text", "contains": "never"}]
        procedure = sop(
            [open_page(app.url), click("Save", "once", done_when=shown, retry={"times": 2})], [app.host]
        )
        summary = await run(procedure, settings=settings)
        assert len(app.posts("/save")) == 1
    assert summary.outcome == "needs reconciliation"
    assert "retried" not in run.kinds("click-save")


HANGS = "fetch('/save', {method: 'POST'}); " + HANG
PRESS = task("save", {"do": "click"}, "once", target=by_role("button", "Save"))
NAME = by_role("textbox", "Name")


GIVEN = [
    (f'<button onclick="{HANGS}">Save</button>', PRESS),
    (f'<button onclick="setTimeout(() => {{ {HANGS} }})">Save</button>', PRESS),
    (
        "<button onclick=\"fetch('/save', {method: 'POST'})\">Save</button>",
        {**PRESS, "opens": "second"},
    ),
    (
        "<button onclick=\"fetch('/save', {method: 'POST'})\">Save</button>",
        {**PRESS, "action": {"do": "download"}},
    ),
    (
        f'<label>Name <select onchange="{HANGS}"><option>Ana<option>Ben</select></label>',
        task("save", {"do": "select", "options": ["Ben"]}, "once", target=by_role("combobox", "Name")),
    ),
    (
        f'<label>Name <input onkeydown="{HANGS}"></label>',
        task("save", {"do": "press", "keys": "Enter"}, "once", target=NAME),
    ),
    (
        f'<label>Name <input oninput="{HANGS}"></label>',
        task("save", {"do": "type", "text": "Ana"}, "once", target=NAME),
    ),
]


@pytest.mark.parametrize(
    ("page", "step"),
    some_of(GIVEN, 1, 3, 5),
    ids=["click", "after the click", "no tab", "no download", "select", "press", "type"],
)
async def test_an_effect_that_was_given_is_not_repeated_whatever_the_page_makes_of_it(
    run: Runner, page: str, step: dict[str, Any]
) -> None:
    settings = Settings(find_seconds=1, verify_seconds=1, navigation_seconds=1)
    with App({"/": page, "/save": "ok", "/hang": hangs}) as app:
        saving = {**step, "done_when": SAVED, "retry": {"times": 2, "seconds": 0.1}}
        summary = await run(sop([open_page(app.url), saving], [app.host]), settings=settings)
        assert len(app.posts("/save")) == 1
    assert summary.outcome == "needs reconciliation"
    assert "retried" not in run.kinds("save")


async def test_a_field_that_the_page_empties_is_filled_again(run: Runner) -> None:
    page = """<label>Name <input id=n></label><script>
    let first = true; n.addEventListener('input', () => { if (first) { first = false; n.value = ''; } });
    </script>"""
    with App({"/": page}) as app:
        summary = await run(sop([open_page(app.url), fill("Name", "Ana")], [app.host]))
    assert summary.outcome == "done"
    assert run.kinds("fill-name").count("retried") == 1


REDRAWN = """<title>New issue</title><h1>New issue</h1><form method=post action=/save>
<label>Kind <select name=kind><option>Bug<option>Task</select></label>
<div id=rest><label>Subject <input name=subject></label></div><button>Save</button></form><script>
const save = document.querySelector('button');
document.querySelector('select').onchange = async () => {
  save.disabled = true;
  document.querySelector('#rest').innerHTML = await (await fetch('/rest')).text();
  save.disabled = false;
};
</script>"""


async def test_a_form_that_the_app_draws_anew_because_of_a_choice_is_filled_in_after_that(
    run: Runner,
) -> None:
    def rest(request: Received) -> str:
        threading.Event().wait(0.4)
        return "<label>Subject <input name=subject></label>"

    with App({"/": REDRAWN, "/rest": rest, "/save": lambda r: redirect("/list"), "/list": LIST}) as app:
        kind = task(
            "kind",
            {"do": "select", "options": ["Task"]},
            "repeatable",
            target=by_role("combobox", "Kind"),
            done_when=[{"kind": "value", "equals": "Task"}],
        )
        steps = [open_page(app.url), kind, fill("Subject", "Leak"), click("Save", "once", done_when=SAVED)]
        summary = await run(sop(steps, [app.host]))
    assert summary.outcome == "done"
    assert app.posts("/save") == [{"kind": "Task", "subject": "Leak"}]


EDITED = """<title>Issues</title><h1>Issues</h1><button>Edit</button>
<form method=post action=/save hidden><label>Subject <input name=subject></label><button>Save</button></form>
<script>
const form = document.querySelector('form');
document.querySelector('button').onclick = async () => {
  form.hidden = false;
  form.subject.value = await (await fetch('/issue')).text();
};
</script>"""


async def test_a_form_that_comes_before_its_record_is_filled_in_behind_it(run: Runner) -> None:
    def issue(request: Received) -> str:
        threading.Event().wait(0.4)
        return "Drip"

    with App({"/": EDITED, "/issue": issue, "/save": lambda r: redirect("/list"), "/list": LIST}) as app:
        shown = {"kind": "element", "state": "visible", "target": by_role("textbox", "Subject")}
        edit = click("Edit", "none", done_when=[shown])
        steps = [open_page(app.url), edit, fill("Subject", "Leak"), click("Save", "once", done_when=SAVED)]
        summary = await run(sop(steps, [app.host]))
    assert summary.outcome == "done"
    assert app.posts("/save") == [{"subject": "Leak"}]
    assert "retried" not in run.kinds("fill-subject")


async def test_secrets_are_typed_and_kept_nowhere(run: Runner) -> None:
    with contact_app() as app:
        password = task(
            "password",
            {"do": "fill", "value": "{{ crm_password }}"},
            "repeatable",
            target={
                "name": "Pass",
                "input_type": "password",
                "locators": [{"by": "label", "text": "Pass"}],
            },
            done_when=[{"kind": "value", "equals": "{{ crm_password }}"}],
        )
        procedure = sop(
            [
                open_page(app.url),
                password,
                fill("Token", "{{ secret:api }}"),
                click("Save", "once", done_when=SAVED),
            ],
            [app.host],
            {"crm_password": {"secret": True}},
        )
        summary = await run(procedure, {}, {"crm_password": "canary-one-1", "api": "canary-two-2"})
    assert summary.outcome == "done"
    assert app.posts("/save")[0]["pass"] == "canary-one-1"
    assert app.posts("/save")[0]["api"] == "canary-two-2"
    kept = b"".join(path.read_bytes() for path in run.place.home.rglob("*") if path.is_file())
    assert b"canary" not in kept
    intended = next(e for e in run.events if isinstance(e, Intended) and e.node == "password")
    assert "{{ secret:crm_password }}" in intended.action


async def test_a_value_in_which_a_secret_stands_arrives_as_it_was_given(run: Runner) -> None:
    with contact_app() as app:
        steps = [
            fill("Name", "{{ name }}"),
            fill("Pass", "{{ secret:crm }}"),
            click("Save", "once", done_when=SAVED),
        ]
        procedure = sop([open_page(app.url), *steps], [app.host], {"name": {}})
        summary = await run(procedure, {"name": "Latest test"}, {"crm": "test"})
        assert summary.outcome == "done"
        assert app.posts("/save")[0]["name"] == "Latest test"
    assert not any("atest" in event.model_dump_json() for event in run.events)


async def test_a_secret_that_the_page_repeats_is_masked_in_the_journal(run: Runner) -> None:
    page = """<label>Token <input id=t></label><button id=b>Show</button>
    <script>t.oninput = () => { b.textContent = 'Use ' + t.value; }</script>"""
    with App({"/": page}) as app:
        procedure = sop(
            [open_page(app.url), fill("Token", "{{ secret:api }}"), click("Use canary-two-2", id="show")],
            [app.host],
        )
        await run(procedure, {}, {"api": "canary-two-2"})
    assert any(isinstance(e, Proposed) and e.node == "show" for e in run.events)
    assert not any("canary-two-2" in e.model_dump_json(exclude={"action"}) for e in run.events)


CONFIRM = """<h1>Record</h1><button onclick="if (confirm('Delete Ana?')) fetch('/delete', {method: 'POST'})
.then(() => { document.body.insertAdjacentHTML('beforeend', '<p>Deleted</p>') })">Delete</button>"""


@pytest.mark.parametrize(("answer", "posts"), [("accept", 1), ("dismiss", 0)])
async def test_a_dialog_gets_the_recorded_answer(run: Runner, answer: str, posts: int) -> None:
    with App({"/": CONFIRM, "/delete": Answer("ok")}) as app:
        done = [{"kind": "text", "contains": "Deleted"}] if posts else []
        dialogs = [{"kind": "confirm", "answer": answer, "message": "Delete {{ name }}?"}]
        procedure = sop(
            [open_page(app.url), click("Delete", "once", dialogs=dialogs, done_when=done)],
            [app.host],
            {"name": {}},
        )
        summary = await run(procedure, {"name": "Ana"})
    assert summary.outcome in {"done", "done, unverified"}
    assert len(app.posts("/delete")) == posts


@pytest.mark.parametrize("dialogs", [[], [{"kind": "confirm", "message": "Delete Zoe?"}]])
async def test_a_dialog_that_says_something_else_is_dismissed_and_stops_the_run(
    run: Runner, dialogs: list[dict[str, str]]
) -> None:
    with App({"/": CONFIRM, "/delete": Answer("ok")}) as app:
        procedure = sop([open_page(app.url), click("Delete", "once", dialogs=dialogs)], [app.host])
        summary = await run(procedure)
    assert app.posts("/delete") == []
    assert "Delete Ana?" in (summary.error or "")


async def test_something_that_covers_the_button_is_named(run: Runner) -> None:
    page = """<button>Save</button>
    <div id=news style="position:fixed;inset:0;background:white">What's new</div>"""
    with App({"/": page}) as app:
        summary = await run(sop([open_page(app.url), click("Save", "once")], [app.host]))
    assert 'covers the element: <div id="news"' in (summary.error or "")
    assert summary.outcome == "stopped before effect"


async def test_a_stop_between_two_actions_leaves_a_truthful_journal(run: Runner) -> None:
    def stop_after_fill(event: Event) -> None:
        if isinstance(event, NodeLeft) and event.node == "fill-name":
            run.stop.stop("Enough.")

    run.on_event = stop_after_fill
    with contact_app() as app:
        procedure = sop(
            [open_page(app.url), fill("Name", "Ana"), click("Save", "once", done_when=SAVED)], [app.host]
        )
        summary = await run(procedure)
    assert summary.outcome == "cancelled"
    assert summary.error == "Enough."
    assert app.posts("/save") == []
    ended = run.events[-1]
    assert isinstance(ended, SessionEnded) and ended.node == "click-save"


async def test_the_limit_of_the_whole_run_stops_a_wait(run: Runner) -> None:
    settings = Settings(find_seconds=60, run_seconds=1)
    with contact_app() as app:
        summary = await run(sop([open_page(app.url), click("Never")], [app.host]), settings=settings)
    assert summary.outcome == "cancelled"
    assert "limit of 1 s" in (summary.error or "")


async def test_stepping_asks_before_every_action_and_a_no_stops(run: Runner) -> None:
    settings = Settings(ask_every_step=True)
    answers = iter(["allow", "deny"])
    with contact_app() as app:
        procedure = sop([open_page(app.url), click("Save", "once", done_when=SAVED)], [app.host])
        summary = await run(
            procedure,
            settings=settings,
            answer=lambda _: Approval.model_validate({"answer": next(answers), "by": "ana"}),
        )
    assert summary.outcome == "cancelled"
    assert [request.node for request in run.asked] == ["open", "click-save"]
    assert app.posts("/save") == []
    assert summary.approvals_asked == summary.approvals_answered == 2


async def test_all_the_rest_may_be_allowed_at_once(run: Runner) -> None:
    with contact_app() as app:
        procedure = sop([open_page(app.url), click("Save", "once", done_when=SAVED)], [app.host])
        summary = await run(
            procedure,
            settings=Settings(ask_every_step=True),
            answer=lambda _: Approval(answer="allow_rest", by="ana"),
        )
    assert summary.outcome == "done"
    assert len(run.asked) == 1


async def test_groups_are_walked_in_order_and_left(run: Runner) -> None:
    with contact_app() as app:
        inner = [fill("Name", "Ana"), click("Save", "once", done_when=SAVED)]
        group = {"id": "entry", "type": "group", "label": "Enter the contact", "children": inner}
        procedure = sop([open_page(app.url), group], [app.host])
        inside = Edge.model_validate({"from": "fill-name", "to": "click-save"})
        summary = await run(procedure.model_copy(update={"edges": (*procedure.edges, inside)}))
    assert summary.outcome == "done"
    assert run.kinds("entry") == ["node_entered", "node_left"]
    assert len(app.posts("/save")) == 1


async def test_a_start_page_is_opened_when_its_first_step_comes(run: Runner) -> None:
    with contact_app() as app:
        procedure = sop(
            [fill("Name", "Ana")],
            [app.host],
            environment={"start": [{"name": "main", "url": app.url + "/"}]},
        )
        summary = await run(procedure)
    assert summary.outcome == "done"
    assert any(isinstance(e, Judged) for e in run.events)


async def test_a_killed_browser_ends_the_run_with_a_sentence(run: Runner) -> None:
    async def close() -> None:
        assert run.launched.browser is not None
        await run.launched.browser.close()

    tasks: list[asyncio.Task[None]] = []

    def kill(event: Event) -> None:
        if isinstance(event, Proposed) and event.node == "fill-name":
            tasks.append(asyncio.ensure_future(close()))

    run.on_event = kill
    with contact_app() as app:
        names = [fill("Name", str(n), id=f"fill-{n}") for n in range(20)]
        summary = await run(sop([open_page(app.url), fill("Name", "x"), *names], [app.host]))
    await asyncio.gather(*tasks)
    assert summary.outcome == "stopped before effect"
    assert "closed" in (summary.error or "")


async def test_a_browser_that_never_says_that_it_closed_holds_no_run(
    run: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def close(_: BrowserContext) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(BrowserContext, "close", close)
    monkeypatch.setattr(conducting, "_CLOSING_SECONDS", 0.1)
    with contact_app() as app:
        summary = await run(sop([open_page(app.url), fill("Name", "x")], [app.host]))
    assert summary.outcome == "done"


async def test_a_browser_killed_while_the_app_is_saving_leaves_it_in_doubt_at_once(run: Runner) -> None:
    def killed(_: Received) -> Answer:
        kill_browser(run.place.home)
        return redirect("/list")

    with App({"/": FORM, "/save": killed, "/list": LIST}) as app:
        steps = [open_page(app.url), click("Save", "once", done_when=SAVED)]
        summary = await run(sop(steps, [app.host]))
        assert len(app.posts("/save")) == 1
    assert (summary.outcome, summary.error) == ("needs reconciliation", "The browser was closed.")
    # Run again, as advised where nothing was done, it would save a second one.
    assert summary.suggestion == "See in the app whether it was done, before anything of it is run again."


async def test_a_download_becomes_a_file_and_a_variable(run: Runner) -> None:
    export = Answer("name\nAna\n", headers={"content-disposition": "attachment; filename=export.csv"})
    with App({"/": "<a href=/export>Export</a>", "/export": export}) as app:
        node = task(
            "export",
            {"do": "download", "into": "report"},
            target=by_role("link", "Export"),
            done_when=[{"kind": "download", "name": "*.csv"}],
        )
        summary = await run(sop([open_page(app.url), node], [app.host], {"report": {"output": True}}))
    assert summary.outcome == "done"
    value = next(e for e in run.events if isinstance(e, VariableSet)).value
    assert isinstance(value, str)
    assert Path(value).read_text(encoding="utf-8") == "name\nAna\n"
    assert summary.outputs == {"report": value}


async def test_a_failed_act_says_whether_the_app_may_have_seen_it(run: Runner) -> None:
    page = "<button>Save</button><div style='position:fixed;inset:0'>Cover</div>"
    with App({"/": page}) as app:
        await run(sop([open_page(app.url), click("Save", "once")], [app.host]))
    failed = next(e for e in run.events if isinstance(e, ActFailed))
    assert failed.dispatched is False


WORDS = {"kind": "text", "contains": "All contacts", "supporting": True}
ADDRESS = {"kind": "url", "path": "/list"}


@pytest.mark.parametrize(
    ("effect", "done_when", "outcome"),
    [
        ("none", [ADDRESS, WORDS], "done"),
        ("none", [{"kind": "url", "path": "/other"}, WORDS], "stopped before effect"),
        ("none", [WORDS], "stopped before effect"),
        ("once", [ADDRESS, WORDS], "needs reconciliation"),
    ],
)
async def test_words_may_have_changed_only_where_they_support_what_else_was_seen(
    run: Runner, effect: str, done_when: list[dict[str, object]], outcome: str
) -> None:
    with App({"/": "<title>Start</title><a href=/list>Contacts</a>", "/list": LIST}) as app:
        steps = [open_page(app.url), click("Contacts", effect, role="link", done_when=done_when)]
        summary = await run(sop(steps, [app.host]), settings=Settings(verify_seconds=0.3))
    assert summary.outcome == outcome


async def test_alternatives_are_waited_for_in_one_look(run: Runner) -> None:
    page = (
        """<title>Menu</title><button onclick="setTimeout(() => this.after('Now open'), 50)">Menu</button>"""
    )
    either = {
        "kind": "any",
        "of": [{"kind": "text", "contains": "Geöffnet"}, {"kind": "text", "contains": "Now open"}],
    }
    with App({"/": page}) as app:
        summary = await run(sop([open_page(app.url), click("Menu", "none", done_when=[either])], [app.host]))
    assert summary.outcome == "done"


async def test_a_button_is_pressed_once_the_scripts_have_come_that_it_waits_for(run: Runner) -> None:
    def late(_: Received) -> Answer:
        threading.Event().wait(0.4)
        script = "b.onclick = () => { document.title = 'Added'; }"
        return Answer(script, headers={"content-type": "text/javascript"})

    page = "<button id=b>Add</button><script defer src=/late.js></script>"
    with App({"/": "<a href=/page>Go</a>", "/page": page, "/late.js": late}) as app:
        go = task(
            "go", {"do": "click"}, target=by_role("link", "Go"), done_when=[{"kind": "url", "path": "/page"}]
        )
        add = click("Add", "repeatable", done_when=[{"kind": "title", "equals": "Added"}])
        summary = await run(sop([open_page(app.url), go, add], [app.host]))
    assert summary.outcome == "done", summary.error


def chained(last: str) -> Callable[[Received], Answer]:
    """Scripts at `/next`, each of which asks for the next, as a hundred of some kits do."""

    def late(request: Received) -> Answer:
        threading.Event().wait(0.2)
        at = int(request.query["at"])
        script = f"Object.assign(document.createElement('script'), {{src: '/next?at={at + 1}'}})"
        return Answer(
            f"document.head.append({script})" if at < 4 else last, headers={"content-type": "text/javascript"}
        )

    return late


async def test_what_a_chain_of_scripts_draws_is_waited_for_while_they_come(run: Runner) -> None:
    last = """document.body.innerHTML = '<button onclick="document.title = `Added`">Add</button>'"""
    page = "<p>Loading…</p><script src=/next?at=0></script>"
    with App({"/": page, "/next": chained(last)}) as app:
        add = click("Add", "repeatable", done_when=[{"kind": "title", "equals": "Added"}])
        summary = await run(sop([open_page(app.url), add], [app.host]), settings=Settings(find_seconds=0.2))
    assert summary.outcome == "done", summary.error
    assert not summary.handled


async def test_nothing_is_filled_into_a_field_that_the_pages_scripts_are_about_to_replace(
    run: Runner,
) -> None:
    last = """document.querySelector('input').outerHTML = '<input name=name aria-label=Name>'"""
    form = "<form method=post action=/add><input name=name aria-label=Name><button>Add</button></form>"
    page = f"{form}<script src=/next?at=0></script>"
    with App({"/": page, "/next": chained(last), "/add": "<p>Added"}) as app:
        steps = [
            open_page(app.url),
            fill("Name", "Ada"),
            click("Add", "once", done_when=[{"kind": "url", "path": "/add"}]),
        ]
        summary = await run(sop(steps, [app.host]))
    assert summary.outcome == "done", summary.error
    assert [request.form for request in app.received if request.path == "/add"] == [{"name": "Ada"}]


async def test_a_folded_menu_is_unfolded_for_what_stands_in_it(run: Runner) -> None:
    page = """<title>Start</title><button aria-expanded=false aria-label="Toggle navigation" onclick="
    this.ariaExpanded = 'true'; document.querySelector('nav').hidden = false">≡</button>
    <nav hidden><a href=/list>Contacts</a></nav>"""
    with App({"/": page, "/list": LIST}) as app:
        steps = [open_page(app.url), click("Contacts", role="link", done_when=[ADDRESS])]
        summary = await run(sop(steps, [app.host]), settings=Settings(find_seconds=1))
    assert summary.outcome == "done", summary.error
    assert [(one.handler, one.action) for one in summary.handled] == [
        ("folded menu", "Click the button 'Toggle navigation'")
    ]
