"""What a step needs, and the next version of an app has put out of sight: in the menu of its row, on another
tab, in a part that is folded away. Opened is only what says that it shows something else, and what comes up
must be called as it was."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from handrail.compile.effects.words import changing_word, final_word
from handrail.errors import Blocked, RunError, TargetAmbiguous, TargetNotFound
from handrail.journal.events.event import Handled
from handrail.runtime.exploring.daring import effect_of
from handrail.runtime.recovery.pressing import press
from handrail.runtime.walk.crew import Crew
from handrail.runtime.walk.exact import Found, as_it_is_now, find_exactly
from handrail.sop.locator import Locator, RowLocator
from handrail.sop.target import Target
from handrail.targeting import Candidate, ElementSnapshot, choose
from handrail.targeting.kinds import family
from handrail.targeting.naming import own_name, spelled
from handrail.targeting.recorded import bare_row, exact_row
from handrail.targeting.wording import words_of

_MOST: Final = 6
"""So many parts of a page are opened at the most."""
_SECONDS: Final = 1.0
_SURE: Final = 0.95
"""How sure it is that what came up is the recorded element: it is the only one that is called so."""
_PAGES_OWN: Final = ("nav", "aside", "header", "footer")
_MORE: Final = frozenset(
    name.strip()
    for name in """
    more|actions|more actions|row actions|options|more options|menu|open menu|open actions menu|manage|
    mehr|aktionen|weitere aktionen|mehr aktionen|optionen|weitere optionen|menü|
    plus|plus d actions|autres actions|options|más|acciones|más acciones|opciones|más opciones
    """.split("|")
)
_OF_RECORD: Final = re.compile(r" (?:for|für|zu|pour|para) .*")
_SHOWS_MORE: Final = re.compile(
    r"(?:show|see|view|display) (?:all|more|advanced|additional|other)\b.*|(?:more|advanced|additional) \w+"
    r"|(?:mehr|weitere|alle|erweiterte) \w+(?: (?:anzeigen|einblenden))?"
    r"|(?:afficher|voir) (?:tout|tous|toutes|plus)\b.*|(?:mostrar|ver) (?:todo|todos|todas|más)\b.*"
)
"""Of a form: what shows the rest of it."""
_NEXT: Final = frozenset("next continue weiter suivant siguiente continuar continuer avanti".split())
_WRITES: Final = frozenset(
    "write enter type edit compose schreiben verfassen eingeben bearbeiten écrire rédiger saisir modifier "
    "escribir redactar editar".split()
)
_DOTS: Final = frozenset("⋯…⋮︙▾▼☰≡.•· ")


async def unfold(
    crew: Crew, node: str, page: str, target: Target, candidates: Sequence[Candidate]
) -> Found | None:
    """The element, once what it stands in by now was opened; none where nothing that can be opened shows it.

    `candidates` are those of the page, gathered for the target.
    """
    for opener in openers(target, candidates)[:_MOST]:
        try:
            pressed = await press(
                crew, node, page, opener, "folded menu", "it may show what is missing", asking=False
            )
            if pressed is None:
                continue
            found = await come_up_in(crew, page, target, candidates)
        except (RunError, Blocked) as error:
            if isinstance(error, TargetNotFound | TargetAmbiguous):
                continue
            return None
        if found is not None:
            name = own_name(opener.element) or opener.element.text
            reason = f"what the step needs stands in '{name}' by now"
            told = Handled(kind="handled", node=node, handler="folded menu", action=pressed, reason=reason)
            crew.scribe.write(told)
            return found._replace(otherwise=f"it stands in '{name}' by now")
    return None


async def menu_called_otherwise(
    crew: Crew, page: str, target: Target, candidates: Sequence[Candidate]
) -> Found | None:
    """The only menu of the row, where the element is such a menu and is called otherwise by now: whether it
    holds what comes next, the step's criterion says."""
    own = [one for one in candidates if one.element.in_row is True and _opens(one.element)]
    own = [one for one in own if _holds_deeds(one.element)]
    if not is_menu_of_row(target) or len(own) != 1:
        return None
    if (seen := await as_it_is_now(crew.actuator, page, own[0])) is None:
        return None
    fresh, match, url = seen
    match = match.model_copy(update={"confidence": _SURE, "reasons": ("it is the only menu of its row",)})
    name = own_name(own[0].element) or own[0].element.text
    return Found(match, fresh, url, "candidates", otherwise=f"the menu of its row is called '{name}' by now")


