"""A person takes over in the live browser, does what the walk could not, and hands back."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from playwright.async_api import Page

from handrail.approvals import Approval, ApprovalRequest, CallbackApprover
from handrail.browser import LaunchedBrowser
from handrail.errors import Waiting
from handrail.journal.chain.verification import verify
from handrail.journal.events.driving import DoneByHand, HandedBack, StepsProposed, TakenOver
from handrail.journal.events.event import AmendmentProposed, Event
from handrail.journal.views.amendments import amendments_of
from handrail.journal.views.summary import Summary
from handrail.runtime.walk.settings import Settings
from handrail.runtime.walk.stopping import StopSignal
from handrail.runtime.walk.wheel import Stuck
from handrail.sessions.beginning.first_entry import begin
from handrail.sessions.conducting.conductor import conduct
from handrail.sessions.conducting.stage import Stage
from handrail.sessions.people.amending import accept, find_amendment
from handrail.sessions.service.place import Order, Place
from handrail.sop.document import Sop
from handrail.sop.format import load, save
from tests.app import App, Received, redirect
from tests.builders import click, fill, open_page, sop

from .conftest import QUICK

FORM = """<title>New</title><h1>New contact</h1><form method=post action=/save>
<label>Name <input name=name></label><label>Password <input type=password name=pw></label>
<button>{button}</button></form>"""


MENU = FORM.replace(
    "<button>{button}</button>",
    """<button type=button onclick="document.querySelector('#more').hidden = false">Actions</button>
