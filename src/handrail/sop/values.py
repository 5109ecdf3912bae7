"""Whether a text fits the type of a variable."""

from __future__ import annotations

import re
from datetime import date
from typing import Final

from handrail.sop.document import VariableType

_NUMBER: Final = re.compile(r"[+-]?\d+([.,]\d+)?")


def misfit(wanted: VariableType, text: str) -> str | None:
    """What the text should be and is not, as "a number"; none where it fits.

    Holds for given values, defaults and examples alike. Texts, files and lists take any text.
    """
    text = text.strip()
    match wanted:
        case "number":
            return None if _NUMBER.fullmatch(text) else "a number"
        case "date":
            return None if _is_date(text) else "a date such as 2026-03-31"
        case "boolean":
            return None if text.lower() in ("true", "false") else "true or false"
        case _:
            return None


def _is_date(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
