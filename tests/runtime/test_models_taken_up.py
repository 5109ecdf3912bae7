"""What a session had of a model stays with it, whichever process goes on: ways, answers, budget."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest

from handrail.browser import LaunchedBrowser
from handrail.journal.events.event import Event, ModelAnswered
from handrail.sessions.service.place import Place
from handrail.sop.document import Sop
from tests.app import App
from tests.builders import Json
from tests.models.server import Heard
from tests.runtime.exploring.test_ways import PAGES, PEOPLE, SETTINGS, calling, searching
from tests.runtime.models import Serve
from tests.runtime.oracle import acting
from tests.runtime.test_nodes import procedure
from tests.runtime.test_resuming import QUICK, Crash, Session
from tests.sweeping import some_of

MAIL = "<title>Mail</title><h1>Offer</h1><p>We would like to go ahead on Monday at noon.</p>"
QUESTIONS = ("Does the sender accept?", "Is it about a Monday?", "Is it about noon?")


@pytest.fixture
def session(launched: LaunchedBrowser, place: Place) -> Session:
    return Session(launched, place)


def nth(number: int, kind: str, node: str) -> Callable[[Event], bool]:
    """The crash: when the node's event of this kind is about to be written for the nth time."""
    left = number

    def crash(event: Event) -> bool:
        nonlocal left
        left -= event.kind == kind and getattr(event, "node", None) == node
        return left == 0

    return crash


def deciding(app: App) -> Sop:
    nodes: list[Json] = [
        {
            "type": "decision",
            "id": f"ask-{number}",
            "label": f"Question {number}",
            "question": question,
            "outcomes": ["yes", "no"],
            "default": "no",
        }
        for number, question in enumerate(QUESTIONS, start=1)
    ]
    places = [*(node["id"] for node in nodes), "end"]
    edges = [(one, then, said) for one, then in pairwise(places) for said in ("yes", "no")]
    return procedure(app, nodes, edges, {})


def yes(heard: Heard) -> Json:
    return {"outcome": "yes", "quote": "go ahead", "reason": "it says so"}


@pytest.mark.parametrize(
    ("number", "kind"),
    some_of([(2, "node_entered"), (2, "proposed"), (3, "proposed"), (2, "node_left")], 1),
)
async def test_a_way_that_was_found_is_gone_by_the_process_that_takes_the_session_up(
    session: Session, serve_model: Serve, number: int, kind: str
) -> None:
    with App(PAGES) as app, serve_model(acting(searching)) as model:
        session.begin(calling(app), {"people": list(PEOPLE)}, SETTINGS)
        with pytest.raises(Crash):
            await session.go_on(nth(number, kind, "call"))
        asked = len(model.heard)
        summary = await session.go_on()
        called = [event.query.get("q") for event in app.received if event.path == "/found"]
    assert summary.outcome.startswith("done"), summary.error
    assert (asked, len(model.heard)) == (2, 2), "the other process asked for nothing"
    assert {*PEOPLE} <= {*called}
    assert session.holds()


async def test_the_budget_is_that_of_the_session_and_what_was_answered_costs_nothing_again(
    session: Session, serve_model: Serve
) -> None:
    (session.place.home / "models.toml").write_text("[budget]\ncalls = 2\n")
    with App({"/": MAIL}) as app, serve_model(yes) as model:
        session.begin(deciding(app), settings=QUICK)
        await session.crash_at("decided", "ask-2")
        assert len(model.heard) == 2
        summary = await session.go_on()
    assert len(model.heard) == 2, "the second question was answered from the journal, the third not asked"
    assert summary.outcome == "stopped before effect"
    assert summary.error is not None and "2 of 2 calls" in summary.error
    assert (summary.model_calls, summary.stopped_at) == (2, "ask-3")
    answered = [
        event for event in session.events if isinstance(event, ModelAnswered) and event.node == "ask-2"
    ]
    assert [event.recorded for event in answered] == [False, True]
