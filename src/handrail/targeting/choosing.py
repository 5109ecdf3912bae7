"""Choosing among candidates: one is clear, or a person is asked, or none will do.

Precision goes before healing: a high score is not enough. A candidate is taken without asking only if no
other comes near it, and if two independent kinds of evidence speak for it, one of them its name or a value
that its author gave it. What is merely similar, or in the right place, is offered and never taken.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal

from handrail._model import Model
from handrail.sop.target import Target
from handrail.targeting.candidate import Candidate
from handrail.targeting.rebuilt import (
    answers_its_dialog,
    in_its_dialog,
    in_its_record,
    on_its_page,
    pressed_otherwise,
    sends_its_fields,
)
from handrail.targeting.recorded import Recorded, recorded, submits
from handrail.targeting.renamed import keeps_form, makes_new
from handrail.targeting.scoring import Scored, Weights, score_recorded, weights
from handrail.targeting.spelling import IDENTIFYING, as_sure_as_it_is, keeps_name_and_value, respelled

_BEYOND_DOUBT: Final[tuple[tuple[Callable[[Recorded, Sequence[Scored]], Scored | None], str], ...]] = (
    (respelled, "It has the recorded name but for its spelling, and is the only one that has it."),
    (
        keeps_name_and_value,
        "It has the recorded name and a value of its own that the recorded one had alone.",
    ),
    (
        pressed_otherwise,
        "It is the only one on the page that is called so, and is pressed as the recorded one was.",
    ),
    (sends_its_fields, "It is the only button that is called so, and sends the field that it stood behind."),
    (on_its_page, "It is the only one that is called so in the dialog that is called as its page was."),
    (in_its_record, "It is the only one that is called so in the record that is meant."),
    (in_its_dialog, "It is the only one that is called so in the dialog that is answered."),
    (answers_its_dialog, "It is the only answer that says yes to the same question."),
    (makes_new, "It is the only one that makes a new record, under the same heading."),
    (keeps_form, "It is the only one that keeps a form, under the same heading and beside the same way out."),
)
"""What finds the only element that can be meant, whatever its score, and why it is that; the first counts."""

_MENU: Final = 6
_FEW: Final = 3
_AROUND: Final = ("section", "heading", "before", "after")
_SAME: Final = 0.9


class Choice(Model):
    """What the candidates come to; `menu` holds the likely ones, best first, with those under a veto last."""

    kind: Literal["clear", "unsure", "none"]
    best: Scored | None
    menu: tuple[Scored, ...]
    words: str


def choose(target: Target, candidates: Sequence[Candidate]) -> Choice:
    """Decide which candidate is the recorded element, if any is."""
    known = recorded(target, [one.element for one in candidates])
    fitted = weights()
    return decide_among(known, score_recorded(known, candidates, fitted), fitted)


def decide_among(known: Recorded, scored: Sequence[Scored], fitted: Weights) -> Choice:
    """The decision over scored candidates, best first; the fit tries its thresholds here."""
    menu = tuple(one for one in scored if one.score >= fitted.offered)[:_MENU]
    free = [one for one in scored if one.veto is None]
    menu = menu or tuple(one for one in free if _worth_a_look(known, one))[:_FEW]
    best = free[0] if free else None
    for find, words in _BEYOND_DOUBT:
        if (meant := find(known, free)) is not None:
            meant = as_sure_as_it_is(known, meant)
            return Choice(kind="clear", best=meant, menu=menu or (meant,), words=words)
    if best is None or not menu:
        return Choice(kind="none", best=None, menu=menu, words="Nothing on the page is like it.")
    if best.score < fitted.clear:
        words = f"The likeliest element fits by {best.score:.0%} only."
        return Choice(kind="unsure", best=best, menu=menu, words=words)
    if len(free) > 1 and best.odds - free[1].odds < fitted.margin:
        words = f"Two elements are nearly as likely: {best.score:.0%} and {free[1].score:.0%}."
        return Choice(kind="unsure", best=best, menu=menu, words=words)
    values = {feature.name: feature.value for feature in best.features}
    if (doubt := doubt_of(known, values)) is not None:
        return Choice(kind="unsure", best=best, menu=menu, words=f"{doubt[:1].upper()}{doubt[1:]}.")
    words = f"It is the recorded element with {best.score:.0%}, and no other comes near."
    return Choice(kind="clear", best=as_sure_as_it_is(known, best), menu=menu, words=words)


def _worth_a_look(known: Recorded, scored: Scored) -> bool:
    """What nothing speaks for but its name or what it is for: a person may know it all the same."""
    if known.submits and submits(scored.candidate.element):
        return True
    return any(feature.name == "vouched_for" and feature.value == 1.0 for feature in scored.features)


def doubt_of(known: Recorded, values: Mapping[str, float]) -> str | None:
    """Why the evidence of these features is too much of one kind; none where it is not."""
    named = values.get("meaning", 0.0) >= _SAME and values.get("nothing_added", 0.0) >= _SAME
    identified = any(values.get(name, 0.0) == 1.0 for name in IDENTIFYING)
    nearby = [values[name] for name in _AROUND if name in values]
    surrounded = bool(nearby) and sum(nearby) / len(nearby) >= 0.6
    built = values.get("ancestors", 0.0) >= 0.6
    row = values.get("row")
    if not (named or identified):
        return "neither its name nor a value of its own says that it is the element"
    if row is not None and row < _SAME and not identified:
        return "it does not stand in the recorded row"
    if not identified and values.get("section", 1.0) < 0.5:
        return "its name is the same, and it stands in another part of the page"
    if not identified and values.get("heading", 1.0) < 0.5:
        elsewhere = max(values.get("section", 0.0), values.get("row", 0.0)) < _SAME
        if known.family in ("field", "tick") and elsewhere:
            return "its name is the same, and it stands under another heading"
        if values.get("name", 1.0) < _SAME:
            return "it is called by other words, and stands under another heading"
    if not identified and values.get("role", 1.0) < 1.0:
        return "its name is the same, and its role is another"
    if named and (identified or (row is not None and known.row_alone)):
        return None
    if identified:
        half_named = values.get("meaning", 0.0) >= 0.5
        return None if surrounded or built or half_named else "it has another name in other surroundings"
    if known.by == "beside":
        return None if _in_its_place(known, values) else "only the words beside it speak for it"
    if known.named_in_section and values.get("section", 0.0) >= _SAME:
        return None if surrounded or built else "only its name speaks for it"
    if known.named_under_heading and values.get("heading", 0.0) >= _SAME:
        return None if surrounded or built else "only its name and its heading speak for it"
    if known.named_alone:
        return None if surrounded or built or row is not None else "only its name speaks for it"
    # What told it from them is gone, and one of them may be what is left.
    return "others had its name when it was recorded, and nothing tells which of them it is"


def _in_its_place(known: Recorded, values: Mapping[str, float]) -> bool:
    """Whether an element that is called by the words beside it stands in the same part of the page: in
    another part, others are called so."""
    part = [values[name] for name in ("section", "heading") if name in values]
    side = "after" if known.family == "field" else "before"
    beyond = values.get(side, 0.0) if getattr(known.target.near, side) else values.get("ancestors", 0.0)
    return bool(part) and min(part) >= _SAME and beyond >= _SAME
