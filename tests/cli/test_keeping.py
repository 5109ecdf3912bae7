"""`handrail doctor`, `backup`, `restore` and `session prune` as people run them."""

from __future__ import annotations

import json
from pathlib import Path

from handrail.sop.format import save
from tests.app import App
from tests.builders import open_page, sop
from tests.cli.command import handrail


def test_doctor_tells_of_every_part_and_of_a_browser_that_is_missing(tmp_path: Path) -> None:
    good = handrail("doctor", "--json", home=tmp_path / "home")
    assert good.returncode == 0, good.stdout
    checks = {check["name"]: check["standing"] for check in json.loads(good.stdout)["checks"]}
    assert set(checks) >= {"python", "home", "database", "journal", "browser"}
    environment = {"HANDRAIL_BROWSER": str(tmp_path / "none"), "PATH": "/nowhere"}
    lacking = handrail("doctor", home=tmp_path / "home", environment=environment)
    assert lacking.returncode == 6
    assert "✗ browser" in lacking.stdout
    assert "HANDRAIL_BROWSER" in lacking.stdout + lacking.stderr


def test_a_home_is_backed_up_restored_and_pruned(tmp_path: Path) -> None:
    with App({"/": "<title>A</title>"}) as app:
        save(tmp_path / "x.sop.json", sop([open_page(app.url)], [app.host]))
        home = tmp_path / "home"
        ran = handrail("run", str(tmp_path / "x.sop.json"), "--json", home=home)
        session = json.loads(ran.stdout)["session"]
    (home / "secrets.enc").write_text("sealed")
    backed_up = handrail("backup", str(tmp_path / "x.backup"), home=home)
    assert backed_up.returncode == 0
    assert "1 session with" in backed_up.stderr
    assert "Secrets, keys and tokens are not in it." in backed_up.stderr
    assert f"copy '{home / 'secrets.enc'}'" in backed_up.stderr
    content = (tmp_path / "x.backup").read_bytes()
    refused = handrail("backup", str(tmp_path / "x.backup"), home=home)
    assert refused.returncode == 2
    assert "It is there already" in refused.stderr
    assert (tmp_path / "x.backup").read_bytes() == content
    other = tmp_path / "other"
    (tmp_path / "none.backup").write_text("no backup")
    for name in ("none.backup", "nowhere.backup"):
        assert handrail("restore", str(tmp_path / name), home=other).returncode == 2
        assert not other.exists()
    restored = handrail("restore", str(tmp_path / "x.backup"), home=other)
    assert restored.returncode == 0, restored.stderr
    assert "1 session is here" in restored.stdout
    assert "Secrets and keys are in no backup" in restored.stderr
    assert handrail("session", "verify", session, home=other).returncode == 0

    nothing = handrail("session", "prune", home=home)
    assert nothing.returncode == 2
    dry = handrail("session", "prune", "--keep", "0", "--dry-run", home=home)
    assert session in dry.stdout
    assert handrail("session", "status", session, home=home).returncode == 0
    gone = handrail("session", "prune", "--keep", "0", "--json", home=home)
    assert [event["session"] for event in json.loads(gone.stdout)["sessions"]] == [session]
    told = handrail("session", "verify", session, home=home)
    assert told.returncode == 0
    assert "was removed by" in told.stdout
    assert json.loads(handrail("session", "list", "--json", home=home).stdout) == []