<div id=more hidden><button>Store it</button></div>""",
)
FOLDED = FORM.replace(
    "<button>{button}</button>",
    """<button type=button onclick="rest.hidden = false">Unfold the rest</button>
    <p id=rest hidden><button>Save</button></p>""",
)


class Crash(BaseException):
    """What a kill is to the walk."""


class Crm(App):
    """A form whose button can be renamed, and that may be behind a menu."""

    def __init__(self) -> None:
        super().__init__({"/": self._form, "/save": lambda r: redirect("/list"), "/list": self._list})
        self.button = "Save"
        self.said = True
        self.form = FORM

    def _form(self, _: Received) -> str:
        return self.form.replace("{button}", self.button)

    def _list(self, _: Received) -> str:
        # What was typed as a password is repeated.
        repeated = " ".join(form["pw"] for form in self.posts("/save") if form.get("pw"))
        said = f"<p role=status>Contact saved {repeated}</p>" if self.said else ""
        return f"<title>List {repeated}</title><h1>List</h1>{said}"

    @property
    def saved(self) -> list[str]:
        return [form["name"] for form in self.posts("/save")]


Work = Callable[[Page], Awaitable[None]]


class Person:
    """Somebody at the terminal who takes over when the run is stuck, works, and hands back."""

    name = "ana"

    def __init__(self, stage: Stage, work: Work, at: str | None = None) -> None:
        self.stage = stage
        self.work = work
        self.at = at
        self.stuck_at: list[str] = []

    async def stuck(self, label: str, why: str) -> Stuck:
        self.stuck_at.append(label)
        return "take_over" if len(self.stuck_at) == 1 else "stop"

    async def hands_back(self, told: str) -> str | None:
        (context,) = self.stage._contexts.values()
        await self.work(context.pages[0])
        return self.at


def press(name: str, then: str = "Contact saved") -> Work:
    """Clicks a button, and waits for what comes of it."""

    async def work(page: Page) -> None:
        await page.get_by_role("button", name=name).click()
        if then and name != "Unfold the rest":
            await page.get_by_text(then).first.wait_for()

    return work


async def nothing(page: Page) -> None:
    return


async def forever(page: Page) -> None:
    await asyncio.Event().wait()


class Session:
    """One session, and a person who may be there."""

    def __init__(self, launched: LaunchedBrowser, place: Place) -> None:
        self.launched, self.place = launched, place
        self.events: list[Event] = []
        self.stop = StopSignal()
        self.asked: list[ApprovalRequest] = []
        self.answer: Callable[[ApprovalRequest], Approval] | None = None
        self.on_event: Callable[[Event], object] = lambda event: None
        self.person: Person

    async def run(
        self,
        document: Sop,
        person: Person | None = None,
        path: Path | None = None,
        settings: Settings = QUICK,
        **inputs: str,
    ) -> Summary:
        self.events.clear()
        order = Order(document, inputs, {}, settings, path=path)
        self.id = begin(order, self.place)
        return await self.go_on(person)

    async def go_on(self, person: Person | None = None) -> Summary:
        def watch(event: Event) -> None:
            self.events.append(event)
            self.on_event(event)

        def ask(request: ApprovalRequest) -> Approval:
            self.asked.append(request)
            if self.answer is None:
                raise Waiting("Nobody is there.")
            return self.answer(request)

        stage = person.stage if person else Stage()
        if person is not None:
            self.person = person
        self.stop.wheel.attendant = person
        return await conduct(
            self.id,
            self.place,
            self.launched,
            secrets={},
            approver=CallbackApprover(ask),
            stop=self.stop,
            watcher=watch,
            stage=stage,
        )

    def of(self, kind: type) -> list:  # type: ignore[type-arg]
        return [event for event in self.events if isinstance(event, kind)]


@pytest.fixture
def session(launched: LaunchedBrowser, place: Place) -> Session:
    return Session(launched, place)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "add.sop.json"


SAVED = [{"kind": "text", "contains": "Contact saved"}]


def adding(app: Crm) -> Sop:
    saving = click("Save", "once", done_when=SAVED)
    return sop([open_page(app.url), fill("Name", "{{ name }}"), saving], [app.host], {"name": {}})


async def test_a_person_does_the_step_that_is_stuck(session: Session, place: Place, path: Path) -> None:
    with Crm() as app:
        app.button = "Make it so"
        save(path, adding(app))

        async def work(page: Page) -> None:
            await page.get_by_label("Password").press_sequentially("canary-9f31")
            await page.get_by_role("button", name="Make it so").click()
            await page.get_by_text("Contact saved").wait_for()

        person = Person(Stage(), work)
        summary = await session.run(load(path), person, path, name="Nora Vane")
        assert summary.outcome == "done", summary
        assert app.saved == ["Nora Vane"]
        assert person.stuck_at == ["click-save"]
        (taken,), (back,) = session.of(TakenOver), session.of(HandedBack)
        assert (taken.by, taken.node, back.by) == ("ana", "click-save", "ana")
        assert [event.node for event in session.of(DoneByHand)] == ["click-save"]
        kept = b"".join(p.read_bytes() for p in place.home.rglob("*") if p.is_file())
        assert b"canary-9f31" not in kept
        assert verify(place.store.read(session.id), place.artefacts, place.store.head(session.id)).holds


def accepted(place: Place, path: Path) -> Sop:
    """The SOP with the one amendment that is open."""
    (line,) = [line for line in amendments_of(place.store) if line.status == "open"]
    accept(place.store, place.artefacts, find_amendment(place.store, line.id), by="ben")
    return load(path)


async def test_another_button_is_offered_as_the_target_and_the_next_run_goes_without_help(
    session: Session, place: Place, path: Path
) -> None:
    with Crm() as app:
        app.button = "Make it so"
        save(path, adding(app))
        person = Person(Stage(), press("Make it so"))
        assert (await session.run(load(path), person, path, name="Nora Vane")).outcome == "done"
        (proposed,) = session.of(AmendmentProposed)
        assert (proposed.node, proposed.new.name) == ("click-save", "Make it so")
        amended = accepted(place, path)
        summary = await session.run(amended, Person(Stage(), nothing), path, name="Ben Ode")
        assert summary.outcome == "done"
        assert session.person.stuck_at == []
        assert app.saved == ["Nora Vane", "Ben Ode"]


async def test_other_steps_are_offered_in_the_place_of_the_one_that_was_stuck(
    session: Session, place: Place, path: Path
) -> None:
    with Crm() as app:
        app.form = MENU
        save(path, adding(app))

        async def work(page: Page) -> None:
            await page.get_by_role("button", name="Actions").click()
            await page.get_by_role("button", name="Store it").click()
            await page.get_by_text("Contact saved").wait_for()

        assert (
            await session.run(load(path), Person(Stage(), work), path, name="Nora Vane")
        ).outcome == "done"
        (proposed,) = session.of(StepsProposed)
        assert [step.id for step in proposed.old] == ["click-save"]
        assert [step.target.name for step in proposed.new if step.target] == ["Actions", "Store it"]
        assert (proposed.new[-1].id, proposed.new[-1].effect) == ("click-save", "once")
        summary = await session.run(accepted(place, path), Person(Stage(), nothing), path, name="Ben Ode")
        assert summary.outcome == "done"
        assert session.person.stuck_at == []
        assert app.saved == ["Nora Vane", "Ben Ode"]


async def test_what_made_the_step_possible_is_offered_before_it(
    session: Session, place: Place, path: Path
) -> None:
    with Crm() as app:
        app.form = FOLDED
        save(path, adding(app))
        person = Person(Stage(), press("Unfold the rest"))
        assert (await session.run(load(path), person, path, name="Nora Vane")).outcome == "done"
        assert session.of(DoneByHand) == []
        (proposed,) = session.of(StepsProposed)
        assert (proposed.node, proposed.old) == ("click-save", ())
        amended = accepted(place, path)
        assert [node.label for node in amended.nodes][2:4] == ["Click 'Unfold the rest'", "click-save"]
        summary = await session.run(amended, Person(Stage(), nothing), path, name="Ben Ode")
        assert (summary.outcome, session.person.stuck_at) == ("done", [])
        assert app.saved == ["Nora Vane", "Ben Ode"]


async def test_an_effect_of_which_nothing_tells_is_asked_for_and_not_repeated(session: Session) -> None:
    with Crm() as app:
        app.button, app.said = "Make it so", False
        session.answer = lambda request: Approval(answer="choose", choice="done", by="ben")
        summary = await session.run(
            adding(app), Person(Stage(), press("Make it so", "List")), name="Nora Vane"
        )
        assert summary.outcome == "done"
        assert app.saved == ["Nora Vane"]
        assert [question.node for question in session.asked] == ["click-save"]
        assert [event.by for event in session.of(DoneByHand)] == ["ben"]


async def test_where_the_person_left_the_page_the_walk_comes_back_from_its_last_place(
    session: Session,
) -> None:
    with Crm() as app:
        app.button = "Make it so"

        async def work(page: Page) -> None:
            await page.goto(app.url + "/list?other")
            app.button, app.said = "Save", True

        app.said = False
        summary = await session.run(adding(app), Person(Stage(), work), name="Nora Vane")
        assert summary.outcome == "done", summary
        assert app.saved == ["Nora Vane"]


async def test_a_run_that_goes_on_gives_the_wheel_between_two_steps(session: Session) -> None:
    with Crm() as app:
        session.on_event = lambda event: (
            session.stop.wheel.want("ben", "to look")
            if event.kind == "acted" and event.node == "open"
            else None
        )
        person = Person(Stage(), nothing)
        summary = await session.run(adding(app), person, name="Nora Vane")
        assert summary.outcome == "done"
        (taken,), (back,) = session.of(TakenOver), session.of(HandedBack)
        assert (taken.by, taken.node, back.deeds) == ("ben", "fill-name", ())
        assert app.saved == ["Nora Vane"]


async def test_who_takes_over_before_the_first_step_and_leaves_it_alone_hands_back_a_session_that_begins(
    session: Session,
) -> None:
    with Crm() as app:
        session.stop.wheel.want("ben", "to look")
        steps = [fill("Name", "{{ name }}"), click("Save", "once", done_when=SAVED)]
        start = {"start": [{"url": app.url}]}
        document = sop(steps, [app.host], {"name": {}}, environment=start)
        summary = await session.run(document, Person(Stage(), nothing), name="Nora Vane")
        (taken,) = session.of(TakenOver)
        assert (summary.outcome, taken.node) == ("done", "fill-name"), summary
        assert app.saved == ["Nora Vane"]


async def test_a_session_that_is_put_aside_meanwhile_asks_before_the_effect_when_it_goes_on(
    session: Session,
) -> None:
    with Crm() as app:
        app.button = "Make it so"

        async def work(page: Page) -> None:
            await press("Make it so", "Contact saved")(page)
            session.stop.stop("The worker is shutting down.", park=True)
            await asyncio.Event().wait()

        summary = await session.run(adding(app), Person(Stage(), work), name="Nora Vane")
        assert (summary.outcome, app.saved) == ("waiting", ["Nora Vane"])
        (back,) = session.of(HandedBack)
        assert (back.by, back.why) == ("", "The worker is shutting down.")
        assert back.effects == ("Click 'Make it so'",)
        session.stop = StopSignal()
        assert (await session.go_on()).outcome == "waiting"
        session.answer = lambda request: Approval(answer="choose", choice="done", by="ben")
        assert (await session.go_on()).outcome == "done"
        assert app.saved == ["Nora Vane"]


async def test_a_process_that_dies_while_a_person_drives_leaves_the_session_waiting(session: Session) -> None:
    with Crm() as app:
        app.button = "Make it so"

        async def work(page: Page) -> None:
            await press("Make it so", "Contact saved")(page)
            raise Crash

        with pytest.raises(Crash):
            await session.run(adding(app), Person(Stage(), work), name="Nora Vane")
        session.stop = StopSignal()
        first = await session.go_on()
        assert first.outcome == "waiting"
        assert "ana had taken over" in (first.error or "")
        session.answer = lambda request: Approval(answer="choose", choice="done", by="ben")
        assert (await session.go_on()).outcome == "done"
        assert app.saved == ["Nora Vane"]


async def test_another_process_keeps_out_what_a_person_typed_as_well(session: Session, place: Place) -> None:
    with Crm() as app:
        app.button = "Make it so"

        async def work(page: Page) -> None:
            await page.get_by_label("Password").fill("Xq7-lantern/42")
            await press("Make it so", "Contact saved")(page)
            app.form = f"<title>Hello Xq7-lantern/42</title><p>Your key: Xq7-lantern/42</p>{FORM}"
            raise Crash

        with pytest.raises(Crash):
            await session.run(adding(app), Person(Stage(), work), name="Nora Vane")
        session.stop = StopSignal()
        assert (await session.go_on()).outcome == "waiting"
        session.answer = lambda request: Approval(answer="choose", choice="done", by="ben")
        assert (await session.go_on()).outcome == "done"
        assert [form["pw"] for form in app.posts("/save")] == ["Xq7-lantern/42"]
    told = "\n".join(event.model_dump_json() for event in session.events)
    assert "lantern" not in told, told
    assert not [path for path in place.home.rglob("*") if path.is_file() and b"lantern" in path.read_bytes()]
    assert not place.typed_path(session.id).exists(), "the session is over"


async def test_a_session_at_rest_is_brought_back_to_where_it_was_for_whoever_takes_over(
    session: Session,
) -> None:
    with Crm() as app:
        app.button = "Make it so"
        assert (await session.run(adding(app), None, name="Nora Vane")).outcome == "stopped before effect"
        session.stop = StopSignal()
        session.stop.wheel.want("ben")
        summary = await session.go_on(Person(Stage(), press("Make it so", "Contact saved")))
        assert summary.outcome == "done"
        (taken,) = session.of(TakenOver)
        assert (taken.by, taken.node) == ("ben", "click-save")
        assert app.saved == ["Nora Vane"]


async def test_whoever_leaves_the_wheel_alone_loses_it(session: Session) -> None:
    with Crm() as app:
        app.button = "Make it so"
        summary = await session.run(
            adding(app),
            Person(Stage(), forever),
            settings=QUICK.model_copy(update={"take_over_seconds": 0.3}),
            name="N",
        )
        assert summary.outcome == "waiting"
        assert "did nothing for 0.3 s" in (summary.error or "")


async def test_a_confirm_is_answered_by_the_person(session: Session) -> None:
    with Crm() as app:
        app.form = FORM.replace("<button>", "<button onclick=\"return confirm('Sure?')\">").replace(
            "{button}", "Go"
        )

        async def work(page: Page) -> None:
            page.on("dialog", lambda dialog: asyncio.ensure_future(dialog.accept()))
            await press("Go", "Contact saved")(page)

        assert (await session.run(adding(app), Person(Stage(), work), name="Nora Vane")).outcome == "done"
        assert app.saved == ["Nora Vane"]
