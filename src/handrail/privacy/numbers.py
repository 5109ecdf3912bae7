"""Recognisers of what is written in digits: cards, accounts, identity and record numbers, phones, births.

A number that carries its own check needs no more; another one is personal only by the words before it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from typing import Any, Final

from handrail.privacy.checks import (
    bare,
    is_card,
    is_french_number,
    is_german_number,
    is_german_tax_number,
    is_iban,
    is_spanish_number,
    is_us_number,
)
from handrail.privacy.finding import Finding, Kind

Recogniser = Callable[[str], Iterator[Finding]]

_LINK: Final = (
    r"(?:\s*(?:[\"']|is|was|lautet|ist|es|est|n[or]?\b\.?|nr\b\.?|n\.?\s?[º°]|num\b\.?|[#№:=–-]|\(|\))){0,5}"
    r"\s*"
)
"""What may stand between a word and its number: `no.`, `Nr.`, `n°`, a colon."""
_ID: Final = (
    r"(?P<id>(?=[A-Z0-9./-]*\d[A-Z0-9./-]*\d[A-Z0-9./-]*\d)[A-Z0-9](?:[A-Z0-9./-]*[A-Z0-9]))(?![\w-])"
)
"""A number or a code with three digits or more."""


def _always(text: str) -> bool:
    """The words before the number say enough."""
    return bool(text)


def _said(words: str, value: str, flags: int = re.IGNORECASE) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{words})(?!\w){_LINK}{value}", flags)


# ---- cards ------------------------------------------------------------------------------------------------

_CARD: Final = re.compile(r"(?<![\w.+-])\d(?:[ -]?\d){12,18}(?![\w-]|\.\d)")


def cards(text: str) -> Iterator[Finding]:
    for match in _CARD.finditer(text):
        if is_card(match[0]):
            yield Finding(match.start(), match.end(), "CARD", 0.98, "passes the check of card numbers")


# ---- accounts ---------------------------------------------------------------------------------------------

_IBAN: Final = re.compile(r"(?<!\w)[A-Z]{2}\d{2}(?:[ ]?[A-Z0-9]{1,4}){3,8}(?!\w)", re.IGNORECASE)
_ACCOUNT: Final = _said(
    r"(?:bank |checking |savings |deposit )?(?:account|acct|a/c)(?:[\s_]?(?:number|num|no))?\.?|kontonummer|"
    r"konto(?:-?nr\.?)?|bankverbindung|(?:n[úu]mero de )?cuenta(?: bancaria| corriente)?|ccc|"
    r"(?:num[ée]ro de )?compte(?: bancaire| courant)?|rib",
    r"(?P<id>\d(?:[ -]?\d){5,19})(?![\w-])",
)


def accounts(text: str) -> Iterator[Finding]:
    for match in _IBAN.finditer(text):
        end = _iban_end(match[0])
        if end:
            yield Finding(match.start(), match.start() + end, "ACCOUNT", 0.99, "passes the check of an IBAN")
    for match in _ACCOUNT.finditer(text):
        yield Finding(*match.span("id"), "ACCOUNT", 0.85, "stands behind a word for an account")


def _iban_end(text: str) -> int:
    """Where the account number that a run of letters and digits begins with is over; 0 for none."""
    ends = [at for at in range(len(text), 14, -1) if at == len(text) or text[at] == " "]
    return next((end for end in ends if is_iban(text[:end])), 0)


# ---- identity numbers -------------------------------------------------------------------------------------

_CHECKED: Final[tuple[tuple[re.Pattern[str], Callable[[str], bool], float], ...]] = (
    (re.compile(r"(?<![\w-])\d{3}-\d{2}-\d{4}(?![\w-])"), is_us_number, 0.9),
    (re.compile(r"(?<!\w)[12][ .]?\d\d[ .]?\d\d[ .]?(?:\d\d|2[AB])[ .]?\d{3}[ .]?\d{3}[ .]?\d\d(?!\w)"),
     is_french_number, 0.99),
    (re.compile(r"(?<![\w-])(?:\d{8}|\d{2}\.\d{3}\.\d{3}|[XYZ]-?\d{7})[- ]?[A-Z](?![\w-])"),
     is_spanish_number, 0.95),
    (re.compile(r"(?<!\w)\d{2} ?\d{6} ?[A-Z] ?\d{3}(?!\w)"), is_german_number, 0.97),
)  # fmt: skip
_BRITISH: Final = re.compile(
    r"(?<!\w)(?!BG|GB|NK|KN|TN|NT|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d\d ?\d\d ?\d\d ?[A-D](?!\w)"
)
_SAID: Final[tuple[tuple[re.Pattern[str], Callable[[str], bool]], ...]] = (
    (_said(r"ssn|social[ -]security(?:\s(?:number|num|no))?\.?|social",
           r"(?P<id>\d{3}[ -]?\d{2}[ -]?\d{4})(?!\w)"),
     is_us_number),
    (_said(r"ssn|ni(?:no| number| no\.?)|national insurance(?:\s(?:number|num|no))?\.?",
           r"(?P<id>[A-Z]{2} ?\d\d ?\d\d ?\d\d ?[A-Z])(?!\w)"),
     _always),
    (_said(r"(?:sozial|renten)versicherungs(?:nummer|-?nr\.?)|sv-?(?:nummer|nr\.?)",
           r"(?P<id>\d{2} ?\d{6} ?[A-Z] ?\d{3}|\d{4} ?\d{6})(?!\w)"),
     _always),
    (_said(r"steuer-?id(?:entifikationsnummer|nr\.?)?|idnr\.?|steuer-?identifikationsnummer",
           r"(?P<id>\d(?:[ ]?\d){10})(?!\w)"), is_german_tax_number),
    (_said(r"(?:(?:reise)?pass|(?:personal)?ausweis|führerschein)-?(?:nummer|nr\.?)|ahv-?(?:nummer|nr\.?)?|"
           r"(?:passport|identity card|id card|driv(?:er'?s|ing) licen[cs]e)(?:\s(?:number|num|no))\.?|"
           r"tax file number|tfn|aadhaar|bsn|pesel|cpf|curp|personnummer|codice fiscale|(?:n[°º] )?avs|"
           r"(?:n[°º] (?:de )?|num[ée]ro (?:de )?)(?:passeport|permis(?: de conduire)?|carte d'identité)|"
           r"(?:n[°º] (?:de )?|n[úu]mero de )?(?:pasaporte|c[ée]dula)",
           r"(?P<id>(?=(?:[A-Z./-]* ?\d){4})[A-Z0-9](?:[./-]?[A-Z0-9]| \d){5,19})(?!\w)"), _always),
)  # fmt: skip


def national_ids(text: str) -> Iterator[Finding]:
    for pattern, fits, score in _CHECKED:
        for match in pattern.finditer(text):
            if fits(match[0]):
                yield Finding(
                    match.start(), match.end(), "NATIONAL_ID", score, "passes the number's own rules"
                )
    for match in _BRITISH.finditer(text):
        yield Finding(match.start(), match.end(), "NATIONAL_ID", 0.8, "has the form of an insurance number")
    for pattern, fits in _SAID:
        for match in pattern.finditer(text):
            if fits(match["id"]):
                yield Finding(*match.span("id"), "NATIONAL_ID", 0.97, "stands behind a word for it")


# ---- medical record numbers -------------------------------------------------------------------------------

_RECORD: Final = _said(
    r"mrn|m\.r\.n\.|medical record(?:\s(?:number|num|no))?\.?|chart(?:\s(?:number|no))\.?|"
    r"patient(?:en)?[ -]?(?:id|number|no|nr|nummer)\.?|patient identifier|krankenaktennummer|"
    r"id (?:de |del |du )?(?:paciente|patiente?)|"
    r"fall(?:nummer|-?nr\.?)|(?:n\.?\s?[º°]\s|n[úu]mero de )?(?:de )?historia(?: cl[íi]nica)?|nhc|"
    r"(?:num[ée]ro de )?dossier(?: m[ée]dical| patient)?|ipp|num[ée]ro de patient",
    _ID,
)
_FILE: Final = _said(r"(?:for |the )?record|akte|krankenakte|expediente|chart", _ID)
_NUMBERED: Final = re.compile(
    r"(?<!\w)(?:patient(?:in|e|en)?|paciente|chart|krankenakte|akte|expediente|historia|dossier)\s?"
    rf"(?:[#№]|(?:n[or]|num|nr|n\.?\s?[º°])\b\.?|n\.?[º°])\s?:?\s?{_ID}",
    re.IGNORECASE,
)
"""A patient who is a number, or whose file is."""
_MEDICAL: Final = re.compile(
    r"\b(?:patient|dr|dra|doctor|hospital|clinic|ward|discharge|admission|diagnos\w*|arzt|ärztin|"
    r"klinik|station|"
    r"krankenhaus|entlass\w*|paciente|m[ée]dic[oa]|alta|ingreso|m[ée]decin|h[ôo]pital|sortie)\w{0,3}\b",
    re.IGNORECASE,
)


_BRITISH_PATIENT: Final = _said(r"nhs(?:\s(?:number|num|no))?\.?", r"(?P<id>\d{3}[ -]?\d{3}[ -]?\d{4})(?!\w)")


def medical_records(text: str) -> Iterator[Finding]:
    for match in _RECORD.finditer(text):
        yield Finding(*match.span("id"), "MEDICAL_RECORD", 0.9, "stands behind a word for a medical record")
    for match in _BRITISH_PATIENT.finditer(text):
        yield Finding(
            *match.span("id"), "MEDICAL_RECORD", 0.96, "stands behind a word for a patient's number"
        )
    for match in _NUMBERED.finditer(text):
        yield Finding(
            *match.span("id"), "MEDICAL_RECORD", 0.88, "is the number of a patient or a patient's file"
        )
    if _MEDICAL.search(text):
        for match in _FILE.finditer(text):
            yield Finding(*match.span("id"), "MEDICAL_RECORD", 0.75, "a file number among medical words")


# ---- dates of birth ---------------------------------------------------------------------------------------

_MONTHS: Final = (
    r"jan(?:uary|uar|vier)?|enero|ene|feb(?:ruary|ruar|rero)?|f[ée]v(?:rier|r)?|mar(?:ch|zo|s)?|märz|"
    r"mrz|apr(?:il)?|abr(?:il)?|"
    r"avr(?:il)?|may|mai|mayo|june?|juni|junio|juin|july?|juli|julio|juil(?:let)?|aug(?:ust)?|"
    r"ago(?:sto)?|ao[ûu]t|"
    r"sept?(?:ember|iembre|embre)?|o[ck]t(?:ober|ubre|obre)?|nov(?:ember|iembre|embre)?|"
    r"de[cz](?:ember)?|dic(?:iembre)?|d[ée]c(?:embre)?"
)
DATE: Final = (
    r"(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./] ?\d{1,2}[-./] ?(?:\d{4}|\d{2})"
    rf"|(?:{_MONTHS})\.? \d{{1,2}}(?:st|nd|rd|th)?,? \d{{4}}"
    rf"|\d{{1,2}}(?:\.|st|nd|rd|th|er)?(?: de| of)? (?:{_MONTHS})\.?,?(?: de| del)? \d{{4}})"
)
_BIRTH: Final = re.compile(
    r"(?<![^\W_])(?:dob|d\.o\.b\.?|date[ _]?of[ _]?birth|birth[ _-]?date|birthday|born(?: on)?|"
    r"geb(?:oren)?\.?(?: am)?|"
    r"geburts(?:datum|tag)|fecha(?:[ _]?de)?[ _]?nac(?:imiento)?\.?|f\.? ?(?:de )?nac(?:imiento)?\.?|"
    r"nacid[oa](?: el)?|nac\.|nacimiento|"
    r"date(?:[ _]?de)?[ _]?naiss(?:ance)?\.?|naissance|n[ée]e?(?:\(e\))? le|ddn)(?!\w)"
    rf"[\"']?(?:\s*[:=–-])?\s*[\"']?(?:the |el |le |am )?(?P<date>{DATE})(?!\d)",
    re.IGNORECASE,
)


def birthdates(text: str) -> Iterator[Finding]:
    for match in _BIRTH.finditer(text):
        yield Finding(*match.span("date"), "BIRTHDATE", 0.95, "stands behind a word for a birth")


# ---- e-mail addresses -------------------------------------------------------------------------------------

_EMAIL: Final = re.compile(
    r"(?<![\w.+%-])(?:[\w.+%-][\w.+%'-]*)?[\w+%-]@(?:[\w](?:[\w-]*\w)?\.)+[^\W\d_]{2,24}(?![\w-])"
)


def emails(text: str) -> Iterator[Finding]:
    for match in _EMAIL.finditer(text):
        yield Finding(match.start(), match.end(), "EMAIL", 0.99, "has the form of an e-mail address")


# ---- phones -----------------------------------------------------------------------------------------------

_REGIONS: Final = ("US", "DE", "ES", "FR", "GB")
_CALLED: Final = re.compile(
    r"(?<!\w)(?:(?:tele|cell|smart)?phone|tel|t[ée]l[ée]?(?:ph?one|fono|fon)?|mobile?|m[óo]vil|"
    r"portable|cell|call|r[üu]ckruf|fax|durchwahl|ruf|handy|"
    r"llam|appel|reach|contact|kontakt|whatsapp)\w*[\s.:;=,()#\"'-]*(?:\w+[\s.:;,()#-]+){0,4}$",
    re.IGNORECASE,
)
_TELLING: Final = re.compile(
    r"^\(?\+\d|^1-[2-9]\d\d-\d{3}-\d{4}|^\(?00[1-9]|^\(\d{2,5}\)|^0\d[\d\s()/.-]{6,}$"
    r"|^[2-9]\d\d[-. ][2-9]\d\d[-. ]\d{4}$"
    r"|^[6789]\d\d(?: \d{3} \d{3}|([ .-])\d\d\1\d\d\1\d\d)$|^9\d[-. ]\d{3}[-. ]\d\d[-. ]\d\d$"
)
"""How a number is written that is a phone's without any word before it."""
_DATED: Final = re.compile(r"\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}[./-]\d{1,2}[./-]\d{1,2}")
_EXTENSION: Final = r"(?:\s?(?:x|ext\.?|extension|durchwahl|poste)\s?\d{1,6})?"
_RUN: Final = re.compile(
    rf"(?<![\w.@/-])[+(]?\(?[+]?\d[\d\s()/.-]{{5,22}}\d{_EXTENSION}(?![\w@]|[-/.]\w)", re.IGNORECASE
)
_MAIN: Final = re.compile(r"[a-z]", re.IGNORECASE)
_OTHER_NUMBER: Final = re.compile(
    r"(?:\b(?:routing|aba|blz|ref\w*|r[ée]f[ée]rence|referencia|verwendungszweck|concepto|invoice|order|"
    r"tracking|serial|rechnung\w*|bestell\w*|pedido|factura|commande|facture)\b[\s.:#-]*"
    r"(?:(?:number|no|nr|num)\b[\s.:#-]*)?(?:[A-Z]{2}\d{2}\s)?|[A-Z]{2}\d{2}\s)$",
    re.IGNORECASE,
)
"""What stands before a number that is somebody's reference, and no phone."""


