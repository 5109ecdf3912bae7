"""Menus of values: what a button brings up to choose a state, a label or a column from, and no commands."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from handrail.compile.choices.seen.picks import goes_by, texts_after
from handrail.compile.effects.words import SIGN_OUT, changing_word, final_word, is_mere_command, word_set
from handrail.compile.reading.addresses import words_of
from handrail.compile.reading.elements import is_in_dialog, name_of
from handrail.compile.reading.known import fold
from handrail.compile.reading.located import row_of
from handrail.compile.reading.requests import all_sent, told_at_once
from handrail.compile.reading.steps import Draft
from handrail.sop import action as sop

_OF_COMMANDS: Final = word_set(
    "more actions action options menu tools manage settings file edit view help new bulk",
    "mehr aktionen aktion optionen werkzeuge verwalten datei bearbeiten ansicht neu",
    "mas acciones accion opciones herramientas gestionar archivo editar ver nuevo",
    "plus actions action options outils gerer fichier modifier affichage nouveau",
)
"""Buttons called so bring up commands."""
_COMMANDS: Final = word_set(
    "edit open view show rename duplicate copy clone archive print export import download mark star pin mute "
    "snooze share close reopen restore forward cancel undo lock merge reset",
    "bearbeiten offnen anzeigen umbenennen duplizieren kopieren archivieren drucken exportieren markieren "
    "teilen schliessen wiederherstellen weiterleiten abbrechen sperren zurucksetzen",
    "editar abrir ver renombrar duplicar copiar archivar imprimir exportar marcar compartir cerrar restaurar "
    "reenviar cancelar bloquear",
    "modifier ouvrir afficher renommer dupliquer copier archiver imprimer exporter marquer partager fermer "
    "restaurer transferer annuler verrouiller",
)


_OPENING: Final = (sop.Click, sop.Hover, sop.Press)
_SEVERAL: Final = 2


def offers_values(opened: Draft, draft: Draft, entry: str) -> bool:
    """Whether the entry that a step pressed is one of several values that what opened its menu is about, as
    the columns of a board behind "Move": it is told to the server at once, and no entry says what is done.

    A record that was opened shows more than such values.
    """
    # What showed a row's state goes by its place.
    command = name_of(opened.target) or name_of(opened.act.target)
    among, words = draft.among, words_of(command)
    if among is None or not among.beside or not words or opens_commands(command):
        return False
    # Said of all menus, also of those of a record.
    if among.in_app and among.role != "menuitem":
        return False
    entries = {entry, *map(fold, among.beside)}
    # What the pointer rests on is an entry itself, of a menu that is still there.
    others = set() if isinstance(opened.action, sop.Hover) else set(map(fold, texts_after(opened))) - entries
    # What the dialog that came is called as, its button's words.
    others = {text for text in others if words_of(text) != words}
    if (others and among.others == len(among.beside)) or not told_at_once(draft.act):
        return False
    return not any(map(_is_command, entries))


def state_offered(opener: Draft, following: Draft | None) -> str:
    """What the badge of a record's row says that a step presses, where the menu that it brings up for the
    next one offers the same ("Mark as low" behind "Low"): the record's state, another one in another row."""
    target, said = opener.target, fold(name_of(opener.target))
    if target is None or following is None or following.page != opener.page or following.target is None:
        return ""
    in_row = target.role == "button" and bool(target.locators) and row_of(target.locators[0]) is not None
    if not in_row or not said or following.among is None or not isinstance(opener.action, sop.Click):
        return ""
    if _is_command(said) and said.casefold() != "open":
        # "Edit", with more that can be done behind it, is the same in each row; "Open" is a state as well.
        return ""
    entries = (name_of(following.target), *following.among.beside)
    offered = (fold(entry).casefold() for entry in entries if fold(entry) in map(fold, texts_after(opener)))
    state = said.casefold()
    return said if any(entry == state or entry.endswith(f" {state}") for entry in offered) else ""


def state_taken(draft: Draft, entry: str) -> str | None:
    """What an entry of a menu of states says that the others do not, "low" of "Mark as low"; none where one
    of them says what is done."""
    states = _told_apart(entry, draft)
    return None if any(map(_is_command, states)) else states[0]


