"""Looking for a way in a real browser, with a model by rules; judged by what the app received."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.approvals import Approval
from handrail.journal.events.event import Acted, Judged, ModelAsked, Proposed
from handrail.sop.document import Sop
from tests.app import App
from tests.builders import Json, click, sop
from tests.models.server import Heard
from tests.pace import quick
from tests.runtime.conftest import Runner
from tests.runtime.models import Serve
from tests.runtime.oracle import acting, clicking, elements
from tests.sweeping import some_of

QUICK = quick(find_seconds=2, verify_seconds=2, retries=0)
EXPLORING = QUICK.model_copy(update={"autonomy": "explore"})
ELSEWHERE = "ELSEWHERE"
"""Stands for the address of another site, which listens."""
HOME = """<title>Home</title><nav><a href=/about>About</a> <a href=/contacts>Contacts</a></nav>
<form method=post action=/wipe><button>Delete everything</button></form>
<a href=/logout>Sign out</a> <a href=ELSEWHERE/>Partner</a>
<form method=get action=/search><label>Find <input name=q type=search></label><button>Go</button></form>"""
PAGES: dict[str, Any] = {
    "/": HOME,
    "/about": "<title>About</title><p>About us</p><a href=/>Home</a>",
    "/contacts": "<title>Contacts</title><h1>Contacts</h1><a href=/contacts/ada>Ada Byron</a>",
    "/contacts/ada": "<title>Ada</title><h1>Ada Byron</h1><p>Phone 555</p>",
    "/search": lambda request: f"<title>Found</title><h1>Found {request.query.get('q')}</h1>",
    "/wipe": "<title>Wiped</title>",
    "/logout": "<title>Out</title>",
}


def exploring(app: App, **more: Any) -> Sop:
    node: Json = {
        "type": "explore",
        "id": "find",
        "label": "Find Ada",
        "goal": "the page of Ada Byron",
        "success": {"kind": "text", "contains": "Phone 555"},
        **more,
    }
    return sop([node], [app.host], environment={"start": [{"url": app.url}]})


async def test_a_way_is_found_and_the_engine_says_when(run: Runner, serve_model: Serve) -> None:
    with App(PAGES) as app, serve_model(clicking("Ada Byron", "Contacts")):
        summary = await run(exploring(app), settings=QUICK)
    assert (summary.outcome, summary.error) == ("done", None)
    paths = [event.path for event in app.received if event.path != "/favicon.ico"]
    assert paths[:3] == ["/", "/contacts", "/contacts/ada"]
    found = [event for event in run.events if isinstance(event, Proposed) and event.rung == "explore"]
    assert [event.action for event in found[:2]] == ["Click link 'Contacts'", "Click link 'Ada Byron'"]


async def test_done_is_what_the_condition_says_not_the_model(run: Runner, serve_model: Serve) -> None:
    liar = lambda heard: {"move": "done", "reason": "believe me"}  # noqa: E731
    with App(PAGES) as app, serve_model(liar):
        summary = await run(exploring(app), settings=QUICK)
    assert summary.outcome == "stopped before effect"
    assert summary.error is not None and "it is not" in summary.error


async def test_giving_up_tells_what_was_tried(run: Runner, serve_model: Serve) -> None:
    with App(PAGES) as app, serve_model(clicking("About")):
        summary = await run(exploring(app), settings=QUICK)
    assert summary.outcome == "stopped before effect"
    assert "the model gave up" in str(summary.error) and "Click link 'About': done" in str(summary.error)


@pytest.mark.parametrize(
    ("kind", "name", "value"),
    some_of(
        [
            ("click", "Delete everything", None),
            ("click", "Sign out", None),
            ("click", "Partner", None),
            ("open", None, f"{ELSEWHERE}/collect?secret=1"),
            ("open", None, "/logout"),
            ("hover", "About", None),
            ("click", "Nothing such", None),
        ],
        *(0, 3, 6),
    ),
)
async def test_an_obedient_model_gets_nothing_through_that_is_not_allowed(
    run: Runner, serve_model: Serve, kind: str, name: str | None, value: str | None
) -> None:
    with App({"/": "", "/collect": ""}, host="localhost") as elsewhere:
        pages = {**PAGES, "/": HOME.replace(ELSEWHERE, elsewhere.url)}
        told = value and value.replace(ELSEWHERE, elsewhere.url)
        with App(pages) as app, serve_model(acting(lambda heard: (kind, name, told))):
            summary = await run(exploring(app), settings=QUICK)
            paths = {event.path for event in app.received}
    assert summary.outcome in ("stopped before effect", "failed")
    assert elsewhere.received == []
    assert paths.isdisjoint({"/wipe", "/logout"})
    assert summary.rungs == {}


async def test_the_same_thing_is_not_tried_twice_in_the_same_state(run: Runner, serve_model: Serve) -> None:
    with App(PAGES) as app, serve_model(acting(lambda heard: ("scroll", "About", None))) as model:
        summary = await run(exploring(app), settings=QUICK)
    assert summary.error is not None and "it was tried before in this state" in summary.error
    assert sum(isinstance(event, Acted) for event in run.events) == 1
    assert len(model.heard) == 4


async def test_steps_are_bounded(run: Runner, serve_model: Serve) -> None:
    with App(PAGES) as app, serve_model(clicking("About", "Home", "Contacts")):
        summary = await run(exploring(app, max_steps=1), settings=QUICK)
    assert summary.error is not None and "after 1 actions, the bound" in summary.error


@pytest.mark.sweep
async def test_a_search_may_be_used(run: Runner, serve_model: Serve) -> None:
    def choose(heard: Heard) -> tuple[str, str | None, str | None]:
        filled = "Fill 'Ada'" in heard.request
        return ("click", "Go", None) if filled else ("fill", "Find", "Ada")

    with App(PAGES) as app, serve_model(acting(choose)):
        success = {"kind": "text", "contains": "Found Ada"}
        summary = await run(exploring(app, success=success), settings=QUICK)
    assert (summary.outcome, summary.error) == ("done", None)


async def test_it_may_not_leave_the_domains_of_the_node(run: Runner, serve_model: Serve) -> None:
    with App(PAGES) as app, serve_model(clicking("Contacts")):
        summary = await run(exploring(app, domains=["other.test"]), settings=QUICK)
    assert summary.error is not None and "not among the domains of the exploration" in summary.error


MENU = """<title>Home</title><details><summary>More</summary>
<form method=post action=/save><button>Save</button></form></details>"""


class TestRung:
    """The ladder's rung of exploring."""

    def procedure(self, app: App, effect: str = "once") -> Sop:
        done: Json = {"done_when": [{"kind": "text", "contains": "Saved"}]}
        return sop([click("Save", effect, **done)], [app.host], environment={"start": [{"url": app.url}]})

    async def test_a_moved_element_is_found_and_its_effect_is_allowed_by_a_person(
        self, run: Runner, serve_model: Serve
    ) -> None:
        pages = {"/": "<title>Home</title><a href=/tools>Tools</a>", "/tools": MENU, "/save": "<p>Saved</p>"}
        with App(pages) as app, serve_model(clicking("Tools", "More")):
            summary = await run(
                self.procedure(app), settings=EXPLORING, answer=lambda r: Approval(answer="allow", by="ada")
            )
        assert summary.error is None
        assert len(app.posts("/save")) == 1
        assert (summary.outcome, summary.error) == ("done", None)
        assert "the way to it was explored: Click link 'Tools'" in run.asked[-1].why

    async def test_without_a_person_the_effect_is_not_done(self, run: Runner, serve_model: Serve) -> None:
        pages = {"/": "<title>Home</title><a href=/tools>Tools</a>", "/tools": MENU, "/save": "<p>Saved</p>"}
        with App(pages) as app, serve_model(clicking("Tools", "More")):
            await run(self.procedure(app), settings=EXPLORING)
            assert app.posts("/save") == []

    async def test_the_rung_is_climbed_only_where_it_is_allowed(
        self, run: Runner, serve_model: Serve
    ) -> None:
        with App({"/": MENU}) as app, serve_model(clicking("More")) as model:
            await run(self.procedure(app), settings=QUICK)
            assert model.heard == []
        assert not any(isinstance(event, ModelAsked) for event in run.events)
        assert all(e.rung != "explore" for e in run.events if isinstance(e, Proposed))

    async def test_the_effect_itself_is_never_explored(self, run: Runner, serve_model: Serve) -> None:
        page = "<title>Home</title><form method=post action=/store><button>Send it off</button></form>"
        with App({"/": page}) as app, serve_model(clicking("Send it off")):
            await run(self.procedure(app), settings=EXPLORING)
            assert app.posts("/store") == []
        blocked = [
            event for event in run.events if isinstance(event, Judged) and event.rule == "explore.once"
        ]
        assert len(blocked) == 1


@pytest.mark.sweep
async def test_the_list_is_short_and_names_what_can_be_acted_on(run: Runner, serve_model: Serve) -> None:
    with App(PAGES) as app, serve_model(clicking("Contacts", "Ada Byron")) as model:
        await run(exploring(app), settings=QUICK)
    named = [(role, name) for _, role, name in elements(model.heard[0])]
    assert ("link", "Contacts") in named and ("button", "Delete everything") in named
    assert ("searchbox", "Find") in named
