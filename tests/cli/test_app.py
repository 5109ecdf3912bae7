"""The command itself: help, version, wrong usage, faults of its own, interrupts and broken pipes."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

import pytest

from handrail import __version__
from handrail.cli.app import run
from tests.cli.command import Ran, handrail


def test_the_version_is_printed() -> None:
    assert handrail("--version").stdout == f"handrail {__version__}\n"


def test_python_runs_the_command_by_its_module() -> None:
    ran = subprocess.run([sys.executable, "-m", "handrail", "--version"], capture_output=True, text=True)
    assert (ran.returncode, ran.stdout) == (0, f"handrail {__version__}\n")


@pytest.mark.parametrize("arguments", [(), ("--help",), ("-h",)])
def test_the_help_lists_the_commands(arguments: tuple[str, ...]) -> None:
    ran = handrail(*arguments)
    assert ran.returncode == 0
    for command in ("show", "check", "schema", "run", "session"):
        assert f"\n  {command} " in ran.stdout


@pytest.mark.parametrize(
    ("line", "offered"), [("handrail ses", "session\n"), ("handrail session re", "resume\nreport\n")]
)
def test_a_shell_is_told_what_may_come_next(
    line: str, offered: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("_HANDRAIL_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(line.count(" ")))
    assert run([]) == 0
    assert capsys.readouterr().out == offered


_LIGHT = """
import sys
from handrail.cli.app import run
run(["--help"])
print([name for name in ("pydantic", "playwright", "sqlalchemy", "rich", "jinja2") if name in sys.modules])
"""


def test_the_help_imports_nothing_heavy() -> None:
    ran = subprocess.run([sys.executable, "-c", _LIGHT], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("chekc", "x"), "No such command 'chekc'. Did you mean 'check'?"),
        (("check",), "Missing argument 'X.sop.json'. `handrail check --help` shows how to use it."),
        (("check", "x", "--colour"), "No such option: --colour"),
        (("run", "x", "--autonomy", "all"), "Invalid value for '--autonomy': 'all' is not one of 'exact'"),
        (("session",), "Missing command. `handrail session --help` shows how to use it."),
    ],
)
def test_wrong_usage_exits_with_2(arguments: tuple[str, ...], says: str) -> None:
    ran = handrail(*arguments)
    assert ran.returncode == 2
    assert ran.stderr.startswith("error: ") and says in ran.stderr
    assert ran.stdout == ""


def test_wrong_usage_is_a_document_with_json() -> None:
    ran = handrail("check", "--json")
    assert ran.returncode == 2
    assert json.loads(ran.stdout)["error"]["exit_code"] == 2


def test_every_command_of_the_table_can_be_loaded() -> None:
    script = "from handrail.cli.app import COMMANDS, load; [load(name) for name in COMMANDS]"
    subprocess.run([sys.executable, "-c", script], check=True)


_OWN_COMMAND = """
import sys
from handrail.cli import app
app.COMMANDS["own"] = app.Entry("own_command:own", "x")
sys.exit(app.run(["own", *sys.argv[1:]]))
"""


def _own(tmp_path: Path, body: str, *arguments: str) -> Ran:
    """Run a command whose body this is."""
    code = f"def own(json: bool = False):\n    import sys\n    {body}\n"
    (tmp_path / "own_command.py").write_text(code)
    return subprocess.run(
        [sys.executable, "-c", _OWN_COMMAND, *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(tmp_path), "HANDRAIL_HOME": str(tmp_path / "home")},
        check=False,
    )


def test_a_command_gives_its_exit_code(tmp_path: Path) -> None:
    assert _own(tmp_path, "return 4").returncode == 4
    assert _own(tmp_path, "return None").returncode == 0


def test_a_fault_of_its_own_is_one_sentence_and_a_file(tmp_path: Path) -> None:
    ran = _own(tmp_path, "raise KeyError('lost\\nkey')")
    assert ran.returncode == 1
    (crash,) = (tmp_path / "home" / "crash").iterdir()
    assert ran.stderr == (
        f"error: handrail failed unexpectedly: KeyError: 'lost\\nkey'; details in {crash}. "
        "Please report it.\n"
    )
    assert "Traceback" in crash.read_text() and "own_command.py" in crash.read_text()
    assert ran.stdout == ""


def test_a_fault_of_its_own_tells_no_secret(tmp_path: Path) -> None:
    secret = 'Zq7\\kn"Ary42'
    (tmp_path / "told.py").write_text(f"SECRET = {secret!r}\nQUOTED = {quote(secret)!r}\n")
    body = "from handrail.secrets.value import SecretValue; from told import SECRET, QUOTED\n"
    body += "    s = SecretValue(SECRET)\n"
    body += "    raise KeyError(s + '!') from ValueError(f'/in?k={QUOTED} {SECRET!r} {s}')"
    ran = _own(tmp_path, body)
    (crash,) = (tmp_path / "home" / "crash").iterdir()
    assert ran.returncode == 1 and "KeyError" in ran.stderr and "ValueError" in crash.read_text()
    for text in (ran.stderr, crash.read_text()):
        assert not any(piece in text for piece in ("Zq7", "Ary42"))


def test_a_fault_of_its_own_is_a_document_with_json(tmp_path: Path) -> None:
    ran = _own(tmp_path, "raise KeyError('lost')", "--json")
    assert ran.returncode == 1
    assert "failed unexpectedly" in json.loads(ran.stdout)["error"]["message"]


def test_a_home_that_cannot_be_written_does_not_hide_the_fault(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file in the way")
    ran = _own(tmp_path, "raise KeyError('lost')")
    assert ran.returncode == 1
    assert "failed unexpectedly: KeyError: 'lost'; details in " in ran.stderr
    assert "Traceback" not in ran.stderr


def test_an_interrupt_exits_with_130(tmp_path: Path) -> None:
    ran = _own(tmp_path, "raise KeyboardInterrupt")
    assert (ran.returncode, ran.stderr) == (130, "error: Interrupted.\n")


@pytest.mark.skipif(os.name != "posix", reason="signals are those of POSIX")
def test_a_real_interrupt_signal_exits_with_130(tmp_path: Path) -> None:
    # Whoever runs the tests in the background may have it ignored, which a process inherits.
    heard = "import os, signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    ran = _own(tmp_path, f"{heard}os.kill(os.getpid(), {int(signal.SIGINT)}); sys.stdin.read()")
    assert ran.returncode == 130


def test_an_error_of_handrail_gives_its_exit_code(tmp_path: Path) -> None:
    ran = _own(
        tmp_path, "from handrail.errors import Blocked; raise Blocked('No.', place='here', mend='Do so.')"
    )
    assert (ran.returncode, ran.stderr) == (3, "error: here: No. Do so.\n")


@pytest.mark.skipif(os.name != "posix", reason="pipes are those of POSIX")
def test_a_broken_pipe_is_quiet() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        ran = subprocess.run(
            [sys.executable, "-c", "from handrail.cli import main; main()", "schema"],
            stdout=writer,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    finally:
        os.close(writer)
    assert ran.stderr == ""
    assert ran.returncode not in (0, 120)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
@pytest.mark.parametrize("as_json", [(), ("--json",)])
def test_a_result_for_which_there_is_no_room_is_one_sentence(as_json: tuple[str, ...]) -> None:
    command = [sys.executable, "-c", "from handrail.cli import main; main()", "schema", *as_json]
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert ran.returncode == 6
    assert ran.stderr.startswith("error: The result cannot be written: No space left on device.")
    assert ran.stderr.count("\n") == 1


@pytest.mark.parametrize("gone", ["a pipe without a reader", "a terminal that was closed", "a full disk"])
def test_that_nobody_reads_what_it_says_does_not_stop_a_command(tmp_path: Path, gone: str) -> None:
    if gone == "a full disk" and not Path("/dev/full").exists():
        pytest.skip("a device that is always full")
    reader, stderr = pty.openpty() if "terminal" in gone else os.pipe()
    os.close(reader)
    if gone == "a full disk":
        stderr = os.open("/dev/full", os.O_WRONLY)
    body = "from handrail.cli.output import give, say; say('one'); say('two'); give('done'); return 3"
    (tmp_path / "own_command.py").write_text(f"def own():\n    {body}\n")
    ran = subprocess.run(
        [sys.executable, "-c", _OWN_COMMAND],
        stdout=subprocess.PIPE,
        stderr=stderr,
        text=True,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        check=False,
    )
    os.close(stderr)
    assert (ran.returncode, ran.stdout) == (3, "done\n")


def test_text_that_the_terminal_cannot_show_does_not_stop_a_command(tmp_path: Path) -> None:
    body = "from handrail.cli.output import give; give('Ünï – ⏎')"
    code = f"def own():\n    {body}\n"
    (tmp_path / "own_command.py").write_text(code, encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, "-c", _OWN_COMMAND],
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONIOENCODING": "ascii"},
        check=False,
    )
    assert (ran.returncode, ran.stdout) == (0, b"\\xdcn\\xef \\u2013 \\u23ce\n")
