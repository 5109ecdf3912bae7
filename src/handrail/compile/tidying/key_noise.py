"""Keys that only prepared the next act, or were none of the page's business."""

from __future__ import annotations

import re
from typing import Final

from handrail.compile.reading.acts import MOVING_KEYS, same_element
from handrail.compile.reading.elements import (
    is_date_field,
    is_editable_region,
    is_multiline,
    is_text_field,
    keys_of,
)
from handrail.compile.reading.requests import told_at_once
from handrail.compile.tidying.between import Between, Verdict
from handrail.recording.event import (
    CheckChange,
    Click,
    Clipboard,
    DialogAnswered,
    Input,
    Keys,
    Navigated,
    Responded,
    SelectOption,
    TabClosed,
)
from handrail.sop.target import Target

_CARET_KEYS: Final = MOVING_KEYS - {"PageUp", "PageDown"}
_DATE: Final = re.compile(
    r"\d{1,4}([-/.])\d{1,2}\1\d{1,4}([ T]\d{1,2}:\d{2}.*)?|\d{1,2}:\d{2}(:\d{2})?( ?[AaPp]\.?[Mm]\.?)?"
)
"""A date or a time, or both."""
_SCROLL_KEYS: Final = MOVING_KEYS | {" "}
_CLIPBOARD_KEYS: Final = frozenset({"c", "x", "v", "Insert", "Delete"})
_COMPOSITES: Final = frozenset(
    {"slider", "spinbutton", "listbox", "grid", "treegrid", "tree", "radiogroup", "menu", "menubar"}
    | {"tablist", "toolbar", "table"}
)
"""Widgets that keep the focus while keys move within them."""
_MARKING_KEYS: Final = frozenset({"Control+a", "Meta+a"})
"""Mark all that a field holds."""
_FORMAT_KEYS: Final = frozenset({"b", "i", "u"})
"""With Control, what an editor makes of the text that is typed next."""
_CLOSING_SIGNS: Final = frozenset("\"'`)]}>")
_BROWSER_KEYS: Final = frozenset(
    {"F11", "F12", "PrintScreen", "ContextMenu", "Control+f", "Control++", "Control+-", "Control+0"}
    | {"Meta+f", "Control+Shift+I", "Meta+Alt+i"}
)


def judge_keys(at: Between, event: Keys) -> Verdict:
    """Whether keys that were pressed make a step; those that do not go from it."""
    if event.taken:
        return "keep"
    event = _written_over(at, event)
    kept = tuple(
        key
        for place, key in enumerate(event.keys)
        if _erases(at, event.keys, place) or not _is_idle_key(at, key, last=place == len(event.keys) - 1)
    )
    if kept and _goes_on_writing(at, kept):
        return "into next"
    if kept:
        at.act.event = event.model_copy(update={"keys": kept})
        return "keep"
    if at.following is None:
        return "into previous"
    if event.keys[-1].endswith("Tab") and not (_stands_for_tab(at) and at.act.took_effect()):
        return "into previous"
    return "into next"


def marks_what_follows(at: Between) -> None:
    """What the field holds is marked, and letters that its own script takes are typed over it."""
    following = at.following
    if following is not None and at.leads_to(Keys) and isinstance(following.event, Keys):
        following.marked |= _is_written(following.event.keys[0])


def _written_over(at: Between, event: Keys) -> Keys:
    """The keys without those that the last ones were typed over, in a field whose own script takes them."""
    place = next((n for n in reversed(range(len(event.keys))) if event.keys[n] in _MARKING_KEYS), None)
    if place is None or not is_text_field(at.act.target):
        return event
    rest = event.keys[place + 1 :]
    if not rest:
        marks_what_follows(at)
        return event
    if (
        not any(len(key) == 1 for key in rest)
        or not _is_written(rest[0])
        or not all(map(_is_written, {*event.keys[:place]} - {*_MARKING_KEYS}))
    ):
        return event
    at.act.marked = True
    return event.model_copy(update={"keys": rest})


def _erases(at: Between, keys: tuple[str, ...], place: int) -> bool:
    """All that a field holds is marked and taken away, where its own script does that."""
    pair = keys[place : place + 2] if keys[place] in _MARKING_KEYS else keys[max(place - 1, 0) : place + 1]
    erased = len(pair) == 2 and pair[0] in _MARKING_KEYS and pair[1] in {"Backspace", "Delete"}
    return erased and is_text_field(at.act.target) and not at.leads_to(Input, Clipboard)


def _is_written(key: str) -> bool:
    return len(key) == 1 or key in {"Backspace", "Delete", "Space"}


def _goes_on_writing(at: Between, keys: tuple[str, ...]) -> bool:
    """What the page showed between two letters parts them no more than a pause does."""
    following = at.following
    if following is None or not isinstance(following.event, Keys) or following.event.taken:
        return False
    letters = all(len(key) == 1 for key in (*keys, following.event.keys[0]))
    if not letters or following.marked or not is_text_field(at.act.target) or not at.leads_to(Keys):
        return False
    following.event = following.event.model_copy(update={"keys": (*keys, *following.event.keys)})
    following.marked = at.act.marked
    return True


