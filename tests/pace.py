"""How slow this machine is now, and limits that are stretched as much.

Tests of what is *not* there must wait until a limit is over, so their limits are short; what is there must be
found within the same limits, also on a machine that is several times slower, or busy with other tests.
"""

from __future__ import annotations

import hashlib
import json
import re
import statistics
import time
from typing import Any

from handrail.runtime.walk.settings import Settings

_ROUNDS = 15
_SECONDS = 0.002
"""What one round takes on the machine on which the limits were chosen."""
_MOST = 4.0
_DOCUMENT = {str(number): {"name": f"Zoë {number}", "list": list(range(20))} for number in range(60)}


def _slowness() -> float:
    """How many times longer than there some work takes here, with all that runs beside it; at least 1."""
    return min(_MOST, max(1.0, statistics.median(_round() for _ in range(_ROUNDS)) / _SECONDS))


def _round() -> float:
    began = time.perf_counter()
    for _ in range(6):
        text = json.dumps(_DOCUMENT)
        json.loads(text)
        re.sub(r"\d+", "n", text)
        hashlib.sha256(text.encode()).digest()
    return time.perf_counter() - began


SLOWNESS = _slowness()


def quick(**limits: Any) -> Settings:
    """Settings whose times, in seconds, are those of a quick machine, stretched for this one."""
    stretched = {
        name: limit * SLOWNESS if name in ("find_seconds", "verify_seconds", "navigation_seconds") else limit
        for name, limit in limits.items()
    }
    return Settings.model_validate(stretched)
