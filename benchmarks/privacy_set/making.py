"""Lines made of templates and pools: a slot of a template gives a value, and the place where it stands is its
label. Deterministic: the same seed gives the same lines.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_SLOT: Final = re.compile(r"\{(\w+)\}")

Slot = tuple[str, Callable[[random.Random], str]]
"""The label that a slot's value gets (empty for none), and how the value is made."""


@dataclass(frozen=True)
class Line:
    """A labelled line; a label is where it begins, where it ends, and its type."""

    language: str
    text: str
    labels: tuple[tuple[int, int, str], ...]


def filled(template: str, language: str, slots: Mapping[str, Slot], chance: random.Random) -> Line:
    """The template with a value in each slot."""
    text, labels, behind = "", [], 0
    for match in _SLOT.finditer(template):
        text += template[behind : match.start()]
        kind, make = slots[match[1]]
        value = make(chance)
        if kind:
            labels.append((len(text), len(text) + len(value), kind))
        text += value
        behind = match.end()
    return Line(language, text + template[behind:], tuple(labels))


def digits(pattern: str, chance: random.Random) -> str:
    """The pattern with a digit for each `#`, and one from 1 for each `%`."""
    return "".join(
        str(chance.randint(0, 9)) if c == "#" else str(chance.randint(1, 9)) if c == "%" else c
        for c in pattern
    )


def one_of(*patterns: str) -> Callable[[random.Random], str]:
    """Picks a pattern and fills its digits."""
    return lambda chance: digits(chance.choice(patterns), chance)


def card(chance: random.Random, prefixes: Sequence[str], joint: str) -> str:
    """A card number that passes its check, in groups of four."""
    start = chance.choice(prefixes)
    body = start + "".join(str(chance.randint(0, 9)) for _ in range(15 - len(start)))
    total = 0
    for place, digit in enumerate(reversed(body)):
        worth = int(digit) * (2 if place % 2 == 0 else 1)
        total += worth - 9 if worth > 9 else worth
    whole = body + str(-total % 10)
    return joint.join(whole[at : at + 4] for at in range(0, 16, 4))


def iban(country: str, body: str, *, spaced: bool) -> str:
    """An account number that passes its check (ISO 13616)."""
    turned = "".join(str(int(c, 36)) for c in f"{body}{country}00")
    whole = f"{country}{98 - int(turned) % 97:02}{body}"
    return " ".join(whole[at : at + 4] for at in range(0, len(whole), 4)) if spaced else whole


def french_number(chance: random.Random) -> str:
    """A French social-security number with its key."""
    place = chance.choice(("75", "69", "13", "59"))
    body = digits(
        f"{chance.choice('12')}{chance.randint(45, 99):02}{chance.randint(1, 12):02}{place}%##%##", chance
    )
    key = f"{97 - int(body) % 97:02}"
    return f"{body[0]} {body[1:3]} {body[3:5]} {body[5:7]} {body[7:10]} {body[10:13]} {key}"


def spanish_number(chance: random.Random) -> str:
    """A Spanish identity number with its letter."""
    number = chance.randint(10_000_000, 99_999_999)
    return f"{number}{'TRWAGMYFPDXBNJZSQVHLCKE'[number % 23]}"


def german_number(chance: random.Random) -> str:
    """A German pension insurance number with its check digit."""
    day, month, year = chance.randint(1, 28), chance.randint(1, 12), chance.randint(40, 99)
    area = chance.choice(("12", "13", "53", "65"))
    letter, serial = chance.choice("BEHKMRSW"), chance.randint(1, 99)
    bare = f"{area}{day:02}{month:02}{year:02}{ord(letter) - 64:02}{serial:02}"
    weights = (2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1)
    total = sum(sum(divmod(int(d) * w, 10)) for d, w in zip(bare, weights, strict=True))
    return f"{area} {day:02}{month:02}{year:02} {letter} {serial:02}{total % 10}"


def written(path: Path, lines: Sequence[Line]) -> None:
    """Write the lines, one JSON document each."""
    told = (
        json.dumps({"language": one.language, "text": one.text, "labels": one.labels}, ensure_ascii=False)
        for one in lines
    )
    path.write_text("".join(f"{one}\n" for one in told), encoding="utf-8")


def read(path: Path) -> Iterator[Line]:
    """The lines of a file."""
    for line in path.read_text(encoding="utf-8").splitlines():
        found = json.loads(line)
        yield Line(found["language"], found["text"], tuple(tuple(label) for label in found["labels"]))
