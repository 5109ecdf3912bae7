"""Sessions in the background in a real browser: queued, answered from elsewhere, taken over."""

from __future__ import annotations

import asyncio
import getpass
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from benchmarks.chaotic.accidents import kill_browser
from benchmarks.chaotic.network import Cable, Cut
from handrail.browser.signin import share_sign_in, sign_in_path
from handrail.errors import UsageError
from handrail.journal.chain.log import read_log, unsigned
from handrail.journal.events.event import SessionId
from handrail.journal.views.fold import walk
from handrail.journal.views.summary import Summary, summary
from handrail.runtime.recovery.recovering import PATIENT_TIMES
from handrail.sessions.beginning.starting import Start, start
from handrail.sessions.browsing import SharedBrowser
from handrail.sessions.people.steering import Reply, answer, find, pause, questions, resume, stop
from handrail.sessions.service.opening import Service
from handrail.sessions.service.users import User
from handrail.sessions.tables.batches import Rows, start_batch
from handrail.sop.document import Sop
from tests.app import Answer, App, Received
from tests.builders import PATIENT, click, fill, open_page, sop
from tests.sessions.working import service, worker

__all__ = ["service"]

ANA = User("ana", frozenset({"operator", "approver"}))
BEN = User("ben", frozenset({"operator", "approver"}))
ROOT = User("root", frozenset({"admin"}))
FORM = """<title>New</title><form method=post action=/save><label>Name <input name=name></label>
<button>Save</button></form>"""


def app() -> App:
    def saved(_: Received) -> str:
        return "<p>Saved</p>"

    return App({"/": FORM, "/save": saved})


def procedure(served: App, *before: dict[str, Any]) -> Sop:
    save = click("Save", "once", done_when=[{"kind": "text", "contains": "Saved"}])
    return sop(
        [open_page(served.url), *before, fill("Name", "{{ name }}"), save],
        [served.host],
        {"name": {}, "note": {"output": True}},
    )


@pytest.fixture
async def browser() -> AsyncIterator[SharedBrowser]:
    shared = SharedBrowser()
    yield shared
    await shared.close()


def told(service: Service, session: SessionId) -> Summary:
    return summary(service.place.store.read(session))


async def test_a_queued_session_is_run_to_its_end(service: Service, browser: SharedBrowser) -> None:
    with app() as served:
        session = start(service, Start(procedure(served), {"name": "Zoë"}, "ana", PATIENT))
        assert not browser.running
        await worker(service, browser).run(drain=True)
        assert served.posts("/save") == [{"name": "Zoë"}]
    assert told(service, session).outcome == "done"
    behind = walk(service.place.store.read(session))
    assert behind.owner == "ana"
    assert service.place.folder(session).is_dir()


async def test_the_journals_of_a_table_and_its_rows_are_signed_at_their_ends(
    service: Service, browser: SharedBrowser
) -> None:
    with app() as served:
        wish = Start(procedure(served), {}, "ana", PATIENT)
        table = start_batch(service, wish, Rows(({"name": "Zoë"}, {"name": "Ben"})))
        await worker(service, browser).run(drain=True)
    assert told(service, table).outcome == "done"
    assert unsigned(service.place.store, read_log(service.place.store)) == ()


async def test_a_question_is_answered_from_elsewhere_and_costs_no_browser_meanwhile(
    service: Service, browser: SharedBrowser
) -> None:
    person = {"id": "look", "type": "human", "label": "Look", "request": "Is the form right?", "into": "note"}
    with app() as served:
        session = start(service, Start(procedure(served, person), {"name": "Zoë"}, "ana", PATIENT))
        await worker(service, browser).run(drain=True)
        await browser.close()
        assert told(service, session).outcome == "waiting"
        (asked,) = questions(service, session)
        assert asked.question == "Is the form right?"
        with pytest.raises(UsageError, match="does not fit the question"):
            answer(service, session, ANA, Reply(allow=True))
        assert answer(service, session, ANA, Reply(text="It is.")) == "queued"
        await worker(service, browser).run(drain=True)
        assert served.posts("/save") == [{"name": "Zoë"}]
    done = told(service, session)
    assert (done.outcome, done.approvals_answered) == ("done", 1)


@pytest.mark.sweep
async def test_a_session_is_paused_before_it_began_and_resumed(
    service: Service, browser: SharedBrowser
) -> None:
    with app() as served:
        session = start(service, Start(procedure(served), {"name": "Zoë"}, "ana", PATIENT))
        assert pause(service, session, ANA) == "paused"
        await worker(service, browser).run(drain=True)
        assert served.received == []
        assert resume(service, session) == "queued"
        await worker(service, browser).run(drain=True)
        assert len(served.posts("/save")) == 1
    with pytest.raises(UsageError, match="is over"):
        resume(service, session)


def test_a_session_that_nobody_works_on_is_stopped_at_once(service: Service) -> None:
    with app() as served:
        session = start(service, Start(procedure(served), {"name": "Zoë"}, "ana", PATIENT))
    assert stop(service, session, ANA, "Not needed.") == "ended"
    stopped = told(service, session)
    assert (stopped.outcome, stopped.error) == ("cancelled", "Not needed.")
    assert session not in unsigned(service.place.store, read_log(service.place.store))
    with pytest.raises(UsageError, match="is over"):
        stop(service, session, ANA)


