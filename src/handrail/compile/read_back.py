"""Proposals of read-back conditions: how a second channel could show that a step really did its work.

The recording knows the record that was entered, not where else the app keeps it. So a condition is proposed
as text for a person to complete, and nothing is made a criterion that was not seen to hold.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Final

from handrail.compile.criteria import Scene
from handrail.compile.effects import sent_by
from handrail.compile.known import UNREADABLE, Slot
from handrail.sop.condition import DownloadWas

_KEYS: Final = ("email", "mail", "reference", "number", "code", "id", "name")
"""Words in names of variables that tell one record from another, the surest first."""
_MOST: Final = 6


def read_back_for(scene: Scene, slots: Iterable[Slot], app: str) -> str | None:
    """A condition that would read back the record which the step sent to the app; none where it sent none."""
    sent = sent_by(scene.act)
    if scene.effect != "once" or sent is None or sent.status >= 400:
        return None
    entered = [slot for slot in slots if slot in scene.fresh and slot.origin not in UNREADABLE and slot.name]
    if not entered:
        return None
    key = _key(entered)
    row = {slot.name: f"{{{{ {slot.name} }}}}" for slot in entered[:_MOST]}
    condition = {
        "kind": "sql",
        "database": f"{_word(app)}_database",
        "query": f"SELECT {', '.join(row)} FROM the_table WHERE {key.name} = :{key.name}",
        "parameters": {key.name: f"{{{{ {key.name} }}}}"},
        "row": row,
    }
    return json.dumps(condition, ensure_ascii=False)


def look_into(scene: Scene, criteria: Sequence[object]) -> str | None:
    """A condition that would look into the file which the step downloaded; none where it downloaded none."""
    download = next((condition for condition in criteria if isinstance(condition, DownloadWas)), None)
    if download is None:
        return None
    return json.dumps({"kind": "file", "name": download.name, "at_least_bytes": 1}, ensure_ascii=False)


def _key(entered: Sequence[Slot]) -> Slot:
    for word in _KEYS:
        for slot in entered:
            if word in slot.name.lower().split("_"):
                return slot
    return entered[0]


def _word(app: str) -> str:
    letters = "".join(letter if letter.isalnum() else "_" for letter in app.lower()).strip("_")
    return letters or "app"
