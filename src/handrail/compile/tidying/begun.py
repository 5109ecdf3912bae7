"""Texts that a page takes up from what is no field: in a sheet one types on a cell, and its field comes up
with the first letter in it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from handrail.compile.reading.acts import Act, same_element
from handrail.compile.reading.elements import is_cell, is_text_field, value_in
from handrail.compile.reading.known import fold
from handrail.recording.event import Click, DoubleClick, Input, KeyDown, Keys, RecordedEvent
from handrail.recording.merging.absorbing import PASSIVE, is_silent
from handrail.sop.target import Target

_FEWEST: Final = 2
_LEAST_SHOWN: Final = 3
"""Letters by which a text is told from what a page says anyway."""
_LEAVING: Final = frozenset({"Tab", "Shift+Tab", "Enter"})
"""Keys that end what is typed in a cell."""
_PAGE: Final = frozenset({"body", "html"})
_CONTROLS: Final = frozenset({"input", "select", "textarea", "button", "a", "iframe", "audio", "video"})
_WIDGETS: Final = frozenset({None, "grid", "treegrid", "table", "gridcell", "cell", "group", "application"})
_NUMBER: Final = re.compile(r"[-+]?\d[\d.,:]*")
"""A shortcut has one letter or digit; which digits are pressed on a widget of the page's own is a choice."""


def begun_elsewhere(events: Sequence[RecordedEvent]) -> frozenset[int]:
    """`seq` of the keys whose letter stood in another element than the one that had the focus.

    A shortcut that brings up a field writes nothing in it, be the first letter that is typed there the same.
    """
    begun: set[int] = set()
    letter: KeyDown | None = None
    alone = True
    for event in events:
        if is_silent(event) or isinstance(event, PASSIVE):
            continue
        if letter is not None and isinstance(event, Input) and _is_begun(letter, event, alone=alone):
            begun.add(letter.seq)
        if letter is not None and alone and _goes_on(letter, event):
            alone = False
            continue
        letter = event if isinstance(event, KeyDown) and len(event.key) == 1 else None
        alone = True
    return frozenset(begun)


def _is_begun(letter: KeyDown, edit: Input, *, alone: bool) -> bool:
    """Whether the letter is in the field: the browser put it there, or the page did before the next came."""
    if edit.masked or letter.page != edit.page or same_element(letter.target, edit.target):
        return False
    return (
        edit.value == letter.key if alone else edit.before == letter.key and edit.value.startswith(letter.key)
    )


def _goes_on(letter: KeyDown, event: RecordedEvent) -> bool:
    """Whether it is the next letter, in a field that came up since."""
    if not isinstance(event, KeyDown) or len(event.key) != 1 or letter.page != event.page:
        return False
    return is_text_field(event.target) and not same_element(event.target, letter.target)


def with_begun_texts(acts: Sequence[Act], begun: frozenset[int]) -> list[Act]:
    """The acts, with one text for a letter and what was typed on in the field that came up with it."""
    kept: list[Act] = []
    place = 0
    while place < len(acts):
        act = acts[place]
        edits = _edits(acts, place) if act.event.seq in begun else _edits_of_brought_up(acts, place)
        if not edits:
            kept.append(act)
            place += 1
            continue
        assert isinstance(act.event, Keys)
        if keys := act.event.keys[:-1]:
            kept.append(Act(act.event.model_copy(update={"keys": keys})))
        kept.append(_text([act, *edits], kept[-1] if kept else None))
        # An edit that nobody told of is made of the key itself.
        place += 1 + sum(edit.event.seq != act.event.seq for edit in edits)
    return kept


def _edits(acts: Sequence[Act], place: int, *, anew: bool = False) -> list[Act]:
    """The edits of the field that came up, as long as they go on from the letter; or `anew`."""
    keys, edits = acts[place].event, list[Act]()
    if not isinstance(keys, Keys):
        return []
    begins = "" if anew else keys.keys[-1]
    for act in acts[place + 1 :]:
        edit = act.event
        if not isinstance(edit, Input) or not edit.value.startswith(begins):
            break
        if edits and not same_element(edit.target, edits[0].target):
            break
        edits.append(act)
    return edits


