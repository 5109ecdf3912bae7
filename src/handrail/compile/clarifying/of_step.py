"""What is asked about one step, once it is known what it does on other data."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass

from handrail.compile.choices.lists.cell_lists import is_cell_written_next
from handrail.compile.choices.marks.calendars import picked_day
from handrail.compile.choices.marks.grids import place_in_grid
from handrail.compile.choices.rows.in_place import is_edited_in_place
from handrail.compile.choices.rows.perhaps import card_kept, command_of_two, may_be_record
from handrail.compile.choices.seen.among_marked import is_left_open, title_before
from handrail.compile.clarifying import outcome, unrecorded, which_one, which_value
from handrail.compile.clarifying.as_shown import (
    choice_as_shown,
    chosen_in_drawing,
    entry_by_arrows,
    is_repeated,
    passed_over,
)
from handrail.compile.clarifying.clarifications import Questions
from handrail.compile.clarifying.date_parts import parts_left
from handrail.compile.criteria.fields import typed_value
from handrail.compile.criteria.overwritten import held_instead
from handrail.compile.criteria.read_back import look_into, read_back_for
from handrail.compile.criteria.scene import Scene
from handrail.compile.reading.known import Slot
from handrail.compile.reading.steps import Draft
from handrail.compile.tidying.refused import refusal_shown, refused_in_page, withheld_by_browser
from handrail.sop.condition import Condition
from handrail.sop.target import Target


@dataclass(frozen=True)
class StepMade:
    """A step with all that there may be to ask about it."""

    node: str
    drafts: Sequence[Draft]
    place: int
    scene: Scene
    criteria: tuple[Condition, ...]
    identity: tuple[Condition, ...]
    turned: str | None
    """What the step turned to, as a stepper's button does."""
    opens_list: bool
    """It opens the list that the next step picks from."""
    filled_before: Container[str | None]
    """The forms in which something was filled in or chosen before."""
    of_record: bool
    """A record was picked or searched for before, which other data name otherwise."""
    slots: Sequence[Slot]
    app: str

    @property
    def draft(self) -> Draft:
        return self.scene.draft

    @property
    def target(self) -> Target | None:
        return self.scene.target


def ask_about(step: StepMade, questions: Questions) -> None:
    """Ask what is open about a step: what the app said, what was given, and which of several it is on."""
    _ask_about_answers(step, questions)
    _ask_about_values(step, questions)
    as_shown = _may_be_as_shown(step)
    if not _ask_about_places(step, questions, as_shown) and not _ask_which_entry(step, questions):
        _ask_about_settings(step, questions, as_shown)
    if step.draft.among is None or step.draft.among.column is None:
        again = is_repeated(step.drafts, step.place)
        which_value.about_counting(
            questions, step.node, step.scene.action, step.target, step.turned, again=again
        )


def _ask_about_answers(step: StepMade, questions: Questions) -> None:
    """What the app or the browser did not take, and how it could be told that a step did its work."""
    draft, node = step.draft, step.node
    refused = refusal_shown(draft.act) if step.scene.effect == "once" or step.scene.signs_in else None
    if refused is None and step.place == len(step.drafts) - 1:
        refused = refused_in_page(draft.act)
    outcome.about_refusal(questions, node, refused)
    outcome.about_withheld(questions, node, withheld_by_browser(draft.act))
    outcome.about_read_back(questions, node, read_back_for(step.scene, step.slots, step.app))
    outcome.about_file(questions, node, look_into(step.criteria))
    unrecorded.about_left_out(questions, node, draft.act.left_out)


def _ask_about_values(step: StepMade, questions: Questions) -> None:
    """What was chosen, drawn, dropped or written, where the recorded value stays as it is."""
    draft, node, scene = step.draft, step.node, step.scene
    which_one.about_choice(questions, node, scene.replaced if scene.picked is None else None)
    which_one.about_series(questions, node, draft.target)
    which_one.about_stretch(questions, node, draft.action, draft.target)
    which_one.about_drop(questions, node, scene.action, step.target)
    which_value.about_kept_text(questions, node, draft, of_record=step.of_record)
    which_value.about_overwritten(questions, node, typed_value(scene), held_instead(step.drafts, step.place))
    if step.target is None or "{{" not in (step.target.name or step.target.text or ""):
        which_value.about_picked_day(questions, node, picked_day(step.criteria, draft))
    which_value.about_parts(questions, node, parts_left(step.drafts, step.place))


def _ask_about_places(step: StepMade, questions: Questions, as_shown: bool) -> bool:
    """Whether it is asked on which element the step is, which nothing but its place tells."""
    if step.scene.replaced is None and which_one.about_place(
        questions, step.node, step.scene.effect, step.target, step.identity, step.filled_before
    ):
        return True
    if is_left_open(step.drafts, step.place, step.target):
        which_one.about_entry(questions, step.node, step.draft.target, surely=True)
        return True
    return as_shown and which_one.about_cell(
        questions, step.node, place_in_grid(step.drafts, step.place, step.target)
    )


def _ask_which_entry(step: StepMade, questions: Questions) -> bool:
    """Whether it is asked which of several alike is meant."""
    if step.scene.picked is not None or step.scene.replaced is not None:
        return which_one.about_cell(questions, step.node, card_kept(step.draft, step.target))
    if may_be_record(step.drafts, step.place, step.target):
        which_one.about_entry(questions, step.node, step.draft.target, surely=False)
        return True
    command = command_of_two(step.drafts, step.place, step.target)
    title = title_before(step.drafts, step.place) if step.target == step.draft.act.target else None
    if which_one.about_cell(questions, step.node, command or (title and f"'{title}'")):
        return True
    return which_one.about_silent(questions, step.node, step.draft, step.target)


def _ask_about_settings(step: StepMade, questions: Questions, as_shown: bool) -> None:
    """What a press chose, turned or ticked, where a run would do just the same."""
    if as_shown:
        # Where its row is picked, what is pressed there is the recorded choice all the same.
        choice = choice_as_shown(step.drafts, step.place, step.target)
        which_one.about_cell(questions, step.node, choice or entry_by_arrows(step.drafts, step.place))
    following = step.scene.following[1] if step.scene.following is not None else None
    if step.target is not None and "{{" not in str(step.target.locators):
        which_one.about_cell(questions, step.node, passed_over(step.drafts, step.place, following))
    if chosen_in_drawing(step.drafts, step.place):
        which_one.about_drawing(questions, step.node)
    which_value.about_box(questions, step.node, step.draft, step.scene.action, step.target)


def _may_be_as_shown(step: StepMade) -> bool:
    """Whether what is pressed may be a choice that a run would always make as it was recorded."""
    opens = step.opens_list or is_cell_written_next(step.drafts, step.place)
    opens = opens or is_edited_in_place(step.drafts, step.place)
    return step.scene.replaced is None and not opens