def _stands_for_tab(at: Between) -> bool:
    """A click follows on the field that Tab went to, where nothing else came of that click."""
    following = at.following
    return isinstance(at.upcoming, Click) and following is not None and (
        following.event is at.upcoming and is_text_field(following.target)
    )  # fmt: skip


def _is_idle_key(at: Between, key: str, *, last: bool) -> bool:
    """Whether the key only prepared the next act, or was none of the page's business."""
    if at.act.target is not None and at.act.target.tag == "select":
        # A native select takes its keys for itself; what they chose is told by the select's event.
        return True
    if key in _SCROLL_KEYS and _is_slider(at.act.target) and at.leads_to(Input):
        return True
    if is_date_field(at.act.target) and _stays_in_date(at, key):
        return True
    if (last and _opens_list(at, key)) or (key in _SCROLL_KEYS and _moves_within(at.act.target)):
        return False
    bare = key.rsplit("+", 1)[-1] if len(key) > 1 else key
    shortcut = key.startswith(("Control+", "Meta+"))
    if last and at.act.all(DialogAnswered):
        # The page asked something because of it, as when a field is left.
        return False
    if shortcut and bare == "a" and at.quiet:
        return True
    if bare == "Tab":
        if _typed_date(at):
            # Some fields of a page's own read what was typed only then, and not at a click elsewhere.
            return False
        if at.previous is not None and at.previous.begun is not None:
            # It ends what is typed in a cell, and leads to the next one.
            return False
        if last and _tab_sent(at):
            # Filled in alone, the field would keep it until the next one is filled in, on a page about to go.
            return False
        if last and _tab_told(at):
            return False
        moved = last and (_tab_brought_up(at) or _tab_made_field(at) or _tab_put_away(at))
        return not (_tab_completed(at) or moved)
    if key in _BROWSER_KEYS:
        return True
    if shortcut and bare in _CLIPBOARD_KEYS:
        return isinstance(at.next_event, Clipboard | Input) or bare in {"c", "x"}
    if isinstance(at.next_event, Navigated | TabClosed) and (shortcut or bare in {"F5", *_CARET_KEYS}):
        return last
    if key in {"Enter", " "} and at.leads_to(Click):
        return last and isinstance(at.next_event, Click) and at.next_event.by_key
    if at.leads_to(SelectOption, CheckChange):
        return key != "Enter"
    if is_text_field(at.act.target):
        return _is_idle_in_field(at, key, bare)
    return key in _SCROLL_KEYS and at.quiet and not _is_handled(at)


def _is_handled(at: Between) -> bool:
    """Whether the page did something of its own with the keys, as marking another line, and what has the
    focus keeps it: what that gives the focus to is told by itself."""
    keys, following = at.act.event, at.upcoming
    if not isinstance(keys, Keys) or not keys.handled:
        return False
    if keys.target is None:
        return True
    if isinstance(following, Keys) or (isinstance(following, Input) and following.taken):
        return same_element(following.target, keys.target)
    return False


def _is_slider(target: Target | None) -> bool:
    return target is not None and target.role == "slider"


def _moves_within(target: Target | None) -> bool:
    """Whether the keys move something in what has the focus, though nothing that names it tells what."""
    if target is None or target.tag in {"input", "textarea", "select"} or is_editable_region(target):
        return False
    return target.role in _COMPOSITES


def _opens_list(at: Between, key: str) -> bool:
    """An arrow key brought up the list of which an entry is picked next."""
    picked = at.following.target if at.following is not None and isinstance(at.next_event, Click) else None
    target = at.act.target
    on_list = target is not None and target.role == "combobox" and key in {"ArrowDown", "ArrowUp"}
    return on_list and picked is not None and picked.role == "option"


def _tab_sent(at: Between) -> bool:
    """The page sends its form as soon as a field was left that now holds something else."""
    before = at.previous
    if before is None or not isinstance(before.event, Input):
        return False
    left = same_element(before.target, at.act.target)
    return left and any(one.document and one.method == "POST" for one in at.act.all(Responded))


def key_that_leaves(at: Between, pressed: Target | None) -> Keys | None:
    """Tab in the field that a press on the bare page left, where the page told its server of it then: a key
    needs no place on the page."""
    written = at.previous.event if at.previous is not None else None
    bare = pressed is not None and (pressed.role == "document" or pressed.tag in {"html", "body"})
    if not isinstance(written, Input) or not bare or written.page != at.act.event.page:
        return None
    if not is_text_field(written.target) or not told_at_once(at.act):
        return None
    facts = at.act.event.model_dump(include={"seq", "t", "page", "url", "title"})
    return Keys(kind="keys", keys=("Tab",), target=written.target, **facts)


def _tab_told(at: Between) -> bool:
    """The page told its server of the field as it was left, and no other element takes the focus next."""
    written = at.previous is not None and isinstance(at.previous.event, Input)
    alone = at.following is None or at.following.target is None
    return written and alone and bool(told_at_once(at.act))


