"""`handrail serve` as people run it: a process of its own with a home of its own, asked over HTTP."""

from __future__ import annotations

import re
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from handrail.console.tokens import Tokens
from handrail.sessions.service.users import Role
from handrail.sop.format import save
from tests.app import App, Received
from tests.builders import click, fill, open_page, sop
from tests.cli.command import Begun

FORM = """<title>New</title><form method=post action=/save><label>Name <input name=name></label>
<button>Save</button></form>"""


class Served:
    """A running server, its home, and the app that its SOP works on."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.let_go = threading.Event()
        self.let_go.set()
        self.came = threading.Event()
        self.crm = App({"/": self.form, "/save": "<p>Saved</p>"})
        self.url = ""
        self.process: Begun | None = None
        self.said: list[str] = []
        """What it says on stderr, line by line."""

    def form(self, _: Received) -> str:
        """The app's page, once it may come."""
        self.came.set()
        self.let_go.wait(120)
        return FORM

    def put_sop(self) -> None:
        """An SOP that fills the form; it asks a person before it saves."""
        person = {"id": "look", "type": "human", "label": "Look", "request": "Is it right?"}
        saving = click("Save", "once", done_when=[{"kind": "text", "contains": "Saved"}])
        steps = [open_page(self.crm.url), fill("Name", "{{ name }}")]
        for name, nodes in (("plain", [*steps, saving]), ("asking", [*steps, person, saving])):
            document = sop(nodes, [self.crm.host], {"name": {}}, meta={"id": name, "title": name})
            (self.home / "sops").mkdir(parents=True, exist_ok=True)
            save(self.home / "sops" / f"{name}.sop.json", document)

    def start(self, *options: str) -> None:
        self.process = Begun("serve", "--port", "0", *options, home=self.home)
        for line in self.process.stderr:
            self.said.append(line)
            if found := re.search(r"serving on (http://\S+)", line):
                self.url = found[1]
                break
        assert self.url, self.said
        # Somebody must read what it says, or it would stand still when the pipe is full.
        self._reader = threading.Thread(target=self.said.extend, args=(self.process.stderr,), daemon=True)
        self._reader.start()

    def client(self, *roles: Role, user: str = "") -> httpx.Client:
        """A client with a new token of these roles; the administrator's without any."""
        tokens = Tokens(self.home)
        token = tokens.add(user or f"user-{len(tokens.lines())}", roles) if roles else tokens.first()
        headers = {"Authorization": f"Bearer {token}"}
        return httpx.Client(base_url=self.url, headers=headers, timeout=60)

    def end(self) -> int:
        """As `kill` ends it; its exit code."""
        assert self.process is not None
        self.let_go.set()
        self.process.send(signal.SIGTERM)
        came_to = self.process.wait(120)
        self._reader.join(120)
        return came_to

    def kill(self) -> None:
        self.let_go.set()
        if self.process is not None:
            self.process.kill()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """A server with a worker."""
    made = Served(tmp_path / "home")
    with made.crm:
        made.put_sop()
        made.start()
        yield made
        made.kill()


@pytest.fixture(scope="module")
def idle(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server without a worker, which the tests of a module share: sessions stay as they are queued."""
    made = Served(tmp_path_factory.mktemp("idle") / "home")
    with made.crm:
        made.put_sop()
        made.start("--at-once", "0")
        yield made
        made.kill()