def is_menu_of_row(target: Target) -> bool:
    """Whether it opens what can be done with the record of its row."""
    return exact_row(target) is not None and _is_menu(target)


def is_menu_of_page(target: Target) -> bool:
    """Whether it opens what can be done on the page, as with what is ticked in its list."""
    return exact_row(target) is None and not target.near.row and _is_menu(target)


def _is_menu(target: Target) -> bool:
    if family(target.role, target.tag) != "press":
        return False
    says_so = target.attributes.get("aria-haspopup") in ("menu", "true")
    return says_so or _is_menu_s_name(own_name(target) or target.text or "")


async def come_up_in(
    crew: Crew, page: str, target: Target, before: Sequence[Candidate], *, seconds: float = _SECONDS
) -> Found | None:
    """The element, found exactly, or the only one that has come and is called so, or is it beyond doubt."""
    try:
        return await find_exactly(crew.actuator, page, target, seconds=seconds, stop=crew.stop)
    except TargetNotFound:
        known = {signs_of(one.element) for one in before if one.element.visible}
        now = await crew.stop.race(crew.actuator.gather(page, target))
        come = [one for one in now if signs_of(one.element) not in known]
        new = [one for one in come if is_called_so(target, one.element)]
        choice = choose(target, now)
        if not new and choice.kind == "clear" and choice.best is not None and choice.best.candidate in come:
            new = [choice.best.candidate]
    if len(new) != 1 or (seen := await as_it_is_now(crew.actuator, page, new[0])) is None:
        return None
    fresh, match, url = seen
    reasons = ("it has come up in what was opened, and no other there can be meant",)
    match = match.model_copy(update={"confidence": _SURE, "reasons": reasons})
    return Found(match, fresh, url, "candidates")


class _Signs(NamedTuple):
    role: str | None
    name: str
    row: str | None
    ancestors: tuple[str, ...]


def signs_of(seen: ElementSnapshot) -> _Signs:
    """What tells whether it was there before: it has no more of its own than others may have."""
    return _Signs(seen.role, own_name(seen) or seen.text, seen.near.row, seen.ancestors)


def is_called_so(target: Target, seen: ElementSnapshot) -> bool:
    """Whether it is pressed as the recorded element was, and is called as it was."""
    name = spelled(own_name(target) or target.text or "")
    pressed = family(target.role, target.tag) == family(seen.role, seen.tag) == "press"
    usable = seen.visible and seen.enabled and not (seen.href or "").startswith(("http", "/"))
    return bool(name) and pressed and usable and _called(seen) == name


def openers(target: Target, candidates: Sequence[Candidate]) -> list[Candidate]:
    """What may show the element when it is pressed, the likeliest first. Of an element in a row only what
    stands in that row, if there is one such."""
    opening = [one for one in candidates if _opens(one.element)]
    if exact_row(target) is not None:
        own = [one for one in opening if one.element.in_row is True and _holds_deeds(one.element)]
        return own if len(own) == 1 and family(target.role, target.tag) == "press" else []
    kind = family(target.role, target.tag)
    if kind == "press" and (target.near.row or any(map(_in_row, target.locators))):
        # A menu of the whole page is none of the record's.
        return []
    # A group of the page's own links may hold one that stood among them.
    among_links = target.role == "link" and _is_pages_own(target.ancestors)

    def may_hold(seen: ElementSnapshot) -> bool:
        return among_links if _is_pages_own(seen.ancestors) else not _in_record(seen)

    around = [
        one
        for one in opening
        if may_hold(one.element)
        and (_unfolds(one.element) or (kind == "press" and _holds_deeds(one.element)))
    ]
    around.sort(key=lambda one: one.element.near.heading != target.near.heading)
    writing = [one for one in candidates if kind == "field" and _brings_up(one.element, target)]
    around += writing if len(writing) == 1 else []
    steps = [one for one in opening if _goes_on(one.element)]
    return around + (steps if len(steps) == 1 else [])


