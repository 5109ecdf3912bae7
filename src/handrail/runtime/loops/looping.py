"""The turns of loops: which item comes next, and when there is none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from pydantic import JsonValue

from handrail.actuators import Reading
from handrail.errors import PermanentError, RunError, TargetAmbiguous, VariableError
from handrail.journal.views.marks import Turn
from handrail.runtime.by_model.deciding import holds
from handrail.runtime.loops.extracting import missing_field, no_column, record_of
from handrail.runtime.loops.listing import Listing
from handrail.runtime.loops.paging import following, turn
from handrail.runtime.loops.tables import read_rows
from handrail.runtime.recovery.restoring import open_page
from handrail.runtime.walk.crew import Crew
from handrail.sop.node import ExtractField, Loop
from handrail.sop.sentences import describe_condition, describe_target
from handrail.sop.template import render_model
from handrail.sop.values import text_of

_LONGEST_ITEM = 80

_Left = list[tuple[str, JsonValue]]
"""Items with what tells them from the others of their list."""


class Turns(Protocol):
    """What a loop goes through."""

    number: int
    """Of the present turn, from 1; 0 before the first."""
    of: int | None
    """How many there are, where that is known before."""
    key: str | None
    """What tells the present item from the others of its list, where the list is looked for anew."""
    url: str
    """Where that list was seen."""

    def resume(self, turn: Turn) -> None:
        """Be in this turn, which an earlier process had begun."""
        ...

    def failed(self) -> None:
        """The present item failed, and the walk is wherever it was then."""
        ...

    async def next(self) -> JsonValue:
        """The next item; None where there is none. Raises PermanentError beyond the loop's bound."""
        ...


def turns_of(crew: Crew, loop: Loop) -> Turns:
    """The turns of a loop that is entered now."""
    match loop.over:
        case "variable":
            return _Items(loop, _listed(crew, loop))
        case "rows":
            return _Items(loop, _rows(crew, loop))
        case "elements":
            return _Elements(crew, loop)
        case "while":
            return _While(crew, loop)


def scope_of(loop: Loop, item: JsonValue, number: int) -> dict[str, JsonValue]:
    """The names that a turn gives to the loop's children."""
    return {loop.item: item, f"{loop.item}_number": number}


def item_words(item: JsonValue) -> str:
    """An item in a few words: for a record its first values."""
    match item:
        case True | None:
            return ""
        case dict():
            words = ", ".join(text_of(value) for value in list(item.values())[:3] if value)
        case _:
            words = text_of(item)
    words = " ".join(words.split())
    return words if len(words) <= _LONGEST_ITEM else f"{words[: _LONGEST_ITEM - 1]}…"


class _Counted:
    """The part that all turns have in common."""

    key: str | None = None
    url = ""

    def __init__(self) -> None:
        self.number = 0
        self.of: int | None = None

    def resume(self, turn: Turn) -> None:
        self.number = turn.number

    def failed(self) -> None:
        """What the walk did to the item says nothing of the others."""


class _Items(_Counted):
    """A list that is known when the loop is entered."""

    def __init__(self, loop: Loop, items: Sequence[JsonValue]) -> None:
        if len(items) > loop.bound:
            raise PermanentError(
                f"There are {len(items)} items, more than the loop's bound of {loop.bound}.",
                place=f"node '{loop.id}'",
                mend="Raise its bound, or give it fewer.",
            )
        super().__init__()
        self._items = items
        self.of = len(items)

    async def next(self) -> JsonValue:
        if self.number == len(self._items):
            return None
        self.number += 1
        return self._items[self.number - 1]


