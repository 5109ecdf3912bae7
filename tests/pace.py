"""How slow this machine is, and limits that are stretched as much.

Tests of what is *not* there must wait until a limit is over, so their limits are short; what is there must be
found within the same limits, also on a machine that is several times slower, or busy with other tests.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import statistics
import time
from typing import Any

from handrail.runtime.walk.settings import Settings

_ROUNDS = 15
_SECONDS = 0.002
"""What one round takes on the machine on which the limits were chosen."""
_AMONG_OTHERS = 3.0
"""Where tests run beside this one. A clock on the wall does not tell how busy they keep the machine: in the
moment that is measured a worker has a core to itself or has none, and stays with that for the whole run."""
_MOST = 4.0
_DOCUMENT = {str(number): {"name": f"Zoë {number}", "list": list(range(20))} for number in range(60)}


def _slowness() -> float:
    """How many times longer than there some work takes here, with what runs beside it; at least 1."""
    alone = max(1.0, statistics.median(_round() for _ in range(_ROUNDS)) / _SECONDS)
    return min(_MOST, alone * (_AMONG_OTHERS if "PYTEST_XDIST_WORKER" in os.environ else 1.0))


def _round() -> float:
    began = time.process_time()
    for _ in range(6):
        text = json.dumps(_DOCUMENT)
        json.loads(text)
        re.sub(r"\d+", "n", text)
        hashlib.sha256(text.encode()).digest()
    return time.process_time() - began


SLOWNESS = _slowness()


def quick(**limits: Any) -> Settings:
    """Settings whose times, in seconds, are those of a quick machine, stretched for this one."""
    stretched = {
        name: limit * SLOWNESS if name in ("find_seconds", "verify_seconds", "navigation_seconds") else limit
        for name, limit in limits.items()
    }
    return Settings.model_validate(stretched)
