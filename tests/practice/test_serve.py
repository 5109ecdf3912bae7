"""What a test or a demo relies on when it serves the practice apps."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from handrail_practice import crm, webmail
from handrail_practice.drift import UnknownVariant
from handrail_practice.serve import PracticeServer
from tests.practice.visitor import Visitor


def contents(database: Path) -> list[str]:
    """Every row but the sessions."""
    with closing(sqlite3.connect(database)) as db:
        return [line for line in db.iterdump() if 'INTO "sessions"' not in line]


def test_its_addresses_answer_while_it_lasts_and_no_longer(tmp_path: Path) -> None:
    with PracticeServer(tmp_path) as server:
        for url in (server.crm_url, server.webmail_url):
            assert httpx.get(url, follow_redirects=True).status_code == 200
    with pytest.raises(httpx.ConnectError):
        httpx.get(server.crm_url)


def test_one_app_can_be_served_alone(tmp_path: Path) -> None:
    with PracticeServer(tmp_path, apps=["crm"]) as server:
        assert httpx.get(server.crm_url, follow_redirects=True).status_code == 200
    assert not server.webmail_database.exists()


@pytest.mark.sweep
def test_what_was_kept_is_still_there_after_a_restart(tmp_path: Path) -> None:
    for count in ("3", "4"):
        with PracticeServer(tmp_path, apps=["crm"]) as server, Visitor(server.crm_url) as ana:
            ana.sign_in(crm.ACCOUNT)
            assert ana.json("/api/orders")["count"] == int(count)
            ana.submit("/orders", reference="PO-2026-004", amount="10")


def test_seeding_yields_the_same_data_every_time(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    crm.create_app(first)
    crm.create_app(second)
    with closing(sqlite3.connect(second)) as db, db:
        db.execute("DELETE FROM contacts WHERE id > 100")
        db.execute("INSERT INTO orders (reference, amount, at) VALUES ('x', '1', 'now')")
    crm.seed(second)
    assert contents(first) == contents(second)


def test_a_reset_leaves_those_signed_in_signed_in(practice: PracticeServer, postbox: Visitor) -> None:
    before = contents(practice.webmail_database)
    postbox.submit("/mail/44/folder", folder="archive")
    assert contents(practice.webmail_database) != before
    practice.reset()
    assert contents(practice.webmail_database) == before
    assert "Inbox" in postbox.see("/inbox")


@pytest.mark.sweep
def test_many_visitors_and_another_reader_at_once(practice: PracticeServer, rolodesk: Visitor) -> None:
    def submit(number: int) -> None:
        assert rolodesk.submit("/orders", reference=f"many-{number}", amount="1").status_code == 200
        with closing(sqlite3.connect(practice.crm_database)) as db:
            db.execute("SELECT count(*) FROM orders").fetchone()

    with ThreadPoolExecutor(8) as visitors:
        list(visitors.map(submit, range(40)))
    assert rolodesk.json("/api/orders")["count"] == 3 + 40


def test_a_drift_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownVariant, match="renamed-labels"):
        webmail.create_app(tmp_path / "mail", drift=frozenset({"renamed-lables"}))


def test_the_command_prints_the_addresses_and_ends_when_interrupted(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "handrail_practice", "--dir", str(tmp_path)]
    with subprocess.Popen(
        [*command, "--crm-port", "0", "--mail-port", "0"], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        said = [process.stdout.readline() for _ in range(3)]
        process.send_signal(signal.SIGTERM if os.name == "nt" else signal.SIGINT)
        assert process.wait(timeout=120) == 0
    assert "http://127.0.0.1:" in said[0] and "ana@practice.test / practice-crm" in said[0]
    assert "http://127.0.0.1:" in said[1] and "ana@practice.test / practice-mail" in said[1]
