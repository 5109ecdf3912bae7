"""A second set, of what stands in apps: logs, payloads, chats, notices, calendars, file names, tables.

Its names are of many countries, as those of a firm's customers are. No rule was written for the half
`apps_held_out`; rules may be tried on the half `apps_development`.
"""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Callable, Mapping
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
)

HALVES: Final = ("apps_development", "apps_held_out")

Make = Callable[[random.Random], str]

NAMES: Final[Mapping[str, Mapping[str, tuple[str, str]]]] = {
    "apps_development": {
        "en": (
            "Imogen Darius Keisha Rhys Anoushka Leroy Philippa Emeka Saoirse Curtis",
            "Blackwood Adeyemi Chaudhry Pemberton Vandermeer Lockhart Mbeki Sutcliffe Oyelaran Fitzgerald",
        ),
        "de": (
            "Gudrun Torben Zeynep Wiebke Kevin Hannelore Anton Milena Detlef Franziska",
            "Kretschmer Aydın Wohlleben Nowak Stahlhut Çelik Grünewald Jovanović Oberhuber Tiedemann",
        ),
        "es": (
            "Begoña Iker Yolanda Ramiro Nuria Wilson Paloma Ezequiel Araceli Brayan",
            "Goicoechea Mamani Bustamante Pardo Etxeberria Choque Valverde Escobedo Llorente Cifuentes",
        ),
        "fr": (
            "Maëlys Thierry Ousmane Ghislaine Corentin Samira Édouard Rachida Maxence Bénédicte",
            "Vasseur Diallo Kerbrat Benhamou Chevrier Lacombe Sissoko Bellanger Haddou Poirot",
        ),
    },
    "apps_held_out": {
        "en": (
            "Rosalind Jamal Niamh Terrence Shreya Gwendolyn Chidi Marcus Ailsa Devonte Harriet Kwame",
            "Ashcroft Banerjee Culpepper Nwosu Holloway Trevelyan Abernathy Iqbal Winterbourne Mensah Kaur",
        ),
        "de": (
            "Roswitha Emre Heinrich Swetlana Birgit Lennart Fatma Joachim Anneliese Piotr Kilian Dragana",
            "Hasselbach Yılmaz Dombrowski Achterberg Petrović Kaltenbach Şahin Reinhold Bauernfeind Wrobel Ihle",
        ),
        "es": (
            "Remedios Unai Xiomara Leopoldo Itziar Jhon Visitación Santiago Yesenia Arnau Candelaria Ismael",
            "Arizmendi Quispe Belmonte Huamán Ferrer Otxoa Maldonado Puig Condori Alcántara Rebollo",
        ),
        "fr": (
            "Apolline Moussa Jean-Marc Khadija Servane Hugues Naïma Anthelme Capucine Youssef Théodore",
            "Konaté Marchetti Duplessis Belkacem Vaillant Ngo Courtemanche Zidane Tran Bonnefoy",
        ),
    },
}
"""Half → language → first names and family names."""