def opens_commands(name: str) -> bool:
    """Whether what is called so brings up commands, as "Actions" does."""
    return bool(_OF_COMMANDS & set(words_of(name)))


def taken_in_menu(drafts: Sequence[Draft], place: int) -> str | None:
    """What was taken of a menu and told to the server at once, in words, unless it says what is done: where
    the menu has commands as well, nothing tells whether other data mean another value."""
    draft = drafts[place]
    target, opener = draft.target, drafts[place - 1] if place else None
    if target is None or not isinstance(draft.action, sop.Click):
        return None
    entry = fold(target.name or target.text or "")
    if opener is None or opener.page != draft.page or not isinstance(opener.action, _OPENING):
        return None
    # Where the pointer rested on the entry of a menu, the menu behind that came up, whatever it is made of.
    within = isinstance(opener.action, sop.Hover) and draft.among is not None
    # Many a menu is a list of links behind a button that says that it unfolds one.
    unfolded = isinstance(opener.action, sop.Click) and opener.action.expands and draft.among is not None
    drawn = target.role is None and _offers_answers(opener, draft, entry)
    listed = target.role == "menuitem" or within or (unfolded and not opens_commands(name_of(opener.target)))
    if not drawn and (isinstance(opener.action, sop.Press) or not listed):
        return None
    # It may be told only behind a dialog that asks whether it is meant.
    answer = next((one for one in drafts[place + 1 : place + 2] if is_in_dialog(one.target)), draft)
    if not entry or _is_command(_told_apart(entry, draft)[0]):
        return None
    if not (_tells(draft, entry) or told_at_once(answer.act)):
        return None
    return f"'{entry}'"


def _told_apart(entry: str, draft: Draft) -> list[str]:
    """The entry that a step pressed and those beside it, without the words that all of them begin with, as
    "Mark as low" and "Mark as sold out"."""
    beside = draft.among.beside if draft.among is not None else ()
    words = [one.split() for one in (entry, *map(fold, beside))]
    alike = takewhile(lambda place: len(set(place)) == 1, zip(*words, strict=False))
    same = len(list(alike)) if len(words) > 1 else 0
    return [" ".join(own[same:] or own) for own in words]


def _tells(draft: Draft, entry: str) -> bool:
    """Whether the entry told the server something, be it by a form that the page made for it, as links do
    that change what they lead to."""
    by_form = [one for one in all_sent(draft.act) if one.document and not one.is_error]
    return bool(told_at_once(draft.act) or (by_form and not SIGN_OUT.search(entry)))


def _offers_answers(opened: Draft, draft: Draft, entry: str) -> bool:
    """Whether the entry came up with its likes as the step before asked for one of them, as why a number
    differs, and none of them says what is done."""
    among, came = draft.among, set(map(fold, texts_after(opened)))
    if among is None or among.in_app or among.same or opens_commands(name_of(opened.target)):
        return False
    entries = {entry, *map(fold, among.beside)}
    return len(entries) >= _SEVERAL and entries <= came and not any(map(_is_command, entries))


def _is_command(entry: str) -> bool:
    words = words_of(entry)
    return bool(_COMMANDS & {*words[:1], *words[-1:]} or final_word(entry) or changing_word(entry))


def kept_of_list(draft: Draft) -> tuple[str, str] | None:
    """What is chosen of a list that goes with the press, and stays on the page as a word of what came: the
    label of a mark, say. A command goes with its menu, and nothing is called so then."""
    among, target = draft.among, draft.act.target
    if not isinstance(draft.action, sop.Click) or target is None or target.role is not None or among is None:
        return None
    said = fold(target.text or "")
    if among.same or among.in_app or len(among.beside) < _SEVERAL or not goes_by(target.locators, said):
        return None
    if draft.act.leads_to is not None or is_mere_command(said) or changing_word(said) or final_word(said):
        return None
    for view in draft.act.views:
        gone = set(map(fold, view.after.gone))
        told = (text for text in view.after.texts if text not in {*view.after.alerts, *view.after.headings})
        goes = gone.issuperset(map(fold, among.beside)) and view.before.dialogs == view.after.dialogs
        if goes and any(fold(text) != said and fold(text).startswith(f"{said} ") for text in told):
            return "choice", said
    return None
