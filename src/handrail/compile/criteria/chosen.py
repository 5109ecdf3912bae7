"""What shows a choice once it is made: the field that holds it, or what opened the list."""

from __future__ import annotations

from collections.abc import Iterator

from handrail.compile.choices.marks.calendars import names_the_day
from handrail.compile.criteria.scene import Scene
from handrail.compile.reading.acts import View
from handrail.compile.reading.elements import field_called, is_cell, is_text_field, name_of
from handrail.compile.reading.known import Reading, fold
from handrail.recording.event import Keys, PageState
from handrail.secrets.forms import MASK
from handrail.sop import condition as c
from handrail.sop.condition import Condition
from handrail.sop.template import literal


def fields_set(scene: Scene) -> Iterator[Condition]:
    """A field that got its value by a click, such as one on a suggestion.

    An entry that says of itself that it is chosen is one of several: the field shows with it what was chosen
    before, which on another record is something else.
    """
    target = scene.draft.target
    says_itself = scene.act.chosen is not None and target is not None and target.role == "option"
    if scene.act.leads_to is not None or says_itself:
        return
    # The words of a cell are the record's.
    own = None if is_cell(scene.draft.target) else scene.draft.target
    clicked = {name for name in (name_of(own), own and own.text) if name}
    for view in _views_since(scene):
        for label, value in view.after.values.items():
            if value in {"", MASK} or view.before.values.get(label) == value:
                continue
            reading = _read(scene, value)
            target = scene.fields.get(label)
            called_by_it = any(word in label for word in clicked)
            if target is None and reading.slots and own is not None and value in clicked and not called_by_it:
                # What was clicked on is what a field holds now that nobody pointed at.
                target = field_called(label, own)
            elif target is None and own is not None and _entered(scene, view.after, reading):
                target = field_called(label, own)
            if target is None or target.frame != view.frame:
                continue
            if reading.slots and not any(letter.isalnum() for letter in reading.rest):
                yield c.ValueIs(kind="value", equals=reading.text, target=target)
            elif (value in clicked and label in view.before.values and not scene.about_data) or names_the_day(
                scene.draft, value
            ):
                yield c.ValueIs(kind="value", equals=literal(value), target=target)


def shown_beside(scene: Scene) -> Iterator[Condition]:
    """A list shows beside its empty field what is picked from it, where it says more than before.

    In a list for several, what was chosen before stands there as well: a press on what is chosen already
    would take it away again.
    """
    own = scene.draft.target
    if scene.picked is None or own is None or not scene.closes:
        return
    for view in scene.act.views:
        for label, text in view.after.beside.items():
            picked, before = fold(scene.picked.value), fold(view.before.beside.get(label, ""))
            if before == fold(text) or fold(text) not in {picked, f"{before} {picked}", f"{picked} {before}"}:
                continue
            target = scene.fields.get(label) or field_called(label, own)
            if target.frame == view.frame:
                yield c.ValueIs(kind="value", equals=scene.picked.template, target=target)


def _views_since(scene: Scene) -> Iterator[View]:
    """The looks after the step; of one that came later, only what was picked is of this step."""
    yield from scene.act.views
    late, entry = scene.looked_at, scene.draft.target
    if late is None or entry is None:
        return
    picked = {fold(text) for text in (entry.name, entry.text, scene.picked and scene.picked.value) if text}
    values = {label: held for label, held in late.after.values.items() if fold(held) in picked}
    yield late._replace(after=late.after.model_copy(update={"values": values}))


def _entered(scene: Scene, after: PageState, reading: Reading) -> bool:
    """What was typed was taken over by Enter, and the field it was typed into is empty again, as for tags."""
    if not isinstance(scene.act.event, Keys) or not is_text_field(scene.draft.target):
        return False
    whole = len(reading.slots) == 1 and not any(letter.isalnum() for letter in reading.rest)
    return whole and after.values.get(name_of(scene.draft.target)) == ""


def _read(scene: Scene, value: str) -> Reading:
    """The value, as what the step picks, be it what another list holds as well."""
    picked = scene.picked
    return Reading((picked,)) if picked and fold(value) == fold(picked.value) else scene.known.read(value)


def says_choice(scene: Scene) -> Iterator[Condition]:
    """What opened a list without roles is called by the entry that was picked from it."""
    if scene.picked is None or scene.replaced is None:
        return
    choice = scene.picked.template
    opener = scene.replaced.opener_with(choice)
    if opener is not None and scene.replaced.in_dialog:
        yield c.TextIs(kind="text", contains=choice)
        return
    entry = scene.draft.target
    # What is called like the entry, and is of its kind, was there before.
    if opener is not None and entry is not None and opener.role != entry.role:
        yield c.ElementIs(kind="element", state="visible", target=opener)
