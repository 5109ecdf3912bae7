"""A person takes over in the live browser, does what the walk could not, and hands back."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from playwright.async_api import Page

from handrail.browser import LaunchedBrowser
from handrail.journal.amendments import amendments_of
from handrail.journal.driving import DoneByHand, HandedBack, StepsProposed, TakenOver
from handrail.journal.event import AmendmentProposed, Event
from handrail.journal.fold import walk
from handrail.journal.summary import Summary
from handrail.journal.verification import verify
from handrail.runtime.stopping import StopSignal
from handrail.runtime.wheel import Stuck
from handrail.sessions.amending import accept, find_amendment
from handrail.sessions.conducting import begin, conduct
from handrail.sessions.place import Order, Place
from handrail.sessions.stage import Stage
from handrail.sop.document import Sop
from handrail.sop.format import load, save
from tests.app import App, Received, redirect
from tests.builders import by_role, click, fill, open_page, sop

from .conftest import QUICK

FORM = """<title>New</title><h1>New contact</h1><form method=post action=/save>
<label>Name <input name=name></label><label>Password <input type=password name=pw></label>
<button>{button}</button></form>"""


class Crm(App):
    """A form whose button can be renamed, and that may be behind a menu."""

    def __init__(self) -> None:
        super().__init__({"/": self._form, "/save": lambda r: redirect("/list"), "/list": self._list})
        self.button = "Save"
        self.said = True

    def _form(self, _: Received) -> str:
        return FORM.format(button=self.button)

    def _list(self, _: Received) -> str:
        return f"<title>List</title><h1>List</h1>{'<p role=status>Contact saved</p>' if self.said else ''}"

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


class Session:
    def __init__(self, launched: LaunchedBrowser, place: Place) -> None:
        self.launched, self.place = launched, place
        self.events: list[Event] = []
        self.stop = StopSignal()
        self.answer: Callable[[object], object] | None = None

    async def run(self, document: Sop, person: Person | None = None, path: object = None, **inputs: str) -> Summary:
        order = Order(document, inputs, {}, QUICK, path=path)  # type: ignore[arg-type]
        self.id = begin(order, self.place)
        return await self.go_on(person)

    async def go_on(self, person: Person | None = None) -> Summary:
        from handrail.approvals import Approval, ApprovalRequest, CallbackApprover
        from handrail.errors import Waiting

        def ask(request: ApprovalRequest) -> Approval:
            if self.answer is None:
                raise Waiting("Nobody is there.")
            said = self.answer(request)
            assert isinstance(said, Approval)
            return said

        stage = person.stage if person else Stage()
        self.stop.wheel.attendant = person
        return await conduct(
            self.id,
            self.place,
            self.launched,
            secrets={},
            approver=CallbackApprover(ask),
            stop=self.stop,
            watcher=self.events.append,
            stage=stage,
        )

    def of(self, kind: type) -> list:  # type: ignore[type-arg]
        return [event for event in self.events if isinstance(event, kind)]


@pytest.fixture
def session(launched: LaunchedBrowser, place: Place) -> Session:
    return Session(launched, place)


SAVED = [{"kind": "text", "contains": "Contact saved"}]


def adding(app: Crm, **more: object) -> Sop:
    saving = click("Save", "once", done_when=SAVED, **more)
    return sop([open_page(app.url), fill("Name", "{{ name }}"), saving], [app.host], {"name": {}})


async def test_a_person_does_the_step_that_is_stuck_and_the_change_is_offered(
    session: Session, place: Place, tmp_path: object
) -> None:
    from pathlib import Path

    with Crm() as app:
        app.button = "Make it so"
        path = Path(str(tmp_path)) / "add.sop.json"
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
        kept = b"".join(p.read_bytes() for p in (tmp_path / "home").rglob("*") if p.is_file())  # type: ignore[operator]
        assert b"canary-9f31" not in kept
        assert verify(place.store.read(session.id), place.artefacts, place.store.head(session.id)).holds
