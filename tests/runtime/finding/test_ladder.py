"""The rung of candidates: what is healed, what is asked, and what is never taken; on pages that moved on."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from handrail.approvals import Approval, ApprovalRequest
from handrail.journal.events.event import AmendmentProposed, Answered, Event, Offered, Proposed
from handrail.sop.document import Sop
from handrail.sop.target import Target
from tests.app import App, Page
from tests.builders import Json, sop, task
from tests.pace import quick
from tests.runtime.conftest import Runner
from tests.sweeping import some_of

QUICK = quick(find_seconds=0.5, verify_seconds=1.5, retries=0)
SAVED = [{"kind": "response", "path": "/save", "method": "POST"}]

FORM = """<main><h1>New contact</h1><form method=post action=/save aria-label="New contact">
<label>Name <input id=name name=name></label> {button}</form>{more}</main>"""


def target(**more: Any) -> Json:
    """The Save button as it was recorded."""
    return {
        "role": "button",
        "name": "Save",
        "tag": "button",
        "attributes": {"id": "save", "class": "primary"},
        "ancestors": ["form", "main", "body"],
        "near": {"heading": "New contact", "section": "New contact", "before": "Name"},
        "locators": [
            {"by": "role", "role": "button", "name": "Save"},
            {"by": "css", "css": "#save"},
        ],
        **more,
    }


def click_save(app: App, **more: Any) -> Sop:
    node = task("save", {"do": "click"}, "once", target=target(), done_when=SAVED, **more)
    return sop([node], [app.host], environment={"start": [{"url": app.url}]})


def kept(run: Runner, kind: type[Event]) -> list[Any]:
    return [event for event in run.events if isinstance(event, kind)]


@pytest.mark.parametrize(
    "button",
    some_of(
        [
            "<button id=save class=primary>Save contact</button>",
            "<div><span><button id=save class='btn big'>Store</button></span></div>",
            "<button class=primary>Save </button><a href=/other>Saved contacts</a>",
        ],
        *(1, 2),
    ),
    ids=["renamed", "renamed and wrapped", "another id"],
)
async def test_what_is_the_same_element_in_another_dress_is_found(run: Runner, button: str) -> None:
    with App({"/": FORM.format(button=button, more=""), "/save": "<h1>Saved</h1>"}) as app:
        summary = await run(click_save(app), settings=QUICK)
        assert (summary.outcome, summary.error) == ("done", None)
        assert len(app.posts("/save")) == 1


async def test_a_healed_step_says_so_and_proposes_its_amendment(run: Runner) -> None:
    button = "<button id=save class=primary>Save contact</button>"
    with App({"/": FORM.format(button=button, more=""), "/save": "<h1>Saved</h1>"}) as app:
        summary = await run(click_save(app), settings=QUICK)
    assert (summary.outcome, summary.rungs) == ("done", {"candidates": 1})
    (proposed,) = kept(run, Proposed)[-1:]
    assert proposed.rung == "candidates" and 0.5 <= proposed.confidence < 1 and proposed.reasons
    (amendment,) = kept(run, AmendmentProposed)
    assert amendment.old == Target.model_validate(target())
    assert amendment.new.name == "Save contact" and amendment.new.locators and amendment.pictures


REFUSALS = {
    "nothing is left": "",
    "only its contrary": "<button id=save class=primary>Delete</button>",
    "only a look-alike": "<button class=primary formaction=/template>Save as template</button>",
    "the same name elsewhere": (
        "</form><form action=/remind method=post aria-label=Reminder><button class=primary>Save</button>"
    ),
    "a link of that name": "<a href=/save>Save</a>",
    "disabled": "<button id=save2 class=primary disabled>Save contact</button>",
}


@pytest.mark.parametrize("page", some_of(REFUSALS.values(), 1, 2, 3), ids=REFUSALS)
async def test_what_is_not_the_element_is_never_taken(run: Runner, page: str) -> None:
    def none_of_them(request: ApprovalRequest) -> Approval:
        return Approval(answer="deny", by="Eve")

    with App({"/": FORM.format(button=page, more=""), "/save": "", "/remind": "", "/template": ""}) as app:
        node = (
            click_save(app)
            .nodes[0]
            .model_copy(update={"target": Target.model_validate(target(locators=target()["locators"][1:]))})
        )
        changed = click_save(app)
        summary = await run(
            changed.model_copy(update={"nodes": (node, *changed.nodes[1:])}),
            settings=QUICK,
            answer=none_of_them,
        )
        assert summary.outcome in ("stopped before effect", "cancelled")
        assert not [request for request in app.received if request.method == "POST"]


TWO = "<button class=primary>Save changes</button> <button class=primary>Save contact</button>"


async def test_near_ties_are_asked_with_a_numbered_picture(run: Runner) -> None:
    asked: list[ApprovalRequest] = []

    def second(request: ApprovalRequest) -> Approval:
        asked.append(request)
        wanted = next(c.id for c in request.choices if "Save contact" in c.words)
        return Approval(answer="choose", choice=wanted, by="Eve")

    with App({"/": FORM.format(button=TWO, more=""), "/save": "<h1>Saved</h1>"}) as app:
        summary = await run(click_save(app), settings=QUICK, answer=second)
        assert (summary.outcome, summary.error) == ("done", None)
        assert len(app.posts("/save")) == 1
    (request,) = asked
    assert request.kind == "choose" and len(request.choices) >= 2
    assert request.picture is not None and request.picture.read_bytes()[:2] == b"\xff\xd8"
    (offered,) = kept(run, Offered)
    assert [option.number for option in offered.options] == list(range(1, len(offered.options) + 1))
    assert all(option.reasons or option.veto for option in offered.options)
    assert [answer.by for answer in kept(run, Answered)] == ["Eve"]
    (amendment,) = kept(run, AmendmentProposed)
    assert amendment.new.name == "Save contact" and "Eve" in " ".join(amendment.reasons)


@pytest.mark.parametrize("limit", ["session", "node"])
async def test_an_exact_run_heals_nothing(run: Runner, limit: str) -> None:
    button = "<button id=save class=primary>Save contact</button>"
    with App({"/": FORM.format(button=button, more=""), "/save": ""}) as app:
        settings = QUICK.model_copy(update={"autonomy": "exact"}) if limit == "session" else QUICK
        more: Json = {} if limit == "session" else {"autonomy": "exact"}
        summary = await run(click_save(app, **more), settings=settings)
        assert summary.outcome == "stopped before effect" and not app.posts("/save")
    assert not kept(run, Offered) and not kept(run, AmendmentProposed)


async def test_a_button_of_another_row_is_not_this_rows(run: Runner) -> None:
    rows = "".join(
        f"<tr><td>{name}<td><button onclick=\"fetch('/del/{name}')\">Remove row</button>"
        for name in ("Ada", "Bob", "Cid")
    )
    recorded = {
        "role": "button",
        "name": "Remove",
        "tag": "button",
        "near": {"row": "Bob Remove"},
        "locators": [
            {
                "by": "role",
                "role": "button",
                "name": "Remove",
                "within": {"by": "row", "role": "row", "text": "{{ name }}"},
            }
        ],
    }
    pages: dict[str, Page] = {"/": f"<h1>People</h1><table>{rows}</table>"}
    pages |= {f"/del/{name}": "" for name in ("Ada", "Bob", "Cid")}
    with App(pages) as app:
        node = task(
            "remove",
            {"do": "click"},
            "once",
            target=recorded,
            done_when=[{"kind": "response", "path": "/del/*"}],
        )
        procedure = sop([node], [app.host], {"name": {}}, environment={"start": [{"url": app.url}]})

        def choose(request: ApprovalRequest) -> Approval:
            first = request.choices[0]
            assert "Bob" in first.words and not any("veto" in reason for reason in first.reasons)
            return Approval(answer="choose", choice=first.id, by="Eve")

        summary = await run(procedure, {"name": "Bob"}, settings=QUICK, answer=choose)
        assert (summary.outcome, summary.error) == ("done", None)
        assert [r.path for r in app.received if r.path.startswith("/del")] == ["/del/Bob"]


def open_record(app: App) -> Sop:
    """A press on the record that the data name, in a list of links."""
    recorded = {
        "role": "link",
        "name": "{{ company }}",
        "tag": "a",
        "ancestors": ["p", "div#list", "div", "body"],
        "near": {"heading": "Companies", "before": "New company"},
        "box": {"x": 8, "y": 105, "width": 100, "height": 18},
        "locators": [{"by": "role", "role": "link", "name": "{{ company }}"}],
    }
    node = task("open-company", {"do": "click"}, target=recorded)
    return sop([node], [app.host], {"company": {}}, environment={"start": [{"url": app.url}]})


COMPANIES = "<div><h1>Companies</h1><a href=/new>New company</a><div id=list>{}</div></div>"


async def test_for_a_record_that_is_not_there_nobody_is_asked_to_choose_another_link(run: Runner) -> None:
    links = "".join(f"<p><a href=/{at}>{name}</a>" for at, name in enumerate(("Birch Motors", "Iris Optics")))
    with App({"/": COMPANIES.format(links)}) as app:
        summary = await run(open_record(app), {"company": "Elm Logistics"}, settings=QUICK)
    assert summary.outcome == "stopped before effect" and not kept(run, Offered)
    assert summary.suggestion is not None
    assert "whether the page shows 'Elm Logistics', and writes it so" in summary.suggestion


@pytest.mark.parametrize(
    "name", some_of(["Elm Logistics Ltd", "Elm-Logistik", "Elms"], 2), ids=["longer", "word", "alike"]
)
async def test_a_record_that_may_be_meant_is_asked_about(run: Runner, name: str) -> None:
    links = "".join(f"<p><a href=/{at}>{one}</a>" for at, one in enumerate((name, "Iris Optics")))
    with App({"/": COMPANIES.format(links)}) as app:
        sought = "Elm" if name == "Elms" else "Elm Logistics"
        summary = await run(open_record(app), {"company": sought}, settings=QUICK)
    assert summary.outcome == "stopped before effect"
    (offered,) = kept(run, Offered)
    assert any(name in option.words for option in offered.options)


def field(name: str, after: str) -> Json:
    """A field as it was recorded, under its former name and id."""
    return {
        "role": "textbox",
        "name": name,
        "label": name,
        "tag": "input",
        "attributes": {"name": name.lower(), "type": "text"},
        "ancestors": ["form", "main", "body"],
        "near": {"heading": "New contact", "section": "New contact", "after": after},
        "locators": [
            {"by": "role", "role": "textbox", "name": name},
            {"by": "css", "css": f"#{name.lower()}"},
        ],
    }


async def test_a_page_that_has_changed_is_not_waited_for_with_each_of_its_elements(run: Runner) -> None:
    form = """<main><h1>New contact</h1><form method=post action=/save aria-label="New contact">
    <label>Full name <input name=name></label> <label>Phone number <input name=phone></label>
    <button id=save class=primary>Save</button></form></main>"""
    nodes = [
        task("name", {"do": "fill", "value": "Ann"}, target=field("Name", "Phone")),
        # Whoever waited for it as recorded would wait until the test is given up.
        task("phone", {"do": "fill", "value": "12"}, target=field("Phone", "Save"), timeout=3600),
        task("save", {"do": "click"}, "once", target=target(), done_when=SAVED),
    ]
    with App({"/": form, "/save": "<h1>Saved</h1>"}) as app:
        procedure = sop(nodes, [app.host], environment={"start": [{"url": app.url}]})
        async with asyncio.timeout(60):
            summary = await run(procedure, settings=QUICK)
        assert summary.outcome in ("done", "done, unverified"), summary.error
        assert summary.rungs == {"candidates": 2, "exact": 1}
        assert app.posts("/save") == [{"name": "Ann", "phone": "12"}]
