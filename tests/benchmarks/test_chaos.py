"""Part of the injection proof: some sessions hit by `kill -9`, the app compared with the journals.

`.ci/run` has `benchmarks/chaos.py` hit two hundred.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.chaos import Course, disturb, document_of
from handrail.runtime.walk.settings import Settings

# A slow machine takes its time; how long something is looked for that is not there, is known from `verify`.
SETTINGS = Settings(find_seconds=30, verify_seconds=6, navigation_seconds=60, grace_seconds=1.5, retries=2)
PLANS = (
    # The request is under way; nobody has written that it was done; that it was right; the journal knows all.
    "kill:act:intended:2",
    "kill:before:acted:2",
    "kill:before:verified:2",
    "kill:after:intended:2",
    "kill:after:verified:1",
)


@pytest.mark.sweep
async def test_kills_do_no_order_twice_and_lose_none(tmp_path: Path) -> None:
    course = Course(PLANS, kills=100)
    counted = await disturb(course, tmp_path, lanes=1, orders=1, settings=SETTINGS)
    # Whichever does not hold: all that happened is told.
    told = json.dumps(document_of(course, counted, 0), indent=2)
    assert not course.not_met and course.workers > len(PLANS), told
    assert course.kills >= len(PLANS), told
    assert (counted.duplicates, counted.lost, counted.unknown) == (0, 0, 0), told
    assert counted.journals_intact == counted.sessions, told
    assert counted.outcomes == {"done": counted.sessions}, told
