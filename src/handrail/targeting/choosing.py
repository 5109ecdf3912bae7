"""Choosing among candidates: one is clear, or a person is asked, or none will do.

Precision goes before healing: a high score is not enough. A candidate is taken without asking only if no
other comes near it, and if two independent kinds of evidence speak for it, one of them its name or an
attribute that names it. What is merely similar, or in the right place, is offered and never taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from handrail._model import Model
from handrail.sop.target import Target
from handrail.targeting.candidate import Candidate
from handrail.targeting.scoring import Scored, score, weights

_MENU: Final = 6
_NAMING: Final = ("test_id", "id", "form_name", "href", "title")
_AROUND: Final = ("section", "heading", "row", "before", "after")


class Choice(Model):
    """What the candidates come to; `menu` holds the likely ones, best first, with those under a veto last."""

    kind: Literal["clear", "unsure", "none"]
    best: Scored | None
    menu: tuple[Scored, ...]
    words: str


def choose(target: Target, candidates: Sequence[Candidate]) -> Choice:
    """Decide which candidate is the recorded element, if any is."""
    fitted = weights()
    scored = score(target, candidates)
    menu = tuple(one for one in scored if one.score >= fitted.offered)[:_MENU]
    free = [one for one in scored if one.veto is None]
    best = free[0] if free else None
    if best is None or not menu:
        return Choice(kind="none", best=None, menu=menu, words="Nothing on the page is like it.")
    if best.score < fitted.clear:
        words = f"The likeliest element is so with {best.score:.0%} only."
        return Choice(kind="unsure", best=best, menu=menu, words=words)
    if len(free) > 1 and best.odds - free[1].odds < fitted.margin:
        words = f"Two elements are nearly as likely: {best.score:.0%} and {free[1].score:.0%}."
        return Choice(kind="unsure", best=best, menu=menu, words=words)
    if (doubt := _doubt(best)) is not None:
        return Choice(kind="unsure", best=best, menu=menu, words=f"{doubt[:1].upper()}{doubt[1:]}.")
    words = f"It is the recorded element with {best.score:.0%}, and no other comes near."
    return Choice(kind="clear", best=best, menu=menu, words=words)


def _doubt(best: Scored) -> str | None:
    """Why the evidence is too much of one kind; none where it is not."""
    values = {feature.name: feature.value for feature in best.features}
    named = values.get("name", 0.0) >= 0.9 or values.get("label", 0.0) >= 0.95
    attributed = any(values.get(name, 0.0) == 1.0 for name in _NAMING)
    around = [values[name] for name in _AROUND if name in values]
    surrounded = bool(around) and sum(around) / len(around) >= 0.6
    built = values.get("ancestors", 0.0) >= 0.6
    if not (named or attributed):
        return "neither its name nor an attribute says that it is the element"
    if named and not attributed and values.get("section", 1.0) < 0.5:
        return "its name is the same, and it stands in another part of the page"
    if not named and values.get("name", 1.0) < 0.9 and not (surrounded or built):
        return "it has another name in other surroundings"
    if sum((named, attributed, surrounded, built)) < 2:
        return "only one kind of evidence speaks for it"
    return None
