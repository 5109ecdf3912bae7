"""What the default provider finds, and what it leaves alone."""

from __future__ import annotations

import pytest

from handrail.privacy.builtin import BuiltIn
from handrail.privacy.finding import Finding, Kind, apart
from handrail.privacy.names import may_be_name


@pytest.fixture(scope="module")
def provider() -> BuiltIn:
    return BuiltIn()


def found(provider: BuiltIn, text: str) -> list[tuple[str, str]]:
    return [(one.kind, text[one.start : one.end]) for one in provider.find(text)]


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("Write to jane.doe+crm@mail.example.com today", "EMAIL", "jane.doe+crm@mail.example.com"),
        ("holds 'jane@mail.example.com'", "EMAIL", "jane@mail.example.com"),
        ("Card 4539 1488 0343 6467 was charged", "CARD", "4539 1488 0343 6467"),
        ("IBAN DE89 3704 0044 0532 0130 00", "ACCOUNT", "DE89 3704 0044 0532 0130 00"),
        ("Kontonummer: 0532013000", "ACCOUNT", "0532013000"),
        ("SSN 219-09-9999", "NATIONAL_ID", "219-09-9999"),
        ("DNI 12345678Z", "NATIONAL_ID", "12345678Z"),
        ("NIR 2 69 05 49 588 157 80", "NATIONAL_ID", "2 69 05 49 588 157 80"),
        ("AHV-Nr. 756.9217.0769.85", "NATIONAL_ID", "756.9217.0769.85"),
        ("CURP HEGG560427MVZRRL04 de Gloria", "NATIONAL_ID", "HEGG560427MVZRRL04"),
        ("Numéro de passeport : 12AB 34567", "NATIONAL_ID", "12AB 34567"),
        ("TFN 123 456 782", "NATIONAL_ID", "123 456 782"),
        ("NHS number 943 476 5919", "MEDICAL_RECORD", "943 476 5919"),
        ("MRN: 0047715", "MEDICAL_RECORD", "0047715"),
        ("geb. am 14.03.1971 in Köln", "BIRTHDATE", "14.03.1971"),
        ("née le 9 juillet 1988", "BIRTHDATE", "9 juillet 1988"),
        ("call +1 415-555-0134 now", "PHONE", "+1 415-555-0134"),
        ("Telefon 030 90182711", "PHONE", "030 90182711"),
        ("Ship to 742 Evergreen Terrace, Springfield, IL 62704", "ADDRESS",
         "742 Evergreen Terrace, Springfield, IL 62704"),
        ("wohnt Lindenstraße 14, 10969 Berlin", "ADDRESS", "Lindenstraße 14, 10969 Berlin"),
        ("vive en Calle Mayor 25, 28013 Madrid", "ADDRESS", "Calle Mayor 25, 28013 Madrid"),
        ("habite 12 rue de la Paix, 75002 Paris", "ADDRESS", "12 rue de la Paix, 75002 Paris"),
        ("Sehr geehrte Frau Böttcher, vielen Dank", "PERSON", "Böttcher"),
        ("Kundin: Xandra Quillfeather", "PERSON", "Xandra Quillfeather"),
        ("Meeting with Robert Ellison tomorrow", "PERSON", "Robert Ellison"),
        ("Surname: Doe, Jane", "PERSON", "Doe, Jane"),
        ('{"date_naissance": "09/07/1988"}', "BIRTHDATE", "09/07/1988"),
        ('{"dateOfBirth": "1971-11-19"}', "BIRTHDATE", "1971-11-19"),
        ('{"ssn": "219-09-9999"}', "NATIONAL_ID", "219-09-9999"),
        ('{"customerName": "Zebedee Quux"}', "PERSON", "Zebedee Quux"),
        ("Reviewer: Zebedee Quux", "PERSON", "Zebedee Quux"),
        ("Bonjour Thibault de Kerguelen, merci", "PERSON", "Thibault de Kerguelen"),
        ("Phone: (602)859-2409x3134", "PHONE", "(602)859-2409x3134"),
        ("Please post it to 704 Janet Estate, Suite 200, Mcguire, MS 33483.", "ADDRESS",
         "704 Janet Estate, Suite 200, Mcguire, MS 33483"),
        ("Envío: Pasaje de la Luz 70 Puerta 5, Ávila, 05002", "ADDRESS",
         "Pasaje de la Luz 70 Puerta 5, Ávila, 05002"),
        ("Rechnung: Bahnhofstraße 6, 5212 Altdorf", "ADDRESS", "Bahnhofstraße 6, 5212 Altdorf"),
        ("National Insurance number: ZZ 61 24 34 T", "NATIONAL_ID", "ZZ 61 24 34 T"),
        ("Paciente n.º 04-6694-4591: ingreso", "MEDICAL_RECORD", "04-6694-4591"),
        ("Chart #8526730 was merged", "MEDICAL_RECORD", "8526730"),
        ("Viewing at PO Box 94, Reno, NV 86056", "ADDRESS", "PO Box 94, Reno, NV 86056"),
        ("Post an Postfach 12 34, 50667 Köln", "ADDRESS", "Postfach 12 34, 50667 Köln"),
        ('{"name": "Zebedee Quux", "phone": "none"}', "PERSON", "Zebedee Quux"),
        ("Suppléante : Zébédée Quux", "PERSON", "Zébédée Quux"),
        ("@Robert could you look?", "PERSON", "Robert"),
        ("Bien cordialement,\nThibault", "PERSON", "Thibault"),
        ("Livrer à : Zébédée Quux", "PERSON", "Zébédée Quux"),
        ("ID de paciente 4632597", "MEDICAL_RECORD", "4632597"),
        ("a new lead (1-503-225-7202) called", "PHONE", "1-503-225-7202"),
        ("der Interessent ((089) 54 32574)", "PHONE", "(089) 54 32574"),
        ("teléfono=642-09-80-22;acción=acceso", "PHONE", "642-09-80-22"),
        ("nacimiento 22.09.1999", "BIRTHDATE", "22.09.1999"),
        ("lease_Ellison_Grace_signed.pdf was uploaded", "PERSON", "Ellison_Grace"),
    ],
)  # fmt: skip
def test_it_finds(provider: BuiltIn, text: str, kind: str, value: str) -> None:
    assert (kind, value) in found(provider, text)


