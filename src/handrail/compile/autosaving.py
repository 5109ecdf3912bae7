"""Pages that save by themselves while somebody works on them.

Such a page tells its server a moment after each change, whatever the person does meanwhile. What it sends
then came of the change, and not of the press that it happens to come behind; and the change is lost with the
page where nobody waits for it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from handrail.compile.acts import Act, same_element
from handrail.compile.addresses import is_id, path_of
from handrail.compile.effect_words import changing_word, final_word
from handrail.compile.effects import is_telemetry, only_asks
from handrail.compile.elements import is_text_field, name_of
from handrail.policy.deed import SAFE_METHODS
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

_EDITS: Final = (Input, SelectOption, CheckChange)
_LOOKING: Final = (Hover, Scroll, MouseUp)
_POINTING: Final = (MouseDown, Click)
_QUIET_KEYS: Final = frozenset({"Escape", "Tab", "Shift+Tab"})
_SAVE: Final = frozenset({"save", "speichern", "guardar", "enregistrer", "sauvegarder"})
_BY_ITSELF_MILLIS: Final = 300
"""What a page sends later than this after the last act is not what the act itself asks for."""
_AT_ONCE_MILLIS: Final = 1000
"""What was changed while the page was saving is saved right after it."""
_AWAITED_MILLIS: Final = 5000
"""A single request that comes later still after a change need not come of it."""
_MOVES_ON_MILLIS: Final = 500
"""So soon after it has saved a new record, a page takes that record's address."""

Kind = tuple[str, str, str, tuple[str, ...]]


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

    @property
    def began(self) -> float:
        return _began(self.answer)

    @property
    def kind(self) -> Kind:
        path = "/".join("*" if is_id(part) else part for part in path_of(self.answer.request_url).split("/"))
        return self.answer.page, self.answer.method, path, self.answer.operations

    @property
    def unasked(self) -> bool:
        """Whether it came too late for the last act to have asked for it."""
        return not self.typing and self.began - self.last.event.t > _BY_ITSELF_MILLIS

    @property
    def follows_edit(self) -> bool:
        return isinstance(self.cause.event, _EDITS)


def with_autosaves(acts: Sequence[Act]) -> list[Act]:
    """The acts, each with what the page saved by itself because of it, marked as such."""
    sendings = sorted(_sendings(acts), key=lambda sending: sending.began)
    by_kind: dict[Kind, list[_Sending]] = defaultdict(list)
    for sending in sendings:
        by_kind[sending.kind].append(sending)
    saves: list[_Sending] = []
    for kind in by_kind.values():
        if _is_clockwork(kind):
            _leave_out(kind)
        elif _saves_by_itself(kind):
            saves += (sending for sending in kind if not _was_asked_for(sending))
        else:
            saves += (one for one in kind if _is_of_edit(one, acts))
    _give(sorted(saves, key=lambda sending: sending.began), acts)
    return list(acts)


def _sendings(acts: Sequence[Act]) -> Iterator[_Sending]:
    for holder in acts:
        for answer in holder.all(Responded):
            if answer.document or answer.method in SAFE_METHODS or answer.took is None:
                continue
            if is_telemetry(answer) or only_asks(answer):
                continue
            own = [act for act in acts if act.event.page == answer.page]
            before = [act for act in own if act.event.t <= _began(answer)]
            if before:
                cause = next((act for act in reversed(before) if _works(act)), before[-1])
                typing = len(before) < len(own) and _is_typed_into(own[len(before)], before[-1])
                yield _Sending(answer, holder, before[-1], cause, typing)


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
    """Whether it comes again with nothing done since the last time, as what comes by the clock."""
    return any(
        one.last is other.last
        and one.cause.event.t < one.began
        and other.began - one.answer.t > _AT_ONCE_MILLIS
        for one, other in pairwise(kind)
    )


def _leave_out(kind: Sequence[_Sending]) -> None:
    for sending in kind:
        sending.holder.follows.remove(sending.answer)


def _saves_by_itself(kind: Sequence[_Sending]) -> bool:
    """Whether changes of several fields were sent without anybody asking for it."""
    changed = [one.cause for one in kind if one.unasked and one.follows_edit]
    return any(not same_element(changed[0].target, act.target) for act in changed)


def _was_asked_for(sending: _Sending) -> bool:
    """Whether the act says itself that it saves: that page has a button for it as well."""
    act = sending.last
    if act.all(Submitted) or (isinstance(act.event, Keys) and "Control+s" in act.event.keys):
        return True
    name = name_of(act.target)
    pressed = isinstance(act.event, (*_POINTING, Keys)) and not is_text_field(act.target)
    if not pressed:
        return False
    word = changing_word(name)
    # On such a page a row is added for oneself: what is sent later tells of it, and is not what was pressed.
    return bool(final_word(name)) or word in _SAVE or (word is not None and not sending.unasked)


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
    for place, sending in enumerate(saves):
        answer, cause = sending.answer, sending.cause
        sending.holder.follows.remove(answer)
        following = (one.began for one in saves[place + 1 :] if one.answer.page == answer.page)
        until = next(following, float("inf"))
        is_last = until == float("inf") or any(
            page == answer.page and answer.t < at < until for page, at in left
        )
        awaited = sending.follows_edit or (sending.unasked and is_last)
        if answer.status < 400 and not sending.typing and awaited:
            cause.follows.append(answer.model_copy(update={"by_itself": True}))
        _bring_address(answer, cause, acts)


def _bring_address(answer: Responded, cause: Act, acts: Sequence[Act]) -> None:
    """The address that the page took because of what it had saved came of the same act."""
    for act in acts:
        if act is cause or _works(act):
            continue
        for moved in act.all(Navigated):
            soon = 0 <= moved.t - answer.t < _MOVES_ON_MILLIS
            if moved.cause == "in_page" and moved.page == answer.page and soon:
                act.follows.remove(moved)
                cause.follows.append(moved)
