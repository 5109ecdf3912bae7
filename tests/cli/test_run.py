"""`handrail run` as a person meets it: exit codes, one clear message, results that can be used again."""

from __future__ import annotations

import contextlib
import csv
import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from handrail.cli.running import before_again
from handrail.journal.views.summary import OnceEffect, Summary
from handrail.sessions.service.opening import open_service
from handrail.sop.document import Sop
from handrail.sop.format import save
from tests.app import Answer, App, Received, redirect
from tests.builders import click, fill, open_page, sop
from tests.cli import command

HANDRAIL = str(Path(sys.executable).with_name("handrail"))
FORM = """<title>New</title><form method=post action=/save><label>Name <input name=name></label>
<label>Amount <input name=amount></label><button>Save</button></form>"""


def saved(request: Received) -> Answer:
    return Answer("refused", 409) if request.form["name"] == "Bad" else redirect("/list")


def app() -> App:
    return App({"/": FORM, "/save": saved, "/list": "<h1>List</h1><p>Saved</p>"})


def procedure(served: App) -> Sop:
    return sop(
        [
            open_page(served.url),
            fill("Name", "{{ name }}"),
            fill("Amount", "{{ amount }}"),
            click("Save", "once", done_when=[{"kind": "text", "contains": "Saved"}]),
        ],
        [served.host],
        {"name": {"example": "Ana"}, "amount": {"type": "number", "default": "1"}},
    )


def handrail(folder: Path, *arguments: str, **environment: str) -> command.Ran:
    done = command.handrail(*arguments, folder=folder, home=folder / "home", environment=environment)
    assert "Traceback" not in done.stderr
    return done


def test_a_run_gives_its_summary_as_one_document_and_exit_0(tmp_path: Path) -> None:
    with app() as served:
        save(tmp_path / "x.sop.json", procedure(served))
        done = handrail(tmp_path, "run", "x.sop.json", "-v", "name=Ana", "--json")
        assert served.posts("/save") == [{"name": "Ana", "amount": "1"}]
    assert done.returncode == 0, done.stderr
    summary = json.loads(done.stdout)
    assert summary["outcome"] == "done"
    verified = handrail(tmp_path, "session", "verify", summary["session"])
    assert verified.returncode == 0


def test_failed_rows_can_be_run_again(tmp_path: Path) -> None:
    (tmp_path / "rows.csv").write_text("name,amount\nAna,1\nBad,2\nZoë,3\n", encoding="utf-8")
    with app() as served:
        save(tmp_path / "x.sop.json", procedure(served))
        done = handrail(
            tmp_path, "run", "x.sop.json", "--data", "rows.csv", "--failed-rows", "again.csv",
            "--verify-timeout", "1", "--json",
        )  # fmt: skip
        assert [post["name"] for post in served.posts("/save")] == ["Ana", "Bad", "Zoë"]
    assert done.returncode == 1
    document = json.loads(done.stdout)
    assert [row["outcome"] for row in document["rows"]] == ["done", "needs reconciliation", "done"]
    with (tmp_path / "again.csv").open(encoding="utf-8-sig", newline="") as file:
        assert list(csv.DictReader(file)) == [{"name": "Bad", "amount": "2"}]
    assert document["look_first"] == [2]
    assert "row 2 has done something in the app, or may have" in done.stderr
    # What stopped a row stands in the table of results, too.
    assert done.stderr.rpartition("row   2  needs reconciliation")[2].count("did not come true") == 1
    stands = handrail(tmp_path, "session", "status", document["batch"])
    assert "\nneeds reconciliation · 2 of 3 rows done" in stands.stderr
    reported = handrail(tmp_path, "session", "report", document["batch"], "-o", "report.html")
    assert reported.returncode == 0 and ">Zoë<" in (tmp_path / "report.html").read_text(encoding="utf-8")
    # The table and each row were worked on under a lease, so that other terminals see them, and nobody else
    # takes them up.
    with contextlib.closing(open_service(tmp_path / "home")) as service:
        states = {line.session: line.state for line in service.work.lines()}
        sessions = (document["batch"], *(row["session"] for row in document["rows"]))
        assert states == dict.fromkeys(sessions, "ended")


