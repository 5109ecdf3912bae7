"""Pages of the second set: what apps look like, with values in fields, dialogs, chips, chats and dense tables.

A value stands in an element with `data-kind`, or is that of an input with it.
"""

from __future__ import annotations

import random
from typing import Final

from benchmarks.privacy_set import apps
from benchmarks.privacy_set.pages import LANGUAGES, Maker, Page, drawn

_BASE: Final = (
    "body{margin:0} main{padding:18px 22px} header{padding:10px 22px;background:#24426b;color:#fff} "
    "table{border-collapse:collapse;width:100%} td,th{padding:3px 8px;text-align:left;"
    "border-bottom:1px solid #9994} input,textarea{font:inherit;padding:5px 8px;width:380px;"
    "border:1px solid #999;border-radius:4px;background:inherit;color:inherit} .row{margin:0 0 9px} "
    ".row label{display:block;font-size:85%;opacity:.75} .chip{display:inline-block;border-radius:12px;"
    "padding:2px 10px;margin:2px;background:#3867c4;color:#fff} .me{margin-left:240px;background:#2d7d46;color:#fff} "
    ".bubble{border-radius:10px;padding:8px 12px;margin:0 0 8px;max-width:420px;border:1px solid #9996} "
    ".grid{display:grid;grid-template-columns:repeat(3,1fr);gap:12px} .tile{border:1px solid #9996;padding:10px} "
    ".dialog{border:1px solid #777;box-shadow:0 4px 18px #0006;padding:16px 20px;margin:30px auto;width:430px} "
    ".toast{background:#222;color:#fff;padding:10px 16px;display:inline-block;border-radius:6px} small{opacity:.7}"
)
THEMES: Final = (
    "body{font:13px/1.4 'Liberation Sans',sans-serif;background:#fff;color:#1f2328}",
    "body{font:12px/1.35 'Liberation Sans',sans-serif;background:#10151d;color:#dfe5ee}",
    "body{font:16px/1.5 'Liberation Serif',serif;background:#f6f1e7;color:#2a2118}",
    "body{font:14px/1.5 'DejaVu Sans',sans-serif;background:#f4f7fb;color:#10243e}",
    "body{font:13px/1.5 'Liberation Mono',monospace;background:#fff;color:#222}",
)
WORDS: Final = {
    "en": "Name|E-mail|Phone|Address|Date of birth|Patient ID|SSN|Account number|Card|Save|Cancel|Team|Overdue "
    "tasks|Order 2026-118834, 12 items|wrote|Delete this contact?|was saved|Hello|can you call me on|See you!|"
    "Deliver to|Amount due: 418.20|Approved by|Owner",
    "de": "Name|E-Mail|Telefon|Anschrift|Geburtsdatum|Patienten-ID|Rentenversicherungsnummer|IBAN|Kreditkarte|"
    "Speichern|Abbrechen|Team|Überfällige Aufgaben|Auftrag 2026-118834, 12 Artikel|schrieb|Diesen Kontakt löschen?|"
    "wurde gespeichert|Hallo|ruf mich bitte an unter|Bis bald!|Liefern an|Offener Betrag: 418,20|Freigegeben von|"
    "Inhaber",
    "es": "Nombre|Correo|Teléfono|Dirección|Fecha de nacimiento|ID de paciente|DNI|IBAN|Tarjeta|Guardar|Cancelar|"
    "Equipo|Tareas vencidas|Pedido 2026-118834, 12 artículos|escribió|¿Eliminar este contacto?|se ha guardado|Hola|"
    "llámame al|¡Hasta luego!|Entregar a|Importe pendiente: 418,20|Aprobado por|Propietario",
    "fr": "Nom|E-mail|Téléphone|Adresse|Date de naissance|ID patient|NIR|IBAN|Carte bancaire|Enregistrer|Annuler|"
    "Équipe|Tâches en retard|Commande 2026-118834, 12 articles|a écrit|Supprimer ce contact ?|a été enregistré|"
    "Bonjour|appelle-moi au|À bientôt !|Livrer à|Montant dû : 418,20|Approuvé par|Propriétaire",
}
_KINDS: Final = ("person", "email", "phone", "address", "birth", "mrn", "national", "account", "card")


def _editor(make: Maker) -> str:
    """A form whose labels stand above its fields."""
    rows = "".join(
        f"<div class=row><label>{make.words[at]}</label>{make.field(kind)}</div>"
        for at, kind in enumerate(_KINDS[:7])
    )
    return f"<header>{make.words[11]}</header><main>{rows}<button>{make.words[9]}</button></main>"


