"""How long `handrail --help` takes in a new process.

`python benchmarks/startup.py [--json]`; `help_seconds` is the median of fifteen cold starts, beside a bare
interpreter's and a script that imports Typer alone.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import time
from pathlib import Path

HANDRAIL = Path(sys.executable).with_name("handrail")


def seconds(command: list[str], times: int = 15) -> float:
    """Median wall time of a command."""
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        taken.append(time.perf_counter() - began)
    return statistics.median(taken)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    as_json = parser.parse_args().json
    result = {
        "help_seconds": round(seconds([str(HANDRAIL), "--help"]), 4),
        "python_seconds": round(seconds([sys.executable, "-c", "pass"]), 4),
        "typer_seconds": round(seconds([sys.executable, "-c", "import typer"]), 4),
    }
    if as_json:
        print(json.dumps(result))
        return
    for name, value in result.items():
        print(f"{name:16} {value:.3f} s")


if __name__ == "__main__":
    main()
