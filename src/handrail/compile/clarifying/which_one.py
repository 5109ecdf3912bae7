"""Questions about the element that is meant: which one of several it is where other data may mean another."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from typing import Final

from handrail.compile.choices.lists.replaced import Replaced
from handrail.compile.clarifying.clarifications import LONGEST, Questions
from handrail.compile.reading.elements import (
    SAYING,
    form_of,
    is_cell,
    is_in_form,
    is_text_field,
    name_of,
    submits_whole_form,
)
from handrail.compile.reading.located import goes_by_data
from handrail.compile.reading.steps import Draft
from handrail.policy.words.comparing import tokens
from handrail.policy.words.verbs import verbs
from handrail.policy.words.vocabulary import vocabulary
from handrail.recording.event import Click
from handrail.sop.action import Action, Drag
from handrail.sop.locator import CssLocator
from handrail.sop.node import Effect
from handrail.sop.target import Target
from handrail.targeting.exact import is_by_place_alone

_IN_SERIES: Final = re.compile(r":nth-of-type\(([3-9]|1\d)\)$")
"""The third of its kind, or a later one: two signs may be two commands."""


def about_choice(questions: Questions, node: str, choice: Replaced | None) -> None:
    """An entry of a list that nothing but its place tells from the others."""
    if choice is not None and not choice.told:
        questions.ask(
            "which-entry",
            f"Is it always '{choice.name[:LONGEST]}' in '{choice.label[:LONGEST]}'? The list says "
            "nothing about its entries, and this one is known only by its place, so the step always "
            "picks it. If other data need another entry, put a variable into the target, or record "
            "the step again with an entry whose words appear nowhere else on the page.",
            node,
        )


def about_place(
    questions: Questions,
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
    if target.near.row or (target.near.before and not _is_command(target.near.before)):
        # Whose it is stands beside it, and is looked for there.
        return False
    if not target.locators or not all(map(is_by_place_alone, target.locators)):
        return False
    if submits_whole_form(target) and form_of(target) in filled:
        return False
    questions.ask(
        "which-record",
        f"Which '{name[:LONGEST]}' is meant? There were several, and this one is known only by its "
        "place, where another record may be next time. Let an earlier step narrow it down to one record, "
        "for example by a search, or give the step an `identity`, and say so here.",
        node,
    )
    return True


def _is_command(beside: str) -> bool:
    """Whether what stands beside an element is another command, as "Edit" before "Delete", which each record
    has. One that says no ends a form, and what was filled in tells that."""
    words = tokens(beside)
    familiar = any(words[0] in listed for listed in verbs().familiar.values()) if words else False
    return len(words) == 1 and familiar and words[0] not in vocabulary().cancelling


def about_entry(questions: Questions, node: str, target: Target | None, *, surely: bool) -> None:
    """One of several alike entries or commands, where nothing tells which one other data mean, and what
    is done with it cannot be repeated. It need not be answered where it is not `surely` a record's."""
    name = name_of(target)[:LONGEST] or "this one"
    (questions.ask if surely else questions.propose)(
        "which-record",
        f"Is it always '{name}'? It was pressed among others like it, "
        "and nothing on the page tells which record it belongs to, so that the step always presses the "
        "recorded one. If other data mean another one, put a variable into the target; if not, say so "
        "here.",
        node,
    )


def about_silent(questions: Questions, node: str, draft: Draft, target: Target | None) -> bool:
    """A press among its like that was seen to change nothing: pages draw what is chosen so, as a colour
    by an edge around it, and the step chooses the recorded one. What is known by its place alone has
    others of its name. Says whether it is asked."""
    event = draft.act.event
    if not isinstance(event, Click) or target is None or draft.act.leads_to or target.near.row:
        return False
    if event.among is None and not all(map(is_by_place_alone, target.locators)):
        return False
    name = name_of(target) or target.text or ""
    if not any(map(str.isalnum, name)) or "{{" in name or goes_by_data(target):
        return False
    if draft.act.took_effect() or target.role in SAYING or submits_whole_form(target):
        return False
    if target.role == "combobox" or target.attributes.get("aria-haspopup", "false") != "false":
        # It opens what is chosen from next, whose words stood on the page before.
        return False
    if is_text_field(target):
        # It is typed into next, be it into another field that the page puts in its place.
        return False
    questions.propose(
        "which-choice",
        f"Is it always '{name[:LONGEST]}'? It was pressed among others like it, and nothing was seen to "
        "change. If it chooses something and other data need another one, put a variable into the "
        "target.",
        node,
    )
    return True


