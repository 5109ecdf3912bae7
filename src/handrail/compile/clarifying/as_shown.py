"""What a press chose or turned that the page merely draws: a run repeats the press, so it is asked about."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from handrail.compile.choices.alike.rows_meant import says_of_item
from handrail.compile.choices.lists.menus import opens_commands, taken_in_menu
from handrail.compile.choices.rows.perhaps import ENTRIES
from handrail.compile.choices.rows.same_item import is_beside_others
from handrail.compile.choices.seen.among_marked import row_chosen_in
from handrail.compile.choices.seen.picks import chosen_by_arrows
from handrail.compile.effects.effect_class import is_done_once_from
from handrail.compile.effects.words import TURNING, changing_word, final_word, is_mere_command, word_set
from handrail.compile.reading.acts import View, same_element
from handrail.compile.reading.addresses import words_of
from handrail.compile.reading.elements import SAYING, is_cell, is_form_control, submits_whole_form
from handrail.compile.reading.known import fold
from handrail.compile.reading.located import goes_by_data, row_of
from handrail.compile.reading.requests import told_at_once
from handrail.compile.reading.steps import Draft
from handrail.policy.deeds.deed import SAFE_METHODS
from handrail.recording.event import PageState, Responded
from handrail.sop import action as sop
from handrail.sop.condition import Condition, TextIs
from handrail.sop.locator import CssLocator
from handrail.sop.target import Target
from handrail.sop.template import literal

_ANSWERS: Final = word_set(
    "ok okay done next back close cancel continue finish edit change open show hide more clear reset",
    "fertig weiter zuruck schliessen abbrechen bearbeiten andern offnen anzeigen mehr",
    "hecho siguiente atras cerrar cancelar continuar editar cambiar abrir mostrar mas",
    "termine suivant retour fermer annuler continuer modifier ouvrir afficher plus",
)
"""What the buttons of a dialog, and those that only show something, are called."""
_NUMBERED: Final = re.compile(r":nth-of-type\((\d+)\)$")
_ON_OFF: Final = frozenset({"true", "false"})
_DRAWN: Final = frozenset({"span", "div", "li", "a"})
_PICTURES: Final = frozenset({"canvas", "svg", "img"})
_SIGN_PX: Final = 48
"""A picture that is no larger shows one thing."""
_LONGEST_CHOICE: Final = 30
_FEW: Final = 2
"""A choice changes so many texts at most: what was chosen, and what it is said to be now."""


def choice_as_shown(drafts: Sequence[Draft], place: int, target: Target | None) -> str | None:
    """What the step always chooses, in words, where other data may mean another choice.

    `target` is the step's on other data.

    A press that only changed how the page is drawn, before something is sent, chose or turned something: what
    opens a part of the page, or gives a command, brings up or takes away more.
    """
    draft = drafts[place]
    shown = draft.act.target
    if (
        not isinstance(draft.action, sop.Click | sop.DoubleClick)
        or shown is None
        or target is None
        or _is_given(target)
    ):
        return None
    if (taken := taken_in_menu(drafts, place)) is not None:
        return taken
    if _is_sign_of_given_row(draft, shown, target) or row_chosen_in(drafts, place) is not None:
        return None
    if says_of_item(draft) and goes_by_data(target):
        # The item was selected by what it says.
        return None
    if (
        draft.act.leads_to is not None
        or (shown.role in SAYING and not _is_idle_tab(draft, shown))
        or shown.role == "link"
        or is_form_control(shown)
    ):
        return None
    redrawn = all(_is_redrawn(view, shown) for view in draft.act.views) or _asks_more(draft, shown)
    if submits_whole_form(shown) or not redrawn:
        return None
    if shown.role == "tab":
        recorded: str | None = f"'{fold(shown.name or shown.text or '')}'"
    else:
        recorded = _turned_into(draft, shown) or _chosen(draft, shown) or _sign(draft, shown)
    return recorded if recorded is not None and _is_sent(drafts, place) else None


def chosen_in_drawing(drafts: Sequence[Draft], place: int) -> bool:
    """Whether the step presses a place of a picture before something is sent: what is drawn there, as a seat
    in a plan, has no name that other data could give. A sign of a toolbar has but one place."""
    action, target = drafts[place].action, drafts[place].act.target
    if not isinstance(action, sop.Click | sop.DoubleClick) or action.position is None or target is None:
        return False
    if target.box is not None and max(target.box.width, target.box.height) <= _SIGN_PX:
        return False
    return target.tag in _PICTURES and drafts[place].act.leads_to is None and _is_sent(drafts, place)


def passed_over(drafts: Sequence[Draft], place: int, following: Target | None) -> str | None:
    """The entry, in words, on which the pointer rests amid a chain of menus for the one that other data name:
    that may lie in another. The first of the chain is a part of the app."""
    target, before = drafts[place].target, drafts[place - 1] if place else None
    if before is None or target is None or before.page != drafts[place].page:
        return None
    chain = isinstance(drafts[place].action, sop.Hover) and isinstance(before.action, sop.Hover)
    given = following is not None and goes_by_data(following)
    said = fold(target.name or target.text or "")
    return f"'{said}'" if chain and given and any(map(str.isalpha, said)) else None


def _is_sent(drafts: Sequence[Draft], place: int) -> bool:
    act = drafts[place].act
    saved = any(answer.by_itself and answer.method not in SAFE_METHODS for answer in act.all(Responded))
    return saved or bool(told_at_once(act)) or is_done_once_from(drafts, place, drafts[place].page)


def _asks_more(draft: Draft, target: Target) -> bool:
    """Whether it is one of the answers beside each other in an item that brings up nothing but a further
    field, as a comment on what failed."""
    row = row_of(target.locators[0]) if target.locators else None
    if row is None or row.role not in ENTRIES or target.role is not None or not is_beside_others(draft):
        return False
    return all(
        not view.after.gone
        and len(view.after.values.keys() - view.before.values.keys()) <= 1
        and _stays(view)
        for view in draft.act.views
    )


def _is_idle_tab(draft: Draft, target: Target) -> bool:
    """What calls itself a tab and shows no other part of the page: kits draw choices so."""
    views = draft.act.views
    return target.role == "tab" and not any(view.after.texts or view.after.gone for view in views)


def turned_to(drafts: Sequence[Draft], place: int) -> str | None:
    """What stands beside a sign since the last of the presses that turned it: "Large" of "‹ Large ›"; empty
    where that is not known."""
    draft = drafts[place]
    target, following = draft.act.target, drafts[place + 1] if place + 1 < len(drafts) else None
    if not isinstance(draft.action, sop.Click) or target is None or draft.act.leads_to is not None:
        return None
    redrawn = all(_is_redrawn(view, target) for view in draft.act.views)
    if (target.name or target.text) not in TURNING or not redrawn:
        return None
    beside = {fold(text) for text in (target.near.before, target.near.after) if text}
    looks = [view.after for view in draft.act.views if beside & {*map(fold, view.after.gone)}]
    if not looks or (following is not None and same_element(following.act.target, target)):
        return None
    # Beside it the page may say that it was saved.
    came = [fold(text) for text in looks[0].texts if text not in looks[0].alerts]
    return (came[0] if len(came) == 1 else "") if _is_sent(drafts, place) else None


def is_repeated(drafts: Sequence[Draft], place: int) -> bool:
    """Whether the step presses what the one before, or the next, presses as well."""
    beside = (drafts[at] for at in (place - 1, place + 1) if 0 <= at < len(drafts))
    own = drafts[place].act.target
    return any(isinstance(one.action, sop.Click) and same_element(one.act.target, own) for one in beside)


def entry_by_arrows(drafts: Sequence[Draft], place: int) -> str | None:
    """The entry that Enter takes after arrow keys, in words, where nothing on the page tells which it is: not
    the first one that is offered for what was typed, which is given with that."""
    draft, count = drafts[place], 0
    if not isinstance(draft.action, sop.Press) or draft.action.keys not in {"Enter", "Space"}:
        return None
    while place > count and _moves_to_entry(drafts[place - count - 1], draft):
        count += 1
    if not count or chosen_by_arrows(drafts, place) is not None:
        return None
    opener = drafts[place - count - 1] if place > count else None
    typed = opener is not None and isinstance(opener.action, sop.Fill | sop.Type)
    if count == 1 and typed:
        return None
    return f"the entry that {count} presses of an arrow key come to" if count > 1 else "the entry below"


def _moves_to_entry(draft: Draft, taking: Draft) -> bool:
    moves = isinstance(draft.action, sop.Press) and draft.action.keys in {"ArrowDown", "ArrowUp"}
    return moves and draft.page == taking.page and draft.act.target == taking.act.target


def stays_as_shown(turned: str | None) -> Iterator[Condition]:
    """That the choice that was `turned_to` stands there as in the recording: on another record, as many
    presses may lead to another one. Numbers and days may be counted from what is there."""
    if turned and not any(map(str.isdigit, turned)):
        yield TextIs(kind="text", equals=literal(turned))


def _is_given(target: Target) -> bool:
    """Whether other data lead to another choice, be it in whichever row."""
    own = (locator.model_copy(update={"within": None}) for locator in target.locators)
    return "{{" in f"{target.name} {target.text} {' '.join(map(str, own))}"


def _is_sign_of_given_row(draft: Draft, shown: Target, target: Target) -> bool:
    """Whether it is a sign that each row has once, as a star by which one marks the record, in the row that
    other data give; or a box without a sign in a row that says nothing but the record's name."""
    own, row = fold(shown.text or ""), shown.near.row or ""
    each = draft.among is not None and draft.among.same and not any(map(str.isalnum, own))
    once = row.count(own) == 1 if own else shown.role is None and shown.near.cells == (row,)
    return each and once and goes_by_data(target)


