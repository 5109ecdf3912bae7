"""Which record a page was last asked about: whether a dialog that is answered then names another one, and
whether the form that came up is that record's."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from handrail.actuators import Actuator
from handrail.compile.reading.addresses import page_key
from handrail.errors import WrongRecord
from handrail.runtime.walk.exact import Found
from handrail.runtime.walk.stopping import StopSignal
from handrail.sop.node import Task
from handrail.sop.target import Target
from handrail.sop.wording import quoted
from handrail.targeting import ElementSnapshot
from handrail.targeting.recorded import exact_row, own_row
from handrail.targeting.standing import is_in_dialog
from handrail.targeting.wording import folded, holds_words

_LETTERS: Final = 3
"""So many a name has at least that is a single word."""


class RecordInHand(NamedTuple):
    """The row that a step has acted in, with its target in clear."""

    target: Target
    called: str
    row: str


class _Form(NamedTuple):
    """A form that was seen to be of the record that is called so, at its address."""

    called: str
    address: tuple[str, str]


class RecordsInHand:
    """The rows of lists that a session's tabs were last asked about."""

    def __init__(self) -> None:
        self._rows: dict[str, RecordInHand] = {}
        self._opened: dict[str, str] = {}
        """What the record is called whose name was pressed in its own row."""
        self._forms: dict[str, _Form] = {}

    def take(self, real: Task, found: Found | None) -> None:
        """Remember the row that a step has acted in; what is done outside rows and dialogs ends that."""
        if real.effect == "once":
            self._forms.pop(real.page, None)
        if found is None:
            return
        opened = own_row(found.target)
        if opened is not None and real.effect == "none":
            self._opened[real.page] = opened.text
            self._forms.pop(real.page, None)
        elif found.match.element.leads.dialog is None:
            self._opened.pop(real.page, None)
        row, said = exact_row(found.target), found.match.element.near.row
        if row is not None and said:
            self._rows[real.page] = RecordInHand(found.target, row.text, said)
            self._forms.pop(real.page, None)
        elif found.match.element.leads.dialog is None:
            self._rows.pop(real.page, None)

    async def is_its_form(self, real: Task, called: str, actuator: Actuator, stop: StopSignal) -> bool:
        """Whether the step acts in the form of the record that is called so, which no heading names: it was
        opened from that record's row, and a field of it holds what it is called."""
        url = actuator.url(real.page)
        # Another tab of the form is written behind a '#'.
        address = (page_key(url), urlsplit(url).query)
        if self._forms.get(real.page) == (called, address):
            return True
        held = self._rows.get(real.page)
        opened = held.called if held is not None else self._opened.get(real.page)
        if opened is None or folded(opened) != folded(called) or real.target is None:
            return False
        candidates = await stop.race(actuator.gather(real.page, real.target))
        if not holds_name([one.element for one in candidates], called):
            return False
        self._forms[real.page] = _Form(called, address)
        return True

    async def see_that_dialog_means_it(
        self, real: Task, found: Found | None, actuator: Actuator, stop: StopSignal
    ) -> None:
        """Raises WrongRecord where the dialog that the step answers names the record of another row, and not
        that of the row by which it was opened."""
        held = self._rows.get(real.page)
        says = found.match.element.leads.dialog if found is not None else None
        if held is None or says is None or real.target is None or real.effect != "once":
            return
        recorded = real.target.near.dialog or ""
        if holds_words(says, held.called) or folded(says) == folded(recorded):
            return
        candidates = await stop.race(actuator.gather(real.page, held.target, brief=True))
        rows = {one.element.near.row for one in candidates if one.element.near.row}
        if (other := names_another(says, recorded, held, rows)) is not None:
            raise WrongRecord(
                f"The dialog names {quoted(other)}, and the step is about {quoted(held.called)}.",
                mend="Check which record the app means; the dialog was not answered.",
            )


def holds_name(elements: Sequence[ElementSnapshot], called: str) -> bool:
    """Whether one field of the dialog that is open, or else of a form, holds just this."""
    shown = [one for one in elements if one.visible]
    in_front = [one for one in shown if is_in_dialog(one.ancestors)]
    holding = [
        one
        for one in in_front or shown
        if one.role == "textbox" and one.value and folded(one.value) == folded(called)
    ]
    return len(holding) == 1 and bool(in_front or holding[0].form is not None)


def names_another(says: str, recorded: str, held: RecordInHand, rows: Iterable[str]) -> str | None:
    """What another row is called that the dialog names: the words that stand where the row in hand says what
    it is called, and that the recorded dialog did not say."""
    before = folded(held.row).partition(folded(held.called))[0].split()
    for row in sorted(rows):
        words = row.split()[len(before) :]
        for many in range(len(words), 0, -1):
            name = " ".join(words[:many])
            telling = many > 1 or (len(name) >= _LETTERS and name.isalpha())
            if telling and holds_words(says, name):
                if not (holds_words(recorded, name) or holds_words(held.row, name)):
                    return name
                break
    return None
