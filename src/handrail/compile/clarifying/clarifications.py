"""Clarifications: what the recording leaves open, as questions to the person."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from typing import Final

from handrail.compile.choices.replaced import Replaced
from handrail.compile.reading.elements import (
    SAYING,
    form_of,
    is_cell,
    is_in_form,
    name_of,
    submits_whole_form,
)
from handrail.compile.reading.known import Slot
from handrail.compile.reading.located import row_of
from handrail.compile.reading.requests import all_sent, told_at_once
from handrail.compile.reading.steps import Draft
from handrail.privacy.pseudonyms import PSEUDONYM
from handrail.recording.event import Click, Input, Interrupted, Raw
from handrail.secrets.forms import MASK
from handrail.sop import action as sop_action
from handrail.sop.action import Action, Drag, Fill
from handrail.sop.document import Clarification
from handrail.sop.locator import CssLocator, Locator
from handrail.sop.node import Effect
from handrail.sop.target import Target
from handrail.targeting.exact import is_by_place_alone

_LONGEST = 60
_FEW_WORDS = 3
_MADE = (
    " The app made it during the work, so that each run has another one: put an 'extract' step before this "
    "one that reads it into the variable. Or answer that it is to be an input."
)


_IN_SERIES: Final = re.compile(r":nth-of-type\(([3-9]|1\d)\)$")
"""The third of its kind, or a later one: two signs may be two commands."""

_COUNTING: Final = frozenset({"+", "-", "−", "–", "＋", "－"})
_ARROWS: Final = frozenset("▲▼△▽▴▾⏶⏷↑↓⬆⬇⌃⌄∧∨")


class Questions:
    """Collects the questions in the order of the work. A required one blocks every run."""

    def __init__(self) -> None:
        self._asked: list[Clarification] = []
        self._counted: list[tuple[Locator, ...]] = []

    @property
    def asked(self) -> tuple[Clarification, ...]:
        return tuple(self._asked)

    def about_what_followed(self, draft: Draft, node: str | None) -> None:
        """What could not be recorded after a step."""
        for event in draft.act.follows:
            if isinstance(event, Raw):
                if event.formatted and (draft.act.continues is not None or self._has_asked(event.what)):
                    # Text that goes on in a format is typed behind the step that switched it on.
                    continue
                self._ask(
                    "unrecorded",
                    f"Something happened here that could not be recorded: {_ended(event.what)} Describe "
                    "what is to be done, or remove this question if it does not matter.",
                    node,
                )
            elif isinstance(event, Interrupted):
                self._ask(
                    "interrupted",
                    f"The recording was disturbed here: {_ended(event.what)} Is a step missing? Add it, or "
                    "remove this question.",
                    node,
                )

    def _has_asked(self, what: str) -> bool:
        return any(what in asked.question for asked in self._asked)

    def about_lost_step(self, draft: Draft, node: str | None) -> None:
        """A step whose element is not known."""
        what = draft.action.do.replace("_", " ")
        name = name_of(draft.target)
        of = f" on '{name[:_LONGEST]}'" if name else ""
        page = draft.act.event.title or draft.act.event.url
        self._ask(
            "which-element",
            f"A {what}{of} was recorded on '{page}', but not which element it was on. Add the step, or "
            "remove this question if it does not matter.",
            node,
        )

    def about_origin(self, slot: Slot, node: str | None) -> None:
        """A value that was read on one page and typed on another."""
        if slot.carried_from is None:
            return
        shown = slot.value if len(slot.value) <= _LONGEST else f"{slot.value[:_LONGEST]}…"
        self._asked.append(
            Clarification(
                id=self._free_id(f"where-from-{slot.name.replace('_', '-')}"),
                question=f"Where does '{shown}' come from? It was to be seen on '{slot.carried_from}' before "
                f"it was typed; for now it is the input '{slot.name}'.{_MADE if slot.made else ''}",
                node=node,
                required=slot.made,
            )
        )

    def about_kept_text(self, node: str, draft: Draft, *, of_record: bool) -> None:
        """A text that the app had put into a field of several lines, as the mail that is answered, before or
        behind which one typed: a run puts both in the place of what another record has there. Where other
        data lead to another record (`of_record`), that is not for it."""
        event = draft.act.event
        if not isinstance(event, Input) or event.masked or not isinstance(draft.action, Fill):
            return
        long = event.editable_region or event.target.tag == "textarea"
        there, now = _bare(event.before or ""), _bare(event.value)
        if not long or there == now or len((event.before or "").split()) < _FEW_WORDS:
            return
        if now.startswith(there) or now.endswith(there):
            kept = " ".join((event.before or "").split())[:_LONGEST]
            question = (
                f"The text given here includes what was there before: '{kept}'. On another record it would "
                "replace the words there. Is that intended? If not, make it a 'type' step with the new words "
                "only, which adds to what is there."
            )
            self._asked.append(
                Clarification(id=self._free_id("kept-text"), question=question, node=node, required=of_record)
            )

    def about_overwritten(self, node: str, typed: str, held: str | None) -> None:
        """A field that held something else once the page had settled: which of the two was saved?"""
        if held is not None:
            self._ask(
                "was-it-kept",
                f"Which is right: '{typed[:_LONGEST]}' was typed, then the field held '{held[:_LONGEST]}'. "
                "If the page filled it in while one typed, record it again and wait until the form is there. "
                "If the app writes what is typed in this way, say so here; the step is done then when the "
                "field holds anything.",
                node,
            )

    def about_picked_day(self, node: str, day: str | None) -> None:
        """A day that was picked from a calendar's sheet, which shows another month some day; also a month."""
        if day is not None:
            self._propose(
                "which-day",
                f"Is it always {day}? It was picked from a calendar, and the step picks only this day. If "
                "the field accepts typed text, replace it by one step that fills the field with a variable.",
                node,
            )

    def about_series(self, node: str, target: Target | None) -> None:
        """One of several drawn signs without words in a form, as the stars of a rating are."""
        if target is None or target.role or target.name or target.text or target.label:
            return
        if not is_in_form(target) or not target.near.before:
            return
        paths = [one.css for one in target.locators if isinstance(one, CssLocator)]
        found = next(filter(None, map(_IN_SERIES.search, paths)), None)
        if found is None or len(paths) < len(target.locators):
            return
        self._propose(
            "which-of-series",
            f"Is it always number {found[1]} behind '{target.near.before[:_LONGEST]}'? It says nothing of "
            "itself, and the step presses the one at this place whatever the other data are.",
            node,
        )

    def about_stretch(self, node: str, action: Action, target: Target | None) -> None:
        """A stretch of one element that was gone over, as the hours of a day in a planner."""
        if isinstance(action, Drag) and action.grip is not None and action.onto == target:
            self._propose(
                "which-stretch",
                "Is it always the same? It was dragged from one place to another within one element, and the "
                "step drags over the same places again, whatever is there. If other data need other places, "
                "look for a field or form in which they can be typed.",
                node,
            )

    def about_drop(self, node: str, action: Action, target: Target | None) -> None:
        """A record that was dragged onto something which stays the same, whatever record it is; or what was
        dragged and where to, where neither is for other data to say."""
        onto = action.onto if isinstance(action, Drag) else None
        if target is None or onto is None or onto == target:
            return
        name, place = name_of(target), name_of(onto)
        if all(is_cell(one) and not _depends_itself(one) for one in (target, onto)) and name != place:
            self._propose(
                "which-stretch",
                f"Is it always from '{name[:_LONGEST]}' to '{place[:_LONGEST]}'? The row may be another one, "
                "and the step drags over the recorded columns. If other data need other columns, put a "
                "variable into the target, and into what the step drags it onto.",
                node,
            )
            return
        if _depends(onto):
            return
        if _depends(target) and place:
            self._propose(
                "which-place",
                f"Is it always dragged onto '{place[:_LONGEST]}'? The step drags every record there. If "
                "other data need another place, put a variable into what the step drags it onto.",
                node,
            )
        elif name and not _depends(target):
            self._propose(
                "which-dragged",
                f"Is it always '{name[:_LONGEST]}' that is dragged, and to this place? The step drags the "
                "recorded one to the recorded place. If other data mean another one or another place, put a "
                "variable into the target, or into what the step drags it onto.",
                node,
            )

    def about_choice(self, node: str, choice: Replaced | None) -> None:
        """An entry of a list that nothing but its place tells from the others."""
        if choice is not None and not choice.told:
            self._ask(
                "which-entry",
                f"Is it always '{choice.name[:_LONGEST]}' in '{choice.label[:_LONGEST]}'? The list says "
                "nothing about its entries, and this one is known only by its place, so the step always "
                "picks it. If other data need another entry, put a variable into the target, or record "
                "the step again with an entry whose words appear nowhere else on the page.",
                node,
            )

    def about_place(
        self,
        node: str,
        effect: Effect,
        target: Target | None,
        identity: Sequence[object],
        filled: Container[str | None] = (),
    ) -> bool:
        """One of several elements of one name, where nothing but its place tells which, and what it does
        cannot be repeated: on other data another record stands there. Says whether it is asked.

        Of the forms that were `filled`, it does not matter which of several like buttons sends them.
        """
        if effect != "once" or identity or target is None or not (name := name_of(target)):
            return False
        if target.near.row or target.near.before:
            # Whose it is stands beside it, and is looked for there.
            return False
        if not target.locators or not all(map(is_by_place_alone, target.locators)):
            return False
        if submits_whole_form(target) and form_of(target) in filled:
            return False
        self._ask(
            "which-record",
            f"Which '{name[:_LONGEST]}' is meant? There were several, and this one is known only by its "
            "place, where another record may be next time. Let an earlier step narrow it down to one record, "
            "for example by a search, or give the step an `identity`, and say so here.",
            node,
        )
        return True

    def about_entry(self, node: str, target: Target | None, *, surely: bool) -> None:
        """One of several alike entries or commands, where nothing tells which one other data mean, and what
        is done with it cannot be repeated. It need not be answered where it is not `surely` a record's."""
        name = name_of(target)[:_LONGEST] or "this one"
        (self._ask if surely else self._propose)(
            "which-record",
            f"Is it always '{name}'? It was pressed among others like it, "
            "and nothing on the page tells which record it belongs to, so that the step always presses the "
            "recorded one. If other data mean another one, put a variable into the target; if not, say so "
            "here.",
            node,
        )

    def about_silent(self, node: str, draft: Draft, target: Target | None) -> bool:
        """A press among its like that was seen to change nothing: pages draw what is chosen so, as a colour
        by an edge around it, and the step chooses the recorded one. What is known by its place alone has
        others of its name. Says whether it is asked."""
        event = draft.act.event
        if not isinstance(event, Click) or target is None or draft.act.leads_to or target.near.row:
            return False
        if event.among is None and not all(map(is_by_place_alone, target.locators)):
            return False
        name = name_of(target) or target.text or ""
        if not any(map(str.isalnum, name)) or "{{" in name or _depends(target):
            return False
        if draft.act.took_effect() or target.role in SAYING or submits_whole_form(target):
            return False
        if target.role == "combobox" or target.attributes.get("aria-haspopup", "false") != "false":
            # It opens what is chosen from next, whose words stood on the page before.
            return False
        self._propose(
            "which-choice",
            f"Is it always '{name[:_LONGEST]}'? It was pressed among others like it, and nothing was seen to "
            "change. If it chooses something and other data need another one, put a variable into the "
            "target.",
            node,
        )
        return True

    def about_cell(self, node: str, recorded: str | None) -> bool:
        """What nothing but the recording tells from its like, in words. Says whether it is asked."""
        if recorded is None:
            return False
        self._propose(
            "which-column",
            f"Is it always {recorded[:_LONGEST]}? It was pressed among others, and the step always presses "
            "the recorded one, whatever the other data are. If other data mean another one, put a variable "
            "into the target.",
            node,
        )
        return True

    def about_drawing(self, node: str) -> None:
        """A place in a picture, which the recording alone tells."""
        self._propose(
            "which-place-in-drawing",
            "Is it always this place in the drawing? The step presses where the recording did, whatever the "
            "other data are. If they mean another place, choose it in another way, or have a person do it.",
            node,
        )

    def about_box(self, node: str, draft: Draft, action: Action, target: Target | None) -> None:
        """A box or switch that the app was told of at once, where one of a form would be an input; or one of
        a form that nothing names."""
        if target is None or target.role not in {"checkbox", "switch"} or _depends(target):
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
            self._propose(
                "always-ticked",
                f"Is '{name[:_LONGEST]}' always {'ticked' if ticks else 'unticked'}? {why}, "
                "and the step does so whatever the other data are. If they say whether it is ticked, "
                'give the step\'s action a variable: {"do": "check", "on": "{{ name }}"}.',
                node,
            )

    def about_counting(
        self, node: str, action: Action, target: Target | None, turned: str | None, *, again: bool
    ) -> None:
        """A press on a plus or minus sign, which counts something once more each time, on an arrow that is
        pressed `again` at once, or on a sign that has `turned` what stands beside it."""
        name = "" if target is None else (target.name or target.text or "").strip()
        counts = name in _COUNTING or (again and name in _ARROWS) or turned is not None
        if target is None or not isinstance(action, sop_action.Click) or not counts:
            return
        if target.locators not in self._counted:
            self._counted.append(target.locators)
            self._propose(
                "how-often",
                f"Is '{name}' always pressed as often as in the recording? If other data need another number "
                "or choice there, give it in a field, or repeat this step in a loop.",
                node,
            )

    def about_refusal(self, node: str, told: str | None) -> None:
        """A step that the app seems to have refused when it was shown: what it said then is no success."""
        if told is not None:
            self._ask(
                "was-it-done",
                f"Was this done? The app answered '{told[:_LONGEST]}', which reads as a refusal, and for now "
                "that is what the step is done when. If it was refused, record it again so that it succeeds, "
                "or correct `done_when`; if it was done, say so here.",
                node,
            )

    def about_withheld(self, node: str, told: str | None) -> None:
        """A press that sent nothing when it was shown: the browser kept the form back."""
        if told is not None:
            self._ask(
                "was-it-sent",
                f"Nothing was sent here: the browser kept the form back ('{told[:_LONGEST]}'). Record it "
                "again so that it succeeds; or, if nothing was to be sent, remove this question.",
                node,
            )

    def about_read_back(self, node: str, condition: str | None) -> None:
        """What else than the app's own page could tell that a step was done."""
        if condition is not None:
            self._propose(
                "read-back",
                "Can Handrail check elsewhere that this was really saved? For now it believes what the app's "
                "page says. If the app has a database or an HTTP interface, add to this step's done_when: "
                f"{condition} and correct the names in it.",
                node,
            )

    def about_left_out(self, node: str, what: Sequence[str]) -> None:
        """What was done right before the step and led to nothing."""
        for words in dict.fromkeys(what):
            self._propose(
                "left-out",
                f"Is it right that this is left out? Before this step {words}. If other data need that as "
                "well, add it as a step.",
                node,
            )

    def about_file(self, node: str, condition: str | None) -> None:
        """What is in a file that was downloaded."""
        if condition is not None:
            self._propose(
                "look-into-file",
                "Should the content of the downloaded file be checked? For now it is enough that it arrived. "
                f'Add to this step\'s done_when: {condition} or say with "contains" or "rows" what is in it.',
                node,
            )

    def about_recording(self, note: str) -> None:
        """Something that is missing of the recording itself."""
        question = f"{note} Is the procedure complete?"
        self._asked.append(Clarification(id=self._free_id("is-it-complete"), question=question))

    def about_pseudonyms(self, node: str, told: str) -> None:
        """What a scrubbed recording does not tell, and no input gives."""
        for pseudonym in dict.fromkeys(match[0] for match in PSEUDONYM.finditer(told)):
            self._ask(
                "scrubbed",
                f"The recording was scrubbed: '{pseudonym}' stands in this step for a value that it does not "
                "hold. Put the value, or a variable, in its place.",
                node,
            )

    def about_masked(self, node: str | None, told: str) -> None:
        """What a recording does not tell of an address or a value, since it held a secret."""
        if MASK in told:
            self._ask(
                "masked",
                f"'{told[:_LONGEST]}' held a secret, which no recording keeps. Put the value in its place: a "
                "variable, or `{{ secret:name }}`, where it is needed at all.",
                node,
            )

    def _propose(self, name: str, question: str, node: str) -> None:
        self._asked.append(Clarification(id=self._free_id(name), question=question, node=node))

    def _ask(self, name: str, question: str, node: str | None) -> None:
        self._asked.append(Clarification(id=self._free_id(name), question=question, node=node, required=True))

    def _free_id(self, name: str) -> str:
        taken = {clarification.id for clarification in self._asked}
        number = 2
        free = name
        while free in taken:
            free = f"{name}-{number}"
            number += 1
        return free


def _ended(what: str) -> str:
    text = " ".join(what.split()).rstrip(".;")
    return f"{text}."


_DESCRIBING = frozenset({"label", "intent", "context", "near"})


def what_counts(value: object) -> str:
    """A step's texts without those that only describe: its words, and what stands around its element."""
    match value:
        case dict():
            return " ".join(what_counts(one) for key, one in value.items() if key not in _DESCRIBING)
        case list():
            return " ".join(map(what_counts, value))
        case _:
            return str(value)


def _bare(text: str) -> str:
    """Without any space: a region's lines are told in another way before an edit than after it."""
    return "".join(text.split())


def _depends_itself(target: Target) -> bool:
    """Whether other data lead to another element in whichever row."""
    own = (locator.model_copy(update={"within": None}) for locator in target.locators)
    return "{{" in f"{target.name} {target.label} {' '.join(map(str, own))}"


def _depends(target: Target) -> bool:
    """Whether other data lead to another element."""
    return any("{{" in locator.model_dump_json() for locator in target.locators)
