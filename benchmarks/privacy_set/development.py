"""Writes `development.jsonl`: the half of the labelled set that rules may be tried on.

`python -m benchmarks.privacy_set.development`
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Final

from benchmarks.privacy_set.making import (
    Line,
    Slot,
    card,
    digits,
    filled,
    french_number,
    german_number,
    iban,
    one_of,
    spanish_number,
    written,
)

PATH: Final = Path(__file__).parent / "development.jsonl"
SEED: Final = "development"

PEOPLE: Final = {
    "en": ("Jane Doe", "Robert Ellison", "Grace Liu", "Aaron Castillo", "Emily R. Stone", "Omar Haddad"),
    "de": ("Sabine Vogel", "Jan-Philipp Krämer", "Uwe Böttcher", "Elif Demir", "Heike Sommer", "Karl Weiß"),
    "es": ("Carmen Ortega Ruiz", "Pablo Nieto", "Elena Cabrera", "Sergio Lozano", "Marta del Río"),
    "fr": ("Camille Girard", "Jean-Luc Fontaine", "Sophie Marchand", "Karim Benali", "Hélène Dubois"),
}
LAST: Final = {
    "en": ("Ellison", "Castillo", "Haddad", "Stone"),
    "de": ("Vogel", "Krämer", "Böttcher", "Demir"),
    "es": ("Ortega", "Nieto", "Cabrera", "Lozano"),
    "fr": ("Girard", "Fontaine", "Marchand", "Benali"),
}
ADDRESSES: Final = {
    "en": (
        "742 Evergreen Terrace, Springfield, IL 62704",
        "1600 Harbor Street, Suite 210, Portland, ME 04101",
    ),
    "de": ("Lindenstraße 14, 10969 Berlin", "Rosenweg 3b, 80331 München"),
    "es": ("Calle Mayor 25, 2.º A, 28013 Madrid", "Avenida de América 110, 41005 Sevilla"),
    "fr": ("12 rue de la Paix, 75002 Paris", "8 avenue Jean Jaurès, 31000 Toulouse"),
}
PHONES: Final = {
    "en": ("+1 212-555-01##", "(415) 55#-01##", "+44 20 7946 0###"),
    "de": ("+49 30 90182%##", "0151 2345####", "040/4288#-%##"),
    "es": ("+34 612 34# ###", "912 34# ###"),
    "fr": ("+33 6 12 34 ## ##", "01 42 ## ## ##"),
}
BIRTHS: Final = {
    "en": ("04/12/1975", "July 9, 1988", "1990-02-17"),
    "de": ("12.04.1975", "9. Juli 1988", "17.02.1990"),
    "es": ("12/04/1975", "9 de julio de 1988"),
    "fr": ("12/04/1975", "9 juillet 1988"),
}
MRN: Final = {
    "en": ("MRN%######", "%#######", "PT-%####"),
    "de": ("PAT-%#####", "%#######"),
    "es": ("HC%#####", "%######"),
    "fr": ("%########", "DP-%####"),
}
IBANS: Final = {"de": ("DE", 18), "es": ("ES", 20), "fr": ("FR", 23)}
NATIONAL: Final[dict[str, Callable[[random.Random], str]]] = {
    "en": lambda c: digits("12%-3#-%###", c),
    "de": german_number,
    "es": spanish_number,
    "fr": french_number,
}

TEMPLATES: Final[dict[str, tuple[str, ...]]] = {
    "en": (
        "Contact {person}, e-mail {email}, phone {phone}.",
        "Patient: {person}  MRN: {mrn}  DOB: {birth}",
        "{person} was born on {birth} and lives at {address}.",
        "Home address: {address}",
        "SSN: {national}",
        "Charge {card} for {person}",
        "Medical record number {mrn} was updated by Dr. {last}.",
        "Bank account {account} belongs to {person}.",
        "Dear Mrs. {last}, your appointment is on Monday.",
        "Meeting with {person} and {person} tomorrow",
        "Telephone {phone} or {email}",
        "Customer {person} moved to {address}",
    ),
    "de": (
        "Kontakt: {person}, E-Mail {email}, Telefon {phone}",
        "Patient: {person}  Patienten-Nr. {mrn}  geb. am {birth}",
        "{person} wohnt in der {address}.",
        "Anschrift: {address}",
        "SV-Nummer {national}",
        "Karte {card} von {person}",
        "Kontonummer {account}",
        "Sehr geehrter Herr {last}, vielen Dank.",
        "Termin mit {person} und {person}",
        "Tel.: {phone}, {email}",
        "Kundin {person} ist umgezogen: {address}",
        "Geburtsdatum {birth}",
    ),
    "es": (
        "Contacto: {person}, correo {email}, teléfono {phone}",
        "Paciente: {person}  N.º historia clínica: {mrn}  F. nac.: {birth}",
        "{person} vive en {address}.",
        "Dirección: {address}",
        "DNI/NIF: {national}",
        "Tarjeta {card} de {person}",
        "Número de cuenta {account}",
        "Estimado Sr. {last}: muchas gracias.",
        "Reunión con {person} y {person}",
        "Tel. {phone}, {email}",
        "La clienta {person} se ha mudado: {address}",
    ),
    "fr": (
        "Contact : {person}, courriel {email}, téléphone {phone}",
        "Patient : {person}  N° de dossier : {mrn}  né le {birth}",
        "{person} habite {address}.",
        "Adresse : {address}",
        "N° de sécurité sociale {national}",
        "Carte {card} de {person}",
        "Numéro de compte {account}",
        "Cher Monsieur {last}, merci beaucoup.",
        "Réunion avec {person} et {person}",
        "Tél. {phone}, {email}",
        "La cliente {person} a déménagé : {address}",
    ),
}

HARMLESS: Final[dict[str, tuple[str, ...]]] = {
    "en": (
        "Order number 1002-3345-7781 placed 05/06/2026",
        "Version 3.2.1 (build 48213), released 2026-05-01",
        "Grace period: 14 days. Amount due: $1,250.00",
        "Will Smithson Consulting Ltd. invoice INV-20481",
        "Contacts Deals Companies New Contact Save Delete",
        "Mark all as read. May sales report. Rose gold watch.",
        "Serial 356938035643809, part 78-5521-90",
    ),
    "de": (
        "Bestellnummer 1002-3345-7781 vom 05.06.2026",
        "Rechnungsdatum 01.05.2026, Kundennummer 48213, Betrag 1.250,00 EUR",
        "Sehr geehrte Kundin, sehr geehrter Kunde",
        "Neuer Kontakt Anlegen Bearbeiten Löschen Suchen",
        "Die Wagner Pizza und der Müller Joghurt sind im Angebot",
        "Seriennummer 356938035643809",
        "Der neue Vertrag gilt ab 1. Juli 2026",
    ),
    "es": (
        "Número de pedido 1002-3345-7781 del 05/06/2026",
        "Fecha de factura 01/05/2026, importe 1.250,00 EUR",
        "Contactos Empresas Nuevo Editar Borrar Buscar",
        "Plaza Mayor y Puerta del Sol, puntos de recogida",
        "Número de serie 356938035643809",
        "Galletas María y jamón Navidul en oferta",
    ),
    "fr": (
        "Numéro de commande 1002-3345-7781 du 05/06/2026",
        "Date de facture 01/05/2026, montant 1 250,00 EUR",
        "Contacts Sociétés Nouveau Modifier Supprimer Rechercher",
        "Fromage Président et café Carte Noire en promotion",
        "Numéro de série 356938035643809",
        "Le contrat prend effet le 1er juillet 2026",
    ),
}


def _email(c: random.Random) -> str:
    return c.choice(
        (
            "jane.doe@example.com",
            "s.vogel@firma.example",
            "ortega_c@correo.example",
            "camille@societe.example.fr",
        )
    )


def _account(language: str) -> Callable[[random.Random], str]:
    def make(c: random.Random) -> str:
        if language not in IBANS:
            return digits("%########", c)
        country, length = IBANS[language]
        return iban(country, digits("#" * length, c), spaced=c.random() < 0.5)

    return make


def slots(language: str) -> dict[str, Slot]:
    """What the slots of a language's templates give."""
    return {
        "person": ("PERSON", lambda c: c.choice(PEOPLE[language])),
        "last": ("PERSON", lambda c: c.choice(LAST[language])),
        "email": ("EMAIL", _email),
        "phone": ("PHONE", one_of(*PHONES[language])),
        "address": ("ADDRESS", lambda c: c.choice(ADDRESSES[language])),
        "birth": ("BIRTHDATE", lambda c: c.choice(BIRTHS[language])),
        "mrn": ("MEDICAL_RECORD", one_of(*MRN[language])),
        "card": ("CARD", lambda c: card(c, ("4", "51", "55"), c.choice((" ", "-", "")))),
        "national": ("NATIONAL_ID", NATIONAL[language]),
        "account": ("ACCOUNT", _account(language)),
    }


def lines() -> list[Line]:
    """Each template three times, and every harmless line once."""
    chance = random.Random(SEED)
    made = []
    for language, templates in TEMPLATES.items():
        for template in (*templates, *templates, *templates):
            made.append(filled(template, language, slots(language), chance))
        made += [Line(language, text, ()) for text in HARMLESS[language]]
    return made


if __name__ == "__main__":
    written(PATH, lines())
