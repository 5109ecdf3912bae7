"""Pages that save by themselves while somebody works on them.

Such a page tells its server a moment after each change, whatever the person does meanwhile. What it sends
then came of the change, and not of the press that it happens to come behind; and the change is lost with the
page where nobody waits for it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from handrail.compile.effects.words import changing_word, final_word
from handrail.compile.reading.acts import Act, same_element
from handrail.compile.reading.addresses import is_id, path_of, words_of
from handrail.compile.reading.elements import is_text_field, is_tickable, name_of
from handrail.compile.reading.known import fold
from handrail.compile.reading.requests import is_telemetry, only_asks
from handrail.policy.categories.categorising import categorise
from handrail.policy.deeds.deed import SAFE_METHODS, Deed
from handrail.recording.event import (
    CheckChange,
    Click,
    Hover,
    Input,
    Keys,
    MouseDown,
    MouseUp,
    Navigated,
    Responded,
    Scroll,
    SelectOption,
    Submitted,
)
from handrail.targeting.snapshot import ElementSnapshot

_EDITS: Final = (Input, SelectOption, CheckChange)
_LOOKING: Final = (Hover, Scroll, MouseUp)
_POINTING: Final = (MouseDown, Click)
_QUIET_KEYS: Final = frozenset({"Escape", "Tab", "Shift+Tab"})
_SAVE: Final = frozenset({"save", "speichern", "guardar", "enregistrer", "sauvegarder"})
_OF_THE_PAGE: Final = frozenset(
    "insert einfugen insertar inserer undo redo expand collapse show hide toggle preview bold italic".split()
)
"""First words of what a press does to the page that one works on, and to nothing else."""
_CHOOSING: Final = frozenset({"option", "combobox", "listbox"})
_BY_ITSELF_MILLIS: Final = 300
"""What a page sends later than this after the last act is not what the act itself asks for."""
_PRESSED_MILLIS: Final = 150
"""What a press itself asks for is asked for sooner, as a rule."""
_AT_ONCE_MILLIS: Final = 1000
"""What was changed while the page was saving is saved right after it."""
_AWAITED_MILLIS: Final = 5000
"""A single request that comes later still after a change need not come of it."""
_EVEN: Final = 0.05
"""By so much of itself the clock's interval may be longer one time than another."""
_STEADY_MILLIS: Final = 300
"""By so much later than another time a page may save after an edit."""
_OFTEN: Final = 3
_ALIKE_MILLIS: Final = 60
"""By so much a timer that is set anew by each change may be later one time than another."""
_MOVES_ON_MILLIS: Final = 500
"""So soon after it has saved a new record, a page takes that record's address."""

Kind = tuple[str, str, str, tuple[str, ...]]


def _without_ids(url: str) -> str:
    return "/".join("*" if is_id(part) else part for part in path_of(url).split("/"))


@dataclass(eq=False)
class _Sending:
    """A request of a page's script, and the acts that it may have come of."""

    answer: Responded
    holder: Act
    """The act behind which it was heard."""
    last: Act
    """The last act before it was sent."""
    cause: Act
    """The last act before it that worked on the page."""
    typing: bool
    """The field had the cursor that is filled next: how much of the text was there by then, nobody tells."""
    leaving: bool = False
    """It was sent as the next thing was pressed already: a field that was changed was left by that."""
    waited: bool = False
    """A change had waited for its time, and the press before it has nothing to do with it."""
    unsure: bool = False
    """Something was pressed between that change and that press: which of them it came of, nobody tells."""

    @property
    def began(self) -> float:
        return _began(self.answer)

    @property
    def kind(self) -> Kind:
        path = _without_ids(self.answer.request_url)
        return self.answer.page, self.answer.method, path, self.answer.operations

    @property
    def unasked(self) -> bool:
        """Whether it came too late for the last act to have asked for it."""
        return self.waited or (not self.typing and self.began - self.last.event.t > _BY_ITSELF_MILLIS)

    @property
    def is_late(self) -> bool:
        """Whether a press before it would have sent it sooner."""
        presses = isinstance(self.last.event, Click) and not is_text_field(self.last.target)
        return presses and self.began - self.last.event.t > _PRESSED_MILLIS

    @property
    def follows_edit(self) -> bool:
        return _edits(self.cause)


