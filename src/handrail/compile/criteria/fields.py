"""What the fields of a form hold once they are filled in, as completion criteria."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from handrail.compile.criteria.scene import Scene
from handrail.compile.reading import showing
from handrail.compile.reading.acts import same_element
from handrail.compile.reading.elements import is_region_part, keys_of, value_in, written_alike
from handrail.compile.reading.known import REFERENCE, fold
from handrail.compile.reading.located import row_of
from handrail.compile.reading.requests import told_at_once
from handrail.recording.event import Upload
from handrail.secrets.forms import MASK
from handrail.sop import action as sop
from handrail.sop import condition as c
from handrail.sop.condition import Condition
from handrail.sop.locator import LabelLocator, PlaceholderLocator, RoleLocator
from handrail.sop.target import Target

_PART: Final = re.compile(r"[^\W\d_]+|\d+")
_TIME: Final = re.compile(r"\d{1,2}:\d{2}\b")


def holds_value(scene: Scene, value: str) -> Iterator[Condition]:
    """That the field holds its value, or at least something where the app writes it in a way of its own."""
    if not is_field(scene.target):
        return
    shown = shown_value(scene)
    typed = typed_value(scene)
    if shown is not None and is_region_part(scene.draft.target):
        # A part of a date shows `09` for a 9.
        typed, shown = typed.lstrip("0"), shown.lstrip("0")
    # A state from the middle of the typing shows the beginning of the value.
    if shown is None and showing.is_renamed(scene.settled, scene.draft.target, typed):
        yield c.TextIs(kind="text", contains=value)
    elif shown is None or shown == MASK or fold(typed).startswith(fold(shown)):
        yield c.ValueIs(kind="value", equals=value)
    elif shown and not is_called_alone(scene.target) and not is_written_of(shown, typed):
        # That is another field of this name.
        yield c.ValueIs(kind="value", equals=value)
    elif shown:
        # The app writes what was typed in its own way.
        yield not_empty()


def is_called_alone(target: Target | None) -> bool:
    """Whether no other field of the page was called so, so that a look at the page by names tells of it."""
    called = next(iter(keys_of(target)), None) if target is not None else None
    if target is None or called is None:
        return False
    for locator in target.locators:
        match locator:
            case (
                RoleLocator(name=name, within=None)
                | LabelLocator(text=name, within=None)
                | PlaceholderLocator(text=name, within=None)
            ) if name == called:
                return True
    return False


def is_written_of(shown: str, typed: str) -> bool:
    """Whether most of the words and numbers of what was typed are in what is shown, in whatever order and
    with whatever signs, or it is a time of the day."""
    held, parts = _parts(shown), _parts(typed)
    if not parts or (_TIME.match(shown) and any(part.isdigit() for part in parts)):
        return True
    kept = [part for part in parts if any(part in one or (len(one) > 1 and one in part) for one in held)]
    return 2 * len(kept) > len(parts)


def _parts(text: str) -> list[str]:
    return [part.lstrip("0") or "0" for part in _PART.findall(fold(text).casefold())]


def offered_late(scene: Scene, value: str) -> Iterator[Condition]:
    """What a field offers late that does not say that it offers anything: Enter takes nothing before."""
    draft, following = scene.draft, scene.following[0] if scene.following is not None else None
    if following is None or draft.target is None or draft.target.role == "combobox":
        return
    enters = isinstance(following.action, sop.Press) and following.action.keys == "Enter"
    if enters and same_element(following.target, draft.target):
        offered = {fold(text) for view in scene.act.views for text in view.after.texts}
        if fold(typed_value(scene)) in offered:
            yield c.TextIs(kind="text", contains=value, supporting=True)


def emptied(scene: Scene) -> Iterator[Condition]:
    """Enter gave the page what the field held, and the field is free for the next one, as of tags."""
    before, after, target = scene.act.before, scene.act.after, scene.draft.target
    pressed = isinstance(scene.action, sop.Press) and scene.action.keys == "Enter"
    if not pressed or scene.act.leads_to is not None or before is None or after is None:
        return
    if value_in(before, target) and value_in(after, target) == "":
        yield c.ValueIs(kind="value", equals="")


def typed_value(scene: Scene) -> str:
    """As it was recorded."""
    recorded = scene.draft.action
    return recorded.value if isinstance(recorded, sop.Fill) else getattr(recorded, "text", "")


def shows_typed(scene: Scene) -> bool:
    """Whether a field whose own script takes the letters held them in the end, and nothing besides."""
    recorded, after = scene.draft.action, scene.act.after
    if after is None and scene.looked_at is not None:
        after = scene.looked_at.after
    shown = None if after is None else value_in(after, scene.draft.target)
    return bool(shown) and isinstance(recorded, sop.Type) and written_alike(shown or "", recorded.text)


def still_holds(scene: Scene) -> Iterator[Condition]:
    """Between keys that choose in its list, the field holds what was typed."""
    after, following = scene.act.after, scene.following
    if after is None or following is None or not isinstance(following[0].action, sop.Press):
        return
    reading = scene.known.read(value_in(after, scene.draft.target) or "")
    if following[0].target == scene.draft.target and reading.slots:
        yield c.ValueIs(kind="value", equals=reading.text)


def names_shown(scene: Scene) -> Iterator[Condition]:
    """The names of the files, where a page writes them once it has taken them, often a moment later."""
    event, action = scene.act.event, scene.action
    if not isinstance(event, Upload) or not isinstance(action, sop.Upload):
        return
    texts = {text for view in scene.act.views for text in view.after.texts}
    for file, given in zip(event.files, action.files, strict=False):
        named = REFERENCE.fullmatch(given)
        if named is not None and any(file.name in text for text in texts):
            yield c.TextIs(kind="text", contains=f'{{{{ {named[1]} | regex("([^/]+)$") }}}}')


def not_empty() -> Condition:
    """That the field holds something, whatever it is."""
    return c.Not(kind="not", condition=c.ValueIs(kind="value", equals=""))


def is_blank_again(scene: Scene) -> bool:
    """Whether a list gave its choice to the page and stands at its blank entry again, for the next one.

    Of a list without a label in a row nobody looked at what it holds: it lists what can be done with the
    record where a choice is seen to do something.
    """
    shown, recorded, target = shown_value(scene), scene.draft.action, scene.draft.target
    chosen = recorded.options if isinstance(recorded, sop.Select) else ()
    unnamed = target is not None and not (target.name or target.label or target.attributes.get("name"))
    # What stands before it may be called as another field is.
    if target is not None and unnamed and (shown is None or fold(shown) not in map(fold, chosen)):
        return any(map(row_of, target.locators)) and scene.act.took_effect()
    return shown is not None and fold(shown) == "" and any(fold(option) for option in chosen)


def gave_way(scene: Scene) -> bool:
    """Whether a list is gone with its choice, and the page shows that in its place, as a cell does which is
    edited where it stands; or the words by which it was called are gone as well, as with a window that
    closes."""
    recorded, after = scene.draft.action, scene.act.after
    if not isinstance(recorded, sop.Select) or after is None or len(recorded.options) != 1:
        return False
    if value_in(after, scene.draft.target) is not None or not scene.act.took_effect():
        return False
    called = fold(scene.draft.target.label or "") if scene.draft.target is not None else ""
    closed = called in map(fold, after.gone) and bool(told_at_once(scene.act))
    return closed or fold(recorded.options[0]) in map(fold, after.texts)


def is_field(target: Target | None) -> bool:
    """Whether it holds a value that a person gives."""
    if target is None:
        return False
    plain = target.tag in {"input", "textarea", "select", None} or target.role == "slider"
    return plain or "contenteditable" in target.attributes


def shown_value(scene: Scene) -> str | None:
    """What the field held once things had settled."""
    return None if scene.settled is None else value_in(scene.settled, scene.draft.target)
