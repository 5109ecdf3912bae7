"""What the next step needs is there: the plainest sign that a step is done that nothing else tells of."""

from __future__ import annotations

from collections.abc import Iterator

from handrail.compile.criteria.scene import Scene
from handrail.compile.reading.acts import same_element
from handrail.compile.reading.elements import is_text_field, is_tickable
from handrail.compile.reading.known import REFERENCE
from handrail.compile.reading.stripped import bare
from handrail.sop import action as sop
from handrail.sop import condition as c
from handrail.sop.condition import Condition
from handrail.sop.locator import RoleLocator
from handrail.sop.target import Target


def next_is_there(scene: Scene) -> Iterator[Condition]:
    """What the next step needs is there: the plainest sign that this one is done."""
    if scene.following is not None:
        yield from _is_there(scene, scene.following[1])


def next_came(scene: Scene) -> Iterator[Condition]:
    """As `next_is_there`, unless the step was on that element itself, which was there before."""
    own = [scene.draft.target, scene.action.onto if isinstance(scene.action, sop.Drag) else None]
    following = scene.following[1] if scene.following is not None else None
    if (
        following is None
        or _is_beside_in_list(scene)
        or any(one is not None and set(one.locators) & set(following.locators) for one in own)
    ):
        return
    yield from next_is_there(scene)


def _is_beside_in_list(scene: Scene) -> bool:
    """Whether the next step picks from the same list, which showed that entry before; with other data it may
    be one that is scrolled out of view."""
    own, following = scene.draft.target, scene.following[0].target if scene.following is not None else None
    if scene.replaced is None or own is None or following is None:
        return False
    return following.role is None and following.ancestors == own.ancestors


def is_come_to(scene: Scene) -> Iterator[Condition]:
    """A field that is pressed for the next step to type into it: what lay over the page is out of its way."""
    following, target = scene.following[0] if scene.following is not None else None, scene.draft.target
    if following is None or target is None or not is_text_field(target):
        return
    if isinstance(following.action, sop.Fill | sop.Type) and same_element(following.target, target):
        yield from next_is_there(scene)


def _is_there(scene: Scene, target: Target) -> Iterator[Condition]:
    if scene.following is None or scene.following[0].page != scene.draft.page or not target.locators:
        return
    hidden = is_tickable(target) or target.input_type == "file" or _has_no_area(target)
    shown = _any_option(target) if _is_given_option(target) else bare(target)
    yield c.ElementIs(kind="element", state="present" if hidden else "visible", target=shown)


def _is_given_option(target: Target) -> bool:
    return target.role == "option" and REFERENCE.search(target.name or "") is not None


def _any_option(target: Target) -> Target:
    """That the list is open: a long one is drawn in parts, and other data may name an entry further down."""
    locators = (RoleLocator(by="role", role="option"),)
    return Target(role="option", frame=target.frame, locators=locators)


def _has_no_area(target: Target) -> bool:
    return target.box is not None and (target.box.width <= 1 or target.box.height <= 1)