def says_to_write(name: str, target: Target) -> bool:
    """Whether what is called so brings up the field: "Write a note" that of a note. What is added may be so
    at once, and is none of these."""
    said, label = spelled(name).split(), spelled(target.label or target.name or "").split()
    return bool(label) and said[:1] != [] and said[0] in _WRITES and set(label) <= set(said[1:])


def _brings_up(seen: ElementSnapshot, target: Target) -> bool:
    there = seen.visible and seen.enabled and seen.role == "button" and not seen.href
    stays = seen.form is None or seen.attributes.get("type") == "button"
    return there and stays and not _in_record(seen) and says_to_write(own_name(seen) or seen.text, target)


def _in_record(seen: ElementSnapshot) -> bool:
    """Whether it stands in a row that says more than it does: tabs are an item of a list each."""
    return bare_row(seen.near.row, words_of(own_name(seen) or seen.text)) is not None


def _is_pages_own(ancestors: Sequence[str]) -> bool:
    return any(part.startswith(_PAGES_OWN) for part in ancestors)


def _in_row(locator: Locator) -> bool:
    within = locator.within
    return within is not None and (isinstance(within, RowLocator) or _in_row(within))


def _opens(seen: ElementSnapshot) -> bool:
    """Whether it is there to be pressed, leads nowhere, and only shows something else."""
    if not (seen.visible and seen.enabled) or family(seen.role, seen.tag) != "press":
        return False
    if not (seen.href or "#").startswith(("#", "javascript:")) and not _leads_here(seen):
        return False
    stays = seen.form is None or seen.attributes.get("type") == "button"
    if stays and (_is_called_menu(seen) or (seen.expanded is False and not _names_deed(seen))):
        return True
    return effect_of("click", seen.model_copy(update={"href": None}), "")[0] == "none"


def _names_deed(seen: ElementSnapshot) -> bool:
    name = own_name(seen) or seen.text
    return bool(final_word(name) or changing_word(name))


def _called(seen: ElementSnapshot) -> str:
    return spelled(own_name(seen) or seen.text)


def _is_called_menu(seen: ElementSnapshot) -> bool:
    return _is_menu_s_name(own_name(seen) or seen.text)


def _is_menu_s_name(name: str) -> bool:
    """Also with the record that it is for: "Actions for Ada Byron"."""
    called = spelled(name)
    return called in _MORE or _OF_RECORD.sub("", called) in _MORE or set(name) <= _DOTS


def _leads_here(seen: ElementSnapshot) -> bool:
    return seen.attributes.get("href", "").startswith("#")


def _unfolds(seen: ElementSnapshot) -> bool:
    """A tab that is not in front, what says that a part of the page is folded away, or what shows the rest of
    its form."""
    if seen.role == "tab":
        return seen.checked is not True
    popup = seen.attributes.get("aria-haspopup", "false")
    if popup != "false" or seen.expanded is not None:
        return popup == "false" and seen.expanded is False
    return seen.form is not None and _SHOWS_MORE.fullmatch(_called(seen)) is not None


def _goes_on(seen: ElementSnapshot) -> bool:
    """A button that leads to the next part of a form, and sends nothing by itself."""
    return seen.form is not None and seen.role == "button" and _called(seen) in _NEXT


def _holds_deeds(seen: ElementSnapshot) -> bool:
    """A menu of what can be done, which says so or is called so."""
    if seen.role == "tab" or seen.expanded is True:
        return False
    if seen.attributes.get("aria-haspopup") in ("menu", "true"):
        return True
    return _is_called_menu(seen) and (seen.role in (None, "button") or seen.tag == "summary")
