"""Detours: what was looked at and left again, looked for and then otherwise, or begun and taken back, before
the work went on.

Whoever shows the work opens the wrong entry of a list, or looks for a name by too few letters. Other data
would need a value for that as well, and a run would stop where the wrong entry is not there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from handrail.compile.effects.words import changing_word, final_word
from handrail.compile.reading.acts import Act, differs, same_element
from handrail.compile.reading.addresses import path_of
from handrail.compile.reading.elements import is_search_field, name_of
from handrail.compile.reading.known import MIN_LENGTH, fold
from handrail.policy.deeds.deed import SAFE_METHODS
from handrail.recording.event import (
    Changed,
    CheckChange,
    Click,
    DialogAnswered,
    DoubleClick,
    Downloaded,
    Hover,
    Input,
    Keys,
    Navigated,
    Responded,
    Scroll,
    SelectOption,
    TabOpened,
)

_VISITED: Final = "another entry was opened, and left again"
_SOUGHT: Final = "something else was looked for"
_TAKEN_BACK: Final = "the same was pressed, and then not gone on with"
_PRESSES: Final = (Click, DoubleClick)
_LOOKS: Final = (Scroll, Hover)
_FILLS: Final = (Input, SelectOption, CheckChange, Keys)


def without_detours(acts: Sequence[Act]) -> list[Act]:
    """The acts without visits to another entry of the list in which one was worked in the end, without
    searches that the next one replaced, and without presses that were taken back.

    The act that went on after one of them has it in words.
    """
    kept = list(acts)
    place = 0
    while place < len(kept):
        found, words = _detour(kept, place)
        if found is None:
            place += 1
            continue
        following = kept[found]
        following.left_out = (*kept[place].left_out, words, *following.left_out)
        del kept[place:found]
    return kept


def _detour(acts: Sequence[Act], place: int) -> tuple[int | None, str]:
    """Where the work goes on after a detour that begins at the place, and what that was; none without one."""
    for way, words in ((_visit, _VISITED), (_search, _SOUGHT), (_taken_back, _TAKEN_BACK)):
        if (end := way(acts, place)) is not None:
            return end, words
    return None, ""


def _visit(acts: Sequence[Act], place: int) -> int | None:
    """Where an entry is opened that is left again for another one, the place of that other one's opening."""
    first = acts[place]
    if not _opens(first):
        return None
    if (two := _next_two(acts, place)) is None or not _leads_back(acts[two[0]], first):
        return None
    back, opened = two
    other = acts[opened]
    if not _opens(other) or other.event.url != first.event.url or not _are_alike(first, other):
        return None
    after = _next(acts, opened)
    # Who only looks at one after the other means to look at each.
    if after is None or _leads_back(acts[after], other) or acts[after].event.page != first.event.page:
        return None
    # What nobody looked at tells nothing of whether it was needed.
    seen = any(change.state.url == first.leads_to for act in acts[place:back] for change in act.all(Changed))
    return opened if seen and not _is_used(acts[place:opened], acts[opened:]) else None


def _opens(act: Act) -> bool:
    """Whether it is a press that led to another page, and neither did nor says that it does anything else."""
    opened, name = act.leads_to, name_of(act.target)
    if not isinstance(act.event, _PRESSES) or opened in (None, act.event.url) or not _only_looks(act):
        return False
    # A link that is followed may do something, and lead on then.
    led_on = any(answer.leads_on for answer in act.all(Responded))
    return not led_on and changing_word(name) is None and final_word(name) is None


def _only_looks(act: Act) -> bool:
    return _sends_nothing(act) and not any(act.all(kind) for kind in (TabOpened, Downloaded, DialogAnswered))


def _sends_nothing(act: Act) -> bool:
    return all(response.method in SAFE_METHODS for response in act.all(Responded))


def _leads_back(act: Act, first: Act) -> bool:
    """Whether one is where the first one was done, without having done anything."""
    event = act.event
    if event.page != first.event.page or not _only_looks(act):
        return False
    if isinstance(event, Navigated):
        return event.cause == "back_forward" and event.to == first.event.url
    return isinstance(event, Click) and act.leads_to == first.event.url


def _are_alike(one: Act, other: Act) -> bool:
    """Whether two presses were on entries of one list: each in a row of its own, of the same kind."""
    first, second = one.target, other.target
    if first is None or second is None or first.frame != second.frame:
        return False
    return first.role == second.role and None not in (first.near.row, second.near.row)


