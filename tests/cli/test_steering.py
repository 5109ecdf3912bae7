"""Sessions from the terminal: queued, seen, steered and run by a worker; templates and tokens by name."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from handrail.sop.format import save
from tests.app import App
from tests.builders import click, fill, open_page, sop

from .command import Ran, handrail

FORM = """<title>New</title><form method=post action=/save><label>Name <input name=name></label>
<button>Save</button></form>"""


@pytest.fixture
def crm(tmp_path: Path) -> Iterator[App]:
    with App({"/": FORM, "/save": "<p>Saved</p>"}) as app:
        saving = click("Save", "once", done_when=[{"kind": "text", "contains": "Saved"}])
        person = {"id": "look", "type": "human", "label": "Look", "request": "Is it right?"}
        steps = [open_page(app.url), fill("Name", "{{ name }}")]
        for name, nodes in (("plain", [*steps, saving]), ("asking", [*steps, person, saving])):
            save(tmp_path / f"{name}.sop.json", sop(nodes, [app.host], {"name": {}}))
        yield app


class Terminal:
    """Commands in one home."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, *arguments: str) -> Ran:
        ran = handrail(*arguments, home=self.folder / "home")
        assert "Traceback" not in ran.stderr
        return ran

    def json(self, *arguments: str) -> Any:
        ran = self(*arguments, "--json")
        assert ran.returncode == 0, ran.stderr
        return json.loads(ran.stdout)

    def start(self, name: str, *more: str) -> str:
        path = str(self.folder / f"{name}.sop.json")
        return str(self.json("session", "start", path, "-v", "name=Zoë", *more)["session"])


@pytest.fixture
def run(tmp_path: Path) -> Terminal:
    return Terminal(tmp_path)


def test_a_session_is_queued_seen_and_run_by_a_worker(run: Terminal, crm: App) -> None:
    session = run.start("plain")
    assert "queued" in run("session", "list").stdout
    queued = run.json("session", "status", session)
    assert (queued["state"], queued["outcome"], queued["interrupted"]) == ("queued", None, False)
    told = run("session", "status", session).stderr
    assert "a worker begins it when its turn comes" in told
    assert "stopped" not in told and "killed" not in told
    run("session", "hand-off", session, "--worker", "east", "--why", "It is near.")
    stands = run.json("session", "status", session)
    assert (stands["handed_to_worker"], stands["handed_why"]) == ("east", "It is near.")
    assert "the worker 'east', and no other, begins it" in run("session", "status", session).stderr
    assert run.json("worker", "--name", "east", "--drain")["sessions"] == [session]
    status = run.json("session", "status", "last")
    assert (status["outcome"], status["state"]) == ("done", "ended")
    assert crm.posts("/save") == [{"name": "Zoë"}]
    assert run("session", "verify", session).returncode == 0


def test_a_question_is_answered_from_another_terminal(run: Terminal, crm: App) -> None:
    session = run.start("asking")
    run("worker", "--drain")
    status = run("session", "status", session)
    assert "Is it right?" in status.stderr
    assert run.json("session", "status", session)["outcome"] == "waiting"
    wrong = run("session", "answer", session, "--allow")
    assert wrong.returncode == 2
    assert "It may be: answer, deny" in wrong.stderr
    assert run.json("session", "answer", session, "--text", "Yes.")["state"] == "queued"
    run("worker", "--drain")
    assert run.json("session", "status", session)["outcome"] == "done"
    assert len(crm.posts("/save")) == 1


def test_a_session_is_paused_resumed_handed_over_and_stopped(run: Terminal, crm: App) -> None:
    session = run.start("plain", "--priority", "3")
    assert run.json("session", "pause", session)["state"] == "paused"
    assert "paused" in run("session", "list").stdout
    assert run.json("session", "resume", session, "--queue")["state"] == "queued"
    handed = run.json("session", "hand-off", session, "--to", "ben", "--why", "I am away.")
    assert handed["state"] == "queued"
    stands = run.json("session", "status", session)
    assert (stands["owner"], bool(stands["handed_by"]), stands["handed_why"]) == ("ben", True, "I am away.")
    assert run.json("session", "stop", session, "--why", "Not needed.")["state"] == "ended"
    status = run.json("session", "status", session)
    assert (status["outcome"], status["error"]) == ("cancelled", "Not needed.")
    assert run("session", "pause", session).returncode == 2
    assert crm.received == []


