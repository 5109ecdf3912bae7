"""Commands that are called otherwise by now, and for which no other can be meant where they stand: what makes
a new record ("Add", "New record"), and what keeps a form ("Save", "Done")."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from handrail.sop.target import Target
from handrail.targeting.kinds import family
from handrail.targeting.naming import own_name, spelled
from handrail.targeting.rebuilt import CALLS_OFF, PRESSED, sends, sure
from handrail.targeting.recorded import Recorded, bare_row
from handrail.targeting.scoring import Scored
from handrail.targeting.snapshot import ElementSnapshot
from handrail.targeting.standing import is_in_dialog
from handrail.targeting.wording import folded, words_of

_ADD: Final = "add"
_ANY_RECORD: Final = frozenset(
    """
    record item entry one row eintrag datensatz element enregistrement élément entrée registro elemento
    entrada
""".split()
)
"""What a record may be called in any app."""
_LEAST: Final = 3
_KEEPS: Final = frozenset(
    name.strip()
    for name in """
    save|save changes|apply|apply changes|ok|okay|done|update|finish|speichern|änderungen speichern|übernehmen
    |fertig|aktualisieren|enregistrer|enregistrer les modifications|appliquer|terminer|mettre à jour|guardar
    |guardar cambios|aplicar|listo|actualizar
    """.split("|")
)
"""What keeps the changes of a form. What sends them to somebody, as "Submit" may, is another deed."""
_SIGNS: Final = frozenset("✓✔")
_SENDS: Final = frozenset("submit|absenden|soumettre|enviar".split("|"))
"""Of a new record's form, the word for what makes it by now was another one."""


def makes_new(known: Recorded, free: Sequence[Scored]) -> Scored | None:
    """The only element of the page that makes anything new, where the recorded one made a new record under
    the same heading, and neither says of what else: it leads to a form, or opens one, as it did."""
    target, heading = known.target, folded(known.target.near.heading or "")
    if not heading or target.role not in PRESSED or known.row_words is not None or sends(target):
        return None
    if not _says_new(own_name(target), heading) or bare_row(target.near.row, known.name) is not None:
        return None
    named = [seen for seen in known.page if _is_pressed(seen) and _adds(own_name(seen) or seen.text)]
    own = _alone(named, free)
    seen = own.candidate.element if own is not None else None
    if own is None or seen is None or seen.role not in PRESSED or sends(seen):
        return None
    stays = folded(seen.near.heading or "") == heading and seen.near.row is None
    stays = stays and is_in_dialog(seen.ancestors) == is_in_dialog(target.ancestors)
    return sure(own) if stays and _says_new(own_name(seen), heading) else None


def keeps_form(known: Recorded, free: Sequence[Scored]) -> Scored | None:
    """The only button of the page that keeps a form, or makes the record of a new one's, where the recorded
    one did so under the same heading, and what calls that off stands beside it as it did."""
    target = known.target
    kept = _keeps(target) or _makes(target) or (_is_of_new(target) and _called(target) in _SENDS)
    if target.role != "button" or known.row_words is not None or not kept:
        return None
    named = [seen for seen in known.page if _is_pressed(seen) and (_keeps(seen) or _makes(seen))]
    own = _alone(named, free)
    seen = own.candidate.element if own is not None else None
    if own is None or seen is None or seen.role != "button":
        return None
    if _called(target) in _SENDS and not _makes(seen):
        return None
    near, beside = target.near, seen.near
    titles = [(near.heading, beside.heading), (near.section, beside.section)]
    headed = any(was and folded(was) == folded(now or "") for was, now in titles)
    pairs = ((near.before, beside.before), (near.after, beside.after))
    with_way_out = any(
        was and spelled(was) in CALLS_OFF and spelled(was) == spelled(now or "") for was, now in pairs
    )
    return sure(own) if headed and with_way_out else None


def _alone(named: Sequence[ElementSnapshot], free: Sequence[Scored]) -> Scored | None:
    return next((one for one in free if [one.candidate.element] == list(named)), None)


def _is_pressed(seen: ElementSnapshot) -> bool:
    return seen.visible and family(seen.role, seen.tag) == "press"


def _adds(name: str) -> bool:
    return name.strip() == "+" or _ADD in words_of(name).concepts


def _says_new(name: str, heading: str) -> bool:
    """Whether it says of nothing but a record as the heading names them that a new one is made: "Add",
    "+ New order" under "Orders"."""
    if not _adds(name):
        return False
    words = words_of(name)
    said = {word.strip("'") for one in words.meanings if _ADD not in one for word in one}
    return not words.numbers and all(word in _ANY_RECORD or _is_noun_of(word, heading) for word in said)


def _is_noun_of(word: str, heading: str) -> bool:
    """Whether a heading of one or more names such records: "Policies" for "policy"."""
    stem = word[: max(_LEAST, len(word) - 1)]
    return any(one.startswith(stem) and len(one) - len(word) <= _LEAST for one in heading.split())


def _called(element: Target | ElementSnapshot) -> str:
    return spelled(own_name(element))


def _keeps(element: Target | ElementSnapshot) -> bool:
    return own_name(element).strip() in _SIGNS or _called(element) in _KEEPS


def _is_of_new(element: Target | ElementSnapshot) -> bool:
    """Whether it stands in the form of a new record: "New order"."""
    return any(_adds(text) for text in (element.near.heading, element.near.section) if text)


def _makes(element: Target | ElementSnapshot) -> bool:
    """Whether it makes the record of a new one's form: "Create"."""
    title = folded(element.near.heading or element.near.section or "")
    return _is_of_new(element) and _says_new(own_name(element), title)
