"""Personal canaries are planted in page, title and values; nothing that is written holds one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from handrail.approvals import CallbackApprover
from handrail.approvals.approver import Approval
from handrail.browser import LaunchedBrowser
from handrail.compile import compile_recording
from handrail.errors import StoreError
from handrail.journal.events.event import Event, SessionId
from handrail.journal.home import open_home
from handrail.journal.keeping.private import acting, watching
from handrail.journal.views.fold import walk
from handrail.journal.views.summary import Summary
from handrail.privacy.configuration import PrivacyConfig
from handrail.privacy.copies import Copying
from handrail.privacy.pseudonyms import PSEUDONYM
from handrail.recording.browser import record
from handrail.recording.sealing import scrub_sealed
from handrail.recording.store import load_recording
from handrail.runtime.walk.stopping import StopSignal
from handrail.sessions.beginning.first_entry import begin
from handrail.sessions.conducting.conductor import conduct
from handrail.sessions.operating.observing import Observer, json_log
from handrail.sessions.reports.report_file import session_report
from handrail.sessions.service.place import Order, Place
from handrail.sop.document import Sop
from tests.app import Answer, App, Received
from tests.builders import Json, by_role, click, fill, open_page, sop, task
from tests.models.server import Heard
from tests.runtime.conftest import QUICK
from tests.runtime.models import Serve, serve_model

__all__ = ["serve_model"]

NAME, EMAIL, PHONE = "Quirina Zanderholt", "q.zanderholt@clinic.example.net", "+49 30 90182711"
DOCTOR, RECORD, BIRTH, CARD = "Oskar Weidmann", "MRN-7741902", "14.03.1971", "4539 1488 0343 6467"
VALUES = {"name": NAME, "email": EMAIL, "phone": PHONE}
CANARIES = (
    "Quirina",
    "Zanderholt",
    "90182711",
    "Weidmann",
    "7741902",
    "14.03.1971",
    "4539 1488",
    "0343 6467",
)

SCRUB = (
    "keep: {recordings: scrub, journal: scrub, pictures: drop, files: drop, reports: scrub, prompts: scrub}"
)
PAGE = f"""<title>Patient {NAME}</title><body style="font:16px sans-serif"><h1>Patient {NAME}</h1>
<p>Dr. {DOCTOR}, record {RECORD}, born {BIRTH}</p><p>Card {CARD}</p>
<a href="/file/Quirina_Zanderholt.pdf">Record</a>
<form method=post action=/save><label>Name <input name=name></label>
<label>E-mail <input name=email></label><label>Phone <input name=phone></label><button>Save</button></form>"""


def clinic() -> App:
    def saved(request: Received) -> str:
        return f"<title>Saved</title><p>Saved {request.form['name']}</p>"

    form = PAGE[PAGE.index("<form") :]
    file = "/file/Quirina_Zanderholt.pdf"
    sent = Answer(b"%PDF", headers={"content-disposition": "attachment"})
    return App({"/": PAGE, file: sent, "/new": f"<title>New patient</title>{form}", "/save": saved})


def procedure(app: App, *more: Json) -> Sop:
    saved = click("Save", "once", done_when=[{"kind": "text", "contains": "Saved {{ name }}"}])
    steps = [
        open_page(app.url),
        fill("Name", "{{ name }}"),
        fill("E-mail", "{{ email }}"),
        fill("Phone", "{{ phone }}"),
        *more,
        saved,
    ]
    variables: dict[str, Json] = {**{name: {} for name in VALUES}, "file": {"output": True}}
    size = {"viewport": {"width": 640, "height": 300}}
    return sop(steps, [app.host], variables, environment=size)


@pytest.fixture
def private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Place]:
    """A home that keeps nothing personal, and no pictures: reading one takes seconds."""
    monkeypatch.setenv("HANDRAIL_SECRET_STORE", "file")
    home = tmp_path / "home"
    home.mkdir()
    (home / "privacy.yaml").write_text(SCRUB)
    store, artefacts = open_home(home)
    yield Place(home, store, artefacts)
    store.close()


async def walked(
    place: Place,
    launched: LaunchedBrowser,
    session: SessionId,
    until: str | None = None,
    log: Observer | None = None,
) -> Summary:
    """Conduct the session; with `until`, up to the crash at this event; `log` is told as in workers."""
    told = watching(place.store, session, log(session) if log is not None else None)

    def watch(event: Event) -> None:
        if told is not None:
            told(event)
        if event.kind == until:
            raise KeyboardInterrupt

    approver = CallbackApprover(lambda request: Approval(answer="allow", by="ana"))
    return await conduct(
        session, place, launched, secrets={}, approver=approver, stop=StopSignal(), watcher=watch
    )


def leaks(folder: Path) -> list[str]:
    """Files in which a canary stands, in bytes or in their names."""
    found = []
    for path in folder.rglob("*"):
        content = path.read_bytes() if path.is_file() else b""
        for canary in CANARIES:
            if canary.encode() in content or canary in path.name:
                found.append(f"{path.relative_to(folder)}: {canary}")
    return found


async def test_nothing_personal_is_in_what_a_run_writes(launched: LaunchedBrowser, private: Place) -> None:
    with clinic() as app:
        taken = task("take", {"do": "download", "into": "file"}, target=by_role("link", "Record"))
        session = begin(Order(procedure(app, taken), VALUES, {}, QUICK), private)
        logged: list[str] = []
        summary = await walked(private, launched, session, log=json_log(logged.append))
        assert summary.outcome.startswith("done")
        assert any("take" in line for line in logged)
        assert not any(canary in line for line in logged for canary in CANARIES)
        assert app.posts("/save") == [VALUES]
    assert leaks(private.home) == []
    assert not any(canary in session_report(private.store, private.artefacts, session) for canary in CANARIES)
    events = [entry.event for entry in private.store.read(session)]
    counted = next(event for event in events if event.kind == "scrubbed")
    assert counted.found["EMAIL"] >= 1 and counted.found["PERSON"] >= 1 and counted.found["PHONE"] >= 1


async def test_a_session_goes_on_with_the_values_behind_the_pseudonyms(
    launched: LaunchedBrowser, private: Place
) -> None:
    with clinic() as app:
        session = begin(Order(procedure(app), VALUES, {}, QUICK), private)
        with pytest.raises(KeyboardInterrupt):
            await walked(private, launched, session, until="verified")
        store, artefacts = open_home(private.home)
        again = Place(private.home, store, artefacts)
        assert (await walked(again, launched, session)).outcome == "done"
        assert app.posts("/save") == [VALUES]
        store.close()
    assert leaks(private.home) == []


async def test_what_was_forgotten_is_never_typed(launched: LaunchedBrowser, private: Place) -> None:
    with clinic() as app:
        session = begin(Order(procedure(app), VALUES, {}, QUICK), private)
        household = private.store.household  # type: ignore[attr-defined]
        assert household.forget(session)
        with pytest.raises(StoreError, match="not kept any more"):
            await walked(private, launched, session)
        assert app.posts("/save") == []
    first = next(private.store.read(session))
    assert re.search(r"\[PERSON-\d+\]", first.body)
    assert walk(private.store.read(session)).started is not None
    with pytest.raises(StoreError):
        next(acting(private.store, session))


async def test_a_model_gets_pseudonyms_and_its_quote_still_holds(
    launched: LaunchedBrowser, private: Place, serve_model: Serve
) -> None:
    def answer(heard: Heard) -> dict[str, str]:
        shown = re.search(r"Patient (\[PERSON-\d+\])", heard.request)
        assert shown, heard.request
        return {"outcome": "known", "quote": f"Patient {shown[1]}", "reason": f"{shown[1]} is named"}

    asked: Json = {
        "id": "known",
        "type": "decision",
        "label": "Is the patient known?",
        "question": "Is the patient known?",
        "outcomes": ["known", "unknown"],
        "default": "unknown",
    }
    with clinic() as app, serve_model(answer) as model:
        document = procedure(app, asked).model_dump(mode="json", by_alias=True, exclude_none=True)
        for edge in document["edges"]:
            if edge["from"] == "known":
                edge["when"] = "known"
                document["edges"].append({**edge, "when": "unknown"})
                break
        session = begin(Order(Sop.model_validate(document), VALUES, {}, QUICK), private)
        await walked(private, launched, session)
        assert not any(canary in str(heard) for heard in model.heard for canary in CANARIES)
    events = [entry.event for entry in private.store.read(session)]
    decided = next(event for event in events if event.kind == "decided")
    assert decided.outcome == "known" and not decided.by_default, decided
    assert leaks(private.home) == []


async def test_a_scrubbed_recording_holds_nothing_personal_and_what_is_compiled_of_it_runs(
    launched: LaunchedBrowser, place: Place, tmp_path: Path
) -> None:
    folder, key = tmp_path / "recording", b"k" * 32
    with clinic() as app:
        async with record(f"{app.url}/new", folder, headless=True, seal=key) as recorder:
            page = recorder.page
            for label, value in (("Name", NAME), ("E-mail", EMAIL), ("Phone", PHONE)):
                await page.get_by_label(label).click()
                await page.keyboard.type(value)
            await page.get_by_role("button", name="Save").click()
            await recorder.settled()
            assert leaks(folder) == []
        done = scrub_sealed(folder, key, Copying(PrivacyConfig()).scrubber, None)
        assert done.found["PERSON"] and done.found["EMAIL"] and done.found["PHONE"]
        assert leaks(folder) == []
        compiled = compile_recording(load_recording(folder))
        assert not PSEUDONYM.search(compiled.model_dump_json()), compiled
        assert {name: variable.default for name, variable in compiled.variables.items()} == {
            "name": None,
            "e_mail": None,
            "phone": None,
        }
        app.received.clear()
        inputs = {"name": "Ruth Abeba", "e_mail": "ruth@example.com", "phone": "+49 40 1234567"}
        session = begin(Order(compiled, inputs, {}, QUICK), place)
        summary = await walked(place, launched, session)
        assert summary.outcome == "done"
        assert app.posts("/save") == [
            {"name": "Ruth Abeba", "email": "ruth@example.com", "phone": "+49 40 1234567"}
        ]
