"""A session of a worker is taken over from elsewhere: another program drives its browser."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack

import pytest
from playwright.async_api import async_playwright

from handrail.browser import launch_browser
from handrail.errors import UsageError
from handrail.journal.events.event import Answered, SessionId
from handrail.journal.views.fold import walk
from handrail.journal.views.summary import summary
from handrail.sessions.beginning.starting import Start, start
from handrail.sessions.browsing import SharedBrowser
from handrail.sessions.conducting.stage import Stage
from handrail.sessions.people.driving import hand_back, take_over, taken
from handrail.sessions.people.standing import Standing, standing
from handrail.sessions.people.steering import Reply, answer
from handrail.sessions.service.opening import Service
from handrail.sessions.service.users import User
from tests.app import App
from tests.builders import PATIENT, click, fill, open_page, sop
from tests.ports import free_port
from tests.sessions.working import service, worker
from tests.sweeping import some_of

__all__ = ["service"]

ANA = User("ana", frozenset({"operator", "approver"}))
BEN = User("ben", frozenset({"operator"}))
FORM = """<title>New</title><form method=post action=/save><label>Name <input name=name></label>
<button>Make it so</button></form>"""


@pytest.fixture
async def browser() -> AsyncIterator[SharedBrowser]:
    port = free_port()
    shared = SharedBrowser(lambda: launch_browser(cdp_port=port))
    yield shared
    await shared.close()


async def press_as_another_program(address: str, button: str, then: str) -> None:
    async with async_playwright() as playwright:
        other = await playwright.chromium.connect_over_cdp(address)
        page = other.contexts[-1].pages[0]
        await page.get_by_role("button", name=button).click()
        await page.get_by_text(then).wait_for()
        await other.close()


async def test_a_session_at_rest_is_brought_back_driven_and_handed_back(
    service: Service, browser: SharedBrowser
) -> None:
    with App({"/": FORM, "/save": "<p>Saved</p>"}) as app:
        saving = click("Save", "once", timeout=1, done_when=[{"kind": "text", "contains": "Saved"}])
        document = sop([open_page(app.url), fill("Name", "{{ name }}"), saving], [app.host], {"name": {}})
        session = start(service, Start(document, {"name": "Zoë"}, "ana", PATIENT))
        await worker(service, browser).run(drain=True)
        assert standing(service, session).summary.outcome == "stopped before effect"
        with pytest.raises(UsageError, match="Nobody has taken"):
            hand_back(service, session, ANA)

        assert take_over(service, session, ANA, "the button is another one") == "queued"
        working = asyncio.ensure_future(worker(service, browser).run(drain=True))
        got = await taken(service, session, 60)
        assert got is not None and got.by == "ana" and got.address
        stands = standing(service, session)
        assert (stands.driver, stands.address, stands.running) == ("ana", got.address, True)
        with pytest.raises(UsageError, match="ana has taken"):
            take_over(service, session, BEN)
        await press_as_another_program(got.address, "Make it so", "Saved")
        with pytest.raises(UsageError, match="no step 'elsewhere'"):
            hand_back(service, session, ANA, "elsewhere")
        hand_back(service, session, ANA)
        await working

        assert summary(service.place.store.read(session)).outcome == "done"
        assert app.posts("/save") == [{"name": "Zoë"}]
        (back,) = walk(service.place.store.read(session)).drives
        assert (back.by, back.deeds) == ("ana", ("Click 'Make it so'",))
        assert service.work.find(session).state == "ended"  # type: ignore[union-attr]


async def test_a_worker_that_ends_puts_a_driven_session_aside_for_a_person(
    service: Service, browser: SharedBrowser
) -> None:
    with App({"/": FORM, "/save": "<p>Saved</p>"}) as app:
        saving = click("Save", "once", done_when=[{"kind": "text", "contains": "Saved"}])
        session = start(service, Start(sop([open_page(app.url), saving], [app.host]), {}, "ana", PATIENT))
        take_over(service, session, ANA)
        ending = worker(service, browser)
        working = asyncio.ensure_future(ending.run())
        assert await taken(service, session, 60) is not None
        ending.end()
        await working
        assert service.work.find(session).state == "waiting"  # type: ignore[union-attr]
        stands = standing(service, session)
        assert (stands.summary.outcome, stands.driver) == ("waiting", "")


COUNTING = """<title>New</title><script>let made = 0</script><p id=made></p>
<button onclick="made = 1">Prepare</button>
<button onclick="document.body.append(made ? 'Made' : 'Lost')">Make it so</button>"""
"""What was prepared is in the page's memory alone."""


def stuck(service: Service, app: App) -> SessionId:
    """A session that prepares something, and does not find the button that is next."""
    preparing = click("Prepare", "once", done_when=[{"kind": "element", "state": "visible"}])
    saving = click("Save", "once", timeout=1, done_when=[{"kind": "text", "contains": "Made"}])
    steps = sop([open_page(app.url), preparing, saving], [app.host])
    return start(service, Start(steps, {}, "ana", PATIENT))


async def asked(service: Service, session: SessionId, times: int = 1) -> Standing:
    """How it stands when it was asked so often what is to become of the step."""
    async with asyncio.timeout(60):
        while True:
            stands = await asyncio.to_thread(standing, service, session)
            entries = service.place.store.read(session)
            if stands.questions and sum(entry.kind == "asked" for entry in entries) == times:
                return stands
            await asyncio.sleep(0.05)


async def test_a_stuck_step_keeps_its_page_for_whoever_looks_on(
    service: Service, browser: SharedBrowser
) -> None:
    stage = Stage()
    with App({"/": COUNTING}) as app:
        session = stuck(service, app)
        with stage.looking_on(session):
            working = asyncio.ensure_future(worker(service, browser, stage).run(drain=True))
            (question,) = (await asked(service, session)).questions
            assert "click-save: this cannot be done" in question.question
            assert [option.words[:12] for option in question.options] == ["Try it again", "Leave it: th"]
            assert question.deadline is not None
            answer(service, session, ANA, Reply(choose="again"))
            (again,) = (await asked(service, session, 2)).questions
            assert again.request != question.request
            take_over(service, session, ANA)
            got = await taken(service, session, 60)
            assert got is not None and "Save" in got.why
            await press_as_another_program(got.address, "Make it so", "Made")
            hand_back(service, session, ANA)
            await working
        assert summary(service.place.store.read(session)).outcome == "done"


@pytest.mark.parametrize("gone", some_of([True, False], 0), ids=["they go", "the time is over"])
async def test_a_stuck_step_is_given_up_when_nobody_helps(
    service: Service, browser: SharedBrowser, gone: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("handrail.sessions.conducting.stage._PATIENCE_SECONDS", 0)
    stage = Stage(keep_seconds=60 if gone else 1)
    with App({"/": COUNTING}) as app:
        session = stuck(service, app)
        with ExitStack() as looking:
            looking.enter_context(stage.looking_on(session))
            working = asyncio.ensure_future(worker(service, browser, stage).run(drain=True))
            if gone:
                await asked(service, session)
                looking.close()
            await working
    ended = summary(service.place.store.read(session))
    assert ended.outcome == "failed" and "Save" in (ended.error or "")
    (said,) = [e.event for e in service.place.store.read(session) if isinstance(e.event, Answered)]
    assert (said.by, said.via) == ("nobody", "time-out")
    assert not standing(service, session).questions
