"""A process that has the product imported, and forks for each command line it is sent.

What it starts is a process of its own, with its own environment, folder, output and exit code; only the
second that importing takes is paid once for all tests of a worker.
"""

from __future__ import annotations

import json
import os
import socket
import sys
from importlib import import_module
from typing import Any, NoReturn

MOST_BYTES = 1 << 20


def _import_all() -> None:
    app = import_module("handrail.cli.app")
    for entry in app.COMMANDS.values():
        import_module(entry.place.split(":")[0])
    for used in ("handrail.cli.running", "handrail.sessions.foreground", "handrail.browser.launch"):
        import_module(used)


def _become(asked: dict[str, Any], files: list[int]) -> NoReturn:
    for number, file in enumerate(files):
        os.dup2(file, number)
    os.chdir(asked["folder"])
    os.environ.clear()
    os.environ.update(asked["environment"])
    sys.argv = ["handrail", *asked["arguments"]]
    code: object = 1
    try:
        import_module("handrail.cli").main()
        code = 0
    except SystemExit as leaving:
        code = leaving.code
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
    os._exit(code if isinstance(code, int) else 1 if code else 0)


def main() -> None:
    """Serve the socket whose number is the first argument, until it is closed."""
    _import_all()
    asking = socket.socket(fileno=int(sys.argv[1]))
    while True:
        message, files, *_ = socket.recv_fds(asking, MOST_BYTES, 3)
        if not message:
            return
        pid = os.fork()
        if pid == 0:
            asking.close()
            _become(json.loads(message), files)
        for file in files:
            os.close(file)
        _, status = os.waitpid(pid, 0)
        asking.sendall(f"{os.waitstatus_to_exitcode(status)}\n".encode())


if __name__ == "__main__":
    main()
