"""The messages of the DevTools protocol that press a letter's key, as on a US keyboard.

Playwright's keyboard sends the same two, and waits for the answer to each: here both go out with what is put
in before them. Source of the codes and numbers: UI Events (W3C), KeyboardEvent `code` values and fixed
virtual key codes.
"""

from __future__ import annotations

from typing import Any, Final

_OF_SIGNS: Final = {
    "`~": ("Backquote", 192),
    "-_": ("Minus", 189),
    "=+": ("Equal", 187),
    "[{": ("BracketLeft", 219),
    "\\|": ("Backslash", 220),
    "]}": ("BracketRight", 221),
    ";:": ("Semicolon", 186),
    "'\"": ("Quote", 222),
    ",<": ("Comma", 188),
    ".>": ("Period", 190),
    "/?": ("Slash", 191),
    " ": ("Space", 32),
    **{
        f"{digit}{shifted}": (f"Digit{digit}", ord(digit))
        for digit, shifted in zip("1234567890", "!@#$%^&*()", strict=True)
    },
}
_KEYS: Final = {sign: key for signs, key in _OF_SIGNS.items() for sign in signs}


def key_events(letter: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """What `Input.dispatchKeyEvent` takes to press and to let go a letter's key; one that a US keyboard lacks
    has its name alone."""
    if not letter.isascii():
        said = {"key": letter, "text": letter, "unmodifiedText": letter}
        return {"type": "keyDown", **said}, {"type": "keyUp", "key": letter}
    code, number = _KEYS.get(letter) or (f"Key{letter.upper()}", ord(letter.upper()))
    key = {"key": letter, "code": code, "windowsVirtualKeyCode": number, "modifiers": 0, "location": 0}
    return {"type": "keyDown", "text": letter, "unmodifiedText": letter, **key}, {"type": "keyUp", **key}
