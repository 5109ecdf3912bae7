"""Where the blocks of Selenium IDE begin and end: `if`, `while`, `times`, `forEach`, `do`."""

from __future__ import annotations

from typing import Final

from handrail.compile.importers.selenium_ide.state import Command

OPENING: Final = frozenset({"if", "while", "times", "foreach", "do"})


def end_of(commands: list[Command], opening: int) -> int:
    """The place of the command that ends a block; behind the last one where the file has none."""
    depth = 0
    for place in range(opening, len(commands)):
        command = commands[place]
        if command.off:
            continue
        depth += command.name in OPENING
        depth -= command.name in ("end", "repeatif")
        if depth == 0:
            return place
    raise commands[opening].source.wrong(
        f"The block that '{commands[opening].written}' opens has no end.", "Add the 'end' in Selenium IDE."
    )


def branches(commands: list[Command], opening: int, end: int) -> list[int]:
    """The places of `else if` and `else` of this `if`."""
    depth = 0
    found = []
    for place in range(opening + 1, end):
        command = commands[place]
        if command.off:
            continue
        depth += command.name in OPENING
        depth -= command.name in ("end", "repeatif")
        if depth == 0 and command.name in ("elseif", "else"):
            found.append(place)
    return found


def outcomes_of(names: list[str]) -> list[str]:
    """A name for each branch, and `no` for the way past all of them."""
    outcomes = ["yes"]
    number = 2
    for name in names[1:]:
        outcomes.append("no" if name == "else" else f"yes-{number}")
        number += 1
    if "no" not in outcomes:
        outcomes.append("no")
    return outcomes