def with_autosaves(acts: Sequence[Act]) -> list[Act]:
    """The acts, each with what the page saved by itself because of it, marked as such."""
    sendings = sorted(_sendings(acts), key=lambda sending: sending.began)
    by_kind: dict[Kind, list[_Sending]] = defaultdict(list)
    moves = _moves_in_page(acts)
    for sending in sendings:
        by_kind[_kind_at_last(sending, moves)].append(sending)
    saves: list[_Sending] = []
    for kind in by_kind.values():
        _find_edits_before_presses(kind, acts)
        if _is_clockwork(kind):
            _leave_out(kind)
        elif _saves_by_itself(kind):
            saves += (sending for sending in kind if not _was_asked_for(sending, acts))
        else:
            saves += (one for one in kind if _is_of_edit(one, acts))
    _give(sorted(saves, key=lambda sending: sending.began), acts)
    return list(acts)


def _moves_in_page(acts: Sequence[Act]) -> list[tuple[Navigated, Act]]:
    """The addresses that pages took by their scripts, each with the act that it is held to have come of."""
    moves = ((moved, act) for act in acts for moved in act.all(Navigated) if moved.cause == "in_page")
    return sorted(moves, key=lambda one: one[0].t)


def _moved_by(answer: Responded, moves: Sequence[tuple[Navigated, Act]]) -> Iterator[tuple[Navigated, Act]]:
    """The addresses that the page took as it had its answer, of which it may be heard first."""
    first = bisect_left(moves, _began(answer), key=lambda one: one[0].t)
    for moved, act in moves[first:]:
        if moved.t - answer.t >= _MOVES_ON_MILLIS:
            return
        if moved.page == answer.page:
            yield moved, act


def _kind_at_last(sending: _Sending, moves: Sequence[tuple[Navigated, Act]]) -> Kind:
    """What is sent: a new record is saved at an address of its own once, and then at the one which the page
    took, as `/news/add/` and `/news/12/edit/`."""
    page, method, path, operations = sending.kind
    moved_by = _moved_by(sending.answer, moves)
    # What is pressed since then may lead elsewhere, as what closes the form does.
    taken = next((moved.to for moved, act in moved_by if act.event.t <= sending.began), None)
    if taken is not None and path_of(taken) != path_of(sending.answer.request_url):
        path = _without_ids(taken)
    return page, method, path, operations


def _find_edits_before_presses(kind: Sequence[_Sending], acts: Sequence[Act]) -> None:
    """Where the page is seen to send changes by themselves, one that was not sent yet is what it sends a
    while after a press that says nothing of saving: its time had come as one pressed."""
    if not any(one.leaving or ((one.unasked or one.typing) and one.follows_edit) for one in kind):
        return
    until = 0.0
    for one in kind:
        before = reversed(acts[: acts.index(one.last)])
        edit = next((act for act in before if isinstance(act.event, _EDITS)), None)
        waiting = edit is not None and edit.event.page == one.answer.page and edit.event.t > until
        late = one.is_late or (edit is not None and one.leaving and _waits_as_others(one, edit, kind))
        if edit is not None and waiting and late and not _says_so(one.last):
            between = acts[acts.index(edit) + 1 : acts.index(one.last)]
            one.cause = edit
            one.waited = True
            one.unsure = any(act.event.page == one.answer.page and _works(act) for act in between)
        until = one.began


def _waits_as_others(sending: _Sending, edit: Act, kind: Sequence[_Sending]) -> bool:
    """Whether it came just as late after the edit as another came after one that nothing was pressed behind:
    a timer sent it, and not the press by which the field was left."""
    delays = (one.began - one.cause.event.t for one in kind if one.unasked and one.follows_edit)
    own = sending.began - edit.event.t
    return any(abs(own - delay) <= _ALIKE_MILLIS for delay in delays)


def _sendings(acts: Sequence[Act]) -> Iterator[_Sending]:
    of_page: dict[str, list[Act]] = defaultdict(list)
    for act in acts:
        of_page[act.event.page].append(act)
    for holder in acts:
        for answer in holder.all(Responded):
            if answer.document or answer.method in SAFE_METHODS or answer.took is None:
                continue
            if is_telemetry(answer) or only_asks(answer):
                continue
            own = of_page[answer.page]
            behind = bisect_right(own, _began(answer), key=lambda act: act.event.t)
            leaving = _is_left(own, behind, answer)
            behind += leaving
            if behind > 0:
                last = own[behind - 1]
                cause = next((own[at] for at in range(behind - 1, -1, -1) if _works(own[at])), last)
                typing = behind < len(own) and _is_typed_into(own[behind], last)
                yield _Sending(answer, holder, last, cause, typing, leaving)


