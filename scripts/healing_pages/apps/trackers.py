"""Two trackers of tickets: Roundup's classic template and Trac."""

import subprocess
import sys
from pathlib import Path


def run(*command: str | Path) -> None:
    subprocess.run([sys.executable, *map(str, command)], check=True)


def roundup(port: int, folder: Path) -> None:
    # Roundup's own server refuses to run as root, as containers do; its WSGI application does not care.
    code = f"""
import os
from pathlib import Path
from wsgiref.simple_server import make_server
import roundup
from roundup import demo
from roundup.cgi.wsgi_handler import RequestDispatcher
os.chdir(Path(roundup.__file__).parents[1])
home = {str(folder / "demo")!r}
demo.install_demo(home, "sqlite", "classic", {port}, "127.0.0.1")
make_server("127.0.0.1", {port}, RequestDispatcher(home)).serve_forever()
"""
    run("-c", code)


def trac(port: int, folder: Path) -> None:
    admin = ("-c", "from trac.admin.console import run; run()", folder / "env")
    run(*admin, "initenv", "Harbour", "sqlite:db/trac.db")
    run(*admin, "permission", "add", "anonymous", "TRAC_ADMIN")
    code = f"""
from trac.ticket.model import Ticket
from trac.env import Environment
env = Environment({str(folder / "env")!r})
for text in ("Crane jams in the cold", "Wrong berth on the map", "Tide table is out of date"):
    ticket = Ticket(env)
    ticket.populate(dict(summary=text, reporter="mira", type="defect", component="component1", status="new"))
    ticket.insert()
"""
    run("-c", code)
    run(
        "-c",
        "from trac.web.standalone import main; main()",
        "-s",
        "--hostname=127.0.0.1",
        f"--port={port}",
        folder / "env",
    )
