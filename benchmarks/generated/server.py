"""The server of a generated app: its page, and records that any of its kinds of request changes."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from benchmarks.generated.task import Plan, Record, as_json
from tests.app import Answer, App, Page, Received

PAGE: Final = Path(__file__).parent / "page"
_TYPES: Final = {".js": "text/javascript", ".css": "text/css", ".html": "text/html; charset=utf-8"}


class GeneratedApp(App):
    """Serves the app of a plan in a style, on loopback, while the context lasts."""

    def __init__(self, plan: Plan, style: Mapping[str, str]) -> None:
        super().__init__({})
        self.plan = plan
        self.style = dict(style)
        self.rows: list[dict[str, Any]] = []
        self.writes: list[str] = []
        """What was asked for, in order, for whoever looks into a case."""
        self._lock = threading.Lock()
        self.reset()

    def reset(self) -> None:
        """The records as they were at first."""
        with self._lock:
            self.rows = [{"id": 101 + 7 * n, **record} for n, record in enumerate(self.plan.records)]
            self.writes = []

    def holds(self) -> list[Record]:
        """The records now, without the numbers that the server gives them."""
        with self._lock:
            return [{k: v for k, v in row.items() if k != "id"} for row in self.rows]

    def page_at(self, path: str) -> Page:
        return self._answered

    def _answered(self, request: Received) -> Answer:
        if request.method != "GET":
            return self._written(request)
        name = request.path.rpartition("/")[2]
        if request.path == "/api/records":
            with self._lock:
                return _as_json([dict(row) for row in self.rows])
        if request.path == "/api/options":
            part = request.query.get("q", "").lower()
            options = next(f.options for f in self.plan.fields if f.key == request.query["field"])
            return _as_json([o for o in options if part in o.lower()][:8])
        if (file := PAGE / name).suffix in _TYPES and file.is_file():
            return Answer(file.read_bytes(), headers=_headers(_TYPES[file.suffix]))
        told = json.dumps({"style": self.style, **as_json(self.plan)})
        page = (PAGE / "index.html").read_text().replace("__TOLD__", told.replace("</", "<\\/"))
        return Answer(page, headers=_headers(_TYPES[".html"]))

    def _written(self, request: Received) -> Answer:
        """`/api/records` adds, `/api/records/ID` changes or removes; forms and calls say it inside."""
        time.sleep(int(self.style["pace"]) / 1000)
        body = request.body.decode()
        if request.form:
            said = json.loads(request.form.get("record", "{}"))
            said |= {name: value for name, value in request.form.items() if name.startswith("_")}
        else:
            said = json.loads(body or "{}")
        number = request.path.rpartition("/")[2]
        method = said.pop("_method", None) or said.pop("method", None) or request.method
        if "params" in said or "variables" in said:
            said = said.get("params") or said["variables"]
        which = int(number) if number.isdigit() else said.pop("id", None)
        with self._lock:
            self.writes.append(f"{method} {request.path} {body}")
            self._apply(str(method).upper(), None if which is None else int(which), said)
        return _as_json({"ok": True})

    def _apply(self, method: str, which: int | None, said: dict[str, Any]) -> None:
        said.pop("id", None)
        mine = next((row for row in self.rows if row["id"] == which), None)
        if method in ("DELETE", "REMOVE"):
            if mine is not None:
                self.rows.remove(mine)
        elif mine is not None:
            mine.update(said)
        else:
            last = max((row["id"] for row in self.rows), default=100)
            self.rows.append(
                {
                    "id": last + 7,
                    "notes": "",
                    self.plan.trade.state.key: self.plan.trade.state.options[0],
                    **said,
                }
            )


def _as_json(what: object) -> Answer:
    return Answer(json.dumps(what), headers=_headers("application/json"))


def _headers(kind: str) -> dict[str, str]:
    return {"content-type": kind, "cache-control": "no-store"}
