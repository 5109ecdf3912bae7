"""What a name says of the effect of a press: "Send" has one, "Save" may have, "Sign in" begins a session."""

from __future__ import annotations

import re
from typing import Final

from handrail.compile.reading.addresses import words_of
from handrail.policy.words.comparing import is_numbered_order


def word_set(*lines: str) -> frozenset[str]:
    """English, German, Spanish, French; without accents, as `words_of` gives them."""
    return frozenset(word for line in lines for word in line.split())


_FINAL_WORDS: Final = word_set(
    "send submit pay delete order buy purchase confirm book publish post transfer approve reject checkout",
    "senden absenden abschicken bezahlen zahlen loschen bestellen kaufen bestatigen buchen",
    "veroffentlichen uberweisen genehmigen ablehnen",
    "enviar pagar eliminar borrar pedir comprar confirmar reservar publicar transferir aprobar rechazar",
    "envoyer soumettre payer supprimer commander acheter confirmer reserver publier virer approuver refuser",
)
"""A button with one of these does something in the world, whatever was seen to follow."""

_SAVING_WORDS: Final = word_set(
    "save create add apply update remove register invite reply",
    "speichern anlegen erstellen hinzufugen ubernehmen entfernen registrieren einladen antworten",
    "guardar crear anadir agregar aplicar actualizar quitar registrar invitar responder",
    "enregistrer sauvegarder creer ajouter appliquer modifier retirer inviter repondre",
)
"""A button with one of these may do something in the world; what was seen to follow decides."""

_THIS: Final = word_set("this these diese diesen dieses este esta ce cet cette")

TURNING: Final = frozenset("‹›<>«»←→◀▶◂▸◄►▲▼△▽↑↓❮❯")
"""Signs that show, or choose, the next one or the one before."""

COUNTS_CHOSEN: Final = re.compile(
    r"\d+ (?:\w+ )?(?:selected|chosen|checked|ausgewählt|markiert|seleccionad[oa]s?|sélectionné(?:e?s?))",
    re.IGNORECASE,
)
"""What the bar above a list says of how many are ticked, and no record."""

SIGN_IN: Final = re.compile(
    r"log.?in|sign.?in|log.?on|anmeld|einlogg|connexion|connecter|iniciar.?sesi|acceder|auth|\bsso\b|session"
    r"|\botp\b|2fa|mfa|totp|verif|two.?factor",
    re.IGNORECASE,
)
SIGN_OUT: Final = re.compile(
    r"log.?out|sign.?out|log.?off|abmeld|ausloggen|d[ée]connexion|d[ée]connecter|cerrar.?sesi", re.IGNORECASE
)


def final_word(name: str) -> str | None:
    """The word in a name or address that says that something is done in the world: `send`, `delete`."""
    words = words_of(name)
    if words[:2] in (["order", "by"], ["sort", "order"]) or "sort" in words or is_numbered_order(name):
        return None
    if words[:1] == ["more"] and words[-1] in ("options", "actions"):
        # "More send options" shows the other ways.
        return None
    return next((word for word in words if word in _FINAL_WORDS), None)


def changing_word(name: str) -> str | None:
    """The word in a name that says that something may be changed: `save`, `add`."""
    return next((word for word in words_of(name) if word in _SAVING_WORDS), None)


def is_mere_command(name: str) -> bool:
    """Whether it is one such word and nothing else, or is said of what is shown: neither "Delete" nor "Delete
    this entry" is a record, be the next page called so."""
    words = words_of(name)
    alone = len(words) == 1 or (len(words) > 1 and words[1] in _THIS)
    return alone and (final_word(words[0]) or changing_word(words[0])) is not None