_HOSTS: Final = ("northwind.example", "post.contoso.example", "webmail.example", "stadtwerke.example.net")
STREETS: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "apps_development": {
        "en": (
            "PO Box {n}, Reno, NV {zip}",
            "{n}B Cardinal Court, Mobile, AL {zip}",
            "{n} High Street, Leeds LS1 4AB",
        ),
        "de": (
            "Zur Alten Mühle {n}, {plz} Kassel",
            "Breslauer Platz {n}, {plz} Köln",
            "Hauptstr. {n}c, {plz} Ulm",
        ),
        "es": ("Ronda de Atocha {n}, {plz} Madrid", "Plaza Nueva {n}, 1.º dcha., {plz} Bilbao"),
        "fr": ("{n}, allée des Cèdres, {plz} Pessac", "{n} quai de Bacalan, {plz} Bordeaux"),
    },
    "apps_held_out": {
        "en": (
            "{n} Juniper Hollow Rd., Asheville, NC {zip}",
            "{n} West 81st Street, New York, NY {zip}",
            "Unit 7, {n} Canal Walk, Manchester M15 4PF",
            "{n} Cedar Crescent, Ottawa ON K1S 2B9",
        ),
        "de": (
            "An der Stadtmauer {n}, {plz} Rothenburg",
            "Kurfürstendamm {n}, {plz} Berlin",
            "Bgm.-Schmidt-Str. {n}, {plz} Emden",
            "Im Winkel {n}, {plz} Celle",
        ),
        "es": (
            "C. Gran Vía {n}, 5.º izda., {plz} Bilbao",
            "Camino de los Almendros {n}, {plz} Granada",
            "Rambla de Catalunya {n}, {plz} Barcelona",
            "Travesía del Puerto {n}, {plz} Vigo",
        ),
        "fr": (
            "{n} impasse des Lilas, {plz} Rennes",
            "{n} ter, place de la Mairie, {plz} Dijon",
            "{n}, route de Lyon, {plz} Valence",
            "{n} cours Gambetta, {plz} Aix-en-Provence",
        ),
    },
}
PHONES: Final[Mapping[str, tuple[str, ...]]] = {
    "en": ("1-503-22#-7%##", "(206) 44#-3%## ext. 12", "020 7946 0#%#", "+1.416.55#.01##"),
    "de": ("+49-151-234%####", "0221 / 99%##-14", "(089) 54 32%##", "0049 40 42%###"),
    "es": ("+34 6## 44# %##", "93 2#4 %# ##", "0034 91 55% ## ##", "6%#-##-##-##"),
    "fr": ("07 8# ## %# ##", "+33.6.12.%#.##.##", "0033 1 45 %# ## ##", "05-56-%#-##-##"),
}
BIRTHS: Final[Mapping[str, tuple[str, ...]]] = {
    "en": ("{d} {mon} {y}", "{m}-{d}-{y}", "{mon} {d} {y}"),
    "de": ("{d}.{m}.{yy}", "{d}. {mon} {y}", "{y}-{m}-{d}"),
    "es": ("{d}.{m}.{y}", "{d} de {mon} de {y}", "{y}/{m}/{d}"),
    "fr": ("{d}-{m}-{y}", "{d} {mon} {y}", "{d}/{m}/{yy}"),
}
_MONTHS: Final = {"en": "Feb", "de": "Februar", "es": "febrero", "fr": "février"}
MRN: Final = ("%######", "A-%####-##", "0#-%###-%###")
NATIONAL: Final[Mapping[str, Make]] = {
    "en": lambda c: digits("12%-4#-%###", c),
    "de": german_number,
    "es": spanish_number,
    "fr": french_number,
}
_BODIES: Final = {"de": ("DE", 18), "es": ("ES", 20), "fr": ("FR", 23)}

