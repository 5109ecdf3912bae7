"""Recogniser of postal addresses in the order and the words of English, German, Spanish and French."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from handrail.privacy.finding import Finding

_UP: Final = "A-ZÀ-ÖØ-ÞŒŠŽ"
_WORD: Final = rf"[{_UP}][\w.'’-]*"
_CITY: Final = rf"{_WORD}(?:[ -](?:{_WORD}|am|an der|de|del|la|las|los|le|les|sur|sous|en|in)){{0,3}}"

_EN_KINDS: Final = (
    r"Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Dr|Boulevard|Blvd|Terrace|Way|Court|Ct|Place|Pl|Square|Sq|"
    r"Highway|Hwy|Parkway|Pkwy|Close|Crescent|Row|Mews|Gardens|Grove|Circle|Trail|Hill"
)
_UNIT: Final = r"(?:,? ?(?:Apt|Apartment|Suite|Ste|Unit|Flat|Floor|Room)\.? ?#?[\w-]+)"
_ZIP: Final = r"\d{5}(?:-\d{4})?"
_POSTCODE: Final = r"[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}"
_STATES: Final = (
    r"(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|P[AR]|RI|S[CD]|T[NX]|"
    r"UT|V[AT]|W[AIVY])"
)
_CANADIAN: Final = r"(?:AB|BC|MB|N[BLSTU]|ON|PE|QC|SK|YT) [A-Z]\d[A-Z] ?\d[A-Z]\d"
_REGION: Final = rf"(?:{_STATES} {_ZIP}|{_CANADIAN}|{_POSTCODE})"
ENGLISH: Final = (
    rf"(?:(?:Flat|Apt\.?|Apartment|Unit|Suite) [\w-]+, )?\d{{1,5}}[A-Za-z]?,? (?:[NSEW]{{1,2}}\.? )?"
    rf"(?:(?:{_WORD}|\d+(?:st|nd|rd|th)) ){{1,4}}(?:{_EN_KINDS})\b\.?(?: [NSEW]{{1,2}}\b\.?)?{_UNIT}?"
    rf"(?:,? {_CITY},? (?:[A-Z]{{2}} {_ZIP}|{_POSTCODE})|,? {_POSTCODE}|,? {_CITY}, [A-Z]{{2}}\b)?"
)

# No word for a street, but a city and a postcode behind it.
POSTED: Final = (
    rf"(?:(?:Flat|Apt\.?|Apartment|Unit|Suite|Studio) [\w-]+, |\d{{1,5}}[A-Za-z]?,? )"
    rf"(?:{_WORD} ){{0,4}}{_WORD}{_UNIT}?, {_CITY},? {_REGION}"
)

# A box at the post office, with the place that it is in.
BOXED: Final = (
    rf"(?:(?:P\.? ?O\.? ?Box|Post Office Box) \d{{1,6}},? {_CITY},? "
    rf"(?:[A-Z]{{2}} {_ZIP}|{_CANADIAN}|{_POSTCODE})"
    rf"|Postfach \d[\d ]{{0,8}},? (?:(?:D|A|CH)-)?\d{{4,5}} {_CITY}"
    rf"|(?:Apartado(?: de [Cc]orreos)?|Apdo\.?) \d{{1,6}},? \d{{5}} {_CITY}"
    rf"|(?:BP|B\.P\.|CS) ?\d{{1,6}},? \d{{5}} {_CITY})"
)

_DE_ENDS: Final = (
    r"stra(?:ß|ss)e|str\.|weg|platz|allee|gasse|ring|damm|ufer|markt|steig|chaussee|promenade|stieg|pfad"
)
_DE_WORDS: Final = r"Stra(?:ß|ss)e|Str\.|Weg|Platz|Allee|Gasse|Ring|Damm|Ufer|Markt|Chaussee|Promenade"
GERMAN: Final = (
    rf"(?:[{_UP}][\w-]*?(?:{_DE_ENDS})|(?:{_WORD}[ -]){{1,3}}(?:{_DE_WORDS})"
    rf"|(?:Am|Im|An der|An den|Auf der|Auf dem|In der|Zum|Zur|Unter den|Hinter der|"
    rf"Vor dem)(?: {_WORD}){{1,2}})"
    rf" \d{{1,4}}(?: ?[a-zA-Z]\b)?(?:[-/]\d{{1,4}}[a-z]?)?(?:,?\s(?:(?:D|A|CH)-)?\d{{4,5}} {_CITY})?"
)

_ES_KINDS: Final = (
    r"Calle|C/|C\.|Avenida|Avda\.?|Av\.|Paseo|P\.?º|Plaza|Pza\.?|Pl\.|Carretera|Ctra\.?|Camino|Ronda|"
    r"Traves[íi]a|"
    r"Glorieta|Urbanizaci[óo]n|Callej[óo]n|Pasaje|Rambla|Alameda|Cuesta|V[íi]a|Vial|Pasadizo|Acceso|Calzada|"
    r"Prolongaci[óo]n|Circuito|Privada|Andador|Perif[ée]rico|Boulevard|Corredor"
)
_ES_FLOOR: Final = (
    r"(?:,? ?(?:\d{1,2}\.? ?[ºªo°]\.?|bajo|[Pp]iso \d+|[Pp]uerta \w+|[Aa]pt\. ?\d+|[Ii]nterior \d+|"
    r"Edif\. ?\d+|Depto\. ?\d+|[Ee]sc\.? \w+) ?[A-Z]?\b(?: (?:izda|dcha)\.?)?)"
)
SPANISH: Final = (
    rf"(?:{_ES_KINDS}) ?(?:de la |de las |de los |del |de |la |el |los )?{_WORD}"
    rf"(?: (?:de la |de las |de los |del |de |y )?{_WORD}){{0,3}},? (?:n\.?º ?)?\d{{1,4}}(?: ?[a-zA-Z]\b)?"
    rf"(?:{_ES_FLOOR}(?: ?,)?){{0,3}}"
    rf"(?:,? \d{{5}} {_CITY}|,? {_CITY},(?: [A-Z]{{2,4}})? \d{{5}}(?:-\d{{4}})?)?"
)

_FR_KINDS: Final = (
    r"rue|avenue|av\.|boulevard|bd\.?|chemin|place|impasse|all[ée]e|quai|route|cours|square|passage|"
    r"ruelle|villa"
)
FRENCH: Final = (
    rf"\d{{1,4}}(?: ?(?:bis|ter|quater))?,? (?:{_FR_KINDS}) (?:de la |de l['’]|du |des |de |d['’]|la |"
    rf"le |les )?"
    rf"{_WORD}(?:[ -](?:de la |du |des |de |d['’])?{_WORD}){{0,3}}"
    rf"(?:,? \d{{5}} {_CITY}|{_UNIT}?,? {_CITY},? {_CANADIAN})?"
)

_FORMS: Final = tuple(
    re.compile(rf"(?<!\w)(?:{form})(?!\w)") for form in (ENGLISH, POSTED, BOXED, GERMAN, SPANISH, FRENCH)
)
_TAIL: Final = re.compile(rf"\d{{4,5}} {_CITY}$|\d[A-Z] ?\d[A-Z]\d$|{_ZIP}$|{_POSTCODE}$|[A-Z]{{2}}$")
_SAID: Final = re.compile(
    r"(?:address|adresse|anschrift|direcci[óo]n|domicilio|stra(?:ß|ss)e|street|ship|liv|moved?|"
    r"lives at|wohn|enviar|livr|"
    r"habit|vive|domicili)\w*[\s:,.-]*(?:\w+[\s:,]+){0,3}$",
    re.IGNORECASE,
)


def addresses(text: str) -> Iterator[Finding]:
    """Streets with a house number; a place behind them belongs to the address."""
    for form in _FORMS:
        for match in form.finditer(text):
            whole = bool(_TAIL.search(match[0]))
            said = bool(_SAID.search(text[max(0, match.start() - 40) : match.start()]))
            score = 0.9 if whole else 0.8 if said else 0.6
            yield Finding(match.start(), match.end(), "ADDRESS", score, "a street with its number")