@pytest.mark.parametrize("did", [0, 1])
def test_a_row_that_waits_and_did_nothing_is_not_said_to_have_done_something(did: int) -> None:
    effects = (OnceEffect(node="save", label="Save", action="Click 'Save'"),) * did
    facts: Any = {"outcome": "waiting", "row": 4, "session": "s-4", "once_done": effects, "in_doubt": ()}
    told = " ".join(before_again(Summary.model_construct(**facts)))
    assert told.startswith(
        "row 4 has done something" if did else "row 4 waits for an answer, and has done no"
    )
    assert told.endswith("handrail session resume s-4")


@pytest.mark.parametrize(
    ("table", "says"),
    [
        ("name,amount,colour\nAna,1,red\n", "no variable for the column 'colour'"),
        ("amount\n1\n", "no column for the variable 'name'"),
        ("name,amount\nAna,many\n", "line 2: 'amount' should be a number, but is 'many'"),
        ("name,amount\nAna\n", "line 2: The row has 1 cell under 2 columns"),
        ("name,amount\n", "has no rows"),
        ("name,name\nA,B\n", "Every column needs its own name"),
    ],
)
def test_a_table_that_does_not_fit_is_told_before_anything_is_opened(
    tmp_path: Path, table: str, says: str
) -> None:
    (tmp_path / "rows.csv").write_text(table, encoding="utf-8")
    with app() as served:
        save(tmp_path / "x.sop.json", procedure(served))
        done = handrail(tmp_path, "run", "x.sop.json", "--data", "rows.csv")
        assert served.received == []
    assert done.returncode == 2
    assert says in done.stderr
    assert "rows.csv" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        ((), 2, "variable 'name' is not given, for example Ana"),
        (("-v", "name"), 2, "not of the form name=value"),
        (("-v", "nam=Ana"), 2, "no variable 'nam'"),
        (("-v", "name=Ana", "-v", "amount=lots"), 2, "should be a number"),
        (("--data", "nowhere.csv"), 2, "no such file"),
        (("--data", "x.sop.json"), 2, ".csv, .xlsx, .jsonl"),
        (("--find-timeout", "soon"), 2, "find-timeout"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_2(
    tmp_path: Path, arguments: tuple[str, ...], code: int, says: str
) -> None:
    with app() as served:
        save(tmp_path / "x.sop.json", procedure(served))
        done = handrail(tmp_path, "run", "x.sop.json", *arguments)
        assert served.received == []
    assert done.returncode == code
    assert says in done.stderr


def test_a_secret_is_not_taken_from_the_command_line(tmp_path: Path) -> None:
    with app() as served:
        wanted = sop(
            [open_page(served.url), fill("Name", "{{ token }}")], [served.host], {"token": {"secret": True}}
        )
        save(tmp_path / "x.sop.json", wanted)
        given = handrail(tmp_path, "run", "x.sop.json", "-v", "token=abcd")
        absent = handrail(tmp_path, "run", "x.sop.json")
        known = handrail(tmp_path, "run", "x.sop.json", HANDRAIL_SECRET_TOKEN="abcd-efgh")
    assert given.returncode == 2 and "HANDRAIL_SECRET_TOKEN" in given.stderr
    assert absent.returncode == 4 and "HANDRAIL_SECRET_TOKEN" in absent.stderr
    assert known.returncode == 0 and "abcd-efgh" not in known.stderr + known.stdout


def test_an_app_that_does_not_run_is_said_in_words(tmp_path: Path) -> None:
    with app() as served:
        pass
    soon = {**open_page(served.url), "retry": {"seconds": 0.05}}
    save(tmp_path / "x.sop.json", sop([soon, fill("Name", "Ana")], [served.host]))
    done = handrail(tmp_path, "run", "x.sop.json")
    assert done.returncode == 1
    assert "could not be reached: nothing answers there" in done.stderr
    assert "stopped before effect" in done.stderr


def test_a_host_outside_the_domains_is_exit_3(tmp_path: Path) -> None:
    with app() as served, app() as other:
        wanted = sop([open_page(served.url), fill("Name", "x")], [served.host, other.host])
        leaving = wanted.model_copy(
            update={"environment": wanted.environment.model_copy(update={"domains": (other.host,)})}
        )
        save(tmp_path / "x.sop.json", leaving)
        checked = handrail(tmp_path, "run", "x.sop.json")
    assert checked.returncode in {2, 3}
    assert served.host in checked.stderr


def test_no_browser_is_exit_6_with_the_mend(tmp_path: Path) -> None:
    with app() as served:
        save(tmp_path / "x.sop.json", procedure(served))
        done = handrail(tmp_path, "run", "x.sop.json", "-v", "name=Ana", HANDRAIL_BROWSER="/nowhere/chromium")
    assert done.returncode == 6
    assert "/nowhere/chromium" in done.stderr


def test_a_newer_sop_is_refused_with_the_mend(tmp_path: Path) -> None:
    with app() as served:
        path = tmp_path / "x.sop.json"
        save(path, procedure(served))
        path.write_text(path.read_text().replace('"schema_version": 1', '"schema_version": 99'))
        done = handrail(tmp_path, "run", "x.sop.json", "-v", "name=Ana")
    assert done.returncode == 2
    assert "newer Handrail" in done.stderr


@pytest.mark.sweep
def test_ctrl_c_stops_between_two_actions_and_the_journal_tells_it(tmp_path: Path) -> None:
    with app() as served:
        wanted = sop([open_page(served.url), click("Never there")], [served.host])
        save(tmp_path / "x.sop.json", wanted)
        process = subprocess.Popen(
            [HANDRAIL, "run", "x.sop.json", "--find-timeout", "60", "--json"],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "HANDRAIL_HOME": str(tmp_path / "home")},
        )
        assert process.stderr is not None
        while "✓" not in (line := process.stderr.readline()):
            assert line, "the run ended before its first step"
        process.send_signal(signal.SIGINT)
        stdout, _ = process.communicate()
    assert process.returncode == 5
    summary = json.loads(stdout)
    assert summary["outcome"] == "cancelled"
    assert handrail(tmp_path, "session", "verify", summary["session"]).returncode == 0