TEMPLATES: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "apps_development": {
        "en": (
            "{person} commented on your ticket 2 hours ago",
            '{{"name": "{person}", "phone": "{phone}", "dob": "{birth}"}}',
            "Assigned to {person} · Reported by {person}",
            "Re: your viewing at {address}",
            "contact_{in_file}_signed.pdf was uploaded",
            "SSN ending: no. Full SSN on file: {national}",
            "Chart #{mrn} merged by {person}",
            "Card {card} was charged $41.20",
        ),
        "de": (
            "{person} hat vor 2 Stunden kommentiert",
            "Zuständig: {person}, Vertretung: {person}",
            "Besichtigung: {address}, Rückruf {phone}",
            "geb.: {birth} / Versichertennr.: {national}",
            "Vertrag_{last}.pdf wurde hochgeladen",
            "Lastschrift von {account} ({person})",
            "Patient Nr. {mrn}: {person}",
            "Karte {card} belastet",
        ),
        "es": (
            "{person} ha comentado hace 2 horas",
            "Responsable: {person}; suplente: {person}",
            "Visita en {address}, llamar al {phone}",
            "F. nac.: {birth} · NIF: {national}",
            "Cargo en la cuenta {account} de {person}",
            "Paciente n.º {mrn}: {person}",
            "Tarjeta {card} cobrada",
        ),
        "fr": (
            "{person} a commenté il y a 2 heures",
            "Responsable : {person} ; suppléant : {person}",
            "Visite au {address}, rappeler le {phone}",
            "Né(e) le {birth} · N° de sécu : {national}",
            "Prélèvement sur {account} ({person})",
            "Patient n° {mrn} : {person}",
            "Carte {card} débitée",
        ),
    },
    "apps_held_out": {
        "en": (
            "Approved by {person} on 11/18/2026 at 09:42",
            "{person} invited {email} to the workspace",
            "2026-11-20T08:14:03Z INFO user={email} tel={phone} action=login",
            '{{"customer": {{"fullName": "{person}", "email": "{email}", "birthDate": "{birth}"}}}}',
            "@{first} can you ring {phone}? They moved to {address}",
            "Invoice to: {person}\n{address}",
            "You and {person} have a meeting tomorrow at 10:00",
            "Owner {person}, last edited by {person}",
            "Patient ID {mrn} - {last_first} - born {birth}",
            "New lead: {person} ({phone})",
            "Refund to card {card} for {person} was approved",
            "Policy holder's SSN is {national}, DOB {birth}",
            "Wire to account no. {account}, beneficiary {person}",
            "Signed: {person}, Notary",
            "Delivered to {person} at the front desk, {address}",
            "Sent from {first}'s phone",
        ),
        "de": (
            "Freigegeben von {person} am 18.11.2026 um 09:42",
            "{person} hat {email} eingeladen",
            "Benutzer={email};Telefon={phone};Aktion=Anmeldung",
            "@{first} ruf bitte {phone} an, neue Adresse: {address}",
            "Rechnung an: {person}\n{address}",
            "Sie und {person} haben morgen um 10 Uhr einen Termin",
            "Bearbeitet von {person}, erfasst von {person}",
            "Patienten-ID {mrn} - {last_first} - geboren {birth}",
            "Neuer Interessent: {person} ({phone})",
            "Erstattung auf Karte {card} für {person} freigegeben",
            "Rentenversicherungsnummer {national}, geb. am {birth}",
            "Überweisung auf {account}, Begünstigter {person}",
            "gez. {person}",
            "Beim Empfang abgegeben für {person}, {address}",
            "Viele Grüße\n{first}",
        ),
        "es": (
            "Aprobado por {person} el 18/11/2026 a las 09:42",
            "{person} ha invitado a {email}",
            "usuario={email};teléfono={phone};acción=acceso",
            "@{first}, llama al {phone}; nueva dirección: {address}",
            "Facturar a: {person}\n{address}",
            "Usted y {person} tienen una reunión mañana a las 10",
            "Editado por {person}, creado por {person}",
            "ID de paciente {mrn} - {last_first} - nacido el {birth}",
            "Nuevo cliente potencial: {person} ({phone})",
            "Reembolso a la tarjeta {card} de {person} aprobado",
            "El DNI del asegurado es {national}, nacimiento {birth}",
            "Transferencia a {account}, beneficiario {person}",
            "Fdo.: {person}",
            "Entregado a {person} en recepción, {address}",
            "Un saludo,\n{first}",
        ),
        "fr": (
            "Approuvé par {person} le 18/11/2026 à 09:42",
            "{person} a invité {email}",
            "utilisateur={email};téléphone={phone};action=connexion",
            "@{first} peux-tu appeler le {phone} ? Nouvelle adresse : {address}",
            "Facturer à : {person}\n{address}",
            "Vous et {person} avez une réunion demain à 10 h",
            "Modifié par {person}, créé par {person}",
            "ID patient {mrn} - {last_first} - né le {birth}",
            "Nouveau prospect : {person} ({phone})",
            "Remboursement sur la carte {card} de {person} approuvé",
            "Le NIR de l'assuré est {national}, naissance {birth}",
            "Virement vers {account}, bénéficiaire {person}",
            "Signé : {person}",
            "Remis à {person} à l'accueil, {address}",
            "Bien cordialement,\n{first}",
        ),
    },
}