def _is_left(own: Sequence[Act], behind: int, answer: Responded) -> bool:
    """Whether the mouse was down already for the click that follows, on something else than the field that
    was changed before it."""
    if not 0 < behind < len(own) or not isinstance(own[behind].event, Click):
        return False
    changed, pressed = own[behind - 1], own[behind]
    soon = pressed.event.t - _began(answer) < _PRESSED_MILLIS
    return soon and isinstance(changed.event, _EDITS) and not same_element(changed.target, pressed.target)


def _began(answer: Responded) -> float:
    return answer.t - (answer.took or 0)


def _works(act: Act) -> bool:
    """Whether the act may change what the page holds: putting the cursor somewhere does not."""
    if isinstance(act.event, Keys):
        return not _QUIET_KEYS.issuperset(act.event.keys)
    return not isinstance(act.event, _LOOKING) and not (
        isinstance(act.event, _POINTING) and is_text_field(act.target)
    )


def _is_typed_into(act: Act, before: Act) -> bool:
    """Whether an act is a text, of which the end is told, that goes into the field of the act before."""
    return isinstance(act.event, Input) and same_element(act.target, before.target)


def _is_clockwork(kind: Sequence[_Sending]) -> bool:
    """Whether it comes again with nothing done since the last time, or at even intervals, as what comes by
    the clock; what was refused is tried again, and a page that opens may ask several times."""
    gaps = [other.began - one.began for one, other in pairwise(kind)]
    even = len(gaps) > 1 and max(gaps) - min(gaps) < _EVEN * min(gaps)
    if even and any(one.unasked for one in kind[1:]) and not _keeps_to_edits(kind):
        return True
    return any(
        one.last is other.last
        and not _opens_page(one.last)
        and one.cause.event.t < one.began
        and not one.answer.is_error
        and other.began - one.answer.t > _AT_ONCE_MILLIS
        for one, other in pairwise(kind)
    )


def _opens_page(act: Act) -> bool:
    return isinstance(act.event, Navigated) or act.leads_to is not None


def _keeps_to_edits(kind: Sequence[_Sending]) -> bool:
    """Whether each comes as long after an edit of its own: who fills a form evenly is no clock, and a clock
    does not wait for edits."""
    own = all(one.began < other.cause.event.t for one, other in pairwise(kind))
    delays = [one.began - one.cause.event.t for one in kind]
    return own and all(one.follows_edit for one in kind) and max(delays) - min(delays) < _STEADY_MILLIS


def _leave_out(kind: Sequence[_Sending]) -> None:
    """What an act asked for at once stays with it: the clock may send the same."""
    for sending in kind:
        if sending.unasked or sending.typing:
            sending.holder.follows.remove(sending.answer)


def _saves_by_itself(kind: Sequence[_Sending]) -> bool:
    """Whether changes of several fields were sent without anybody asking for it, be they chosen in lists."""
    changed = [one.cause for one in kind if one.unasked and (one.follows_edit or _chooses(one.cause))]
    several = any(not same_element(changed[0].target, act.target) for act in changed)
    return several or _waits_alike(kind)


def _waits_alike(kind: Sequence[_Sending]) -> bool:
    """Whether each came as late after something else was done, be it fields that are drawn and pressed: a
    page waits so whether more is changed, and no press does."""
    causes = [one.cause for one in kind]
    delays = [one.began - one.cause.event.t for one in kind]
    alike = all(one.unasked for one in kind) and max(delays) - min(delays) <= _ALIKE_MILLIS
    undone = any(isinstance(act.event, Click) and _may_be_undone(act) for act in causes)
    if len(kind) < _OFTEN or not alike or undone:
        return False
    return any(not same_element(causes[0].target, act.target) for act in causes)


def _may_be_undone(act: Act) -> bool:
    """Whether a command was given to a record: some apps wait with that, too, for whoever takes it back."""
    target = act.target
    return target is None or target.near.row is not None or changing_word(name_of(target)) is not None


def _edits(act: Act) -> bool:
    """Whether it changes a field: by typing, in a list, or as a box that is pressed."""
    return isinstance(act.event, _EDITS) or (isinstance(act.event, Click) and is_tickable(act.target))