def phones(text: str) -> Iterator[Finding]:
    """Needs the package `phonenumbers`."""
    for match in _RUN.finditer(text):
        raw = match[0]
        # A bracket around the whole of it is the sentence's.
        while raw.startswith("(") and raw.count("(") > raw.count(")"):
            raw = raw[1:]
        start = match.end() - len(raw)
        if not 7 <= len(bare(_MAIN.split(raw)[0])) <= 15 or _DATED.fullmatch(raw):
            continue
        called = _CALLED.search(text[max(0, start - 60) : start])
        before = text[max(0, start - 40) : start]
        if not called and (not _TELLING.match(raw) or _OTHER_NUMBER.search(before)):
            continue
        if _is_phone(raw, sure=not called and not (raw[0] == "+" and len(bare(raw)) > 9)):
            why = "stands behind a word for a phone" if called else "has the form of a phone number"
            yield Finding(start, match.end(), "PHONE", 0.85 if called else 0.8, why)


def _is_phone(raw: str, *, sure: bool) -> bool:
    library = _phonenumbers()
    for region in (None,) if raw.startswith(("+", "(+")) else _REGIONS:
        try:
            number = library.parse(raw, region)
        except library.NumberParseException:
            continue
        if library.is_valid_number(number) or (not sure and library.is_possible_number(number)):
            return True
    return False


@cache
def _phonenumbers() -> Any:
    return import_module("phonenumbers")


RECOGNISERS: Final[dict[Kind, Recogniser]] = {
    "EMAIL": emails,
    "CARD": cards,
    "ACCOUNT": accounts,
    "NATIONAL_ID": national_ids,
    "MEDICAL_RECORD": medical_records,
    "BIRTHDATE": birthdates,
    "PHONE": phones,
}