SAVING = """<title>Orders</title><h1>Orders</h1>
<form method=post action=/save><button>Place order</button></form>"""


def test_a_stop_waits_for_the_proof_of_an_effect_and_a_second_one_does_not(tmp_path: Path) -> None:
    asked, answered = threading.Event(), threading.Event()

    def saved(_: Received) -> str:
        asked.set()
        answered.wait(20)
        return "<title>Saved</title><h1>Saved</h1>"

    with App({"/": SAVING, "/save": saved, "/next": "<title>Next</title>"}) as served:
        placed = click("Place order", "once", done_when=[{"kind": "text", "contains": "Saved"}])
        following = open_page(served.url, "/next", id="next")
        save(tmp_path / "x.sop.json", sop([open_page(served.url), placed, following], [served.host]))
        outcomes = []
        for times in (1, 2):
            asked.clear()
            answered.clear()
            process = subprocess.Popen(
                [HANDRAIL, "run", "x.sop.json"],
                cwd=tmp_path,
                stderr=subprocess.PIPE,
                text=True,
                env={**os.environ, "HANDRAIL_HOME": str(tmp_path / "home")},
                # Whoever runs the tests in the background may have the key ignored.
                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
            )
            assert asked.wait(30) and process.stderr is not None
            process.send_signal(signal.SIGINT)
            while "stopping after this action" not in (line := process.stderr.readline()):
                assert line, "the run ended without a word"
            if times == 2:
                process.send_signal(signal.SIGINT)
                process.wait(15)
            answered.set()
            _, told = process.communicate(timeout=30)
            assert ("'click-place-order' may have been done" in told) == (times == 2)
            status = handrail(tmp_path, "session", "status", "last", "--json")
            outcomes.append((process.returncode, json.loads(status.stdout)["outcome"]))
    assert outcomes == [(5, "cancelled"), (130, "needs reconciliation")]


@pytest.mark.sweep
def test_two_commands_share_one_home(tmp_path: Path) -> None:
    with app() as served:
        save(tmp_path / "x.sop.json", procedure(served))
        running = [
            subprocess.Popen(
                [HANDRAIL, "run", "x.sop.json", "-v", f"name=P{number}", "--json"],
                cwd=tmp_path,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                env={**os.environ, "HANDRAIL_HOME": str(tmp_path / "home")},
            )
            for number in range(2)
        ]
        documents = [json.loads(process.communicate()[0]) for process in running]
    assert [document["outcome"] for document in documents] == ["done", "done"]
    for document in documents:
        assert handrail(tmp_path, "session", "verify", document["session"]).returncode == 0
