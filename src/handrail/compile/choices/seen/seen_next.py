"""What a step opens or switches on within its page; at a program's speed the look at it comes steps later."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from itertools import takewhile

from handrail.compile.choices.seen.picks import goes_by
from handrail.compile.choices.seen.records_opened import address_behind
from handrail.compile.reading.acts import LEAVING_KEYS, View
from handrail.compile.reading.addresses import is_id, path_of
from handrail.compile.reading.elements import keys_of, undecorated
from handrail.compile.reading.known import fold, is_telling
from handrail.compile.reading.steps import Draft
from handrail.recording.event import Navigated, Responded
from handrail.sop import action as sop
from handrail.sop.locator import GroupLocator
from handrail.sop.target import Target

_MENUS = ("nav", "menu", "[navigation]", "[menu]", "[menubar]", "[tablist]")
_STATES = frozenset({"true", "false"})
_SEPARATORS = re.compile(r"[/#?=&]")


def opened_beside(drafts: Sequence[Draft], place: int) -> str | None:
    """The name of the record that a step opens in a drawer or pane of the page: what was pressed says it, and
    so does a heading that came with it."""
    draft = drafts[place]
    target, view = draft.target, first_look(drafts, place)
    if not isinstance(draft.action, sop.Click | sop.DoubleClick) or target is None or view is None:
        return None
    among = getattr(draft.act.event, "among", None)
    left = any(event.status is not None for event in draft.act.all(Navigated))
    if left or (among is not None and among.in_app):
        # A list that stands on another page as well is the app's own, as a menu is.
        return None
    name = fold(target.name or target.text or "")
    came = {*map(fold, view.after.headings), _worked_under(drafts, place)} - set(
        map(fold, view.before.headings)
    )
    if not is_telling(name) or name not in came or not _may_be_record(draft, target, view):
        return None
    return name if goes_by(target.locators, name) else None


def switched_on(drafts: Sequence[Draft], place: int) -> tuple[str, str] | None:
    """What a row of buttons is called, and the one that the step switches on, where none said before whether
    it is on, or where the look at it came steps later."""
    draft = drafts[place]
    target, view = draft.target, first_look(drafts, place)
    if not isinstance(draft.action, sop.Click) or target is None or view is None:
        return None
    if target.role not in {"button", None}:
        return None
    # What the page only draws as a button is called by what it says.
    name = target.name or (target.text if target.role is None else None) or ""
    new = {label: held for label, held in view.after.values.items() if label not in view.before.values}
    if target.near.group and view.before.values.get(name) == "false" and not draft.act.views:
        new = dict(view.after.values)
    off = {label for label, held in new.items() if held == "false"}
    asked, beside = _question_of(target), {target.near.before, target.near.after}
    # Of two groups of the same choices, a state tells each with its group.
    alone = new.get(name) == "true" and off & beside
    with_group = new.get(f"{asked} {name}") == "true" and off & {f"{asked} {one}" for one in beside}
    if not alone and not with_group and not _takes_over(view, name, beside):
        return None
    group = undecorated(asked) or "choice"
    return (group, fold(name)) if goes_by(target.locators, fold(name)) else None


def _question_of(target: Target) -> str:
    """What the buttons are called of which it is one."""
    around = (locator.within for locator in target.locators)
    return target.near.group or next((one.text for one in around if isinstance(one, GroupLocator)), "")


def _takes_over(view: View, name: str, beside: Set[str | None]) -> bool:
    """Whether the button alone is on now, in the place of another or of none, and what stands beside it is
    off."""
    before, after = view.before.values, view.after.values
    turned = {label: held for label, held in after.items() if before.get(label, held) != held}
    off = {label for label, held in turned.items() if held == "false"}
    if turned.get(name) != "true" or before[name] != "false" or len(turned) != len(off) + 1:
        return False
    alone = len(off) == 1 or (not off and not _is_any_on(before, name))
    return alone and any(after.get(label or "") == "false" for label in beside)


def _is_any_on(values: Mapping[str, str], name: str) -> bool:
    """Whether one of the buttons is on in whose row the named one stands, as the page lists them."""
    states = list(values.values())
    at = list(values).index(name)
    row = [*takewhile(_STATES.__contains__, states[at::-1]), *takewhile(_STATES.__contains__, states[at:])]
    return "true" in row


def _may_be_record(draft: Draft, target: Target, view: View) -> bool:
    """Whether it is no part of the app: a link says so with an id, and others by being in no menu and by what
    stands beside them, which stays there."""
    if any(around.endswith("[toolbar]") for around in target.ancestors):
        return False
    if target.role == "link":
        within = _SEPARATORS.split(address_behind(draft).partition("//")[2].partition("/")[2])
        shown_here = path_of(draft.act.leads_to or draft.act.event.url) == path_of(draft.act.event.url)
        return shown_here and target.near.row is not None and any(map(is_id, filter(None, within)))
    in_menu = any(around.split("#")[0] in _MENUS or around.endswith(_MENUS) for around in target.ancestors)
    beside = {text for text in (target.near.before, target.near.after) if text}
    stays = bool(beside) and not beside & set(view.after.gone)
    return target.role in {None, "listitem", "article"} and stays and not in_menu


def entry_with_menu(draft: Draft) -> str | None:
    """The name of the entry of a list whose own menu a step opens, as of a file's."""
    target = draft.target
    if not isinstance(draft.action, sop.RightClick) or target is None or target.near.row is None:
        return None
    name = fold(target.name or target.text or "")
    named = is_telling(name) and target.role in {None, "listitem", "article"}
    return name if named and goes_by(target.locators, name) else None


def look_since(drafts: Sequence[Draft], place: int) -> View | None:
    """The look at the page after a step that came only behind further ones in it: without what those set."""
    page, own = drafts[place].page, set[str]()
    if drafts[place].act.views:
        return None
    for draft in drafts[place + 1 :]:
        if draft.page != page or draft.act.leads_to is not None:
            return None
        leaves = isinstance(draft.action, sop.Press) and draft.action.keys in LEAVING_KEYS
        own.update(keys_of(draft.target) if draft.target is not None and not leaves else ())
        if draft.act.views:
            view = draft.act.views[0]
            values = {label: held for label, held in view.after.values.items() if label not in own}
            return view._replace(after=view.after.model_copy(update={"values": values}))
    return None


def _worked_under(drafts: Sequence[Draft], place: int) -> str:
    """The heading under which the next step on the page works, be it that nobody had looked at it yet."""
    page = drafts[place].page
    following = next((draft for draft in drafts[place + 1 :] if draft.page == page), None)
    target = following.target if following is not None else None
    return fold(target.near.heading or "") if target is not None else ""


def first_look(drafts: Sequence[Draft], place: int) -> View | None:
    """The first look at the step's page since it."""
    page = drafts[place].page
    views = (draft.act.views for draft in drafts[place:] if draft.page == page)
    return next((seen[0] for seen in views if seen), None)


def pressed_again(drafts: Sequence[Draft], place: int) -> bool:
    """Whether the page that comes has a button of the step's name, as each part of a form in several parts
    has one for the next: it is pressed before anything else leads on."""
    pressed = drafts[place].target
    if pressed is None or pressed.role != "button" or not pressed.name:
        return False
    if not any(one.document for one in drafts[place].act.all(Responded)):
        # No page comes, and all that follows need not be looked through.
        return False
    for draft in drafts[place + 1 :]:
        target = draft.target if draft.page == drafts[place].page else None
        if target is not None and (target.role, target.name) == (pressed.role, pressed.name):
            return True
        if draft.act.leads_to is not None:
            return False
    return False
