"""Part of the injection proof: a dozen sessions hit by `kill -9`, the app compared with the journals."""

from __future__ import annotations

from pathlib import Path

from benchmarks.chaos import Chaos
from benchmarks.chaotic.network import Cable
from handrail.runtime.settings import Settings
from handrail_practice.serve import PracticeServer

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


def test_a_dozen_kills_do_no_order_twice_and_lose_none(tmp_path: Path) -> None:
    with PracticeServer(tmp_path / "apps", apps=["crm"]) as practice, Cable(practice.crm_url) as cable:
        chaos = Chaos(tmp_path, practice, cable, orders=1, settings=SETTINGS)
        try:
            counted = chaos.run(PLANS, kills=12)
        finally:
            chaos.service.close()
    assert chaos.kills >= 12
    assert (counted.duplicates, counted.lost, counted.unknown) == (0, 0, 0), counted
    assert counted.journals_intact == counted.sessions
    assert counted.outcomes == {"done": counted.sessions}, counted.trouble
