"""`handrail audit` and `handrail signin` as people run them."""

from __future__ import annotations

import getpass
import json
import sqlite3
from contextlib import closing
from pathlib import Path

from handrail.sop.format import save
from tests.app import App
from tests.builders import open_page, sop
from tests.cli.command import handrail

KEYED = {"HANDRAIL_SECRET_STORE": "file"}


def a_session(folder: Path, home: Path) -> str:
    """The id of one that was run there."""
    with App({"/": "<title>A</title>"}) as app:
        save(folder / "x.sop.json", sop([open_page(app.url)], [app.host]))
        ran = handrail("run", str(folder / "x.sop.json"), "--json", home=home, environment=KEYED)
    return str(json.loads(ran.stdout)["session"])


def test_a_run_is_signed_proven_exported_held_and_forgery_is_found(tmp_path: Path) -> None:
    home = tmp_path / "home"
    session = a_session(tmp_path, home)
    strict = handrail("audit", "verify", "--all", "--strict", "--json", home=home, environment=KEYED)
    told = json.loads(strict.stdout)
    assert strict.returncode == 0, strict.stdout + strict.stderr
    assert told["whole"] and told["checkpoints"] == 1
    assert [chain["unsigned"] for chain in told["chains"] if chain["chain"] == session] == [0]

    out = tmp_path / "x.zip"
    exported = handrail("audit", "export", session, "-o", str(out), home=home, environment=KEYED)
    assert exported.returncode == 0 and out.stat().st_mode & 0o077 == 0
    assert "does not hold" not in exported.stderr

    held = handrail("audit", "hold", "add", "--session", session, "--why", "case 7", home=home)
    assert held.returncode == 0, held.stderr
    mistyped = handrail("audit", "hold", "add", "--sop", "nosuch", "--why", "case 7", home=home)
    assert mistyped.returncode == 0 and "no session of 'nosuch' is kept so far" in mistyped.stderr
    pruned = handrail("session", "prune", "--keep", "0", "--json", home=home, environment=KEYED)
    assert json.loads(pruned.stdout) | {"freed": 0} == {
        "pruned": True,
        "sessions": [],
        "freed": 0,
        "young": 0,
        "open": 0,
        "held": [session],
        "damaged": [],
    }
    with closing(sqlite3.connect(home / "handrail.db")) as connection:
        connection.executescript("DROP TRIGGER journal_no_update")
        connection.execute("UPDATE journal SET at = '2026-01-01T00:00:00.000000Z' WHERE kind = 'acted'")
        connection.commit()
    broken = handrail("audit", "verify", session, home=home, environment=KEYED)
    assert broken.returncode == 1
    assert "was changed" in broken.stdout and "this does not hold" in broken.stdout
    evidence = handrail(
        "audit", "export", session, "-o", str(tmp_path / "y.zip"), home=home, environment=KEYED
    )
    assert evidence.returncode == 0 and f"{session} does not hold" in evidence.stderr
    assert handrail("audit", "verify", home=home).returncode == 2
    (tmp_path / "ev.zip").touch()
    bundle = handrail("audit", "verify", str(tmp_path / "ev.zip"), home=home)
    assert bundle.returncode == 2
    assert "python verify.py --key FINGERPRINT" in bundle.stderr


def test_an_end_that_was_cut_off_is_found_by_what_was_signed(tmp_path: Path) -> None:
    home = tmp_path / "home"
    session = a_session(tmp_path, home)
    assert handrail("session", "verify", session, home=home, environment=KEYED).returncode == 0
    of_it = f"FROM journal WHERE session = '{session}'"
    with closing(sqlite3.connect(home / "handrail.db")) as connection:
        for (trigger,) in connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall():
            connection.execute(f"DROP TRIGGER {trigger}")
        connection.execute(f"DELETE {of_it} AND seq > (SELECT max(seq) - 2 {of_it})")
        last = f"SELECT seq, hash {of_it} ORDER BY seq DESC LIMIT 1"
        connection.execute(f"UPDATE session SET (seq, hash) = ({last}) WHERE id = ?", (session,))
        connection.commit()
    cut = handrail("session", "verify", session, home=home, environment=KEYED)
    assert cut.returncode == 1 and "was signed" in cut.stdout and "is not there" in cut.stdout


def test_a_session_that_was_given_to_somebody_else_by_editing_the_database_is_found(tmp_path: Path) -> None:
    home = tmp_path / "home"
    session = a_session(tmp_path, home)
    for verify in (["audit", "verify", "--all"], ["session", "verify", session]):
        assert handrail(*verify, home=home, environment=KEYED).returncode == 0
    with closing(sqlite3.connect(home / "handrail.db")) as connection:
        connection.execute("UPDATE work SET owner_user = 'eve'")
        connection.execute("UPDATE session SET batch = 'another' WHERE id = ?", [session])
        connection.commit()
    for verify in (["audit", "verify", "--all"], ["session", "verify", session]):
        told = handrail(*verify, home=home, environment=KEYED)
        assert told.returncode == 1 and "listed as" in told.stdout, told.stdout + told.stderr


def test_saved_sign_ins_are_listed_and_removed(tmp_path: Path) -> None:
    (tmp_path / "sign-ins").mkdir()
    (tmp_path / "sign-ins" / "crm.json").write_text('{"cookies": [], "origins": []}')
    out = tmp_path / "state.json"
    handrail("signin", "export", "crm", "-o", str(out), home=tmp_path, environment=KEYED)
    assert json.loads(out.read_text()) == {"cookies": [], "origins": []}
    listed = handrail("signin", "list", "--json", home=tmp_path, environment=KEYED)
    (line,) = json.loads(listed.stdout)
    assert (line["name"], line["encrypted"], line["expired"]) == ("crm", True, False)
    assert (line["owner"], line["shared_with"], line["everyone"]) == (getpass.getuser(), [], False)
    shared = handrail("signin", "share", "crm", "--with", "ben", home=tmp_path, environment=KEYED)
    assert shared.returncode == 0 and shared.stdout == f"'crm' is for {getpass.getuser()}, ben.\n"
    unsaid = handrail("signin", "share", "crm", home=tmp_path, environment=KEYED)
    assert unsaid.returncode == 2 and "--nobody" in unsaid.stderr
    assert handrail("signin", "remove", "crm", home=tmp_path).returncode == 0
    assert handrail("signin", "remove", "crm", home=tmp_path).returncode == 2
