"""Atomic groups on the practice CRM: where one fails, at whatever step, its database is as it was."""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from handrail.browser import LaunchedBrowser
from handrail.errors import UsageError
from handrail.journal.chain.verification import verify
from handrail.journal.events.event import Event, Judged
from handrail.journal.events.undo import Undone
from handrail.sessions.people.undoing import want_undone
from handrail.sessions.service.place import Place
from handrail.sop.document import Sop
from handrail.sop.readiness import blocking
from handrail.sop.validate import problems
from handrail_practice.crm import ACCOUNT
from handrail_practice.serve import PracticeServer
from tests.builders import Json, by_role, click, fill, open_page, sop, task
from tests.runtime.test_resuming import Crash, Session
from tests.sweeping import some_of

TABLES = ("contacts", "attachments", "activities", "firm_profiles", "orders")
NEVER = [{"kind": "text", "contains": "This never stands there"}]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PracticeServer]:
    with PracticeServer(tmp_path_factory.mktemp("crm"), apps={"crm"}) as server:
        yield server


@pytest.fixture
def crm(served: PracticeServer) -> PracticeServer:
    served.reset()
    served.change()
    return served


@pytest.fixture
def session(launched: LaunchedBrowser, place: Place) -> Session:
    return Session(launched, place)


def tables(crm: PracticeServer) -> dict[str, list[tuple[Any, ...]]]:
    """Everything that the CRM holds."""
    with closing(sqlite3.connect(crm.crm_database)) as database:
        return {name: database.execute(f"SELECT * FROM {name} ORDER BY 1").fetchall() for name in TABLES}


def counted(crm: PracticeServer, email: str, number: str) -> Json:
    url = f"{crm.crm_url}/api/contacts?email={email}"
    return {"kind": "http", "url": url, "fields": {"count": number}}


def added(crm: PracticeServer, key: str, paper: Path) -> list[Json]:
    """The steps that add a contact, with every kind of field."""
    email = f"{key}@undo.test"
    return [
        open_page(crm.crm_url, "/contacts/new", id=f"open-{key}"),
        fill("Name", f"Contact {key}", id=f"name-{key}"),
        fill("Firm", "Undo Capital", id=f"firm-{key}"),
        fill("Email", email, id=f"email-{key}"),
        task(
            f"stage-{key}",
            {"do": "select", "options": ["Term sheet"]},
            "repeatable",
            target=by_role("combobox", "Stage"),
            done_when=[{"kind": "value", "equals": "Term sheet"}],
        ),
        task(
            f"vip-{key}",
            {"do": "check"},
            "repeatable",
            target=by_role("checkbox", "VIP"),
            done_when=[{"kind": "element", "state": "checked"}],
        ),
        task(
            f"file-{key}",
            {"do": "upload", "files": [str(paper)]},
            "repeatable",
            target={
                "label": "Attachment",
                "tag": "input",
                "locators": [{"by": "css", "css": "#contact-attachment"}],
            },
            done_when=[{"kind": "value", "equals": paper.name}],
        ),
        click(
            "Save",
            "once",
            id=f"save-{key}",
            done_when=[{"kind": "text", "contains": "Contact saved"}, counted(crm, email, "1")],
            compensation=f"delete-{key}",
        ),
    ]


def deletion(crm: PracticeServer, key: str) -> list[Json]:
    """What undoes it: the contact's own number is asked for, so that no other is deleted."""
    email = f"{key}@undo.test"
    address = f"{crm.crm_url}/api/contacts?email={email}"
    read = {"do": "request", "url": address, "into": {"number": "contacts.0.id"}}
    known = {"kind": "variable", "name": "number", "comparison": "set"}
    return [
        task(f"delete-{key}", read, "none", done_when=[known]),
        open_page(crm.crm_url, "/contacts/{{ number }}", id=f"page-{key}"),
        click(
            "Delete",
            "once",
            id=f"confirm-{key}",
            dialogs=[{"kind": "confirm"}],
            identity=[{"kind": "text", "contains": email}],
            done_when=[counted(crm, email, "0")],
        ),
    ]


def chained(nodes: list[Json]) -> list[Json]:
    return [{"from": a["id"], "to": b["id"]} for a, b in itertools.pairwise(nodes)]