@pytest.mark.sweep
def test_a_question_of_a_foreground_run_is_answered_later(run: Terminal, crm: App, tmp_path: Path) -> None:
    waiting = run("run", str(tmp_path / "asking.sop.json"), "-v", "name=Zoë")
    assert waiting.returncode == 4
    assert run.json("session", "answer", "last", "--text", "Yes.")["state"] == "queued"
    assert run.json("session", "resume", "last")["outcome"] == "done"
    assert len(crm.posts("/save")) == 1


@pytest.mark.sweep
def test_a_run_in_the_foreground_is_paused_from_another_terminal(
    run: Terminal, crm: App, tmp_path: Path
) -> None:
    code = "from handrail.cli import main; main()"
    path = str(tmp_path / "asking.sop.json")
    process = subprocess.Popen(
        [sys.executable, "-c", code, "run", path, "-v", "name=Zoë"],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env={**os.environ, "HANDRAIL_HOME": str(tmp_path / "home")},
    )
    assert process.stderr is not None
    assert process.stdin is not None
    assert any("Is it right?" in line for line in process.stderr)
    assert run.json("session", "status", "last")["running"] is True
    assert run.json("session", "pause", "last")["state"] == "held"
    assert any("Paused by" in line for line in process.stderr)
    process.communicate()
    assert process.returncode == 4
    assert run.json("session", "status", "last")["state"] == "paused"


def test_a_table_is_a_session_with_a_session_for_each_row(run: Terminal, crm: App, tmp_path: Path) -> None:
    (tmp_path / "rows.csv").write_text("name\nAna\nZoë\n", encoding="utf-8")
    path, table = str(tmp_path / "plain.sop.json"), str(tmp_path / "rows.csv")
    batch = run.json("session", "start", path, "--data", table)["session"]
    run("worker", "--drain")
    assert run.json("session", "status", batch)["outcome"] == "done"
    assert crm.posts("/save") == [{"name": "Ana"}, {"name": "Zoë"}]
    assert [line["row"] for line in run.json("session", "list", "--batch", batch)] == [1, 2]


def test_a_table_whose_rows_all_wait_is_listed_as_waiting(run: Terminal, crm: App, tmp_path: Path) -> None:
    (tmp_path / "rows.csv").write_text("name\nAna\n", encoding="utf-8")
    path, table = str(tmp_path / "asking.sop.json"), str(tmp_path / "rows.csv")
    batch = run.json("session", "start", path, "--data", table)["session"]
    run("worker", "--drain")
    row, whole = run("session", "list").stdout.splitlines()
    assert whole.startswith(f"{batch}  ") and "Z  waiting  " in whole
    assert row.index("Z  waiting") == whole.index("Z  waiting")
    assert "the newest 1. --limit 10 lists more" in run("session", "list", "--limit", "1").stderr
    question, where = run("approvals", "list").stdout.splitlines()
    assert "Is it right?" in question and f"session {batch}-0001" in where


def test_a_template_is_saved_listed_started_and_removed(run: Terminal, crm: App, tmp_path: Path) -> None:
    path = str(tmp_path / "plain.sop.json")
    cron = ("--cron", "0 9 * * 1-5", "--timezone", "Europe/Berlin")
    assert run("template", "save", "daily", path, "-v", "name=Ana", *cron).returncode == 0
    (line,) = run.json("template", "list")
    assert line["template"]["schedules"][0]["timezone"] == "Europe/Berlin"
    limits = ("--autonomy", "explore", "--no-models", "--take-over-timeout", "60")
    saved = run.json("template", "save", "careful", path, "-v", "name=Ana", *limits)["settings"]
    assert (saved["autonomy"], saved["models"], saved["take_over_seconds"]) == ("explore", False, 60)
    run.json("template", "remove", "careful")
    run.json("template", "start", "daily", "-v", "name=Zoë")
    run("worker", "--drain")
    assert crm.posts("/save") == [{"name": "Zoë"}]
    again = run("template", "save", "daily", path)
    assert "it replaces what was saved before, whose schedule (0 9 * * 1-5) is over" in again.stderr
    assert run("template", "remove", "daily").returncode == 0
    assert run("template", "start", "daily").returncode == 2
    without = run("template", "save", "other", path, "--scheduled")
    assert "no cron trigger" in without.stderr


def test_tokens_are_given_told_once_and_taken_back(run: Terminal) -> None:
    token = run.json("token", "add", "ana", "--role", "operator", "--role", "approver")["token"]
    assert token not in (run.folder / "home" / "tokens.json").read_text()
    (line,) = run.json("token", "list")
    assert (line["user"], line["roles"], line["scope"]) == ("ana", ["operator", "approver"], None)
    assert run("token", "add", "ana", "--role", "viewer").returncode == 2
    assert run("token", "remove", "ana").returncode == 0
    assert run.json("token", "list") == []