HARMLESS: Final[Mapping[str, tuple[str, ...]]] = {
    "en": (
        "Deploy 8f2c1e to production-eu-west-3 took 4m 12s",
        "Sprint 42 ends Friday; 17 of 23 points done",
        "Washington office closed, Phoenix office open, Jordan region delayed",
        "PO-2026-118834 received, 1200 units, batch 20261118-04",
        "Accounts Payable · Due 12/01/2026 · Net 30",
        "New York Stock Exchange opens at 9:30 am",
    ),
    "de": (
        "Auftrag 2026-118834 eingegangen, 1200 Stück, Charge 20261118-04",
        "Kostenstelle 4711, Sachkonto 680000, fällig am 01.12.2026",
        "Standort Essen geschlossen, Standort Halle geöffnet",
        "Rückruf im Bereich Technik bis 18 Uhr",
        "Guten Morgen, Ihr Konto ist bestätigt",
        "Mercedes Sprinter, Baujahr 2019, 84.500 km",
    ),
    "es": (
        "Pedido 2026-118834 recibido, 1200 unidades, lote 20261118-04",
        "Centro de coste 4711, cuenta contable 680000, vence el 01/12/2026",
        "Oficina de Santiago cerrada, oficina de Mercedes abierta",
        "Buenos días, su cuenta está confirmada",
        "Semana Santa: cerrado del 2 al 5 de abril",
        "Banco Santander, Caja Rural y La Caixa",
    ),
    "fr": (
        "Commande 2026-118834 reçue, 1200 unités, lot 20261118-04",
        "Centre de coût 4711, compte général 680000, échéance 01/12/2026",
        "Agence de Nancy fermée, agence de Lourdes ouverte",
        "Bonjour, votre compte est confirmé",
        "Renault Mégane, Citroën Berlingo : deux véhicules",
        "Rue fermée pour travaux jusqu'au 3 décembre",
    ),
}


def _plain(word: str) -> str:
    """Without accents, as it stands in an address."""
    return unicodedata.normalize("NFKD", word.casefold().replace("ı", "i")).encode("ascii", "ignore").decode()


def slots(half: str, language: str) -> dict[str, Slot]:
    """What the slots of a half's templates give in a language."""
    firsts, lasts = (told.split() for told in NAMES[half][language])

    def email(c: random.Random) -> str:
        return f"{_plain(c.choice(firsts))}{c.choice('._-')}{_plain(c.choice(lasts))}@{c.choice(_HOSTS)}"

    def birth(c: random.Random) -> str:
        year = c.randint(1941, 2011)
        return c.choice(BIRTHS[language]).format(
            d=c.randint(10, 28),
            m=f"{c.randint(1, 12):02}",
            mon=_MONTHS[language],
            y=year,
            yy=f"{year % 100:02}",
        )

    def address(c: random.Random) -> str:
        return c.choice(STREETS[half][language]).format(
            n=c.randint(2, 240), zip=digits("8%0##", c), plz=c.choice(("34117", "48003", "69002"))
        )

    def account(c: random.Random) -> str:
        if language == "en":
            return digits("%###########", c)
        country, length = _BODIES[language]
        return iban(country, digits("%" + "#" * (length - 1), c), spaced=c.random() < 0.5)

    return {
        "person": ("PERSON", lambda c: f"{c.choice(firsts)} {c.choice(lasts)}"),
        "first": ("PERSON", lambda c: c.choice(firsts)),
        "last": ("PERSON", lambda c: c.choice(lasts)),
        "last_first": ("PERSON", lambda c: f"{c.choice(lasts)}, {c.choice(firsts)}"),
        "in_file": ("PERSON", lambda c: f"{c.choice(lasts)}_{c.choice(firsts)}"),
        "email": ("EMAIL", email),
        "phone": ("PHONE", one_of(*PHONES[language])),
        "address": ("ADDRESS", address),
        "birth": ("BIRTHDATE", birth),
        "mrn": ("MEDICAL_RECORD", one_of(*MRN)),
        "card": ("CARD", lambda c: card(c, ("4111", "5105", "4970", "2720"), c.choice((" ", "-", "")))),
        "national": ("NATIONAL_ID", NATIONAL[language]),
        "account": ("ACCOUNT", account),
    }


def lines(half: str) -> list[Line]:
    """Each template twice, and in the held-out half every harmless line once."""
    chance = random.Random(half)
    made = []
    for language, templates in TEMPLATES[half].items():
        given = slots(half, language)
        made += [filled(template, language, given, chance) for template in (*templates, *templates)]
        if half == "apps_held_out":
            made += [Line(language, text, ()) for text in HARMLESS[language]]
    return [_unescaped(line) for line in made]


def _unescaped(line: Line) -> Line:
    """Braces are doubled in templates, since single ones are slots; none is before a label's end alone."""
    if "{{" not in line.text:
        return line
    text = line.text.replace("{{", "{").replace("}}", "}")

    def moved(at: int) -> int:
        return at - line.text.count("{{", 0, at) - line.text.count("}}", 0, at)

    return Line(line.language, text, tuple((moved(s), moved(e), kind) for s, e, kind in line.labels))
