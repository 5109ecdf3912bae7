"""What a policy file must hold so that its rules can ever come into play.

A rule that never fires looks like protection and is none: a host that is written as an address, a key that no
keyboard has, a time window that is never open. Such are refused where a file is read.
"""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import Final

_HOST: Final = re.compile(r"(?:\*\.)?(?:[\w-]+(?:\.[\w-]+)*\.?|\[[0-9a-f:.]+\])(?::\d{1,5})?", re.IGNORECASE)

UNITS: Final = {"s": 1, "m": 60, "h": 3600, "d": 86400}
"""The units in which a policy says a time, in seconds, the shortest first."""
_CALLED: Final = {
    "ctrl": "control",
    "controlormeta": "control",
    "cmd": "meta",
    "command": "meta",
    "option": "alt",
    "del": "delete",
    "esc": "escape",
    "return": "enter",
    "ins": "insert",
    "pgup": "pageup",
    "pgdn": "pagedown",
    "space": " ",
    "up": "arrowup",
    "down": "arrowdown",
    "left": "arrowleft",
    "right": "arrowright",
}
"""What keys are called besides, by the name they have here."""
_MODIFIERS: Final = frozenset({"control", "alt", "meta", "shift"})
_KEYS: Final = _MODIFIERS | frozenset(
    "enter tab escape backspace delete insert home end pageup pagedown arrowup arrowdown arrowleft arrowright"
    " contextmenu capslock numlock scrolllock printscreen pause altgraph".split()
)
_CODES: Final = re.compile(
    r"f(?:[1-9]|1\d|2[0-4])|numpad(?:\d|add|subtract|multiply|divide|decimal|enter)"
    r"|(?:shift|control|alt|meta)(?:left|right)|backquote|minus|equal|bracket(?:left|right)|backslash"
    r"|semicolon|quote|comma|period|slash|intl\w+|media\w+|audio\w+"
)
_OF_A_SIGN: Final = re.compile(r"key([a-z])|digit(\d)")


def host_pattern(pattern: str) -> str:
    """A host or `*.` and a host. Raises ValueError for anything else, which would cover no host."""
    if _HOST.fullmatch(pattern):
        return pattern
    raise ValueError(
        f"'{pattern}' is not a host, such as crm.example, crm.example:8443 or *.crm.example: without "
        "'https://' and path, and with a star at the beginning alone"
    )


def whole_path(folder: str) -> str:
    """A folder's whole path. Raises ValueError for one that depends on where the process was started."""
    if PurePath(folder).is_absolute():
        return folder
    raise ValueError(f"'{folder}' is no whole path of a folder, such as /srv/outgoing")


def chord(keys: str) -> frozenset[str]:
    """The keys of a shortcut, comparable: `Ctrl+Shift+Del` is `Control+Shift+Delete`."""
    # A plus may be one of the keys: `Control++`.
    parts = [part or "+" for part in keys.lower().split("+")]
    return frozenset(_key(part.strip() or part) for part in parts)


def _key(name: str) -> str:
    sign = _OF_A_SIGN.fullmatch(name)
    return (sign[1] or sign[2]) if sign is not None else _CALLED.get(name, name)


def shortcut(keys: str) -> str:
    """A shortcut of keys that there are. Raises ValueError for any other: it would never be pressed."""
    # The plus itself is the last key, or the only one.
    others = keys.removesuffix("++") if keys != "+" else "plus"
    if "" in others.split("+"):
        raise ValueError(
            f"'{keys}' is no shortcut, a key is missing: such as Control+Shift+Delete, or Control++"
        )
    for key in chord(keys):
        if len(key) > 1 and key not in _KEYS and not _CODES.fullmatch(key):
            raise ValueError(
                f"'{keys}' is no shortcut: there is no key '{key}'; such as Control+Shift+Delete"
            )
    return keys


def span(seconds: float) -> str:
    """A time as a policy says it: `90s`, `30m`, `4h`, `2d`."""
    for unit, length in reversed(UNITS.items()):
        if seconds % length == 0:
            return f"{seconds / length:g}{unit}"
    return f"{seconds:g}s"