class _Elements(_Counted):
    """Elements that are looked for anew at each turn, and told apart by their key."""

    def __init__(self, crew: Crew, loop: Loop) -> None:
        super().__init__()
        self._crew = crew
        self._loop = loop
        self._done: set[str] = set()
        assert loop.elements is not None
        self._next = loop.next
        self._list = Listing(crew, loop.page, loop.elements, loop.fields, loop.id, loop.bound, loop.scroll)
        self._known: set[str] = set()
        self._strayed = False

    def resume(self, turn: Turn) -> None:
        super().resume(turn)
        self._done = set(turn.keys)
        self.url = turn.url

    def failed(self) -> None:
        self._strayed = True

    async def next(self) -> JsonValue:
        self._render()
        if self.number == 0:
            # What is the same twice in a list that shows it in parts would be seen as one.
            self._told_apart(await self._list.whole())
        if self._strayed:
            # Where the item failed there may be a list as well, and it is another one.
            self._strayed = False
            await self._went_back()
        left = await self._left_at_rest()
        if not left and await self._went_back():
            left = await self._left()
        if not left:
            left = await self._left_further()
        if not left:
            return None
        self.url = self._crew.actuator.url(self._loop.page)
        if self.number == self._loop.bound:
            raise _beyond(self._loop, f"{len(left)} of its elements are left")
        key, item = left[0]
        self._done.add(key)
        self.key = key
        self.number += 1
        return item

    def _render(self) -> None:
        """Targets may speak of variables, which the turn before may have changed."""
        real = render_model(self._loop.model_copy(update={"children": ()}), self._crew.values.real)
        assert real.elements is not None
        self._next = real.next
        self._list = replace(self._list, each=real.elements, fields=real.fields)

    async def _left(self) -> _Left:
        return self._of(await self._list.drawn())

    async def _left_at_rest(self) -> _Left:
        """A list that is still coming must not end the loop."""
        return self._of(await self._list.shown())

    async def _left_further(self) -> _Left:
        """What is left where the list was not in view, and on its next pages."""
        while True:
            async for readings in self._list.scanned():
                if left := self._of(readings):
                    return left
            onward = await following(self._list, self._next) if self._next is not None else None
            if self._next is None or onward is None:
                return []
            await turn(self._list, self._next, onward, await self._list.drawn())
            if left := await self._left_at_rest():
                return left

    async def _went_back(self) -> bool:
        """Whether the walk was elsewhere, as after an item that failed half way: the list is opened again."""
        page = self._loop.page
        if not self.url or self._crew.actuator.url(page) == self.url:
            return False
        reason = "the list that the loop goes through is there"
        await open_page(self._crew, self._loop.id, page, self.url, reason)
        if self._next is None and self._known:
            self._same_as_before(await self._list.whole())
        return True

    def _same_as_before(self, readings: Sequence[Reading]) -> None:
        """A list that was filtered or sorted in the page's memory is another one when it is opened again."""
        before = set(self._known)
        there = {key for key, _ in self._told_apart(readings)}
        gone = sorted(before - self._done - there)
        if gone:
            named = ", ".join(f"'{item_words(key)}'" for key in gone[:3])
            raise PermanentError(
                f"The list was opened again, and {len(gone)} of its elements that are not done yet are not "
                f"in it ({named}).",
                place=f"node '{self._loop.id}'",
                mend="Put the steps that lead to the list, its search or filter, at the end of the loop.",
            )
        # What it did not show before may be what a filter kept out.
        self._done |= there - before

    def _of(self, readings: Sequence[Reading]) -> _Left:
        """The items that were not done yet."""
        return [(key, item) for key, item in self._told_apart(readings) if key not in self._done]

    def _told_apart(self, readings: Sequence[Reading]) -> _Left:
        """The items with what tells them apart. Raises TargetAmbiguous where two are alike in that."""
        fields, by = self._list.fields, self._loop.key
        found: list[tuple[str, JsonValue]] = []
        for reading in readings:
            if (missing := missing_field(fields, reading)) is not None:
                raise _no_field(self._loop, missing, reading)
            record = record_of(fields, reading)
            key = text_of(record[by]) if by else reading.key
            found.append((key, record if fields else key))
        counts = Counter(key for key, _ in found)
        twice = next((key for key, count in counts.items() if count > 1), None)
        if twice is not None:
            raise TargetAmbiguous(
                f"{describe_target(self._list.each).capitalize()}: two elements of the list cannot be told "
                f"apart ('{item_words(twice)}').",
                mend="Give the loop a field that differs, and name it in 'key'.",
            )
        self._known |= counts.keys()
        return found


class _While(_Counted):
    """Turns as long as a condition holds."""

    def __init__(self, crew: Crew, loop: Loop) -> None:
        super().__init__()
        self._crew = crew
        self._loop = loop

    async def next(self) -> JsonValue:
        assert self._loop.condition is not None
        real = render_model(self._loop.condition, self._crew.values.real)
        page = self._loop.page
        if not (await holds(self._crew, real, page)).held:
            if self._crew.actuator.is_open(page):
                await self._crew.stop.race(self._crew.actuator.traffic.rest(page))
            if not (await holds(self._crew, real, page)).held:
                return None
        if self.number == self._loop.bound:
            words = describe_condition(render_model(self._loop.condition, self._crew.values.shown))
            raise _beyond(self._loop, f"it still holds that {words}")
        self.number += 1
        return True


def _beyond(loop: Loop, left: str) -> PermanentError:
    return PermanentError(
        f"The loop did {loop.bound} turns, its bound, and {left}.",
        place=f"node '{loop.id}'",
        mend="See why its list does not come to an end, or raise its bound.",
    )


def _no_field(loop: Loop, missing: ExtractField, reading: Reading) -> RunError:
    return no_column(missing, reading) or PermanentError(
        f"An element of the list has no '{missing.name}'.",
        place=f"node '{loop.id}'",
        mend='Correct the field\'s target, or say "required": false.',
    )


def _listed(crew: Crew, loop: Loop) -> Sequence[JsonValue]:
    value = crew.values.get(loop.variable or "")
    if not isinstance(value, list):
        raise VariableError(
            f"The loop goes through '{loop.variable}', which is not a list.",
            place=f"node '{loop.id}'",
            mend="Declare the variable with the type 'list', or name one that holds a list.",
        )
    return value


def _rows(crew: Crew, loop: Loop) -> Sequence[JsonValue]:
    path = text_of(crew.values.get(loop.variable or ""))
    rows: list[JsonValue] = [dict(row) for row in read_rows(Path(path)).rows]
    return rows
