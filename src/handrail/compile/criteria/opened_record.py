"""Which record a step leads to: the values by which it is found, and that they show up where it led."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice

from handrail.compile.criteria.scene import Scene
from handrail.compile.effects.effect_class import SETTING
from handrail.compile.reading import showing
from handrail.compile.reading.acts import View
from handrail.compile.reading.elements import field_called, keys_of
from handrail.compile.reading.identities import names_a_record
from handrail.compile.reading.known import Slot, fold
from handrail.compile.reading.messages import message_told
from handrail.compile.reading.texts import Surroundings
from handrail.sop.condition import Condition, ElementIs, TextIs, ValueIs
from handrail.sop.locator import RoleLocator
from handrail.sop.target import Target


def of_record(scene: Scene, told: Iterable[Condition]) -> Iterator[Condition]:
    """That the page, or the frame, is about the record that the step was to lead to.

    An address does not say which, and a page that refuses has the same one. `told` is what is known already.
    """
    names = found_by(scene)
    said = str(told)
    if scene.effect == "once" or any(slot.template in said for slot in names):
        return
    led = [view for view in scene.act.views if view.frame or scene.act.leads_to is not None]
    yield from islice(chain.from_iterable(showing.record(view, scene.known, names) for view in led), 1)


def under_name(scene: Scene, found: Iterable[Condition]) -> Iterator[Condition]:
    """That the heading under which the next step works, or a field, names the record picked beside it.

    The page of the record before has the same fields until the new one's comes; what is typed there is lost.
    """
    picked, following = scene.picked, scene.following
    if picked is None or following is None or scene.act.leads_to is not None or not names_a_record(picked):
        return
    target = following[0].target
    if target is None or following[0].page != scene.draft.page:
        return
    name = picked.template
    if any(isinstance(one, ElementIs | ValueIs) and name in str(one) for one in found):
        return
    if fold(target.near.heading or "") == fold(picked.value):
        by_name = RoleLocator(by="role", role="heading", name=name)
        heading = Target(role="heading", name=name, frame=target.frame, locators=(by_name,))
        yield ElementIs(kind="element", state="visible", target=heading)
        return
    # What comes while a field is edited came of the step before; a press may open something of its own.
    late = following[0].act.views if isinstance(following[0].action, SETTING) else ()
    held = (label for view in scene.act.views for label in _came_to_hold(view, picked.value))
    typed = keys_of(target)
    beside = (one for view in late for one in _came_to_hold(view, picked.value) if one not in typed)
    for label in islice(chain(held, beside), 1):
        yield ValueIs(kind="value", target=field_called(label, target), equals=name)


def _came_to_hold(view: View, value: str) -> Iterator[str]:
    before, after = view.before.values, view.after.values
    return (one for one in after if fold(after[one]) == fold(value) and before.get(one) != after[one])


def told_of(scene: Scene, around: Surroundings) -> Iterator[Condition]:
    """What the page says of the record that was made, in a text that is no message or heading to it.

    Apps that answer at one address, whatever they did, refuse there in other words. What was given before the
    page that is left may name the record, too, as in a form of several pages.
    """
    if scene.effect != "once":
        return
    texts = [text for view in scene.act.views for text in view.after.texts]
    for fresh in (True, False):
        for text in texts:
            told = message_told(text, scene.known, around)
            slots = [slot for slot in scene.known.read(fold(text)).slots if (slot in scene.fresh) is fresh]
            if told is not None and any(names_a_record(s) and s.template in str(told) for s in slots):
                yield told
                return


def by_name(scene: Scene, told: Iterable[Condition]) -> Iterator[Condition]:
    """The same, each that says by what name the record was found marked as a name.

    It may have been found in other capitals, and a page may shorten its heading: neither is another record.
    """
    names = () if scene.effect == "once" else found_by(scene)
    for part in told:
        said = (part.contains or "") if isinstance(part, TextIs) else ""
        named = any(slot.template in said for slot in names)
        yield part.model_copy(update={"as_name": True}) if named else part


def found_by(scene: Scene) -> frozenset[Slot]:
    """The values by which the step finds its record, on other data as well: those in its best locator."""
    target, recorded = scene.target, scene.draft.target
    if target is None or recorded is None or not target.locators or not scene.about_data:
        return frozenset()
    best = str(target.locators[0])
    texts = (recorded.name, recorded.text, recorded.near.row)
    found = {slot for text in texts if text for slot in scene.known.read(fold(text)).slots}
    found |= {scene.picked} if scene.picked is not None else set()
    return frozenset(slot for slot in found if names_a_record(slot) and slot.template in best)