def _board(make: Maker) -> str:
    """Tiles, each with a person and what is to be done."""
    tiles = "".join(
        f"<div class=tile><b>{make('person')}</b><br><small>{make('phone')}</small><br>{make.words[13]}</div>"
        for _ in range(6)
    )
    return f"<header>{make.words[12]}</header><main class=grid>{tiles}</main>"


def _dense(make: Maker) -> str:
    """A table of many columns in small letters."""
    head = "".join(f"<th>{make.words[at]}</th>" for at in (5, 0, 4, 2, 1))
    rows = "".join(
        "<tr>"
        + "".join(f"<td>{make(kind)}</td>" for kind in ("mrn", "person", "birth", "phone", "email"))
        + "</tr>"
        for _ in range(6)
    )
    return f"<header>{make.words[13]}</header><main><table><tr>{head}</tr>{rows}</table></main>"


def _chat(make: Maker) -> str:
    """A conversation."""
    return (
        f"<main><div class=bubble><b>{make('person')}</b><br>{make.words[17]}, {make.words[18]} {make('phone')}</div>"
        f"<div class='bubble me'>{make.words[17]} {make('first')}, {make('email')}?</div>"
        f"<div class=bubble><b>{make('person')}</b> {make.words[14]}<br>{make('address')}. {make.words[19]}</div></main>"
    )


def _modal(make: Maker) -> str:
    """A dialog over a page, and a notice below it."""
    return (
        f"<header>{make.words[11]} · {make('person')}</header><div class=dialog><h3>{make.words[15]}</h3>"
        f"<p>{make('person')}, {make('email')}</p><button>{make.words[10]}</button></div>"
        f"<main><span class=toast>{make('person')} {make.words[16]}</span></main>"
    )


def _settings(make: Maker) -> str:
    """Fields with their labels beside them, in two columns."""
    cells = "".join(
        f"<tr><th>{make.words[_KINDS.index(left)]}</th><td>{make.field(left)}</td>"
        f"<th>{make.words[_KINDS.index(right)]}</th><td>{make.field(right)}</td></tr>"
        for left, right in (
            ("person", "birth"),
            ("email", "phone"),
            ("account", "card"),
            ("address", "national"),
        )
    )
    return f"<main><table>{cells}</table><button>{make.words[9]}</button></main>"


def _slip(make: Maker) -> str:
    """A delivery note."""
    return (
        f"<main><h2>{make.words[13]}</h2><p><small>{make.words[20]}</small><br>{make('person')}<br>{make('address')}</p>"
        f"<p>{make.words[2]}: {make('phone')}<br>{make.words[21]}<br>{make.words[7]}: {make('account')}</p>"
        f"<p>{make.words[22]} {make('person')}</p></main>"
    )


def _chips(make: Maker) -> str:
    """People as coloured chips, and a record's owner."""
    chips = "".join(f"<span class=chip>{make('person')}</span>" for _ in range(4))
    return (
        f"<header>{make.words[13]}</header><main><p>{make.words[11]}: {chips}</p>"
        f"<p>{make.words[23]}: {make('person')} &lt;{make('email')}&gt;</p><p>{make.words[21]}</p></main>"
    )


def _chart(make: Maker) -> str:
    """The head of a patient's file: facts on one line, each behind its word."""
    return (
        f"<header>{make('last_first')} &nbsp; {make.words[4]}: {make('birth')} &nbsp; {make.words[5]}: {make('mrn')}"
        f"</header><main><p>{make.words[6]}: {make('national')}</p><p>{make.words[3]}: {make('address')}</p>"
        f"<p>{make.words[2]}: {make('phone')} · {make.words[1]}: {make('email')}</p>"
        f"<p>{make.words[8]}: {make('card')}</p></main>"
    )


_FORMS: Final = {
    "apps_development": (_editor, _board, _slip, _chips),
    "apps_held_out": (_dense, _chat, _modal, _settings, _chart),
}
_WIDTHS: Final = (1100, 900, 1280, 640)


def screens(half: str) -> list[Page]:
    """The pages of a half: each form in four languages, each in another theme and width."""
    chance = random.Random(f"screens {half}")
    made = []
    for number, (form, language) in enumerate((form, one) for form in _FORMS[half] for one in LANGUAGES):
        make = Maker(apps.slots(half, language), WORDS[language].split("|"), chance)
        width = 1280 if form in (_dense, _settings) else _WIDTHS[number % len(_WIDTHS)]
        made.append(drawn(form, make, language, f"{THEMES[number % len(THEMES)]} {_BASE}", width, 640))
    return made
