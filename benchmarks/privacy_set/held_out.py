"""Writes `held_out.jsonl`: the half that no rule was written for. It was made before there was any rule, of
other templates, names, streets and forms than the half for development, and is not to be changed to fit.
(Once it was: the addresses' hosts ended in names that the compared tool takes for no hosts.)

`python -m benchmarks.privacy_set.held_out`
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

PATH: Final = Path(__file__).parent / "held_out.jsonl"
SEED: Final = "held out"

Make = Callable[[random.Random], str]

FIRST: Final = {
    "en": "Margaret Tyrone Priya Oluwaseun Hannah Gareth Siobhan Desmond Caitlin Ravi Beatrice Malcolm".split(),
    "de": "Katharina Thorsten Ayşe Friedrich Annegret Jürgen Svenja Bartosz Ingrid Holger Leonie Mehmet".split(),
    "es": "Inmaculada Joaquín Rocío Álvaro Ximena Ignacio Montserrat Gonzalo Noelia Fermín Lucía Aitor".split(),
    "fr": "Geneviève Thibault Aïcha Yannick Solène Baptiste Odile Mamadou Clémence Gaston Fatou Loïc".split(),
}
LAST: Final = {
    "en": "Whitcombe Okafor Patel O'Donnell Hargreaves Nakamura Brightwell McAllister Dunne Featherstone".split(),
    "de": "Schönfelder Yıldız Brandstätter Kowalski Nußbaum Petersen Hufnagel Öztürk Lindemann Rademacher".split(),
    "es": "Echeverría Villalobos Zamora Ibáñez Carrasco Quiroga Montenegro Salvatierra Peñalver Urrutia".split(),
    "fr": "Lefebvre Delacroix N'Diaye Bouchard Carpentier Guérin Traoré Montagnier Pelletier Rousselot".split(),
}
MAILS: Final = (
    "post.example.net",
    "mail.acme.example.com",
    "uni-west.example.org",
    "familie.example.net",
    "clinic.example.org",
)
STREETS: Final = {
    "en": (
        "{n} Larkspur Lane, Dayton, OH {zip}",
        "{n} N. Westminster Blvd, Apt 4B, Tulsa, OK {zip}",
        "Flat 3, {n} Pembroke Road, Bristol BS8 3DX",
        "{n} Old Mill Drive, Boise, ID {zip}",
    ),
    "de": (
        "Ahornweg {n}, {plz} Freiburg",
        "Prinz-Eugen-Straße {n}a, {plz} Karlsruhe",
        "Am Alten Markt {n}, {plz} Bamberg",
        "Goethestr. {n}, {plz} Göttingen",
    ),
    "es": (
        "Calle de la Paloma {n}, 3.º B, {plz} Madrid",
        "Avda. del Mediterráneo {n}, {plz} Valencia",
        "Paseo de los Olmos, {n}, {plz} Zaragoza",
        "C/ Real {n}, {plz} La Coruña",
    ),
    "fr": (
        "{n} rue des Tilleuls, {plz} Nantes",
        "{n} bis, avenue Victor-Hugo, {plz} Lyon",
        "{n}, chemin du Moulin, {plz} Annecy",
        "{n} boulevard de la Liberté, {plz} Lille",
    ),
}
PHONES: Final = {
    "en": ("(61#) 34#-2%##", "+1 20#-23#-4###", "+44 7700 900###", "31#.45#.7###"),
    "de": ("0761 / 45 ## ##%", "+49 (0)30 2345 ##%", "0171-345 ## ##", "+49 89 4567%#-0"),
    "es": ("61# ## ## ##", "+34 91 3## ## ##", "(+34) 93 4## ## ##", "95#-21-##-##"),
    "fr": ("06 1# ## ## ##", "+33 1 4# ## ## ##", "+33 (0)4 72 ## ## ##", "01.45.##.##.##"),
}
BIRTHS: Final = {
    "en": ("{m}/{d}/{y}", "{y}-{m}-{d}", "March {d}, {y}", "{d} October {y}"),
    "de": ("{d}.{m}.{y}", "{d}. Oktober {y}", "{y}-{m}-{d}"),
    "es": ("{d}/{m}/{y}", "{d} de marzo de {y}", "{d}-{m}-{y}"),
    "fr": ("{d}/{m}/{y}", "{d} juillet {y}", "{d}.{m}.{y}"),
}
MRN: Final = {
    "en": ("MRN-0##%%##", "4#-##-##%", "H%#######"),
    "de": ("P-20##-%####", "77#####%", "KH%#####"),
    "es": ("HC-%#####", "NHC%######", "2%-######"),
    "fr": ("IPP8#######", "D%#-####", "90######%"),
}
ACCOUNT: Final = {
    "en": lambda c: digits("%#########", c),
    "de": lambda c: iban("DE", digits("%#################", c), spaced=c.random() < 0.6),
    "es": lambda c: iban("ES", digits("%###################", c), spaced=c.random() < 0.6),
    "fr": lambda c: iban("FR", digits("%#####################", c) + "1", spaced=c.random() < 0.6),
}
NATIONAL: Final[dict[str, Make]] = {
    "en": lambda c: digits(c.choice(("21%-4#-%###", "53%-0%-%###", "40% 3% %###")), c),
    "de": german_number,
    "es": spanish_number,
    "fr": french_number,
}

TEMPLATES: Final[dict[str, tuple[str, ...]]] = {
    "en": (
        "Please call {person} back on {phone} before noon.",
        "Patient {person}, born {birth}, MRN {mrn}, arrived by ambulance.",
        "Ship to: {person}, {address}",
        "Forwarded message from {person} <{email}>",
        "Card on file: {card} (exp. 09/28), holder {person}",
        "SSN {national} verified on 2026-10-02 against the HR record",
        "Account number {account} at First Harbor Bank, routing 021000021",
        "DOB: {birth}   Sex: F   Chart no. {mrn}",
        "Hi {first}, could you send the slides to {email}? Thanks, {first}",
        "| {person} | {email} | {phone} | active |",
        "Mr. {last} asked us to change his address to {address}.",
        "Dr. {person} signed the discharge letter for record {mrn}.",
        "{email} was invited by {person} on 12 November",
        "Employee {person} (social security number: {national}) starts Monday",
        "Payment by Visa {card} declined; customer phone {phone}",
        "Emergency contact: {person}, {phone}, mother",
        "Name: {last_first}  Date of birth: {birth}",
        "Direct deposit to acct # {account}, {person}",
        "Reach me at {email} or {phone}.",
        "Attendees: {person}, {person} and {person}",
        "Billing address {address} was confirmed by {email}",
    ),
    "de": (
        "Bitte rufen Sie {person} unter {phone} zurück.",
        "Patientin {person}, geb. {birth}, Patientennummer {mrn}, wurde verlegt.",
        "Lieferanschrift: {person}, {address}",
        "Weitergeleitet von {person} <{email}>",
        "Kreditkarte {card}, Inhaberin {person}",
        "Sozialversicherungsnummer: {national}",
        "Überweisung an IBAN {account}, Verwendungszweck Miete",
        "Geburtsdatum: {birth}  Fallnummer: {mrn}",
        "Hallo {first}, schick die Unterlagen bitte an {email}. Gruß {first}",
        "{person};{email};{phone};aktiv",
        "Herr {last} wohnt jetzt {address}.",
        "Frau Dr. {last} hat die Akte {mrn} abgezeichnet.",
        "Ansprechpartnerin ist {person}, Durchwahl {phone}",
        "Rentenversicherungsnr. {national} von {person} liegt vor",
        "Kontoinhaber {person}, Konto {account}",
        "Notfallkontakt: {person} (Ehemann), Mobil {phone}",
        "Nachname, Vorname: {last_first} – geboren am {birth}",
        "Die Rechnung geht an {email}, zu Händen {person}.",
        "Sehr geehrte Frau {last}, Ihr Termin ist bestätigt.",
        "Teilnehmer: {person}, {person}",
        "Abgebucht wird von der Karte {card}.",
    ),
    "es": (
        "Llame a {person} al {phone} antes de las 12.",
        "Paciente {person}, nacida el {birth}, historia clínica {mrn}.",
        "Enviar a: {person}, {address}",
        "Mensaje reenviado de {person} <{email}>",
        "Tarjeta {card}, titular {person}",
        "DNI {national} comprobado el 02/10/2026",
        "Transferencia a la cuenta {account}, concepto alquiler",
        "Fecha de nacimiento: {birth}  N.º de historia: {mrn}",
        "Hola {first}, manda el informe a {email}, por favor. Un abrazo, {first}",
        "{person} | {email} | {phone}",
        "El señor {last} se ha mudado a {address}.",
        "La Dra. {last} firmó el alta del expediente {mrn}.",
        "Contacto: {person}, móvil {phone}",
        "Empleado {person} con DNI {national} empieza el lunes",
        "Titular de la cuenta: {person}, IBAN {account}",
        "En caso de emergencia: {person} (madre), tel. {phone}",
        "Apellidos y nombre: {last_first}. Nacido el {birth}",
        "La factura se envía a {email}, a la atención de {person}.",
        "Estimada señora {last}: su cita está confirmada.",
        "Asistentes: {person}, {person}",
        "Se cobrará en la tarjeta {card}.",
    ),
    "fr": (
        "Merci de rappeler {person} au {phone} avant midi.",
        "Patiente {person}, née le {birth}, dossier n° {mrn}.",
        "Livrer à : {person}, {address}",
        "Message transféré de {person} <{email}>",
        "Carte bancaire {card}, titulaire {person}",
        "Numéro de sécurité sociale : {national}",
        "Virement sur le compte {account}, motif loyer",
        "Date de naissance : {birth}  IPP : {mrn}",
        "Bonjour {first}, envoie le rapport à {email}, merci. Bises, {first}",
        "{person} ; {email} ; {phone}",
        "Monsieur {last} habite désormais {address}.",
        "Le Dr {last} a signé la sortie du dossier {mrn}.",
        "Interlocutrice : {person}, portable {phone}",
        "La salariée {person} (NIR {national}) commence lundi",
        "Titulaire du compte : {person}, IBAN {account}",
        "Personne à prévenir : {person} (mère), tél. {phone}",
        "Nom et prénom : {last_first}, né le {birth}",
        "La facture part à {email}, à l'attention de {person}.",
        "Chère Madame {last}, votre rendez-vous est confirmé.",
        "Participants : {person}, {person}",
        "Le montant sera débité de la carte {card}.",
    ),
}

HARMLESS: Final[dict[str, tuple[str, ...]]] = {
    "en": (
        "Order 4500-1182-9934 was shipped on 11/03/2026 with tracking 1Z999AA10123456784",
        "Upgrade from version 10.4.2.118 to 11.0.0 took 00:14:32",
        "The Johnson ratio and the Harvey method were compared in chapter 12",
        "Invoice 2026-000417 of March 14, 2026, total USD 12,480.00",
        "Mason jars, Victoria sponge, Earl Grey: three items in stock",
        "SKU 5901234123457 moved from aisle 12 to aisle 34",
        "Meeting room Lincoln is booked 10:30-11:45 on 2026-11-23",
        "Build 20261121.4 finished in 412 s, 1,204 tests passed",
        "Save changes? Your session expires in 15 minutes.",
        "Open Dashboard Settings Help Sign Out",
        "Paris Charlotte Austin Madison Jackson: pick a warehouse city",
        "Ticket #88412 priority High assigned to Billing Team",
    ),
    "de": (
        "Bestellung 4500 1182 9934 wurde am 03.11.2026 versandt",
        "Rechnung Nr. 2026-000417 vom 14.03.2026 über 12.480,00 EUR",
        "Artikel 4006381333931, Lagerplatz 12-34-56, Menge 120",
        "Version 7.12.4 ersetzt 7.11.0 am 01.12.2026",
        "Die Frankfurter Würstchen und der Berliner Pfannkuchen sind ausverkauft",
        "Speichern Abbrechen Weiter Zurück Drucken",
        "Raum Humboldt ist von 10:30 bis 11:45 Uhr belegt",
        "Neue Kunden im Quartal: 1.284, Umsatz 98.450 EUR",
        "Sehr geehrte Damen und Herren, wir bestätigen den Eingang.",
        "Die Siemens Anlage und der Bosch Trockner sind bestellt",
        "Ticket 88412, Priorität Hoch, Gruppe Buchhaltung",
        "Der Liefertermin ist der 24. Dezember 2026",
    ),
    "es": (
        "El pedido 4500-1182-9934 salió el 03/11/2026",
        "Factura 2026-000417 del 14 de marzo de 2026, total 12.480,00 EUR",
        "Artículo 8412345678905, pasillo 12, cantidad 120",
        "La versión 7.12.4 sustituye a la 7.11.0",
        "Guardar Cancelar Siguiente Volver Imprimir",
        "La Sala Cervantes está reservada de 10:30 a 11:45",
        "Santa Cruz y San Sebastián: almacenes del norte",
        "Vino Marqués de Riscal, aceite Carbonell, galletas María",
        "Estimados señores: confirmamos la recepción.",
        "Incidencia 88412, prioridad alta, grupo Contabilidad",
        "La entrega será el 24 de diciembre de 2026",
        "Clientes nuevos en el trimestre: 1.284",
    ),
    "fr": (
        "La commande 4500-1182-9934 est partie le 03/11/2026",
        "Facture 2026-000417 du 14 mars 2026, total 12 480,00 EUR",
        "Article 3017620422003, allée 12, quantité 120",
        "La version 7.12.4 remplace la 7.11.0",
        "Enregistrer Annuler Suivant Retour Imprimer",
        "La salle Voltaire est réservée de 10h30 à 11h45",
        "Crème Chantilly, tarte Tatin, poire Belle Hélène au menu",
        "Saint-Étienne, Saint-Malo et Nancy : entrepôts ouverts",
        "Madame, Monsieur, nous accusons réception de votre demande.",
        "Incident 88412, priorité haute, groupe Comptabilité",
        "La livraison est prévue le 24 décembre 2026",
        "Nouveaux clients du trimestre : 1 284",
    ),
}


def _person(language: str) -> Make:
    return lambda c: f"{c.choice(FIRST[language])} {c.choice(LAST[language])}"


def _email(c: random.Random) -> str:
    language = c.choice(("en", "de", "es", "fr"))
    plain = c.choice(LAST[language]).casefold().encode("ascii", "ignore").decode().replace("'", "")
    return f"{c.choice('abcdefgh')}{c.choice(('.', '_', ''))}{plain}{c.choice(('', '77', '+crm'))}@{c.choice(MAILS)}"


def _birth(language: str) -> Make:
    def make(c: random.Random) -> str:
        form = c.choice(BIRTHS[language])
        return form.format(d=c.randint(10, 28), m=f"{c.randint(1, 12):02}", y=c.randint(1938, 2012))

    return make


def _address(language: str) -> Make:
    def make(c: random.Random) -> str:
        form = c.choice(STREETS[language])
        return form.format(
            n=c.randint(2, 188), zip=digits("4%0##", c), plz=c.choice(("28013", "79098", "44000"))
        )

    return make


def slots(language: str) -> dict[str, Slot]:
    """What the slots of a language's templates give."""
    return {
        "person": ("PERSON", _person(language)),
        "first": ("PERSON", lambda c: c.choice(FIRST[language])),
        "last": ("PERSON", lambda c: c.choice(LAST[language])),
        "last_first": ("PERSON", lambda c: f"{c.choice(LAST[language])}, {c.choice(FIRST[language])}"),
        "email": ("EMAIL", _email),
        "phone": ("PHONE", one_of(*PHONES[language])),
        "address": ("ADDRESS", _address(language)),
        "birth": ("BIRTHDATE", _birth(language)),
        "mrn": ("MEDICAL_RECORD", one_of(*MRN[language])),
        "card": ("CARD", lambda c: card(c, ("4539", "4716", "5425", "2221"), c.choice((" ", "-", "")))),
        "national": ("NATIONAL_ID", NATIONAL[language]),
        "account": ("ACCOUNT", ACCOUNT[language]),
    }


def lines() -> list[Line]:
    """Each template twice, and every harmless line once."""
    chance = random.Random(SEED)
    made = []
    for language, templates in TEMPLATES.items():
        for template in (*templates, *templates):
            made.append(filled(template, language, slots(language), chance))
        made += [Line(language, text, ()) for text in HARMLESS[language]]
    return made


if __name__ == "__main__":
    written(PATH, lines())
