"""Whether the next version of an app tells in other words, or at another address, that an effect was done.

What is missing of the completion criteria must be made good: the words by other words of success for the same
deed, the answer by that to the same request at another address. Two of the three signs must be those that
were recorded, or the page must say it in other words and have led on. Where only the answer is missing,
or the page says it in other words, the other address may name one record of the same kind instead.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from handrail.actuators import Finding, Message, SeenResponse
from handrail.runtime.walk.verifying import answers_in
from handrail.sop.condition import Condition, ResponseWas, TextIs, UrlIs

_DEEDS: Final = """
keep: saved stored updated changed modified applied recorded
keep: gespeichert gesichert aktualisiert geändert übernommen
keep: enregistré enregistrée enregistrés enregistrées sauvegardé modifié modifiée modifiées
keep: guardado guardada guardados actualizado actualizada modificado
make: created added registered inserted angelegt erstellt hinzugefügt erfasst
make: créé créée ajouté ajoutée creado creada añadido añadida agregado
remove: deleted removed gelöscht entfernt supprimé supprimée supprimés eliminado eliminada borrado
approve: approved confirmed accepted genehmigt freigegeben bestätigt approuvé confirmé aprobado confirmado
send: sent submitted gesendet versendet verschickt abgeschickt eingereicht envoyé soumis enviado
archive: archived archiviert archivé archivado
refuse: rejected declined denied abgelehnt refusé rechazado
close: closed completed resolved geschlossen abgeschlossen erledigt fermé terminé cerrado completado
publish: published veröffentlicht publié publicado
pay: paid booked posted bezahlt gebucht payé pagado
cancel: cancelled canceled voided storniert annulé cancelado anulado
any: success successful successfully done erfolgreich succès éxito
"""
_WORDS: Final = {
    word: line.partition(":")[0] for line in _DEEDS.strip().splitlines() for word in line.split()[1:]
}
_KEPT: Final = frozenset({"keep", "make"})
"""Of a form that was sent, both are said."""
_DOUBT: Final = frozenset(
    """
    not no cannot can't couldn't wasn't weren't nothing none never fail failed failure error errors problem
    invalid unable draft drafts pending queued later scheduled request requested requires required review
    warning however but partially partly only except already duplicate copy template undone until unless 0
    nicht kein keine keiner nie fehler fehlgeschlagen entwurf ausstehend später prüfung warnung jedoch aber
    nur teilweise bereits kopie vorlage
    pas aucun aucune jamais erreur échec brouillon attente tard avertissement mais seulement déjà copie
    modèle
    ningún ninguna nunca error fallo borrador pendiente tarde aviso pero sólo solo ya copia plantilla
    """.split()
)
"""With one of these, a message says something else besides, or says that it is not so."""
_WORD: Final = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_ID: Final = re.compile(r"\d+|(?=.*\d)[\w-]{8,}")
_CHANGING: Final = frozenset({"POST", "PUT", "PATCH"})
_DELETING: Final = ({"POST", "DELETE"}, {"PUT", "DELETE"})
_DELETES: Final = frozenset(
    "delete remove destroy del erase löschen entfernen supprimer eliminar borrar".split()
)
_ONE_FOR_ALL: Final = frozenset({"graphql", "gql", "rpc", "jsonrpc", "json-rpc"})
"""Addresses that take whatever is asked: which records it does something to stands in no path."""
_INTERFACE: Final = re.compile(r"api|rest|ajax|json|v\d+(?:\.\d+)*", re.IGNORECASE)
"""What an address begins with, whatever it is about."""
_DONE: Final = "done"
_ALL_DONE: Final = frozenset({_DONE, "all", "it's", "well"})
"""Among other words, "done" tells nothing of what was sent: "2 of 3 done", "To be done"."""


def told_otherwise(
    done_when: Sequence[Condition],
    findings: Sequence[Finding],
    answers: Sequence[SeenResponse],
    said: Sequence[Message],
    *,
    called: str = "",
) -> str | None:
    """What tells in place of the criteria that did not come true that it was done, in words; none where they
    leave a doubt.

    `findings` are those of the criteria, `answers` all that the page's servers said since it was done, `said`
    what the page says by now and did not say before, `called` the name of what was pressed.
    """
    pairs = list(zip(done_when, findings, strict=True))
    missed = [part for part, finding in pairs if not finding.held]
    held = [part for part, finding in pairs if finding.held]
    if not missed or not all(_may_be_otherwise(part) for part in missed):
        return None
    if not answers or any(one.status >= 400 or one.failed for one in answers):
        return None
    if any(one.failed or one.objects or one.blocks or one.refuses or one.asks for one in said):
        return None
    deletes = not _DELETES.isdisjoint(_words(called)) and _is_of_same_kind(done_when, answers, deletes=True)
    words = [one for one in done_when if isinstance(one, TextIs) and one.target is None]
    news = next((one.text for one in said if words and _says_the_same(words, one.text)), None)
    told = [f"the page says '{news}'"] if news else []
    if any(isinstance(part, TextIs) for part in missed) and (news is None or len(said) > 1):
        return None
    if any(isinstance(part, ResponseWas) for part in missed):
        other = _answer_elsewhere(answers_in(tuple(missed)), answers)
        if other is None and deletes:
            other = next((one for one in answers if not one.reads), None)
        if other is None or any(isinstance(part, ResponseWas) for part in held):
            return None
        told.append(f"the app answered {other.method} {other.path} with {other.status}")
    signs = [any(isinstance(part, kind) for part in held) for kind in (TextIs, ResponseWas)]
    led_on = any(not isinstance(part, TextIs | ResponseWas) for part in held)
    alone = bool(news) or all(isinstance(part, ResponseWas) for part in missed)
    if not (any(signs) or (news and led_on) or (alone and (deletes or _is_of_same_kind(done_when, answers)))):
        return None
    if any(isinstance(part, UrlIs) for part in missed):
        if not (signs[1] and (signs[0] or news)):
            return None
        told.append("the page that came is another one")
    return " and ".join(told)


def tells_success(text: str) -> bool:
    """Whether a message says that anything was done."""
    return bool(_deeds(_words(text)))


def _may_be_otherwise(part: Condition) -> bool:
    if isinstance(part, TextIs):
        # Words that name the record are no message.
        return part.target is None and not part.as_name and bool(_deeds_of(part))
    return isinstance(part, ResponseWas | UrlIs)


def _answer_elsewhere(wanted: Sequence[ResponseWas], answers: Sequence[SeenResponse]) -> SeenResponse | None:
    """The answer to the one request that may stand for the recorded one: it does as much to as many records.
    Where several were sent, nobody knows which of them it is."""
    if len(wanted) != 1 or any(one.is_to(wanted[0]) for one in answers):
        return None
    alike = [one for one in answers if not one.reads and _asks_alike(wanted[0], one)]
    return alike[0] if len(alike) == 1 else None


def _asks_alike(wanted: ResponseWas, one: SeenResponse) -> bool:
    same = wanted.method == one.method or {wanted.method, one.method} <= _CHANGING
    recorded, now = wanted.path.strip("/").split("/"), one.path.strip("/").split("/")
    if not same and {wanted.method, one.method} in _DELETING:
        # A form posts to an address that says so, and a script says it by the method alone.
        said = recorded if one.method == "DELETE" else now
        same = said[-1].casefold() in _DELETES
        del said[-1]
    if same and _ONE_FOR_ALL.isdisjoint(recorded[-1:]) != _ONE_FOR_ALL.isdisjoint(now[-1:]):
        return True
    places = [at for at, segment in enumerate(recorded) if segment == "*"]
    ids = [at for at, segment in enumerate(now) if _ID.fullmatch(segment)]
    if not same or len(places) != len(ids):
        return False
    return not places or recorded[places[-1] + 1 :] == now[ids[-1] + 1 :]


def _is_of_same_kind(
    done_when: Sequence[Condition], answers: Sequence[SeenResponse], *, deletes: bool = False
) -> bool:
    """Whether an answer about one record was to tell that it was done, and the only request by now is about
    one record of the same kind: `PUT /api/orders/*` is `POST /orders/5`, and `POST /locks/orders/5` does
    something else to it. Where `deletes`, what was pressed
    says that it deletes: one of the two may say so by its method, and the other in what it sends."""
    wanted = answers_in(tuple(done_when))
    changes = [one for one in answers if not one.reads and one.method != "GET"]
    if len(wanted) != 1 or len(changes) != 1:
        return False
    methods = {wanted[0].method, changes[0].method}
    if not (methods <= _CHANGING or (deletes and methods in _DELETING)):
        return False
    recorded, now = wanted[0].path.strip("/").split("/"), changes[0].path.strip("/").split("/")
    if recorded[-1:] != ["*"] or not _ID.fullmatch(now[-1]):
        return False
    return _kind(recorded) == _kind(now) != []


def _kind(path: Sequence[str]) -> list[str]:
    """What the records are called of which an address names one, and what they are part of."""
    around = ["*" if _ID.fullmatch(one) else one for one in path[:-1]]
    while len(around) > 1 and _INTERFACE.fullmatch(around[0]):
        del around[0]
    return around


def _says_the_same(recorded: Sequence[TextIs], now: str) -> bool:
    """Whether a message tells of the same deed as recorded words did, and of nothing else."""
    words = _words(now)
    if words & _DOUBT:
        return False
    was, is_now = {deed for one in recorded for deed in _deeds_of(one)}, _deeds(words)
    if was & _KEPT:
        was |= _KEPT
    return bool(is_now) and is_now <= was | {"any"}


def _deeds_of(part: TextIs) -> set[str]:
    return _deeds(_words(part.contains or part.equals or ""))


def _words(text: str) -> frozenset[str]:
    return frozenset(word.casefold().replace("’", "'") for word in _WORD.findall(text))


def _deeds(words: frozenset[str]) -> set[str]:
    return {
        deed
        for word in words
        if (deed := _WORDS.get(word)) is not None and (word != _DONE or words <= _ALL_DONE)
    }
