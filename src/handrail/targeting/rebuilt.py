"""Elements of a page that was built anew, and are called as they were.

They are of another role, in a dialog that was a page, or in the row or dialog that says what it said. Where
only one can be meant, it needs no score.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from handrail.sop.target import Neighbourhood, Target
from handrail.targeting.kinds import ON_OR_OFF, TEXTS, family
from handrail.targeting.naming import own_name, said_of, spelled
from handrail.targeting.recorded import Recorded, bare_row, submits
from handrail.targeting.scoring import Scored
from handrail.targeting.snapshot import ElementSnapshot
from handrail.targeting.spelling import SURE, is_among_the_same
from handrail.targeting.standing import is_in_dialog
from handrail.targeting.wording import holds_words, words_of

PRESSED: Final = {"button", "link"}
_IN_BARS: Final = {*PRESSED, "menuitem"}
"""What leads on from a page's bar or menu, whatever it is built with."""
_ENTRIES: Final = ("[menuitem]", "[tab]", "[treeitem]", "[option]")
_LISTED: Final = {"option", "treeitem", "menuitem", "tab"}
_OWN_BARS: Final = ("nav", "aside", "header", "footer")
_FILLED: Final = ("field", "tick")
CALLS_OFF: Final = frozenset(
    "cancel|abort|dismiss|close|back|go back|no|keep|keep it|no keep it|never mind|"
    "abbrechen|nein|schließen|zurück|behalten|annuler|non|fermer|retour|"
    "cancelar|no cancelar|cerrar|volver|annulla|chiudi".split("|")
)
_SAYS_YES: Final = frozenset(
    "yes ok okay confirm continue proceed ja bestätigen oui confirmer sí si sì".split()
)


def pressed_otherwise(known: Recorded, free: Sequence[Scored]) -> Scored | None:
    """The only element of the page that is pressed and has the recorded name, where a link has become a
    button or an entry of the page's own menu, or the other way round, and the recorded one was the only one,
    too. A name of one word must stand in the page's own bar, or among the same things. What sends a form, as
    "Sign in", is none that leads there."""
    target, name = known.target, spelled(own_name(known.target))
    if not name or not known.named_alone or known.row_words is not None or target.role not in _IN_BARS:
        return None
    called = [seen for seen in known.page if seen.visible and _is_pressed(seen) and _called(seen) == name]
    own = next((one for one in free if [one.candidate.element] == called), None)
    seen = own.candidate.element if own is not None else None
    if (
        own is None
        or seen is None
        or seen.role not in _IN_BARS
        or bare_row(seen.near.row, words_of(_called(seen))) is not None
    ):
        return None
    if is_in_dialog(target.ancestors) != is_in_dialog(seen.ancestors) or sends(target) != sends(seen):
        return None
    in_bars = _is_in_bar(target.role, target.ancestors) and _is_in_bar(seen.role, seen.ancestors)
    return sure(own) if in_bars or len(known.name.meanings) > 1 or is_among_the_same(own) else None


def sends_its_fields(known: Recorded, free: Sequence[Scored]) -> Scored | None:
    """The only button of the page that has the recorded name, where it sends a form as the recorded one did,
    and the field that this one stood behind is there under its name, be it as a hint in it by now."""
    target, name = known.target, spelled(own_name(known.target))
    behind = spelled(target.near.before or "")
    alone = known.named_alone and known.row_words is None
    if not name or not behind or not alone or target.role != "button" or not sends(target):
        return None
    called = [seen for seen in known.page if seen.visible and _is_pressed(seen) and _called(seen) == name]
    own = next((one for one in free if [one.candidate.element] == called), None)
    if own is None or own.candidate.element.role != "button" or not sends(own.candidate.element):
        return None
    if is_in_dialog(target.ancestors) != is_in_dialog(own.candidate.element.ancestors):
        return None
    fields = [seen for seen in known.page if seen.visible and family(seen.role, seen.tag) in _FILLED]
    return sure(own) if sum(behind == _called(seen) for seen in fields) == 1 else None


def on_its_page(known: Recorded, free: Sequence[Scored]) -> Scored | None:
    """The only element that has the recorded name in an open dialog that is called as its page was headed, or
    on the page that is headed as its dialog was called. A page behind a dialog has others which are called
    so: a list is filtered by what its records have. An entry of a list that lies over a dialog is none of
    that: what was chosen there already may stand in the dialog as an entry of its own."""
    target, name = known.target, spelled(own_name(known.target))
    alone = known.named_alone or known.named_in_section or known.named_under_heading
    if not name or not alone or known.row_words is not None or target.role in _LISTED:
        return None
    was_in_dialog = is_in_dialog(target.ancestors)
    if was_in_dialog and any(seen.visible and is_in_dialog(seen.ancestors) for seen in known.page):
        return None

    def fits(seen: ElementSnapshot) -> bool:
        moved = is_in_dialog(seen.ancestors) != was_in_dialog
        return moved and family(seen.role, seen.tag) == known.family and _called(seen) == name

    if sum(map(fits, known.page)) != 1:
        return None
    own = next((one for one in free if fits(one.candidate.element)), None)
    seen = own.candidate.element if own is not None else None
    if own is None or seen is None or not _stand_for_one_another(target.role, seen.role):
        return None
    return sure(own) if _titles(target.near) & _titles(seen.near) else None


