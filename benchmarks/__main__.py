"""Runs every benchmark: `python -m benchmarks`, or `make bench`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def main() -> int:
    worst = 0
    for script in sorted(Path(__file__).parent.glob("[!_]*.py")):
        print(f"\n== {script.stem}", flush=True)
        worst = max(worst, subprocess.run([sys.executable, str(script)], check=False).returncode)
    return worst


if __name__ == "__main__":
    sys.exit(main())
