"""What came up over a page by itself and was put away, as a tour or a cookie banner is: on another day it may
not come, and a run asks first whether it is there."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from handrail.compile.reading.elements import is_in_dialog, name_of
from handrail.compile.reading.naming import unique
from handrail.compile.reading.steps import Draft
from handrail.sop import action as sop
from handrail.sop.condition import Condition, ElementIs
from handrail.sop.node import Decision, Edge, Node, Task
from handrail.sop.target import Target
from handrail.targeting.obstacle_words import (
    ACCEPT,
    COOKIES,
    DISMISS,
    END_TOUR,
    REJECT,
    folded,
    without_cookies,
)

_THERE: Final = "it is there"
_MISSING: Final = "it is not"


def put_away(drafts: Sequence[Draft]) -> dict[int, int]:
    """Place of a step that puts something away → place of the step with whose page that came."""
    found = {}
    for place, draft in enumerate(drafts):
        name = _closing(draft)
        came = None
        if name is None or place == 0:
            continue
        if name in DISMISS | END_TOUR and is_in_dialog(draft.target):
            came = _came_with(drafts, place)
        elif _is_about_cookies(draft, name):
            came = place - 1
        if came is not None:
            found[place] = came
    return found


def without_dialog(criteria: Sequence[Condition]) -> tuple[Condition, ...]:
    """The criteria of a step with whose page something came, without that it is there."""
    return tuple(one for one in criteria if not (isinstance(one, ElementIs) and _is_dialog(one)))


def asked_first(
    tasks: Sequence[Task], put_away_by: Collection[str], end: Node
) -> tuple[tuple[Node, ...], tuple[Edge, ...]]:
    """The nodes and edges of all steps, with a decision before each that only may have something to do."""
    decisions = dict(_decisions(tasks, put_away_by))
    nodes: list[Node] = []
    for task in tasks:
        nodes += [decisions[task.id]] if task.id in decisions else []
        nodes.append(task)
    entry = {id: decision.id for id, decision in decisions.items()}
    order = [*(task.id for task in tasks), end.id]
    ways = [Edge(source=one, target=entry.get(to, to)) for one, to in pairwise(order)]
    edges = [edge for way in ways for edge in (*_around(way.source, way.target, entry), way)]
    return (*nodes, end), tuple(edges)


def _around(id: str, following: str, entry: Mapping[str, str]) -> Iterator[Edge]:
    """From the decision before the step to the step, and past it."""
    if id in entry:
        yield Edge(source=entry[id], target=id, when=_THERE)
        yield Edge(source=entry[id], target=following, when=_MISSING)


def _decisions(tasks: Sequence[Task], put_away_by: Collection[str]) -> Iterator[tuple[str, Decision]]:
    ids = {task.id for task in tasks}
    for task in tasks:
        if task.id in put_away_by:
            id = unique(f"if-{task.id}", ids, joint="-")
            ids.add(id)
            question = f"Is '{name_of(task.target)}' there?"
            shown = ElementIs(kind="element", state="visible", target=task.target)
            yield (
                task.id,
                Decision(
                    type="decision",
                    id=id,
                    label=question,
                    question=question,
                    page=task.page,
                    outcomes=(_THERE, _MISSING),
                    check={_THERE: shown},
                    default=_MISSING,
                ),
            )


def _closing(draft: Draft) -> str | None:
    """What a button is called that went, or whose dialog did, as it was pressed."""
    act, target = draft.act, draft.target
    if not isinstance(draft.action, sop.Click) or draft.action.modifiers or target is None:
        return None
    if act.leads_to is not None or draft.opens is not None or draft.dialogs:
        return None
    name = folded(name_of(target))
    closed = any({*view.before.dialogs} - {*view.after.dialogs} for view in act.views)
    # It may have come since the last look.
    closed |= is_in_dialog(target) and not any(view.after.dialogs for view in act.views)
    gone = any(folded(text) == name for view in act.views for text in view.after.gone)
    return name if closed or gone else None


def _came_with(drafts: Sequence[Draft], place: int) -> int | None:
    """The step that led to the page with which the dialog came, where it came by itself."""
    earlier = [at for at in range(place) if drafts[at].page == drafts[place].page]
    brought = (at for at in reversed(earlier) if _brings_dialog(drafts[at]))
    came = next(brought, earlier[-1] if earlier else None)
    if came is None or any(is_in_dialog(drafts[at].target) for at in range(came + 1, place)):
        return None
    by_itself = drafts[came].act.leads_to is not None or isinstance(drafts[came].action, sop.Open)
    return came if by_itself else None


def _brings_dialog(draft: Draft) -> bool:
    return any({*view.after.dialogs} - {*view.before.dialogs} for view in draft.act.views)


def _is_about_cookies(draft: Draft, name: str) -> bool:
    """Whether a button gives or refuses consent to cookies, beside words about them."""
    target = draft.target
    assert target is not None
    near = target.near
    around = (name, near.section, near.heading, near.before, near.after, near.row, *target.ancestors)
    about = any(text and COOKIES.search(text) for text in (*around, *target.attributes.values()))
    return about and bool({name, without_cookies(name)} & (ACCEPT | REJECT | DISMISS))


def _is_dialog(condition: ElementIs) -> bool:
    target: Target | None = condition.target
    return condition.state == "visible" and target is not None and target.role == "dialog"