def about_cell(questions: Questions, node: str, recorded: str | None) -> bool:
    """What nothing but the recording tells from its like, in words. Says whether it is asked."""
    if recorded is None:
        return False
    questions.propose(
        "which-column",
        f"Is it always {recorded[:LONGEST]}? It was pressed among others, and the step always presses "
        "the recorded one, whatever the other data are. If other data mean another one, put a variable "
        "into the target.",
        node,
    )
    return True


def about_drawing(questions: Questions, node: str) -> None:
    """A place in a picture, which the recording alone tells."""
    questions.propose(
        "which-place-in-drawing",
        "Is it always this place in the drawing? The step presses where the recording did, whatever the "
        "other data are. If they mean another place, choose it in another way, or have a person do it.",
        node,
    )


def about_series(questions: Questions, node: str, target: Target | None) -> None:
    """One of several drawn signs without words in a form, as the stars of a rating are."""
    if target is None or target.role or target.name or target.text or target.label:
        return
    if not is_in_form(target) or not target.near.before:
        return
    paths = [one.css for one in target.locators if isinstance(one, CssLocator)]
    found = next(filter(None, map(_IN_SERIES.search, paths)), None)
    if found is None or len(paths) < len(target.locators):
        return
    questions.propose(
        "which-of-series",
        f"Is it always number {found[1]} behind '{target.near.before[:LONGEST]}'? It says nothing of "
        "itself, and the step presses the one at this place whatever the other data are.",
        node,
    )


def about_stretch(questions: Questions, node: str, action: Action, target: Target | None) -> None:
    """A stretch of one element that was gone over, as the hours of a day in a planner."""
    if isinstance(action, Drag) and action.grip is not None and action.onto == target:
        questions.propose(
            "which-stretch",
            "Is it always the same? It was dragged from one place to another within one element, and the "
            "step drags over the same places again, whatever is there. If other data need other places, "
            "look for a field or form in which they can be typed.",
            node,
        )


def about_drop(questions: Questions, node: str, action: Action, target: Target | None) -> None:
    """A record that was dragged onto something which stays the same, whatever record it is; or what was
    dragged and where to, where neither is for other data to say."""
    onto = action.onto if isinstance(action, Drag) else None
    if target is None or onto is None or onto == target:
        return
    name, place = name_of(target), name_of(onto)
    if all(is_cell(one) and not _depends_itself(one) for one in (target, onto)) and name != place:
        questions.propose(
            "which-stretch",
            f"Is it always from '{name[:LONGEST]}' to '{place[:LONGEST]}'? The row may be another one, "
            "and the step drags over the recorded columns. If other data need other columns, put a "
            "variable into the target, and into what the step drags it onto.",
            node,
        )
        return
    if goes_by_data(onto):
        return
    if goes_by_data(target) and place:
        questions.propose(
            "which-place",
            f"Is it always dragged onto '{place[:LONGEST]}'? The step drags every record there. If "
            "other data need another place, put a variable into what the step drags it onto.",
            node,
        )
    elif name and not goes_by_data(target):
        questions.propose(
            "which-dragged",
            f"Is it always '{name[:LONGEST]}' that is dragged, and to this place? The step drags the "
            "recorded one to the recorded place. If other data mean another one or another place, put a "
            "variable into the target, or into what the step drags it onto.",
            node,
        )


def _depends_itself(target: Target) -> bool:
    """Whether other data lead to another element in whichever row."""
    own = (locator.model_copy(update={"within": None}) for locator in target.locators)
    return "{{" in f"{target.name} {target.label} {' '.join(map(str, own))}"
