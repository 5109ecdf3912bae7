"""What may stand in a step's way and is known: recognised by what the page shows, without touching it.

Chosen is the one button that puts it away and means nothing else; in doubt none is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from handrail.journal.events.event import Handler
from handrail.targeting import Candidate
from handrail.targeting.kinds import family
from handrail.targeting.obstacle_words import (
    ACCEPT,
    COOKIES,
    DISMISS,
    END_TOUR,
    MENUS,
    REJECT,
    SKIP_TOUR,
    STAY,
    STILL_THERE,
    TIMES_OUT,
    TOUR_STEPS,
    TOURS,
    YES,
    folded,
    without_cookies,
)

_DIALOGS: Final = ("dialog", "alertdialog")


class Obstacle(NamedTuple):
    """What stands there, and the button that puts it away."""

    handler: Handler
    button: Candidate


def known_obstacle(candidates: Sequence[Candidate], *, missing: bool = False) -> Obstacle | None:
    """The first that is known: a session about to end, a cookie banner, an announcement; where an element is
    `missing`, also a menu that is folded away, as on a narrow page."""
    buttons = [one for one in candidates if _is_button(one)]
    for button in buttons:
        if _dialog(button) and _stays(folded(_name(button)), _around(button)):
            return Obstacle("still there", button)
    for button in buttons:
        if _rejects(button, buttons):
            return Obstacle("cookie banner", button)
    found = next(_announcements(candidates, buttons), None) or next(_tours(buttons), None)
    if found is not None or not missing:
        return found
    return next((Obstacle("folded menu", one) for one in buttons if _unfolds_menu(one)), None)


def _unfolds_menu(button: Candidate) -> bool:
    """It says that what it shows is not shown now, and that this is the page's own menu."""
    return button.element.expanded is False and folded(_name(button)) in MENUS


def _is_button(candidate: Candidate) -> bool:
    element = candidate.element
    if family(element.role, element.tag) != "press" or not element.visible or not element.enabled:
        return False
    # A link that leads elsewhere puts nothing away.
    return element.role != "link" or (element.attributes.get("href") or "#").startswith(("#", "javascript:"))


def _name(candidate: Candidate) -> str:
    element = candidate.element
    return element.name or element.text or element.attributes.get("title", "")


def _stays(name: str, around: str) -> bool:
    still_there = STILL_THERE.search(around) is not None
    return (name in YES and still_there) or (name in STAY and (still_there or bool(TIMES_OUT.search(around))))


def _rejects(button: Candidate, buttons: Sequence[Candidate]) -> bool:
    """It refuses consent to cookies: it says so, or stands in what is called so, or beside its opposite."""
    if without_cookies(_name(button)) not in REJECT:
        return False
    element = button.element
    own = (_name(button), element.attributes.get("id", ""), element.attributes.get("class", ""))
    if any(COOKIES.search(text) for text in (*own, element.near.section or "", *element.ancestors)):
        return True
    return any(
        COOKIES.search(f"{_around(button)} {_around(other)}")
        and other.frame == button.frame
        and other.element.ancestors == element.ancestors
        and without_cookies(_name(other)) in ACCEPT
        for other in buttons
    )


def _announcements(candidates: Sequence[Candidate], buttons: Sequence[Candidate]) -> Iterator[Obstacle]:
    """Dialogs that ask for nothing and in which every button only puts them away, or leads through a tour."""
    placed = [(one, dialog) for one in candidates if (dialog := _dialog(one)) is not None]
    for candidate, dialog in placed:
        if candidate not in buttons or not _puts_away(candidate):
            continue
        members = [one for one, other in placed if one.frame == candidate.frame and _may_be(dialog, other)]
        controls = [one for one in members if family(one.element.role, one.element.tag) != "other"]
        closing = [one for one in controls if one in buttons and _puts_away(one)]
        tour = any(map(_tells_of_tour, members))
        framed = any(one.element.tag == "iframe" for one in members)
        if not framed and all(one in closing or (tour and _leads_through(one, buttons)) for one in controls):
            yield Obstacle("announcement", closing[-1])


def _tours(buttons: Sequence[Candidate]) -> Iterator[Obstacle]:
    """Tours in what says nothing of being a dialog: one button skips it, and leads on beside that."""
    for button in buttons:
        beside = (
            one
            for one in buttons
            if one.frame == button.frame and one.element.ancestors == button.element.ancestors
        )
        if folded(_name(button)) in SKIP_TOUR and any(_leads_through(one, buttons) for one in beside):
            yield Obstacle("announcement", button)


def _puts_away(button: Candidate) -> bool:
    return folded(_name(button)) in DISMISS | END_TOUR


def _leads_through(control: Candidate, buttons: Sequence[Candidate]) -> bool:
    return control in buttons and folded(_name(control)) in TOUR_STEPS


def _tells_of_tour(member: Candidate) -> bool:
    element = member.element
    own = (element.attributes.get("id", ""), element.attributes.get("class", ""), *element.ancestors)
    return folded(_name(member)) in END_TOUR or any(TOURS.search(text) for text in own)


def _dialog(candidate: Candidate) -> tuple[str, ...] | None:
    """The dialog that it stands in, by the way down to it; none where it stands in none."""
    for place, ancestor in enumerate(candidate.element.ancestors):
        if ancestor.split("#")[0].split("[")[0] == "dialog" or ancestor.endswith(
            tuple(f"[{role}]" for role in _DIALOGS)
        ):
            return candidate.element.ancestors[place:]
    return None


def _may_be(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether these are ways down to the same dialog: the longer one of what stands deep is cut short."""
    return all(mine == theirs for mine, theirs in zip(one, other, strict=False))


def _around(candidate: Candidate) -> str:
    near = candidate.element.near
    return " ".join(text for text in (near.heading, near.section, near.before, near.after) if text)
