"""Each benchmark starts as a file, from wherever it is called."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SCRIPTS = sorted((Path(__file__).parents[2] / "benchmarks").glob("[!_]*.py"))
STARTING = """
import importlib, os, runpy, sys, traceback
# What most of them import is loaded once for all.
for used in ("handrail.sessions.foreground", "handrail.models", "handrail_practice.serve"):
    importlib.import_module(used)
for script in sys.argv[1:]:
    child = os.fork()
    if child:
        print(script, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
        continue
    # As where a file is given to Python.
    sys.path[0], sys.argv = os.path.dirname(script), [script, "--help"]
    code = 0
    try:
        runpy.run_path(script, run_name="__main__")
    except SystemExit as leaving:
        code = leaving.code or 0
    except BaseException:
        traceback.print_exc()
        code = 1
    sys.stdout.flush()
    os._exit(code)
"""


def test_each_starts_as_a_file(tmp_path: Path) -> None:
    alone = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    ran = subprocess.run(
        [sys.executable, "-c", STARTING, *SCRIPTS], cwd=tmp_path, env=alone, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr
    failed = [script for script in SCRIPTS if f"{script} 0\n" not in ran.stdout]
    assert failed == [], ran.stderr
