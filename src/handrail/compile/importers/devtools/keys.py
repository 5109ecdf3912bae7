"""Keys of recorded flows in Playwright's notation."""

from __future__ import annotations

from typing import Final

from handrail.sop.action import Modifier

MODIFIERS: Final[dict[str, Modifier]] = {
    "Alt": "Alt",
    "AltLeft": "Alt",
    "AltRight": "Alt",
    "Control": "Control",
    "ControlLeft": "Control",
    "ControlRight": "Control",
    "Meta": "Meta",
    "MetaLeft": "Meta",
    "MetaRight": "Meta",
    "Shift": "Shift",
    "ShiftLeft": "Shift",
    "ShiftRight": "Shift",
}

_NAMES: Final = {"\r": "Enter", "\n": "Enter", "NumpadEnter": "Enter", " ": "Space", "+": "Equal"}


def key_for(key: str) -> str:
    """The key as Playwright calls it; the two agree but for a few."""
    return _NAMES.get(key, key)