def _edits_of_brought_up(acts: Sequence[Act], place: int) -> list[Act]:
    """The same, where the page itself put the letter in the field, as what was seen to change tells: of a
    text of one letter there is no other sign, nor of a letter that was taken back."""
    act, following = acts[place], acts[place + 1] if place + 1 < len(acts) else None
    keys = act.event
    if not isinstance(keys, Keys) or following is None or len(keys.keys[-1].strip()) != 1:
        return []
    field = following.target
    if field is None or not is_text_field(field) or following.event.page != keys.page:
        return []
    if same_element(field, keys.target) or not _brings_up(act, field, keys.keys[-1]):
        return []
    if isinstance(following.event, Input):
        edits = _edits(acts, place, anew=True)
        return edits if edits and not following.event.masked and _value(edits[-1]) else []
    if not isinstance(following.event, Keys) or following.event.keys[0] not in _LEAVING:
        return []
    facts = keys.model_dump(include={"seq", "t", "page", "url", "title"})
    return [Act(Input(kind="input", target=field, value=keys.keys[-1], before="", **facts))]


def _value(act: Act) -> str:
    return act.event.value if isinstance(act.event, Input) else ""


def _brings_up(act: Act, field: Target, letter: str) -> bool:
    """Whether the field holds the key's letter since, and did not before."""
    return any(value_in(view.before, field) != letter == value_in(view.after, field) for view in act.views)


def _text(acts: Sequence[Act], before: Act | None) -> Act:
    keys, edit = acts[0].event, acts[-1].event
    assert isinstance(keys, Keys) and isinstance(edit, Input)
    cell = _cell(keys, edit, before)
    led = before is not None and isinstance(before.event, Keys)
    update = {"target": cell or edit.target, "before": "", "picture": keys.picture, "taken": True}
    follows = sorted((event for act in acts for event in act.follows), key=lambda event: event.seq)
    # What has no name by which it is known again looks otherwise once it is pressed.
    is_known = cell is not None and not led and bool(cell.name or cell.label or cell.text)
    text = Act(edit.model_copy(update=update), follows, began=keys.seq)
    text.begun = "on element" if is_known else "in focus"
    return text


def _cell(keys: Keys, edit: Input, before: Act | None) -> Target | None:
    """What the text was typed on: where its field came up. None where that is not known.

    What was pressed is the cell, as the focus may be on the whole sheet; but it may as well be a button of a
    tool bar, or what has led to a page that is searched by typing.
    """
    if before is not None and isinstance(before.event, Click | DoubleClick):
        stays = before.event.page == edit.page and before.leads_to is None
        if stays and not is_text_field(before.target) and _overlap(before.target, edit.target):
            return before.target
    return keys.target if _overlap(keys.target, edit.target) else None


def _overlap(one: Target | None, field: Target) -> bool:
    if one is None or one.tag in _PAGE or one.frame != field.frame or one.box is None or field.box is None:
        return False
    a, b = one.box, field.box
    across = min(a.x + a.width, b.x + b.width) > max(a.x, b.x)
    return across and min(a.y + a.height, b.y + b.height) > max(a.y, b.y)


def with_drawn_texts(acts: Sequence[Act]) -> list[Act]:
    """The acts, with one text for the keys that went to a text box that holds no text itself, or to a page
    or widget that shows what is typed: what an editor, a terminal or a grid draws, it draws elsewhere, and
    tells nobody of edits."""
    kept: list[Act] = []
    place = 0
    while place < len(acts):
        end, text = _keyed(acts, place)
        rest = None
        if len(text) < _FEWEST:
            end, text, rest = _echoed(acts, place)
        if not text:
            kept.append(acts[place])
            place += 1
            continue
        first, last = acts[place].event, acts[end - 1].event
        assert isinstance(first, Keys)
        facts = last.model_dump(include={"seq", "t", "page", "url", "title"})
        target = first.target or Target(tag="body")
        edit = Input(kind="input", target=target, value=text, before="", taken=True, **facts)
        edit = edit.model_copy(update={"picture": first.picture})
        whole = acts[place : end - 1] if rest is not None else acts[place:end]
        follows = sorted((event for act in whole for event in act.follows), key=lambda one: one.seq)
        kept.append(Act(edit, follows, began=first.seq, begun=None if is_cell(target) else "in focus"))
        if rest is not None:
            kept.append(rest)
        place = end
    return kept


