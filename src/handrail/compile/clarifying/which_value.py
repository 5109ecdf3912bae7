"""Questions about the value that a step gives: where it comes from, and whether it is always the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from handrail.compile.clarifying.clarifications import LONGEST, Questions
from handrail.compile.reading.elements import is_in_form, name_of
from handrail.compile.reading.known import Slot
from handrail.compile.reading.located import goes_by_data, row_of
from handrail.compile.reading.requests import all_sent, told_at_once
from handrail.compile.reading.steps import Draft
from handrail.recording.event import Input
from handrail.sop import action as sop_action
from handrail.sop.action import Action, Fill
from handrail.sop.target import Target

_FEW_WORDS: Final = 3
_SENTENCE: Final = 8
_MADE: Final = (
    " The app made it during the work, so that each run has another one: put an 'extract' step before this "
    "one that reads it into the variable. Or answer that it is to be an input."
)
_COUNTING: Final = frozenset({"+", "-", "−", "–", "＋", "－"})
_ARROWS: Final = frozenset("▲▼△▽▴▾⏶⏷↑↓⬆⬇⌃⌄∧∨")


def about_origin(questions: Questions, slot: Slot, node: str | None) -> None:
    """A value that was read on one page and typed on another."""
    if slot.carried_from is None:
        return
    shown = slot.value if len(slot.value) <= LONGEST else f"{slot.value[:LONGEST]}…"
    questions.add(
        f"where-from-{slot.name.replace('_', '-')}",
        f"Where does '{shown}' come from? It was to be seen on '{slot.carried_from}' before "
        f"it was typed; for now it is the input '{slot.name}'.{_MADE if slot.made else ''}",
        node,
        required=slot.made,
    )


def about_kept_text(questions: Questions, node: str, draft: Draft, *, of_record: bool) -> None:
    """A text that the app had put into a field of several lines, as the mail that is answered, before,
    behind or within which one typed: a run puts both in the place of what another record has there. Where
    other data lead to another record (`of_record`), that is not for it. In a field of one line, a few words
    are a name or title, which one gives as a whole."""
    event = draft.act.event
    if not isinstance(event, Input) or event.masked or not isinstance(draft.action, Fill):
        return
    long = event.editable_region or event.target.tag == "textarea"
    there, now = _bare(event.before or ""), _bare(event.value)
    if there == now or len((event.before or "").split()) < (_FEW_WORDS if long else _SENTENCE):
        return
    if _holds_all(now, there):
        kept = " ".join((event.before or "").split())[:LONGEST]
        question = (
            f"The text given here includes what was there before: '{kept}'. On another record it would "
            "replace the words there. Is that intended? If not, make it a 'type' step with the new words "
            "only, which adds to what is there."
        )
        questions.add("kept-text", question, node, required=of_record)


def about_overwritten(questions: Questions, node: str, typed: str, held: str | None) -> None:
    """A field that held something else once the page had settled: which of the two was saved?"""
    if held is not None:
        questions.ask(
            "was-it-kept",
            f"Which is right: '{typed[:LONGEST]}' was typed, then the field held '{held[:LONGEST]}'. "
            "If the page filled it in while one typed, record it again and wait until the form is there. "
            "If the app writes what is typed in this way, say so here; the step is done then when the "
            "field holds anything.",
            node,
        )


def about_picked_day(questions: Questions, node: str, day: str | None) -> None:
    """A day that was picked from a calendar's sheet, which shows another month some day; also a month."""
    if day is not None:
        questions.propose(
            "which-day",
            f"Is it always {day}? It was picked from a calendar, and the step picks only this day. If "
            "the field accepts typed text, replace it by one step that fills the field with a variable.",
            node,
        )


def about_parts(questions: Questions, node: str, left: Mapping[str, str]) -> None:
    """Parts of a date or a time that stay as the app shows them, as its day does of today."""
    if left:
        shown = " and ".join(f"'{label[:LONGEST]}' as '{value[:LONGEST]}'" for label, value in left.items())
        questions.propose(
            "other-parts",
            f"Is the rest of it always as the app shows it? The recording left {shown}. If other data need "
            "another date or time, add a step that sets it from a variable.",
            node,
        )


def about_box(questions: Questions, node: str, draft: Draft, action: Action, target: Target | None) -> None:
    """A box or switch that the app was told of at once, where one of a form would be an input; or one of
    a form that nothing names."""
    if target is None or target.role not in {"checkbox", "switch"} or goes_by_data(target):
        return
    ticks = isinstance(action, sop_action.Check) and action.on is None
    # Where one address takes all calls, what only asks is known by its name, and not recorded.
    told = told_at_once(draft.act) or any(one.operations for one in all_sent(draft.act))
    unnamed = not name_of(target) and is_in_form(target) and not any(map(row_of, target.locators))
    if (ticks or isinstance(action, sop_action.Uncheck)) and (told or unnamed):
        name = name_of(target) or " ".join(
            ("the box", *filter(None, (target.near.before, target.near.after)))
        )
        why = "The app is told at once" if told else "Nothing says what it is called"
        questions.propose(
            "always-ticked",
            f"Is '{name[:LONGEST]}' always {'ticked' if ticks else 'unticked'}? {why}, "
            "and the step does so whatever the other data are. If they say whether it is ticked, "
            'give the step\'s action a variable: {"do": "check", "on": "{{ name }}"}.',
            node,
        )


def about_counting(
    questions: Questions, node: str, action: Action, target: Target | None, turned: str | None, *, again: bool
) -> None:
    """A press on a plus or minus sign, which counts something once more each time, on an arrow that is
    pressed `again` at once, or on a sign that has `turned` what stands beside it."""
    name = "" if target is None else (target.name or target.text or "").strip()
    counts = name in _COUNTING or (again and name in _ARROWS) or turned is not None
    if target is None or not isinstance(action, sop_action.Click) or not counts:
        return
    if target.locators not in questions.counted:
        questions.counted.append(target.locators)
        questions.propose(
            "how-often",
            f"Is '{name}' always pressed as often as in the recording? If other data need another number "
            "or choice there, give it in a field, or repeat this step in a loop.",
            node,
        )


def _holds_all(now: str, there: str) -> bool:
    """Whether something was put before, behind or into what was there, and nothing taken away."""
    alike = zip(now, there, strict=False)
    behind = next((at for at, (one, other) in enumerate(alike) if one != other), len(there))
    return len(now) > len(there) and now.endswith(there[behind:])


def _bare(text: str) -> str:
    """Without any space: a region's lines are told in another way before an edit than after it."""
    return "".join(text.split())
