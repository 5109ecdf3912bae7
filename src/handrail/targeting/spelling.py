"""Elements that are called as they were, in other letters: *Sign In* and *Sign in*, *Search* and *Search…*.

The exact locators compare names letter by letter. What they would have taken, had the page kept to its
spelling, needs no score.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from handrail.targeting.naming import own_name, said_of, spelled
from handrail.targeting.recorded import Recorded
from handrail.targeting.scoring import Scored
from handrail.targeting.snapshot import ElementSnapshot
from handrail.targeting.standing import is_in_dialog, only_named
from handrail.targeting.wording import holds_words

_PRESSED: Final = {"button", "link"}
_SAME: Final = 0.9
_SURE: Final = 0.95
"""How sure it is, whatever its looks: the same answer to the same question, or of the same record."""
_HALF: Final = 0.5
_ALIKE: Final = 0.6
_CALLS_OFF: Final = frozenset(
    "cancel|abort|dismiss|close|back|go back|no|keep|keep it|no keep it|never mind|"
    "abbrechen|nein|schließen|zurück|behalten|annuler|non|fermer|retour|"
    "cancelar|no cancelar|cerrar|volver|annulla|chiudi".split("|")
)
_SAYS_YES: Final = frozenset(
    "yes ok okay confirm continue proceed ja bestätigen oui confirmer sí si sì".split()
)
_AROUND: Final = ("section", "heading", "before", "after")


def respelled(known: Recorded, free: Sequence[Scored]) -> Scored | None:
    """The only element of the page that has the recorded name but for capital letters and punctuation, where
    the recorded one was the only one, too: what the exact locators would have taken, spelled as it was."""
    spelling = spelled(own_name(known.target))
    if not known.named_alone or not spelling:
        return None
    for one in free:
        if spelled(own_name(one.candidate.element)) == spelling:
            # Only now: it takes a look at every element of the page.
            alone = sum(spelled(own_name(seen)) == spelling for seen in known.page) == 1
            return one if alone and _stands_as_it_did(known, one, one.candidate.element) else None
    return None


def in_its_record(known: Recorded, free: Sequence[Scored]) -> Scored | None:
    """The only element that has the recorded name in the row or card of the record that the data name, be it
    that it says whose it is besides, or that a link has become a button."""
    name = spelled(own_name(known.target))
    if not name or not known.row_alone or known.row_words is None:
        return None
    record = spelled(known.row_words)

    def fits(seen: ElementSnapshot) -> bool:
        said = f" {said_of(seen)} "
        called = said.strip() == name or said.replace(f" {record} ", " ").strip() == name
        return called and seen.in_row is True and seen.visible

    if sum(map(fits, known.page)) != 1:
        return None
    own = next((one for one in free if fits(one.candidate.element)), None)
    roles = {known.target.role, own.candidate.element.role} if own is not None else set()
    return _sure(own) if own is not None and (len(roles) == 1 or roles == _PRESSED) else None


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
    if seen is None or {known.target.role, seen.role} - {seen.role, *_PRESSED}:
        return None
    said = (seen.near.section, seen.near.heading, seen.near.before)
    if own is None or not any(text and holds_words(asked, text) for text in said):
        return None
    return _sure(own)


def answers_its_dialog(known: Recorded, free: Sequence[Scored]) -> Scored | None:
    """The only answer of an open dialog but for what calls it off, where it says yes ("OK", "Yes, delete") to
    the same question as the recorded one did, and the question says what that one was called."""
    name, asked = spelled(own_name(known.target)), known.target.near.dialog
    if not name or not asked or known.row_words is not None or not is_in_dialog(known.target.ancestors):
        return None
    answers = [seen for seen in known.page if _is_answer(seen)]
    others = [seen for seen in answers if spelled(own_name(seen) or seen.text) not in {"", *_CALLS_OFF}]
    if len(others) != 1 or len(answers) == 1:
        return None
    own = next((one for one in free if one.candidate.element is others[0]), None)
    said = (others[0].near.section, others[0].near.heading, others[0].near.before)
    asks = any(text and holds_words(asked, text) and holds_words(text, name) for text in said)
    words = spelled(own_name(others[0]) or others[0].text).split()
    says_yes = words[:1] and words[0] in _SAYS_YES and " ".join(words[1:]) in ("", name)
    return _sure(own) if own is not None and asks and says_yes else None


def _is_answer(seen: ElementSnapshot) -> bool:
    return seen.visible and seen.role in _PRESSED and is_in_dialog(seen.ancestors)


def _sure(one: Scored) -> Scored:
    return one.model_copy(update={"score": max(one.score, _SURE)})


def _stands_as_it_did(known: Recorded, one: Scored, seen: ElementSnapshot) -> bool:
    """Of the same role, in its row and part of the page, and where more than a name of one word says so."""
    values = {feature.name: feature.value for feature in one.features}
    if seen.role != known.target.role or values.get("row", 1.0) < _SAME:
        return False
    if min(values.get("section", 1.0), values.get("heading", 1.0)) < _HALF:
        return False
    if len(known.name.meanings) == 1:
        around = [values[name] for name in _AROUND if name in values]
        if not around or sum(around) / len(around) < _ALIKE:
            return False
    return only_named(known.target, seen, ()) is None