def _keyed(acts: Sequence[Act], place: int) -> tuple[int, str]:
    """The first act that does not go on typing in such a box, and what was typed until then."""
    target, text, end = acts[place].target, "", place
    if target is None or target.role != "textbox" or target.tag in _PAGE or is_text_field(target):
        return place, ""
    while end < len(acts) and isinstance(keys := acts[end].event, Keys):
        if not same_element(keys.target, target):
            break
        for key in keys.keys:
            if key == "Backspace" and text:
                text = text[:-1]
            elif len(key) == 1 or key == "Enter":
                text += "\n" if key == "Enter" else key
            else:
                return (end, text) if key == keys.keys[0] else (place, "")
        end += 1
    # Enter behind a text may be what sends it.
    while text.endswith("\n") and getattr(acts[end - 1].event, "keys", ()) == ("Enter",):
        end, text = end - 1, text[:-1]
    return end, text


def _echoed(acts: Sequence[Act], place: int) -> tuple[int, str, Act | None]:
    """The same of letters that went to no field, where the page showed the text that they make, or they are
    a number, and what is left of the last act behind them. Other single letters are shortcuts, and no page
    writes those down."""
    text, end, rest = "", place, None
    first = acts[place].event
    on_page = isinstance(first, Keys) and _is_page(first.target)
    while end < len(acts) and rest is None and isinstance(keys := acts[end].event, Keys):
        letters = [*takewhile(lambda key: len(key) == 1 or key == "Backspace", keys.keys)]
        goes_on = keys.page == first.page and _takes_letters(keys.target) and not keys.taken
        if not goes_on or not letters or not (on_page or same_element(keys.target, acts[place].target)):
            break
        for key in letters:
            text = text[:-1] if key == "Backspace" else text + key
        if left := keys.keys[len(letters) :]:
            rest = Act(keys.model_copy(update={"keys": left}), acts[end].follows)
        end += 1
    said = fold(text)
    views = (view for act in acts[place : end + 1] for view in act.views)
    came = {fold(one) for view in views for one in view.after.texts}
    shown = any((said.startswith(one) and len(one) >= _LEAST_SHOWN) or said in one for one in came)
    written = (shown and len(said) >= _LEAST_SHOWN) or (not on_page and len(said) >= _FEWEST and said in came)
    begins = place == 0 or not _ends_with_letter(acts[place - 1].event, acts[place].target)
    number = _NUMBER.fullmatch(said) is not None and len(said) >= (_FEWEST if on_page else 1) and begins
    return (end, text, rest) if written or number else (place, "", None)


def _ends_with_letter(event: RecordedEvent, target: Target | None) -> bool:
    """Whether a letter was typed there right before: a number may be the end of another text."""
    if not isinstance(event, Keys) or len(event.keys[-1]) != 1:
        return False
    return same_element(event.target, target) or (_is_page(event.target) and _is_page(target))


def _is_page(target: Target | None) -> bool:
    return target is None or target.tag in _PAGE


def _takes_letters(target: Target | None) -> bool:
    """Whether it may write down what is typed on it, as a grid of divs does: no field or command, and no
    component whose own field nobody outside can see."""
    if target is None or target.tag in _PAGE:
        return True
    if "-" in (target.tag or ""):
        return False
    return target.tag not in _CONTROLS and target.role in _WIDGETS and not is_text_field(target)
