"""`handrail session resume`: a run that was killed is gone on with from another process."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

from handrail.sop.format import save
from tests.app import Answer, App, Received, redirect
from tests.builders import click, fill, open_page, sop
from tests.cli.command import handrail

FORM = """<title>New order</title><form method=post action=/orders>
<label>Reference <input name=reference></label><button>Submit</button></form>"""


class Shop(App):
    """Takes orders; the first one is answered only when `let_go` is set."""

    def __init__(self) -> None:
        self.came = threading.Event()
        self.let_go = threading.Event()
        super().__init__({"/new": FORM, "/orders": self._orders, "/api/orders": self._count})

    def _orders(self, request: Received) -> str | Answer:
        if request.method == "GET":
            return "<title>Orders</title><h1>Order submitted</h1>"
        self.came.set()
        self.let_go.wait(120)
        return redirect("/orders")

    def _count(self, request: Received) -> Answer:
        found = sum(form["reference"] == request.query["reference"] for form in self.posts("/orders"))
        return Answer(json.dumps({"count": found}), headers={"content-type": "application/json"})


def test_a_killed_run_is_gone_on_with_and_its_order_is_there_once(tmp_path: Path) -> None:
    with Shop() as shop:
        back = {"kind": "http", "url": f"{shop.url}/api/orders?reference=A-1", "fields": {"count": "1"}}
        steps = [
            open_page(shop.url, "/new"),
            fill("Reference", "A-1"),
            click("Submit", "once", done_when=[{"kind": "text", "contains": "Order submitted"}, back]),
        ]
        path = tmp_path / "order.sop.json"
        save(path, sop(steps, [shop.host]))
        home = tmp_path / "home"
        running = subprocess.Popen(
            [sys.executable, "-c", "from handrail.cli import main; main()", "run", str(path)],
            env={**os.environ, "HANDRAIL_HOME": str(home)},
            stderr=subprocess.PIPE,
        )
        assert shop.came.wait(120)
        running.send_signal(signal.SIGKILL)
        running.communicate()
        shop.let_go.set()

        listed = json.loads(handrail("session", "list", "--json", home=home).stdout)
        assert [(line["outcome"], line["interrupted"]) for line in listed] == [("needs reconciliation", True)]

        resumed = handrail("session", "resume", "last", "--json", home=home)
        assert resumed.returncode == 0, resumed.stderr
        summary = json.loads(resumed.stdout)
        assert summary["outcome"] == "done"
        assert [effect["node"] for effect in summary["once_done"]] == ["click-submit"]
        assert "done (it was read back" in resumed.stderr
        assert shop.posts("/orders") == [{"reference": "A-1"}]
        assert handrail("session", "verify", "last", home=home).returncode == 0

        over = handrail("session", "resume", "last", home=home)
        assert over.returncode == 2
        assert "is over: it ended 'done'" in over.stderr