def _typed_date(at: Between) -> bool:
    """A date was typed into the field, which is none of the browser's own."""
    before = at.previous
    if before is None or not isinstance(before.event, Input) or is_date_field(before.target):
        return False
    dated = _DATE.fullmatch(before.event.value) is not None
    return dated and same_element(before.target, at.act.target)


def _stays_in_date(at: Between, key: str) -> bool:
    """A key for one part of the browser's own date field, as the day; the date is told by its input."""
    if key == "Tab":
        return isinstance(at.upcoming, Input | Keys) and same_element(at.upcoming.target, at.act.target)
    if key == "Enter":
        # On the field's sign it opens the sheet; on a part of the date it would send the form.
        return not at.act.took_effect()
    return len(key) == 1 or key in _CARET_KEYS or key in {"Backspace", "Delete"}


def _is_idle_in_field(at: Between, key: str, bare: str) -> bool:
    if key in {"Enter", "Shift+Enter"}:
        value = at.next_event.value if isinstance(at.next_event, Input) else ""
        ends_line = is_multiline(at.act.target) and at.leads_to(Input) and "\n" in value
        if ends_line and key == "Enter" and at.following is not None:
            at.following.paragraphs = True
        return ends_line
    if is_editable_region(at.act.target) and key != bare and bare in _FORMAT_KEYS:
        return False
    if _gives_command(at, key, bare):
        return False
    if _typed_over_sign(at):
        return True
    if at.leads_to(Input, Clipboard):
        return True
    if bare in {"a", "z", "y"} and key != bare:
        return True
    if bare in {"ArrowUp", "ArrowDown"} and not is_multiline(at.act.target):
        # Which entry of a list is marked, nothing may tell: the key behind it takes that one.
        return at.quiet and not at.leads_to(Keys)
    return bare in _CARET_KEYS or (bare in {"Backspace", "Delete"} and at.quiet)


def _typed_over_sign(at: Between) -> bool:
    """The closing signs that an editor had put in by itself are typed: it only steps over them, and what it
    holds was told with them already."""
    before, event = at.previous.event if at.previous else None, at.act.event
    if not isinstance(before, Input) or not isinstance(event, Keys) or not is_editable_region(event.target):
        return False
    signs = "".join(event.keys)
    closing = _CLOSING_SIGNS.issuperset(event.keys) and before.value.endswith(signs)
    return closing and same_element(before.target, event.target)


def _gives_command(at: Between, key: str, bare: str) -> bool:
    """Whether the app did something of its own with what was written, as Control+Enter sends it; what is
    written there next is another text."""
    edits = bare in {*_CARET_KEYS, "a", "z", "y", "Backspace", "Delete"}
    return key != bare and not edits and (bare == "Enter" or bool(told_at_once(at.act)))


def _tab_completed(at: Between) -> bool:
    """Tab took over a suggestion, or made an entry of what was typed: the field holds more since then, or
    nothing."""
    before = at.previous.event if at.previous else None
    after = at.act.after
    if not isinstance(before, Input) or after is None or before.masked:
        return False
    shown = next((after.values[key] for key in keys_of(before.target) if key in after.values), None)
    if shown is None or shown == before.value:
        return False
    return shown == "" or shown.startswith(before.value)


def _tab_brought_up(at: Between) -> bool:
    """What is clicked on next came with the focus, as the calendar of the field that Tab went to."""
    after, following = at.act.after, at.following
    if after is None or following is None or not isinstance(at.next_event, Click):
        return False
    target = following.target
    if target is None or is_text_field(target) or following.event is not at.upcoming:
        return False
    return not {target.name, target.text, target.near.row, target.near.heading}.isdisjoint(after.texts)


def _tab_put_away(at: Between) -> bool:
    """A list that stays open while one chooses in it went with the focus, and lies over nothing any more."""
    before, after = at.act.before, at.act.after
    chosen = at.previous is not None and isinstance(at.previous.event, Click) and at.previous.target
    if before is None or after is None or not chosen or chosen.role != "option":
        return False
    return len(after.gone) > 1 and not before.counts.keys() <= after.counts.keys()


def _tab_made_field(at: Between) -> bool:
    """What is filled in next came with the focus, or the field before went with it: cells of a grid that
    are fields while one is in them."""
    before, after, following = at.act.before, at.act.after, at.following
    if before is None or after is None or following is None or not isinstance(following.event, Input):
        return False
    if at.previous is not None and at.leads_to(Input) and same_element(at.previous.target, following.target):
        # One field is called like the other, as in a grid whose cells are edited one after the other.
        return isinstance(at.previous.event, Input)
    came, went = (after.values.keys() - before.values.keys(), before.values.keys() - after.values.keys())
    fills, left = following.target, at.previous.target if at.previous is not None else None
    return (fills is not None and not came.isdisjoint(keys_of(fills))) or (
        left is not None and not went.isdisjoint(keys_of(left))
    )