def procedure(crm: PracticeServer, children: list[Json]) -> Sop:
    """Sign in, then all of the children or none, then an end; with what undoes them."""
    sign_in = [
        open_page(crm.crm_url, "/sign-in", id="open"),
        fill("Email", ACCOUNT.email, id="who"),
        task(
            "password",
            {"do": "fill", "value": "{{ secret:password }}"},
            "repeatable",
            target={
                "label": "Password",
                "input_type": "password",
                "locators": [{"by": "label", "text": "Password"}],
            },
        ),
        click("Sign in", "repeatable", id="sign-in", done_when=[{"kind": "url", "path": "/contacts"}]),
    ]
    group = {"id": "both", "type": "group", "label": "Both", "atomic": True, "children": children}
    nodes = [*sign_in, group]
    undoing = [deletion(crm, "a"), deletion(crm, "b")]
    built = sop(
        [*nodes],
        [crm.crm_url.removeprefix("http://")],
        {"number": {"type": "text", "output": True}, "password": {"secret": True}},
    )
    document = built.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    document["nodes"] += [node for chain in undoing for node in chain]
    document["edges"] += [*chained(children), *(edge for chain in undoing for edge in chained(chain))]
    return Sop.model_validate(document)


def both(crm: PracticeServer, folder: Path) -> list[Json]:
    paper = folder / "paper.txt"
    paper.write_text("of interest")
    last = open_page(crm.crm_url, "/contacts", id="last")
    return [*added(crm, "a", paper), *added(crm, "b", paper), last]


def undone(session: Session, verdict: str = "undone") -> list[str]:
    return [e.node for e in session.events if isinstance(e, Undone) and e.verdict == verdict]


@pytest.mark.sweep
async def test_the_procedure_holds_together_and_is_done(
    session: Session, crm: PracticeServer, tmp_path: Path
) -> None:
    wanted = procedure(crm, both(crm, tmp_path))
    assert [p for p in (*problems(wanted), *blocking(wanted)) if p.severity == "error"] == []
    session.begin(wanted)
    session.secrets = {"password": ACCOUNT.password}
    summary = await session.go_on()
    assert summary.error is None
    assert len(tables(crm)["contacts"]) == 130


@pytest.mark.parametrize("at", some_of(range(17), 15))
async def test_a_group_that_fails_at_any_step_leaves_the_database_as_it_was(
    session: Session, crm: PracticeServer, tmp_path: Path, at: int
) -> None:
    before = tables(crm)
    children = both(crm, tmp_path)
    children[at] = {**children[at], "before": NEVER}
    session.begin(procedure(crm, children))
    session.secrets = {"password": ACCOUNT.password}
    summary = await session.go_on()
    assert tables(crm) == before
    assert "This never stands there" in (summary.error or "")
    assert summary.outcome == ("stopped before effect" if at == 0 else "failed")
    saves = [f"save-{key}" for key, done in (("a", at > 7), ("b", at > 15)) if done]
    assert [node for node in undone(session) if node.startswith("save")] == saves[::-1]
    assert undone(session, "not undone") == []
    assert session.asked == []
    store = session.place.store
    assert verify(store.read(session.id), session.place.artefacts, store.head(session.id)).holds
    gated = {event.node for event in session.events if isinstance(event, Judged)}
    assert not saves or "confirm-a" in gated


CRASHES = [
    ("undo_begun", None),
    ("node_entered", "delete-b"),
    ("intended", "confirm-b"),
    ("acted", "confirm-b"),
    ("verified", "confirm-b"),
    ("node_left", "confirm-b"),
    ("undone", "save-b"),
    ("undone", "name-b"),
    ("acted", "confirm-a"),
    ("undo_ended", None),
]


