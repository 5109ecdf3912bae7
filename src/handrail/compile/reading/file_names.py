"""Names of files that an app makes, as other data would give them."""

from __future__ import annotations

import re

from handrail.compile.reading.known import Known
from handrail.secrets.forms import MASK
from handrail.sop.template import literal


def file_pattern(name: str, known: Known) -> str:
    """A file's name with `*` for what differs: numbers, dates, values, and secrets that were masked in it."""
    stem, dot, suffix = name.replace(MASK, "*").rpartition(".")
    if not dot:
        stem, suffix = suffix, ""
    reading = known.read(stem.replace("_", " ").replace("-", " "))
    for slot in reading.slots:
        stem = re.sub(re.escape(slot.value).replace(r"\ ", "[ _-]"), "*", stem)
    stem = re.sub(r"[\[\]?]", "*", stem)
    stem = re.sub(r"\(?\d[\d.,:_T-]*\)?", "*", stem)
    stem = re.sub(r"\*+", "*", stem)
    return literal(f"{stem or '*'}{dot}{suffix}")