def in_its_record(known: Recorded, free: Sequence[Scored]) -> Scored | None:
    """The only element that has the recorded name in the row or card of the record that the data name, be it
    that it says whose it is besides, or that a link has become a button. A sign goes by its tip, and without
    one by itself."""
    name = said_of(known.target)
    sign = own_name(known.target).strip()
    if not (name or sign) or not known.row_alone or known.row_words is None:
        return None
    record = spelled(known.row_words)

    def fits(seen: ElementSnapshot) -> bool:
        said = f" {said_of(seen)} "
        if not name:
            called = not said.strip() and own_name(seen).strip() == sign
        else:
            called = said.strip() == name or said.replace(f" {record} ", " ").strip() == name
        return called and seen.in_row is True and seen.visible

    if sum(map(fits, known.page)) != 1:
        return None
    own = next((one for one in free if fits(one.candidate.element)), None)
    roles = {known.target.role, own.candidate.element.role} if own is not None else set()
    return sure(own) if own is not None and (len(roles) == 1 or roles == PRESSED) else None


def in_its_dialog(known: Recorded, free: Sequence[Scored]) -> Scored | None:
    """The only element that has the recorded name in an open dialog, where the recorded one answered a dialog
    that said the same. Rows behind it have buttons that are called so as well."""
    name, asked = spelled(own_name(known.target)), known.target.near.dialog
    if not name or not asked or known.row_words is not None or not is_in_dialog(known.target.ancestors):
        return None

    def fits(seen: ElementSnapshot) -> bool:
        return seen.visible and is_in_dialog(seen.ancestors) and spelled(own_name(seen)) == name

    if sum(map(fits, known.page)) != 1:
        return None
    own = next((one for one in free if fits(one.candidate.element)), None)
    seen = own.candidate.element if own is not None else None
    if seen is None or {known.target.role, seen.role} - {seen.role, *PRESSED}:
        return None
    said = (seen.near.section, seen.near.heading, seen.near.before)
    if own is None or not any(text and holds_words(asked, text) for text in said):
        return None
    return sure(own)


def answers_its_dialog(known: Recorded, free: Sequence[Scored]) -> Scored | None:
    """The only answer of an open dialog but for what calls it off, where it says yes ("OK", "Yes, delete") to
    the same question as the recorded one did, and the question says what that one was called."""
    name, asked = spelled(own_name(known.target)), known.target.near.dialog
    if not name or not asked or known.row_words is not None or not is_in_dialog(known.target.ancestors):
        return None
    answers = [seen for seen in known.page if _is_answer(seen)]
    others = [seen for seen in answers if spelled(own_name(seen) or seen.text) not in {"", *CALLS_OFF}]
    if len(others) != 1 or len(answers) == 1:
        return None
    own = next((one for one in free if one.candidate.element is others[0]), None)
    said = (others[0].near.section, others[0].near.heading, others[0].near.before)
    asks = any(text and holds_words(asked, text) and holds_words(text, name) for text in said)
    words = spelled(own_name(others[0]) or others[0].text).split()
    says_yes = words[:1] and words[0] in _SAYS_YES and " ".join(words[1:]) in ("", name)
    return sure(own) if own is not None and asks and says_yes else None


def _is_pressed(seen: ElementSnapshot) -> bool:
    """By itself, and not as a part of an entry that is pressed."""
    part = any(around.endswith(_ENTRIES) for around in seen.ancestors)
    return family(seen.role, seen.tag) == "press" and not (part and seen.role is None)


def _called(seen: ElementSnapshot) -> str:
    return spelled(own_name(seen) or seen.text)


def sends(element: Target | ElementSnapshot) -> bool:
    """A button of a form sends it, unless it says that it does something else."""
    in_form = any(part.startswith("form") for part in element.ancestors)
    bare = element.tag == "button" and in_form and "type" not in element.attributes
    return element.tag != "a" and (submits(element) or bare)


def _is_in_bar(role: str | None, ancestors: Sequence[str]) -> bool:
    return role == "menuitem" or any(part.startswith(_OWN_BARS) for part in ancestors)


def _titles(near: Neighbourhood) -> set[str]:
    """What the page or dialog says that it is, or the group of a choice."""
    said = (near.heading, near.section, near.dialog, near.group)
    return set(filter(None, (spelled(text) for text in said if text)))


def _stand_for_one_another(was: str | None, now: str | None) -> bool:
    return was == now or any({was, now} <= kind for kind in (PRESSED, TEXTS, ON_OR_OFF))


def _is_answer(seen: ElementSnapshot) -> bool:
    return seen.visible and seen.role in PRESSED and is_in_dialog(seen.ancestors)


def sure(one: Scored) -> Scored:
    return one.model_copy(update={"score": max(one.score, SURE)})
