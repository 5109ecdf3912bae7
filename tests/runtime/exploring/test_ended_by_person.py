"""A person ends an exploration, and says how it goes on: at once, later, or by doing it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.async_api import Page

from handrail.approvals import Approval, ApprovalRequest
from handrail.browser import LaunchedBrowser
from handrail.journal.events.driving import DoneByHand
from handrail.journal.events.event import Event, ModelAsked, Unverified
from handrail.journal.views.state import state
from handrail.runtime.walk.stopping import Call
from handrail.runtime.walk.wheel import BEHIND
from handrail.sessions.conducting.stage import Stage
from handrail.sessions.service.place import Place
from tests.app import App
from tests.runtime.exploring import test_explorer as test_exploring
from tests.runtime.exploring.test_explorer import EXPLORING, MENU, PAGES, exploring
from tests.runtime.models import Serve
from tests.runtime.oracle import clicking
from tests.runtime.test_taking_over import Person, Session, nothing

ASTRAY = clicking("About", "Home", "Contacts", "Ada Byron")


@pytest.fixture
def session(launched: LaunchedBrowser, place: Place) -> Session:
    """A session whose exploration is ended after its first action."""
    made = Session(launched, place)
    once = [Call(1, "give-up", "ana", "", why="it is on paper")]

    def watch(event: Event) -> None:
        if event.kind == "acted" and made.events[-2].kind == "intended" and once:
            made.stop.call(once.pop()._replace(node=event.node))

    made.on_event = watch
    return made


def choosing(*choices: str) -> Callable[[ApprovalRequest], Approval]:
    """Answers one question after the other."""
    left = list(choices)
    return lambda request: Approval(answer="choose", choice=left.pop(0), by="ana", via="api")


def asked_of_models(session: Session) -> int:
    return sum(isinstance(event, ModelAsked) for event in session.events)


async def test_it_is_not_begun_anew_before_somebody_says_so(session: Session, serve_model: Serve) -> None:
    with App(PAGES) as app, serve_model(ASTRAY) as model:
        assert (await session.run(exploring(app))).outcome == "waiting"
        (question,) = session.asked
        assert question.action == "The exploration at 'Find Ada' was ended. How does it go on?"
        assert "ana ended the exploration: it is on paper" in question.why
        assert "Click link 'About': done" in question.why
        assert [choice.id for choice in question.choices] == ["hand", "done", "again", "stop"]

        assert (await session.go_on()).outcome == "waiting"
        assert session.asked[1].id == question.id
        assert session.asked[1].why == question.why
        assert len(model.heard) == 1

        session.answer = choosing("done")
        summary = await session.go_on()
        assert (summary.outcome, len(model.heard)) == ("done, unverified", 1)
        assert [event.by for event in session.of(DoneByHand)] == ["ana"]
        assert [event.why for event in session.of(Unverified)] == ["ana says that it is done"]


async def test_it_is_looked_for_once_more_where_that_is_wanted(session: Session, serve_model: Serve) -> None:
    session.answer = choosing("again")
    with App(PAGES) as app, serve_model(ASTRAY):
        summary = await session.run(exploring(app))
    assert (summary.outcome, len(session.asked)) == ("done", 1)
    numbers = [event.attempt for event in session.events if event.kind == "intended"]
    assert len(set(numbers)) == len(numbers)


async def test_the_session_is_stopped_where_that_is_wanted(session: Session, serve_model: Serve) -> None:
    session.answer = choosing("stop")
    with App(PAGES) as app, serve_model(ASTRAY):
        summary = await session.run(exploring(app))
    assert summary.outcome == "cancelled"
    assert "ana stopped the session at 'Find Ada'" in str(summary.error)


async def test_what_the_person_does_by_hand_is_taken(session: Session, serve_model: Serve) -> None:
    async def work(page: Page) -> None:
        await page.goto(f"{app.url}/contacts")
        await page.get_by_role("link", name="Ada Byron").click()
        await page.get_by_text("Phone 555").wait_for()

    session.answer = choosing("hand")
    with App(PAGES) as app, serve_model(ASTRAY) as model:
        summary = await session.run(exploring(app), Person(Stage(), work))
        assert (summary.outcome, summary.error, len(model.heard)) == ("done", None, 1)
    assert state(session.place.store.read(session.id)).questions == ()


async def test_who_takes_over_and_comes_to_nothing_is_asked_again(
    session: Session, serve_model: Serve
) -> None:
    session.answer = choosing("hand", "done")
    with App(PAGES) as app, serve_model(ASTRAY) as model:
        summary = await session.run(exploring(app), Person(Stage(), nothing))
        assert (summary.outcome, len(session.asked), len(model.heard)) == ("done, unverified", 2, 1)


async def test_the_word_of_who_drove_is_taken(session: Session, serve_model: Serve) -> None:
    session.answer = choosing("hand")
    with App(PAGES) as app, serve_model(ASTRAY) as model:
        summary = await session.run(exploring(app), Person(Stage(), nothing, at=BEHIND))
        assert (summary.outcome, len(session.asked), len(model.heard)) == ("done, unverified", 1, 1)
    assert [event.action for event in session.of(DoneByHand)] == ["the page of Ada Byron"]


async def test_the_way_to_a_steps_element_is_not_looked_for_anew_either(
    session: Session, serve_model: Serve
) -> None:
    home = "<title>Home</title><p id=about><a href=#about>About</a></p><a href=/tools>Tools</a>"
    pages = {"/": home, "/tools": MENU, "/save": "<p>Saved</p>"}
    with App(pages) as app, serve_model(clicking("About", "Tools")) as model:
        document = test_exploring.TestRung().procedure(app)
        assert (await session.run(document, settings=EXPLORING)).outcome == "waiting"
        assert [choice.id for choice in session.asked[0].choices] == ["hand", "again", "stop"]
        assert (await session.go_on()).outcome == "waiting"
        assert len(model.heard) == 1
