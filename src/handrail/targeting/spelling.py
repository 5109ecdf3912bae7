"""Elements that are called as they were, in other letters: *Sign In* and *Sign in*, *Search* and *Search…*.

The exact locators compare names letter by letter. What they would have taken, had the page kept to its
spelling, needs no score.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from handrail.sop.target import Target
from handrail.targeting.naming import own_name, spelled
from handrail.targeting.recorded import Recorded
from handrail.targeting.scoring import Scored
from handrail.targeting.snapshot import ElementSnapshot
from handrail.targeting.standing import only_named
from handrail.targeting.wording import folded

_SAME: Final = 0.9
_HALF: Final = 0.5
_ALIKE: Final = 0.6
_TYPED_IN: Final = {"textbox", "searchbox", "spinbutton"}
_AT_ENDS: Final = " :*"
"""What a label has at its ends or has not, as the app's version likes it."""
IDENTIFYING: Final = ("test_id", "id", "form_name", "href")
"""Features that compare what its author gave the element alone."""
SURE: Final = 0.95
"""How sure it is, whatever its looks, where only one can be meant."""
_AROUND: Final = ("section", "heading", "before", "after")


def respelled(known: Recorded, free: Sequence[Scored]) -> Scored | None:
    """The only element of the page that has the recorded name but for capital letters and punctuation, where
    the recorded one was the only one, too: what the exact locators would have taken, spelled as it was."""
    spelling = spelled(own_name(known.target))
    if not known.named_alone or not spelling:
        return None
    for one in free:
        if spelled(own_name(one.candidate.element)) == spelling:
            # Only now: it takes a look at every element of the page; a field's own label is no other field.
            kin = [seen for seen in known.page if spelled(own_name(seen)) == spelling]
            alone = sum(known.family != "field" or not _is_label(seen) for seen in kin) == 1
            return one if alone and _stands_as_it_did(known, one, one.candidate.element) else None
    return None


def as_sure_as_it_is(known: Recorded, one: Scored) -> Scored:
    """What is taken for the recorded element. Where it is called as that was, and a value of its own says so
    besides, or it is the only field for a secret as the recorded one was a field for one, other surroundings
    take nothing from it: nobody need be asked whether to act there."""
    seen = one.candidate.element
    keeps = known.target.input_type == seen.input_type == "password"
    alone = keeps and sum(field.masked and field.visible for field in known.page) == 1
    sure = _bare(known.target) == _bare(seen) and (_is_identified(one) or alone)
    return one.model_copy(update={"score": max(one.score, SURE)}) if sure else one


def keeps_name_and_value(known: Recorded, free: Sequence[Scored]) -> Scored | None:
    """The only field that is called as the recorded one was and has a value of its own, which that had
    alone: of another role, as a number that is typed as a text by now, and wherever it stands."""
    name = _bare(known.target)
    if not name or known.family != "field" or known.row_words is not None:
        return None
    named = [one for one in free if folded(_bare(one.candidate.element)) == folded(name)]
    kept = [one for one in named if _is_identified(one)]
    if len(kept) != 1 or not {known.target.role, kept[0].candidate.element.role} <= _TYPED_IN:
        return None
    return kept[0] if kept[0].candidate.element.tag == known.target.tag else None


def _is_identified(one: Scored) -> bool:
    return any(feature.name in IDENTIFYING and feature.value == 1.0 for feature in one.features)


def _stands_as_it_did(known: Recorded, one: Scored, seen: ElementSnapshot) -> bool:
    """Of the same role, in its row and part of the page, and where more than a name of one word says so."""
    values = {feature.name: feature.value for feature in one.features}
    if seen.role != known.target.role or values.get("row", 1.0) < _SAME:
        return False
    labelled = known.family in ("field", "tick") and _bare(known.target) == _bare(seen)
    if min(values.get("section", 1.0), values.get("heading", 1.0)) < _HALF:
        return False
    if len(known.name.meanings) == 1 and not (labelled or is_among_the_same(one)):
        return False
    return only_named(known.target, seen, ()) is None


def _is_label(seen: ElementSnapshot) -> bool:
    return seen.tag in ("label", "legend")


def is_among_the_same(one: Scored) -> bool:
    """Whether most of what is told of its surroundings is as it was recorded."""
    values = {feature.name: feature.value for feature in one.features}
    around = [values[name] for name in _AROUND if name in values]
    return bool(around) and sum(around) / len(around) >= _ALIKE


def _bare(element: Target | ElementSnapshot) -> str:
    return own_name(element).strip(_AT_ENDS)
