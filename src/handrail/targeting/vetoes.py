"""Vetoes: what keeps a candidate from being taken, however much else speaks for it.

Text similarity alone takes *Close* for *Open* and *Invoice 12* for *Invoice 13*; these rules are why a
contradiction counts for more than any likeness.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from handrail.sop.locator import Locator, RowLocator
from handrail.sop.target import Target
from handrail.targeting.snapshot import ElementSnapshot

_OPPOSITES: Final = """
accept approve confirm agree allow yes akzeptieren annehmen genehmigen ja aceptar accepter oui sí
  / reject decline deny refuse disagree cancel no ablehnen abbrechen nein rechazar refuser non
open show expand öffnen anzeigen abrir ouvrir / close hide collapse schließen ausblenden cerrar fermer
save store submit apply speichern guardar enregistrer sauvegarder
  / delete remove discard cancel erase löschen entfernen verwerfen eliminar borrar supprimer annuler
add create new insert hinzufügen anlegen neu añadir crear nuevo ajouter créer nouveau
  / remove delete löschen entfernen eliminar borrar quitar supprimer retirer
enable activate on einschalten aktivieren activar activer
  / disable deactivate off ausschalten deaktivieren desactivar désactiver
next forward weiter nächste siguiente suivant / previous back zurück vorherige anterior précédent
start begin play resume starten iniciar démarrer / stop end pause finish beenden stoppen detener arrêter
buy purchase kaufen comprar acheter / sell verkaufen vender vendre
lock block sperren bloquear bloquer / unlock unblock entsperren desbloquear débloquer
follow subscribe abonnieren / unfollow unsubscribe abbestellen
up hoch / down runter
increase plus mehr / decrease minus weniger
import / export
upload / download
login / logout
in / out
left / right
select / deselect unselect
read / unread
archive / unarchive restore
send / receive
check / uncheck
pin / unpin
public / private
all / none
debit / credit
from / to
min minimum / max maximum
first / last
billing / shipping delivery
"""
"""Words that mean the contrary of each other, a pair of lists on each line; an indented line goes on."""


def _opposite_words() -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for line in _OPPOSITES.replace("\n  ", " ").strip().splitlines():
        one, other = (frozenset(side.split()) for side in line.split(" / "))
        for words, contrary in ((one, other), (other, one)):
            for word in words:
                found[word] = found.get(word, frozenset()) | contrary
    return found


_OPPOSITE: Final = _opposite_words()


def _listed(words: str) -> frozenset[str]:
    return frozenset(words.split())


_DESTRUCTIVE: Final = _listed("""
    delete remove erase destroy discard cancel terminate revoke reset clear purge pay send publish transfer
    unsubscribe deactivate wipe drop löschen entfernen bezahlen senden eliminar borrar pagar enviar supprimer
    payer envoyer
""")
_NEGATIONS: Final = _listed("not no never without don't non nicht kein keine ohne sin sans")
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_NUMBER: Final = re.compile(r"\d+(?:[.,]\d+)*")
_COUNTER: Final = re.compile(r"[(\[]\s*\d[\d.,]*\s*[)\]]|\s\d[\d.,]*$")

FIELDS: Final = _listed("textbox searchbox combobox spinbutton slider listbox")
TICKS: Final = _listed("checkbox radio switch menuitemcheckbox menuitemradio")
PRESSES: Final = _listed("button link menuitem tab option treeitem")


def family(role: str | None, tag: str | None) -> str:
    """What a control is for, whatever it is called: a field, a tick, something to press, or other."""
    if role in FIELDS or tag in ("textarea", "select"):
        return "field"
    if role in TICKS:
        return "tick"
    if role in PRESSES or tag in ("a", "button", "summary"):
        return "press"
    return "other"


def veto(target: Target, seen: ElementSnapshot) -> str | None:
    """Why the element cannot be the recorded one, as a clause; none where nothing contradicts."""
    return next(_contradictions(target, seen), None)


def _contradictions(target: Target, seen: ElementSnapshot) -> Iterator[str]:
    recorded, now = family(target.role, target.tag), family(seen.role, seen.tag)
    if recorded != now:
        yield f"it is a {seen.role or seen.tag}, and not a {target.role or target.tag}"
    if (target.input_type == "password") != (seen.input_type == "password"):
        yield "one of the two is a password field"
    if not seen.visible:
        yield "it is not shown"
    if not seen.enabled:
        yield "it cannot be used now"
    if recorded == "field" and target.tag != "select" and not seen.editable and seen.tag != "select":
        yield "it cannot be edited"
    if (row := _row_of(target)) is not None and not holds_words(seen.near.row or "", row):
        yield f"it does not stand in the row with '{row}'"
    yield from _names_contradict(called(target.name, target.label, target.text), _called_now(target, seen))


def called(name: str | None, label: str | None, text: str | None) -> str:
    """What people call an element."""
    return name or label or text or ""


def _called_now(target: Target, seen: ElementSnapshot) -> str:
    if target.name or not target.label:
        return called(seen.name, seen.label, seen.text)
    return seen.label or seen.name


def _names_contradict(recorded: str, now: str) -> Iterator[str]:
    if not recorded or not now or recorded.casefold() == now.casefold():
        return
    before, after = _words(recorded), _words(now)
    for word in after - before:
        if clash := _OPPOSITE.get(word, frozenset()) & before:
            yield f"'{now}' is the contrary of '{recorded}' ({word}, {min(clash)})"
            return
    if bad := (after - before) & _DESTRUCTIVE:
        yield f"'{now}' would {min(bad)}, and '{recorded}' does not say so"
    if (after & _NEGATIONS) != (before & _NEGATIONS):
        yield f"one of '{recorded}' and '{now}' is negated"
    numbers = _numbers(recorded), _numbers(now)
    if all(numbers) and numbers[0] != numbers[1]:
        yield f"the numbers of '{recorded}' and '{now}' differ"


def _words(name: str) -> frozenset[str]:
    return frozenset(word.casefold().replace("’", "'") for word in _WORD.findall(name))


def _numbers(name: str) -> list[str]:
    """The numbers that belong to a name; a counter behind it does not."""
    bare = _COUNTER.sub("", name) if _WORD.search(_COUNTER.sub("", name)) and "(" in name else name
    return _NUMBER.findall(bare)


def _row_of(target: Target) -> str | None:
    """The words of the row that the recorded locators look into, values filled in."""
    for locator in target.locators:
        within: Locator | None = locator.within
        while within is not None:
            if isinstance(within, RowLocator):
                return within.text
            within = within.within
    return None


def holds_words(text: str, words: str) -> bool:
    """Whether the text holds the words as whole words."""
    pattern = rf"(?<!\w){re.escape(' '.join(words.split()).casefold())}(?!\w)"
    return re.search(pattern, " ".join(text.split()).casefold()) is not None
