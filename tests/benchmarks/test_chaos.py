"""Part of the injection proof: a dozen sessions hit by `kill -9`, the app compared with the journals."""

from __future__ import annotations

from pathlib import Path

from benchmarks.chaos import Chaos
from benchmarks.chaotic.network import Cable
from handrail_practice.serve import PracticeServer

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
        chaos = Chaos(tmp_path, practice, cable, orders=1)
        try:
            counted = chaos.run(PLANS, kills=12)
        finally:
            chaos.service.close()
    assert chaos.kills >= 12
    assert (counted.duplicates, counted.lost, counted.unknown) == (0, 0, 0), counted
    assert counted.journals_intact == counted.sessions
    assert counted.outcomes == {"done": counted.sessions}, counted.trouble
