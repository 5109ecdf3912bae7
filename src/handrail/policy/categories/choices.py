"""What is chosen in the lists, radio buttons and boxes around a button: where that only says "Go" or "Apply",
they say what it will do, as the bulk actions of administration sites do."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final, NamedTuple

from handrail.policy.deeds.deed import Deed
from handrail.policy.deeds.facts import Proposal
from handrail.policy.words.acting import acts_in, is_generic
from handrail.policy.words.comparing import tokens
from handrail.policy.words.vocabulary import CATEGORIES, Category, vocabulary
from handrail.sop import action as sop
from handrail.sop.document import Sop
from handrail.sop.node import Task
from handrail.sop.template import names_in
from handrail.targeting.snapshot import Chosen

_LONGEST: Final = 12
"""Words; a longer option is a text that is read, not a deed that is chosen."""
_ONE_OF_MANY: Final = frozenset({"radio", "option", "menuitemradio"})


class ChosenAct(NamedTuple):
    """A category that something chosen speaks of."""

    category: Category
    chosen: Chosen


def acts_chosen(deed: Deed) -> Iterator[ChosenAct]:
    """The categories of what pressing the button will do, as far as its own words leave that to a choice."""
    words = tokens(deed.name)
    if words and not leaves_it_to_a_choice(words):
        return
    asks_only = deed.submits and deed.sends[0] == "get"
    saves = any(word in vocabulary().saving for word in words)
    for chosen in deed.leads.chosen:
        if is_of_deeds(chosen):
            yield from _acts(chosen, sure=True)
        elif not asks_only and not saves:
            yield from _acts(chosen, sure=False)


def act_of_option(field: str, option: str) -> Iterator[ChosenAct]:
    """The categories of choosing an option of a list that may act by itself, as no button sends it."""
    chosen = Chosen(field=field, option=option)
    if is_of_deeds(chosen):
        yield from _acts(chosen, sure=True)


def leaves_it_to_a_choice(words: tuple[str, ...]) -> bool:
    """Whether a name such as "Go" or "Apply to the selected" says only that something is done."""
    known = vocabulary().choice_fields
    return is_generic(tuple(word for word in words if word not in known), vocabulary().generic)


def is_of_deeds(chosen: Chosen) -> bool:
    """Whether the list offers deeds ("Action", "Bulk actions"), and not what a record or a view holds."""
    return any(word in vocabulary().choice_fields for word in tokens(chosen.field))


def names_its_deed(deed: Deed) -> bool:
    """Whether a list of deeds beside the button says what that does: then a word such as "Execute" says no
    more."""
    return leaves_it_to_a_choice(tokens(deed.name)) and any(map(is_of_deeds, deed.leads.chosen))


def _acts(chosen: Chosen, *, sure: bool) -> Iterator[ChosenAct]:
    words = tokens(chosen.option)
    found = set(_spoken(words, sure=sure))
    if sure and not found and chosen.value:
        # Where the words are of a language that nobody listed here, what is sent may still say it.
        found = set(_spoken(tokens(chosen.value), sure=sure))
    if chosen.ticked:
        found &= {"destructive"}
    yield from (ChosenAct(category, chosen) for category in CATEGORIES if category in found)


def _spoken(words: tuple[str, ...], *, sure: bool) -> Iterator[Category]:
    if not words or len(words) > _LONGEST:
        return
    if sure and vocabulary().chosen_destructive & {words[0], words[-1]}:
        yield "destructive"
    for category, word in acts_in(words, records=True):
        # A single "Order" or "Post" is a thing, unless the list is one of deeds.
        if sure or len(words) > 1 or word not in vocabulary().acts[category].alone:
            yield category


def choices_of(document: Sop) -> frozenset[str]:
    """The options that the SOP's own steps choose, as it writes them, to be compared by `granted_by`; of an
    input, the one that it stands for where nothing is given."""
    return frozenset(
        comparable(option)
        for node in document.walk_nodes()
        if isinstance(node, Task) and _is_meant(node.action, document)
        for written in _options(node)
        if (option := _without_inputs(written, document))
    )


def _without_inputs(option: str, document: Sop) -> str:
    """The option as it is without any input, empty where no default says it."""
    if "{{" not in option:
        return option
    names = names_in(option)
    asked = document.variables.get(names[0]) if len(names) == 1 else None
    return asked.default or "" if asked is not None and option.strip() == f"{{{{ {names[0]} }}}}" else ""


def _is_meant(action: sop.Action, document: Sop) -> bool:
    """Whether the SOP itself says what is chosen: a box that data may tick, by its default."""
    if not isinstance(action, sop.Check) or action.on is None:
        return True
    asked = (document.variables.get(name) for name in names_in(action.on))
    return all(variable is not None and variable.default == "true" for variable in asked)


def _options(task: Task) -> Iterator[str]:
    target = task.target
    match task.action:
        case sop.Select():
            yield from task.action.options
        case sop.Check() | sop.Click() if target is not None and (
            target.role in _ONE_OF_MANY or isinstance(task.action, sop.Check)
        ):
            yield from (text for text in (target.name, target.label, target.text) if text)


def granted_by(deed: Deed, choices: Collection[str]) -> tuple[Category, ...]:
    """The categories that the SOP granted by choosing, in a step of its own, what the button is to do."""
    acts = tuple(acts_chosen(deed))
    own = {act for act in acts if comparable(act.chosen.option) in choices or _is_value(act.chosen, choices)}
    others = {act.category for act in acts if act not in own}
    return tuple(
        category
        for category in CATEGORIES
        if category in {act.category for act in own} and category not in others
    )


def with_choices(proposal: Proposal, choices: Collection[str]) -> Proposal:
    """The proposal of an SOP's step, with what the SOP granted by choosing it in a step of its own."""
    more = granted_by(proposal.deed, choices)
    return proposal.model_copy(update={"granted": (*proposal.granted, *more)}) if more else proposal


def _is_value(chosen: Chosen, choices: Collection[str]) -> bool:
    return chosen.value is not None and comparable(chosen.value) in choices


def comparable(text: str) -> str:
    """An option as it is compared: whatever its case and signs."""
    return " ".join(tokens(text))