def _is_redrawn(view: View, target: Target) -> bool:
    """What stands in the target's own row comes and goes with the pointer."""
    own = {*map(fold, target.near.cells)}
    before, after = view.before, view.after
    others = ([text for text in texts if fold(text) not in own] for texts in (after.texts, after.gone))
    return _stays(view) and _fields(before) == _fields(after) and max(map(len, others)) <= _FEW


def _stays(view: View) -> bool:
    """Whether it is the same page still, with the same parts: a card may stand among others by now, and a
    heading hold a short message besides."""
    parts = ("url", "dialogs", "counts", "unfolded")
    before = {*view.before.headings}
    said = {f"{heading} {came}" for heading in before for came in view.after.texts}
    if {*view.after.headings} - said - before or len(before) != len({*view.after.headings}):
        return False
    return all(getattr(view.before, part) == getattr(view.after, part) for part in parts)


def _fields(state: PageState) -> set[str]:
    """Without buttons: of those of which several are on, none says any more whether it is."""
    return {name for name, held in state.values.items() if held not in _ON_OFF}


def _turned_into(draft: Draft, target: Target) -> str | None:
    """What a button says in the place of what it said, as "On" for "Off"."""
    said = fold(target.name or target.text or "")
    for view in draft.act.views:
        if said and said in map(fold, view.after.gone) and len(view.after.texts) == 1:
            return None if _is_command(said) else f"'{fold(view.after.texts[0])}' in place of '{said}'"
    return None