@pytest.mark.parametrize(("kind", "node"), some_of(CRASHES, 5))
async def test_after_a_crash_in_the_middle_the_session_goes_on_with_undoing(
    session: Session, crm: PracticeServer, tmp_path: Path, kind: str, node: str | None
) -> None:
    before = tables(crm)
    children = both(crm, tmp_path)
    children[-1] = {**children[-1], "before": NEVER}
    session.begin(procedure(crm, children))
    session.secrets = {"password": ACCOUNT.password}
    began: list[Event] = []

    def crash(event: Event) -> bool:
        began.extend([event] if event.kind == "undo_begun" else [])
        return bool(began) and event.kind == kind and getattr(event, "node", None) in (node, "last")

    with pytest.raises(Crash):
        await session.go_on(crash)
    summary = await session.go_on()
    assert tables(crm) == before
    assert summary.outcome == "failed"
    assert "This never stands there" in (summary.error or "")
    assert {effect.node for effect in summary.undone} >= {"save-a", "save-b"}
    assert session.asked == []
    assert session.holds()


async def test_a_session_is_undone_and_what_stays_is_told(
    session: Session, crm: PracticeServer, tmp_path: Path
) -> None:
    before = tables(crm)
    order = [
        open_page(crm.crm_url, "/orders/new", id="order"),
        fill("Reference", "U-1", id="reference"),
        fill("Amount", "12.00", id="amount"),
        click("Submit order", "once", id="submit", done_when=[{"kind": "url", "path": "/orders"}]),
    ]
    session.begin(procedure(crm, [*both(crm, tmp_path), *order]))
    session.secrets = {"password": ACCOUNT.password}
    done = await session.go_on()
    assert done.outcome == "done, unverified"
    assert [effect.node for effect in done.cannot_be_undone] == ["submit"]
    want_undone(session.id, session.place, by="ana", why="it was a trial")
    summary = await session.go_on()
    after = tables(crm)
    assert after.pop("orders") != before.pop("orders")
    assert after == before
    assert summary.outcome == "needs reconciliation"
    assert [effect.node for effect in summary.not_undone if effect.effect == "once"] == ["submit"]
    assert "no step is named that undoes it" in summary.not_undone[0].how
    with pytest.raises(UsageError, match="was undone"):
        await session.go_on()


async def test_where_nothing_can_be_undone_it_is_refused_and_the_outcome_stays(
    session: Session, crm: PracticeServer
) -> None:
    """A session that was done needed reconciliation afterwards."""
    order = [
        open_page(crm.crm_url, "/orders/new", id="order"),
        fill("Reference", "U-2", id="reference"),
        fill("Amount", "12.00", id="amount"),
        click("Submit order", "once", id="submit", done_when=[{"kind": "url", "path": "/orders"}]),
    ]
    session.begin(procedure(crm, order))
    session.secrets = {"password": ACCOUNT.password}
    await session.go_on()
    before = list(session.place.store.read(session.id))
    for to in (None, "amount"):
        with pytest.raises(UsageError) as refused:
            want_undone(session.id, session.place, by="ana", to=to)
        assert refused.value.message == (
            f"Nothing that the session '{session.id}' did can be undone: Click the button 'Submit order'."
        )
    assert list(session.place.store.read(session.id)) == before


async def test_a_session_is_undone_back_to_a_step_and_goes_on_there(
    session: Session, crm: PracticeServer, tmp_path: Path
) -> None:
    children = both(crm, tmp_path)
    children[-1] = {**children[-1], "id": "stop", "before": NEVER}
    wanted = procedure(crm, children)
    loose = wanted.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    loose["nodes"][4]["atomic"] = False
    session.begin(Sop.model_validate(loose))
    session.secrets = {"password": ACCOUNT.password}
    failed = await session.go_on()
    assert failed.outcome == "failed"
    want_undone(session.id, session.place, by="ana", to="name-b")
    undone_to = await session.go_on()
    assert undone_to.outcome == "cancelled"
    emails = [row[3] for row in tables(crm)["contacts"]]
    assert ("a@undo.test" in emails, "b@undo.test" in emails) == (True, False)
    session.events.clear()
    again = await session.go_on()
    assert again.stopped_at == "stop"
    emails = [row[3] for row in tables(crm)["contacts"]]
    assert (emails.count("a@undo.test"), emails.count("b@undo.test")) == (1, 1)
    intended = [e.node for e in session.events if e.kind == "intended"]
    assert "save-b" in intended and "save-a" not in intended
    want_undone(session.id, session.place, by="ana")
    whole = await session.go_on()
    assert (whole.outcome, whole.suggestion) == ("cancelled", "Run the SOP again for a new session.")
