"""A process that has the product imported, and forks for each command line it is sent.

What it starts is a process of its own, with its own environment, folder, output and exit code; only the
second or two that importing takes are paid once for all tests of a worker. A command line that comes with
three files is run to its end, and answered by its exit code; one that comes with a fourth, a socket, goes on
in a session of its own, and its number and at last its exit code are told there.
"""

from __future__ import annotations

import json
import os
import socket
import sys
from importlib import import_module
from typing import Any, NoReturn

MOST_BYTES = 1 << 20
_SERVING = (
    "handrail.console.serving",
    "uvicorn.protocols.http.auto",
    "uvicorn.protocols.websockets.auto",
    "uvicorn.lifespan.on",
)


def _import_all() -> None:
    app = import_module("handrail.cli.app")
    for entry in app.COMMANDS.values():
        import_module(entry.place.split(":")[0])
    for used in ("handrail.cli.running", "handrail.sessions.foreground", "handrail.browser.launch"):
        import_module(used)


def _begin(asked: dict[str, Any], files: list[int]) -> None:
    """Fork a command line that nothing waits for but a keeper, which nobody waits for in turn."""
    *files, told = files
    between = os.fork()
    if between:
        os.waitpid(between, 0)
        return
    if os.fork():
        os._exit(0)
    pid = os.fork()
    if pid == 0:
        os.close(told)
        os.setsid()
        _become(asked, files)
    # Who reads what the command says must see its end.
    for file in files:
        os.close(file)
    keeping = socket.socket(fileno=told)
    try:
        keeping.sendall(f"{pid}\n".encode())
        _, status = os.waitpid(pid, 0)
        keeping.sendall(f"{os.waitstatus_to_exitcode(status)}\n".encode())
    finally:
        os._exit(0)


def _import_serving() -> None:
    """Once a server is asked for: no other command needs the second that this takes."""
    for used in _SERVING:
        import_module(used)


def _become(asked: dict[str, Any], files: list[int]) -> NoReturn:
    for number, file in enumerate(files):
        os.dup2(file, number)
    # Made anew: those of the parent know what kind of files theirs were.
    sys.stdin, sys.stdout = os.fdopen(0, closefd=False), os.fdopen(1, "w", closefd=False)
    sys.stderr = os.fdopen(2, "w", buffering=1, errors="backslashreplace", closefd=False)
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
        message, files, *_ = socket.recv_fds(asking, MOST_BYTES, 4)
        if not message:
            return
        if len(files) == 4:
            _import_serving()
            _begin(json.loads(message), files)
            for file in files:
                os.close(file)
            continue
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