def _chooses(act: Act) -> bool:
    """Whether an option was pressed, or an entry of a list that says not that it is one, which a field has
    held since."""
    if not isinstance(act.event, Click) or act.target is None:
        return False
    name = fold(act.target.name or act.target.text or "")
    return act.target.role == "option" or any(
        fold(value) == name != fold(view.before.values.get(key, ""))
        for view in act.views
        for key, value in view.after.values.items()
        if name
    )


def _was_asked_for(sending: _Sending, acts: Sequence[Act]) -> bool:
    """Whether the act itself asked for it: by its words, or at once, unless it is known to change the page
    alone. On such a page, too, a button may do something once."""
    act = sending.last
    keys = act.event.keys if isinstance(act.event, Keys) else ()
    if act.all(Submitted) or "Control+s" in keys:
        return True
    if is_text_field(act.target) or not isinstance(act.event, (*_POINTING, Keys)):
        return "Enter" in keys and not sending.unasked
    if _says_so(act):
        return True
    following = next(iter(acts[acts.index(act) + 1 :]), None)
    if following is not None and following.event.page == act.event.page and _chooses(following):
        return False  # What unfolds a list does nothing else.
    name = name_of(act.target)
    # A row that is added for oneself is told of later.
    return not sending.unasked and (changing_word(name) is not None or not _changes_page_alone(act, name))


def _says_so(act: Act) -> bool:
    """Whether what is pressed is called after saving, or after something risky."""
    name = name_of(act.target)
    return bool(final_word(name) or changing_word(name) in _SAVE or categorise(_press_of(name)))


def _press_of(name: str) -> Deed:
    return Deed(kind="click", element=ElementSnapshot(tag="button", role="button", name=name))


def _changes_page_alone(act: Act, name: str) -> bool:
    if isinstance(act.event, Keys):
        return _QUIET_KEYS.issuperset(act.event.keys)
    chooses = act.target is not None and act.target.role in _CHOOSING
    return chooses or next(iter(words_of(name)), "") in _OF_THE_PAGE


def _is_of_edit(sending: _Sending, acts: Sequence[Act]) -> bool:
    """Whether a single change was waited for until the page had sent it, and nothing came between that could
    have sent it."""
    if not (sending.unasked and sending.follows_edit):
        return False
    if sending.last is not sending.cause:
        return True
    later = acts[acts.index(sending.cause) + 1 :]
    soon = sending.began - sending.cause.event.t < _AWAITED_MILLIS
    return soon and not any(act.event.page == sending.answer.page and _works(act) for act in later)


def _give(saves: Sequence[_Sending], acts: Sequence[Act]) -> None:
    """Put each with its cause: a run waits for it where a field was set, or where it is the page's last."""
    left = [(answer.page, answer.t) for act in acts for answer in act.all(Responded) if answer.document]
    moves = _moves_in_page(acts)
    for place, sending in enumerate(saves):
        answer, cause = sending.answer, sending.cause
        sending.holder.follows.remove(answer)
        following = (one.began for one in saves[place + 1 :] if one.answer.page == answer.page)
        until = next(following, float("inf"))
        is_last = until == float("inf") or any(
            page == answer.page and answer.t < at < until for page, at in left
        )
        awaited = sending.follows_edit or (sending.unasked and is_last)
        awaited = awaited and not (sending.unsure and _is_sent_again(sending, acts))
        if not answer.is_error and not sending.typing and awaited:
            cause.follows.append(answer.model_copy(update={"by_itself": True}))
        _bring_address(sending, moves, awaited=awaited)


def _is_sent_again(sending: _Sending, acts: Sequence[Act]) -> bool:
    """Whether all that the page holds is sent by a form later on."""
    later = acts[acts.index(sending.last) :]
    return any(act.event.page == sending.answer.page and act.all(Submitted) for act in later)


def _bring_address(sending: _Sending, moves: Sequence[tuple[Navigated, Act]], *, awaited: bool) -> None:
    """The address that the page took because of what it had saved came of the same act, if that is known."""
    for moved, act in _moved_by(sending.answer, moves):
        # What a press leads to is its own, unless the page had sent something else by then.
        own = _works(act) and not (sending.waited and act is sending.last)
        if act is not sending.cause and not own and moved in act.follows:
            # So did what was seen to change behind it.
            came = [one for one in act.follows if one is moved or getattr(one, "after", None) == moved.seq]
            act.follows = [one for one in act.follows if one not in came]
            act.taken = moved.to
            if awaited:
                sending.cause.follows.append(moved)
