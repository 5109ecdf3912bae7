"""The server of a generated app: its page, and records that any of its kinds of request changes."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self
from urllib.parse import parse_qs, urlsplit

from benchmarks.generated.task import Plan, Record, as_json

PAGE: Final = Path(__file__).parent / "page"
_TYPES: Final = {".js": "text/javascript", ".css": "text/css", ".html": "text/html; charset=utf-8"}


class GeneratedApp:
    """Serves the app of a plan in a style, on loopback, while the context lasts."""

    def __init__(self, plan: Plan, style: Mapping[str, str]) -> None:
        self.plan = plan
        self.style = dict(style)
        self.rows: list[dict[str, Any]] = []
        self.writes: list[str] = []
        """What was asked for, in order, for whoever looks into a case."""
        self._lock = threading.Lock()
        self.reset()
        app = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                app._get(self)

            def do_POST(self) -> None:
                app._write(self)

            def do_PUT(self) -> None:
                app._write(self)

            def do_DELETE(self) -> None:
                app._write(self)

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    def reset(self) -> None:
        """The records as they were at first."""
        with self._lock:
            self.rows = [{"id": 101 + 7 * n, **record} for n, record in enumerate(self.plan.records)]
            self.writes = []

    def holds(self) -> list[Record]:
        """The records now, without the numbers that the server gives them."""
        with self._lock:
            return [{k: v for k, v in row.items() if k != "id"} for row in self.rows]

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def _get(self, request: BaseHTTPRequestHandler) -> None:
        address = urlsplit(request.path)
        name = address.path.rpartition("/")[2]
        if address.path == "/api/records":
            with self._lock:
                found = [dict(row) for row in self.rows]
            self._send(request, found)
        elif address.path == "/api/options":
            words = parse_qs(address.query)
            key, part = words["field"][0], words.get("q", [""])[0].lower()
            options = next(f.options for f in self.plan.fields if f.key == key)
            self._send(request, [o for o in options if part in o.lower()][:8])
        elif (file := PAGE / name).suffix in _TYPES and file.is_file():
            self._send_bytes(request, file.read_bytes(), _TYPES[file.suffix])
        else:
            told = json.dumps({"style": self.style, **as_json(self.plan)})
            page = (PAGE / "index.html").read_text().replace("__TOLD__", told.replace("</", "<\\/"))
            self._send_bytes(request, page.encode(), _TYPES[".html"])

    def _write(self, request: BaseHTTPRequestHandler) -> None:
        """`/api/records` adds, `/api/records/ID` changes or removes; forms and calls say it inside."""
        body = request.rfile.read(int(request.headers.get("content-length") or 0)).decode()
        time.sleep(int(self.style["pace"]) / 1000)
        if "json" in (request.headers.get("content-type") or ""):
            said = json.loads(body or "{}")
        else:
            form = parse_qs(body, keep_blank_values=True)
            said = json.loads(form["record"][0]) if "record" in form else {}
            said |= {k: v[0] for k, v in form.items() if k.startswith("_")}
        address = urlsplit(request.path).path
        number = address.rpartition("/")[2]
        method = said.pop("_method", None) or said.pop("method", None) or request.command
        if "params" in said or "variables" in said:
            said = said.get("params") or said["variables"]
        which = int(number) if number.isdigit() else said.pop("id", None)
        with self._lock:
            self.writes.append(f"{method} {address} {body}")
            self._apply(str(method).upper(), None if which is None else int(which), said)
        self._send(request, {"ok": True})

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

    def _send(self, request: BaseHTTPRequestHandler, what: object) -> None:
        self._send_bytes(request, json.dumps(what).encode(), "application/json")

    def _send_bytes(self, request: BaseHTTPRequestHandler, body: bytes, kind: str) -> None:
        request.send_response(200)
        request.send_header("content-type", kind)
        request.send_header("content-length", str(len(body)))
        request.send_header("cache-control", "no-store")
        request.end_headers()
        request.wfile.write(body)
