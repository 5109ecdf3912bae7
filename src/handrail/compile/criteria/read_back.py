"""Proposals of read-back conditions: how a second channel could show that a step really did its work.

The recording knows the record that was entered, not where else the app keeps it. So a condition is proposed
as text for a person to complete, and nothing is made a criterion that was not seen to hold.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from handrail.compile.criteria.scene import Scene
from handrail.compile.reading.known import UNREADABLE, Slot
from handrail.compile.reading.requests import sent_by
from handrail.sop.condition import DownloadWas

_KEYS: Final = ("email", "mail", "reference", "number", "code", "id", "name")
"""Words in names of variables that tell one record from another, the surest first."""
_MOST: Final = 12
_NUMBER: Final = re.compile(r"_\d+$")


def read_back_for(scene: Scene, slots: Iterable[Slot], app: str) -> str | None:
    """A condition that would read back the record which the step sent to the app; none where it sent none."""
    sent = sent_by(scene.act)
    if scene.effect != "once" or sent is None or sent.is_error:
        return None
    entered = [slot for slot in slots if slot in scene.fresh and slot.origin not in UNREADABLE and slot.name]
    if not entered:
        return None
    columns = _columns(entered[:_MOST])
    by, key = _key(columns)
    condition = {
        "kind": "sql",
        "database": f"{_word(app)}_database",
        "query": f"SELECT {', '.join(columns)} FROM the_table WHERE {by} = :{by}",
        "parameters": {by: key},
        "row": columns,
    }
    return json.dumps(condition, ensure_ascii=False)


def look_into(criteria: Sequence[object]) -> str | None:
    """A condition that would look into the file which the step downloaded; none where it downloaded none."""
    download = next((condition for condition in criteria if isinstance(condition, DownloadWas)), None)
    if download is None:
        return None
    return json.dumps({"kind": "file", "name": download.name, "at_least_bytes": 1}, ensure_ascii=False)


def _columns(entered: Iterable[Slot]) -> dict[str, str]:
    """Column → value, with columns named as the fields are: a second e-mail variable is still an e-mail."""
    columns: dict[str, str] = {}
    for slot in entered:
        bare = _NUMBER.sub("", slot.name)
        columns[slot.name if bare in columns else bare] = slot.template
    return columns


def _key(columns: Mapping[str, str]) -> tuple[str, str]:
    """The column that tells one record from another, as far as its name says, and its value."""
    for word in _KEYS:
        for column, value in columns.items():
            if word in column.lower().split("_"):
                return column, value
    return next(iter(columns.items()))


def _word(app: str) -> str:
    letters = "".join(letter if letter.isalnum() else "_" for letter in app.lower()).strip("_")
    return letters or "app"
