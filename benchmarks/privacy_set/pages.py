"""Pages with labelled values, in several forms, themes and fonts: what the pictures of the set are taken of.

A value stands in an element with `data-kind`, whose place on the page is the label. Forms and values of the
held-out half are not those of the half for development.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Final, NamedTuple

from benchmarks.privacy_set import development, held_out
from benchmarks.privacy_set.making import Slot

LANGUAGES: Final = ("en", "de", "es", "fr")


class Page(NamedTuple):
    """A page of the set."""

    name: str
    html: str
    width: int
    height: int


THEMES: Final = (
    "body{font:15px/1.5 sans-serif;background:#fff;color:#222}",
    "body{font:14px/1.5 serif;background:#fbfaf5;color:#111}",
    "body{font:13px/1.45 sans-serif;background:#1d2430;color:#e6e9ef} td,th,.card,input{border-color:#445}",
    "body{font:16px/1.6 monospace;background:#fff;color:#1a1a1a}",
    "body{font:18px/1.5 sans-serif;background:#eef3f8;color:#12324a}",
    "body{font:italic 15px/1.5 serif;background:#fff;color:#333}",
)
_BASE: Final = (
    "body{margin:24px} .card{border:1px solid #bbb;padding:14px 18px;margin:0 0 16px} "
    "table{border-collapse:collapse} td,th{border:1px solid #bbb;padding:6px 12px;text-align:left} "
    "dt{opacity:.75} dd{margin:0 0 8px} label{display:inline-block;width:190px} p{max-width:760px}"
)

WORDS: Final = {
    "en": ("Customer", "Name", "E-mail", "Phone", "Address", "Date of birth", "MRN", "SSN", "Account number",
           "Card", "Order 4500-2211-9087 of 11/12/2026", "Save", "Settings", "Invoice total 1,280.50", "Dear Mrs."),
    "de": ("Kundin", "Name", "E-Mail", "Telefon", "Anschrift", "Geburtsdatum", "Patientennummer",
           "Sozialversicherungsnummer", "IBAN", "Karte", "Bestellung 4500-2211-9087 vom 12.11.2026", "Speichern",
           "Einstellungen", "Rechnungsbetrag 1.280,50", "Sehr geehrte Frau"),
    "es": ("Cliente", "Nombre", "Correo", "Teléfono", "Dirección", "Fecha de nacimiento", "Historia clínica", "DNI",
           "IBAN", "Tarjeta", "Pedido 4500-2211-9087 del 12/11/2026", "Guardar", "Ajustes", "Total 1.280,50",
           "Estimada señora"),
    "fr": ("Cliente", "Nom", "Courriel", "Téléphone", "Adresse", "Date de naissance", "Dossier", "NIR", "IBAN",
           "Carte", "Commande 4500-2211-9087 du 12/11/2026", "Enregistrer", "Réglages", "Total 1 280,50",
           "Chère Madame"),
}  # fmt: skip


class Maker:
    """Values of one language, shown or in a field."""

    def __init__(self, slots: Mapping[str, Slot], words: Sequence[str], chance: random.Random) -> None:
        self._slots, self._chance = slots, chance
        self.words = words

    def __call__(self, slot: str) -> str:
        kind, make = self._slots[slot]
        return f'<span data-kind="{kind}">{escape(make(self._chance))}</span>'

    def field(self, slot: str) -> str:
        kind, make = self._slots[slot]
        return f'<input data-kind="{kind}" value="{escape(make(self._chance))}">'


Form = Callable[[Maker], str]


def drawn(form: Form, make: Maker, language: str, style: str, width: int, height: int) -> Page:
    """The page of a form, called after it and its language."""
    html = f'<!doctype html><meta charset="utf-8"><style>{style}</style><body>{form(make)}</body>'
    return Page(f"{form.__name__[1:]}-{language}", html, width, height)


def _record(make: Maker) -> str:
    """A record as pairs of label and value."""
    kinds = ("person", "email", "phone", "address", "birth", "mrn")
    rows = "".join(
        f"<div><label>{word}:</label>{make(kind)}</div>"
        for word, kind in zip(make.words[1:7], kinds, strict=True)
    )
    head, below = f"<h2>{make.words[0]}</h2>", f"<p>{make.words[10]}</p><button>{make.words[11]}</button>"
    return f"{head}<div class=card>{rows}</div>{below}"


def _listing(make: Maker) -> str:
    """A table of people."""
    head = "".join(f"<th>{word}</th>" for word in make.words[1:4])
    rows = "".join(
        f"<tr><td>{make('person')}</td><td>{make('email')}</td><td>{make('phone')}</td></tr>"
        for _ in range(4)
    )
    return f"<h3>{make.words[12]}</h3><table><tr>{head}</tr>{rows}</table><p>{make.words[13]}</p>"


def _letter(make: Maker) -> str:
    """A letter."""
    return (
        f"<p>{make('person')}<br>{make('address')}</p><p>{make.words[14]} {make('last')},</p>"
        f"<p>{make.words[10]}. {make.words[9]}: {make('card')}. {make.words[3]}: {make('phone')}.</p>"
    )


def _terms(make: Maker) -> str:
    """A list of terms, each above its value."""
    kinds = ("person", "email", "phone", "address", "birth", "mrn", "national", "account", "card")
    rows = "".join(
        f"<dt>{word}</dt><dd>{make(kind)}</dd>" for word, kind in zip(make.words[1:10], kinds, strict=True)
    )
    return f"<dl class=card>{rows}</dl><p>{make.words[13]}</p>"


def _inbox(make: Maker) -> str:
    """Messages of several senders."""
    rows = "".join(
        f"<div class=card><b>{make('person')}</b> &lt;{make('email')}&gt;<br>{make.words[10]}</div>"
        for _ in range(3)
    )
    return f"{rows}<button>{make.words[11]}</button> <button>{make.words[12]}</button>"


def _payment(make: Maker) -> str:
    """A payment, with what stands on one line."""
    return (
        f"<div class=card>{make.words[8]}: {make('account')} &middot; {make.words[1]}: {make('person')}</div>"
        f"<div class=card>{make.words[9]}: {make('card')}</div>"
        f"<div class=card>{make.words[7]}: {make('national')} &middot; {make.words[5]}: {make('birth')}</div>"
        f"<p>{make.words[13]}</p>"
    )


_FORMS: Final = {"development": (_record, _listing, _letter), "held_out": (_terms, _inbox, _payment)}


def pages(split: str) -> list[Page]:
    """The pages of a half: three forms in four languages, each in another theme."""
    source = development if split == "development" else held_out
    chance = random.Random(f"pages {split}")
    made = []
    for number, (form, language) in enumerate((form, one) for form in _FORMS[split] for one in LANGUAGES):
        make = Maker(source.slots(language), WORDS[language], chance)
        style, width = f"{THEMES[number % len(THEMES)]} {_BASE}", (980, 820, 1180)[number % 3]
        made.append(drawn(form, make, language, style, width, 720))
    return made
