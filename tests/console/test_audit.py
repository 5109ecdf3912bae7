"""A session's journal as evidence, over HTTP: for its owner and admins, and the audit log is told."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

from handrail.journal.chain.log import AUDIT
from handrail.journal.home import open_home
from handrail.sessions.audit.verify_bundle import main as verify_bundle

from .conftest import Served
from .test_api import begin


def test_owner_and_admin_take_it_and_nobody_else(idle: Served, tmp_path: Path) -> None:
    with idle.client("operator", user="ana") as ana, idle.client("operator") as other, idle.client() as admin:
        session = begin(ana)
        assert other.get(f"/api/sessions/{session}/audit").status_code == 404
        assert admin.get(f"/api/sessions/{session}/audit", params={"form": "odd"}).status_code == 422
        lines = ana.get(f"/api/sessions/{session}/audit", params={"form": "jsonl"})
        assert lines.status_code == 200 and '"kind": "session_started"' in lines.text
        taken = admin.get(f"/api/sessions/{session}/audit", params={"why": "case 7"})
    assert taken.headers["content-type"] == "application/zip"
    assert f"handrail-audit-{session}.zip" in taken.headers["content-disposition"]
    assert zipfile.ZipFile(io.BytesIO(taken.content)).testzip() is None
    (tmp_path / "x.zip").write_bytes(taken.content)
    assert verify_bundle([str(tmp_path / "x.zip")]) == 0
    store, _ = open_home(idle.home)
    events = [entry.event for entry in store.read(AUDIT) if entry.kind == "exported"]
    store.close()
    assert [(event.form, event.by, event.why) for event in events] == [  # type: ignore[union-attr]
        ("jsonl", "ana", ""),
        ("bundle", events[1].by, "case 7"),  # type: ignore[union-attr]
    ]
