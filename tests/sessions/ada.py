"""A home with one session about Ada, whose data somebody wants erased."""

from __future__ import annotations

from pathlib import Path

import pytest

from handrail.journal.chain.artefacts import Artefacts
from handrail.journal.chain.signing import sign_heads
from handrail.journal.chain.store import JournalWriter
from handrail.journal.database.connecting import Database
from handrail.journal.database.journals import DatabaseStore
from handrail.journal.events.event import Event, ModelAsked, Pictured, SessionId
from handrail.journal.keeping.proof import prove
from handrail.sessions.audit.erasing import Findings, Wish, find_and_erase
from handrail.sessions.service.place import Place
from tests.journal.conftest import either
from tests.journal.stories import SESSION, answered, asked, done, ended, entered, proposed, started, variable

__all__ = ["either"]


@pytest.fixture(autouse=True)
def keys_in_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HANDRAIL_SECRET_STORE", "file")


class Home:
    """A home with one session, of Ada."""

    def __init__(self, database: Database, home: Path, name: SessionId = SESSION) -> None:
        self.database = database
        self.place = Place(home, DatabaseStore(database), Artefacts(home / "artefacts"))
        self.session = name

    def fill(self, *more: Event, outcome: str | None = "done") -> None:
        put = self.place.artefacts.put
        self.picture = put(b"a picture of Ada", ".png")
        self.prompt = put(b"Is 'Ada Lovelace' there?", ".txt")
        self.table = put(b'[{"name": "Ada Lovelace"}]', ".json")
        events: list[Event] = [
            started(
                sop=put(b"{}", ".sop.json"),
                rows=self.table,
                inputs={"name": "Ada Lovelace", "born": 18151210, "city": "London"},
                user="ada lovelace",
            ),
            entered("save", "Add Ada Lovelace's card"),
            proposed("save", action="type “ada lovelace” into Name"),
            variable("save", "found", [{"who": "ADA LOVELACE", "url": "/people/Ada%20Lovelace?x=1"}]),
            ModelAsked(
                kind="model_asked",
                node="save",
                question="q",
                purpose="decide",
                model="m",
                prompt="p",
                prompt_hash="h",
                text=self.prompt,
            ),
            Pictured(kind="pictured", node="save", moment="after", picture=self.picture),
            asked("save"),
            answered("save"),
            *done("open"),
            *more,
        ]
        if outcome is not None:
            events.append(ended(outcome))  # type: ignore[arg-type]
        JournalWriter(self.place.store, self.session).write(*events, durable=True)
        (self.place.make_folder(self.session) / "list.csv").write_text("name\nAda Lovelace\n")
        (self.place.make_folder(self.session) / "other.csv").write_text("name\nGrace\n")

    def erase(self, *values: str, **wish: bool) -> tuple[Findings, ...]:
        only_tell = wish.pop("only_tell", False)
        return find_and_erase(
            self.database,
            self.place,
            Wish(values or ("Ada Lovelace", "18151210"), **wish),
            by="ana",
            why="she asked us to (art. 17)",
            only_tell=only_tell,
        )

    def findings(self) -> list[str]:
        proof = prove(self.place.store, self.place.artefacts, self.place.home)
        return [f"{one.chain} {one.kind}: {one.message}" for one in proof.findings]

    def bodies(self) -> str:
        return "\n".join(entry.body for entry in self.place.store.read(self.session))


@pytest.fixture
def home(either: Database, tmp_path: Path) -> Home:
    made = Home(either, tmp_path / "home")
    made.fill()
    sign_heads(made.place.store, made.place.home, [SESSION])
    return made