def test_the_sessions_of_others_are_not_there(service: Service) -> None:
    with app() as served:
        session = start(service, Start(procedure(served), {"name": "Zoë"}, "ana", PATIENT))
    assert find(service, session, ANA) == find(service, session, ROOT) == session
    with pytest.raises(UsageError, match="There is no session"):
        find(service, session, BEN)


async def test_a_worker_that_is_ended_together_with_its_browser_parks_the_session(
    service: Service, browser: SharedBrowser
) -> None:
    held, loop = worker(service, browser), asyncio.get_running_loop()

    def more(_: Received) -> str:
        if not first:
            first.append(True)
            loop.call_soon_threadsafe(held.end)
            # As whoever shuts a service down ends all of its processes.
            kill_browser(service.place.home)
        return FORM

    first: list[bool] = []
    with app() as served:
        served.pages["/more"] = more
        steps = [open_page(served.url), open_page(served.url, "/more", "more"), fill("Name", "{{ name }}")]
        document = sop(steps, [served.host], {"name": {}})
        session = start(service, Start(document, {"name": "Zoë"}, "ana", PATIENT))
        await held.run()
        assert told(service, session).outcome == "waiting"
        line = service.work.find(session)
        assert line is not None and line.state == "queued"
        await browser.close()
        await worker(service, browser).run(drain=True)
    assert told(service, session).outcome == "done"


async def test_an_app_that_is_away_for_long_is_waited_for_by_nobody_but_a_person(
    service: Service, browser: SharedBrowser
) -> None:
    with app() as served, Cable(served.url) as cable:
        host = cable.url.removeprefix("http://")
        reached = sop(
            [open_page(cable.url), fill("Name", "{{ name }}"), open_page(cable.url, "/more", "more")],
            [host],
            {"name": {}},
        )
        served.pages["/more"] = FORM
        cable.cut_at(Cut(b"GET /more", 1, arrives=False, seconds=3600))
        limits = PATIENT.model_copy(update={"retries": 1, "retry_seconds": 0.01})
        session = start(service, Start(reached, {"name": "Zoë"}, "ana", limits))
        await worker(service, browser).run(drain=True)
        waiting = told(service, session)
        assert waiting.outcome == "waiting" and "could not be reached" in str(waiting.error)
        assert "session resume" in str(waiting.suggestion)
        assert waiting.retries >= PATIENT_TIMES
        cable.mend()
        resume(service, session)
        await worker(service, browser).run(drain=True)
    assert told(service, session).outcome == "done"


@pytest.mark.parametrize("shared", [False, True])
async def test_a_saved_sign_in_serves_others_only_where_it_is_shared(
    service: Service, browser: SharedBrowser, shared: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HANDRAIL_SECRET_STORE", "file")
    home, me = service.place.home, getpass.getuser()
    cookies: list[str] = []

    def form(request: Received) -> Answer:
        cookies.append(request.headers.get("cookie", ""))
        return Answer(FORM)

    with App({"/": form, "/save": "<p>Saved</p>"}) as served:
        kept = {"name": "who", "value": "me", "domain": "127.0.0.1", "path": "/", "expires": -1}
        kept |= {"httpOnly": False, "secure": False, "sameSite": "Lax"}
        path = sign_in_path(home, "crm")
        path.parent.mkdir()
        path.write_text(json.dumps({"cookies": [kept], "origins": []}))
        if shared:
            share_sign_in(home, "crm", users=["ben"])
        plain = procedure(served)
        named = plain.model_copy(
            update={"environment": plain.environment.model_copy(update={"sign_in": "crm"})}
        )
        own = start(service, Start(named, {"name": "A"}, me, PATIENT))
        bens = start(service, Start(named, {"name": "B"}, "ben", PATIENT))
        await worker(service, browser).run(drain=True)
        assert told(service, own).outcome == "done"
        if not shared:
            waits = told(service, bens)
            assert waits.outcome == "waiting" and "not shared with ben" in str(waits.error)
            assert cookies == ["who=me"]
            share_sign_in(home, "crm", users=["ben"])
            resume(service, bens)
            await worker(service, browser).run(drain=True)
    assert cookies == ["who=me", "who=me"]
    assert told(service, bens).outcome == "done"


async def test_two_users_sessions_share_neither_cookies_nor_folders(
    service: Service, browser: SharedBrowser
) -> None:
    cookies: list[str] = []

    def form(request: Received) -> Answer:
        cookies.append(request.headers.get("cookie", ""))
        return Answer(FORM, headers={"set-cookie": "who=me; Path=/"})

    with App({"/": form, "/save": "<p>Saved</p>"}) as served:
        ana = start(service, Start(procedure(served), {"name": "A"}, "ana", PATIENT))
        ben = start(service, Start(procedure(served), {"name": "B"}, "ben", PATIENT))
        await worker(service, browser).run(drain=True)
    assert cookies == ["", ""]
    assert service.place.folder(ana) != service.place.folder(ben)
    assert {told(service, session).outcome for session in (ana, ben)} == {"done"}