def _search(acts: Sequence[Act], place: int) -> int | None:
    """Where something is looked for that the next search replaces, the place of that next one."""
    first = acts[place]
    if not isinstance(first.event, Input) or not is_search_field(first.target):
        return None
    if (two := _next_two(acts, place)) is None or not _sends(acts[two[0]], first):
        return None
    again = two[1]
    other = acts[again]
    if not isinstance(other.event, Input) or not same_element(first.target, other.target):
        return None
    here = path_of(first.event.url)
    if other.event.page != first.event.page or path_of(other.event.url) != here:
        return None
    # What keeps what was typed before adds to it, as tags do.
    if other.event.before != first.event.value or other.continues is not None:
        return None
    following = _next(acts, again)
    if following is None or not _sends(acts[following], other):
        return None
    return None if _is_used(acts[place:again], acts[again:]) else again


def _sends(act: Act, typed: Act) -> bool:
    """Whether it is what began the search of a field: Enter in it, or a press that led to what was found."""
    if act.event.page != typed.event.page or not _only_looks(act):
        return False
    if isinstance(act.event, Keys):
        return same_element(act.target, typed.target)
    return (
        isinstance(act.event, Click)
        and act.leads_to is not None
        and path_of(act.leads_to) == path_of(typed.event.url)
    )


def _taken_back(acts: Sequence[Act], place: int) -> int | None:
    """Where what a press asked was answered with Cancel, and the same is pressed again, the place of that.

    A run in which nothing is asked would do by the first press what only the second one is made sure of.
    """
    first = acts[place]
    if not isinstance(first.event, Click) or first.leads_to is not None:
        return None
    answers = first.all(DialogAnswered)
    if answers:
        nothing = _sends_nothing(first) and not first.all(Downloaded) and not any(map(differs, first.changes))
        last = place if nothing and not any(answer.accepted for answer in answers) else None
    else:
        last = _put_away_at(acts, place)
    again = _next(acts, last) if last is not None else None
    if last is None or again is None or not isinstance(acts[again].event, Click):
        return None
    same = acts[again].event.page == first.event.page and same_element(first.target, acts[again].target)
    filled_in = any(isinstance(act.event, _FILLS) for act in acts[place + 1 : last])
    return again if same and not (filled_in and _keeps_a_draft(first, acts[again])) else None


def _put_away_at(acts: Sequence[Act], place: int) -> int | None:
    """The place of what shut the dialog that a press had opened; at most, fields were filled in there."""
    first = acts[place]
    at = _next(acts, place)
    while at is not None and not _puts_away(acts[at], first):
        act = acts[at]
        fills = isinstance(act.event, _FILLS) and act.event.page == first.event.page
        if not fills or act.leads_to is not None or not _only_looks(act):
            return None
        at = _next(acts, at)
    return at


def _keeps_a_draft(first: Act, again: Act) -> bool:
    """Whether the dialog may hold, as it is opened again, what was filled in before."""
    opened, anew = first.view_of(()), again.view_of(())
    return opened is None or anew is None or opened.after.values != anew.after.values


def _puts_away(act: Act, first: Act) -> bool:
    """Whether the act shut the dialog that the press before it had opened, and did nothing else."""
    opened, shut = first.view_of(()), act.view_of(())
    if opened is None or shut is None or act.event.page != first.event.page or act.leads_to is not None:
        return False
    if not isinstance(act.event, Click | Keys) or not (_sends_nothing(first) and _only_looks(act)):
        return False
    # Who presses an entry of a list chooses it; a field of several choices may show that as a text beside it.
    if act.target is not None and act.target.role == "option":
        return False
    before, meanwhile, after = opened.before.dialogs, opened.after.dialogs, shut.after.dialogs
    return len(meanwhile) > len(before) and after == before and opened.before.values == shut.after.values


def _next(acts: Sequence[Act], place: int) -> int | None:
    """The place of the next act that is more than a look around."""
    rest = range(place + 1, len(acts))
    return next((at for at in rest if not isinstance(acts[at].event, _LOOKS)), None)


def _next_two(acts: Sequence[Act], place: int) -> tuple[int, int] | None:
    first = _next(acts, place)
    second = _next(acts, first) if first is not None else None
    return None if first is None or second is None else (first, second)


def _is_used(detour: Sequence[Act], later: Sequence[Act]) -> bool:
    """Whether something that was typed afterwards may have been read there."""
    shown = fold(" ".join(_shown(detour)))
    typed = (fold(act.event.value) for act in later if isinstance(act.event, Input))
    return any(len(value) >= MIN_LENGTH and value in shown for value in typed)


def _shown(acts: Sequence[Act]) -> Iterator[str]:
    for act in acts:
        for change in act.all(Changed):
            state = change.state
            yield from (state.title, *state.headings, *state.texts, *state.alerts, *state.values.values())
