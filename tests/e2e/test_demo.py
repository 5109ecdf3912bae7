"""The demo: the main job from end to end, by the command that a newcomer runs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path


def test_the_demo_does_the_main_job_from_end_to_end(tmp_path: Path) -> None:
    done = subprocess.run(
        [str(Path(sys.executable).with_name("handrail")), "demo", "-o", str(tmp_path / "demo"), "--json"],
        capture_output=True,
        text=True,
        env={**os.environ, "HANDRAIL_HOME": str(tmp_path / "home")},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert document["outcome"] == "done"
    assert [row["found"] for row in document["rows"]] == [True, True, True]
    report = Path(document["report"]).read_text(encoding="utf-8")
    assert report.count("data:image/jpeg") >= 3
    assert "practice-crm" not in report
    for heading in ("Show it once", "Compile", "Read it", "Do it again", "Verify"):
        assert heading in done.stderr
    kept = b"".join(path.read_bytes() for path in (tmp_path / "demo" / "home").rglob("*") if path.is_file())
    assert b"practice-crm" not in kept