@pytest.mark.parametrize(
    "text",
    [
        "Order 1002-3345-7781 was placed on 05/06/2026",
        "Version 3.2.1 (build 48213), released 2026-05-01",
        "Card 4539 1488 0343 6468 fails its check",
        "Serial 356938035643809",
        "000-12-3456 cannot be a number of that office",
        "The contract starts on 1 July 2026",
        "Save Cancel Delete New Contact Settings",
        '{"name": "Widget Pro", "sku": 1}',
        "company_name=Globex Trading",
        "@Marketing please look at the decorator @Robert.setter",
        "Release_March_Report.pdf and Berlin_Office.xlsx",
        "Patient satisfaction 2026 rose by 412 points",
        "Signature: Required",
        "Reported by: System",
        "Nixon signed the agreement with Taylor, Wilson and Pearce on 23/04/2026",
        "Ellis signed it with Bradshaw Inc",
        "routing 026009593, reference RF48 0416 2567 1641",
        "2 Items In Cart, Total US 12345",
        "Grace period: 14 days",
        "Will Smithson Consulting Ltd. sends invoices",
        "Sehr geehrte Damen und Herren",
        "DE89 3704 0044 0532 0130 01 is no account",
    ],
)
def test_it_leaves_alone(provider: BuiltIn, text: str) -> None:
    assert found(provider, text) == []


def test_of_two_findings_on_each_other_the_surer_stays() -> None:
    sure, unsure = Finding(4, 10, "CARD", 0.9), Finding(0, 20, "PHONE", 0.6)
    assert apart([unsure, sure]) == [sure]


def test_a_kind_that_is_not_wanted_is_not_found() -> None:
    only: tuple[Kind, ...] = ("EMAIL",)
    found = BuiltIn(kinds=only).find("Mr. Ellison, a@b.example.com")
    assert [one.kind for one in found] == ["EMAIL"]


@pytest.mark.parametrize(
    ("text", "name", "wanted"),
    [
        ("we met Xandra Quillfeather there", "Xandra Quillfeather", True),
        ("and Ellison said so", "Ellison", True),
        ("Grace period: 14 days", "Grace", False),
        ("Open. May sales report", "May", False),
        ("der Zuständig: Kevin", "Zuständig", False),
        ("invoice of Will Smithson Consulting Ltd", "Will Smithson", False),
        ("rated A4 Grace", "A4 Grace", False),
    ],
)
def test_what_a_language_model_takes_for_a_name_is_looked_at(text: str, name: str, wanted: bool) -> None:
    at = text.index(name)
    assert may_be_name(text, at, at + len(name)) is wanted