def _chosen(draft: Draft, target: Target) -> str | None:
    """One of several that say different things."""
    among, said = draft.among, fold(target.name or target.text or "")
    # What has a role in a part of the app, as in a toolbar, is a command.
    in_set = among is not None and not among.same and (not among.in_app or target.role is None)
    if not any(map(str.isalnum, said)):
        # Of the stars of a rating, a title may say the number.
        in_set = in_set or said in {target.near.before, target.near.after}
        said = fold(target.attributes.get("title", ""))
        if opens_commands(said):
            return None
    in_set = in_set or bool(target.near.group) or is_cell(target) or _is_drawn_amid(draft, target, said)
    if not in_set or not any(map(str.isalnum, said)):
        return None
    if _is_command(said) or (
        target.role == "button" and not target.near.group and _ANSWERS.issuperset(words_of(said))
    ):
        return None
    return f"'{said}'"


def _is_drawn_amid(draft: Draft, target: Target, said: str) -> bool:
    """A few words without a role between others, that were pressed though nothing was seen to follow: the one
    of two that is on may bear a class that tells it from the other."""
    drawn = target.role is None and target.tag in _DRAWN and len(said) <= _LONGEST_CHOICE
    return drawn and bool(target.near.before and target.near.after) and not draft.act.took_effect()


def _sign(draft: Draft, target: Target) -> str | None:
    """What says nothing of itself, as a switch that is merely drawn behind its caption."""
    if any(view.after.texts or view.after.gone for view in draft.act.views):
        # It unfolded something.
        return None
    caption, own = fold(target.near.before or ""), target.name or target.text or ""
    if own and own in {target.near.before, target.near.after} and not any(map(str.isalnum, own)):
        # One of the stars of a rating.
        paths = (one.css for one in target.locators if isinstance(one, CssLocator))
        number = next((found[1] for css in paths if (found := _NUMBERED.search(css))), None)
        return f"number {number} of '{own}'" if number else None
    silent = target.role is None and not (any(map(str.isalnum, own)) or target.label)
    named = any(map(str.isalpha, caption))
    return f"the one behind '{caption}'" if silent and named else None


def _is_command(said: str) -> bool:
    return is_mere_command(said) or bool(changing_word(said) or final_word(said))
