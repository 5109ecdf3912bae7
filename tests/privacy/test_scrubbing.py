"""Pseudonyms: the same for the same value, also where it is written otherwise, and back again."""

from __future__ import annotations

import pytest
from pydantic import JsonValue

from handrail.privacy import Book, Memory, Scrubber, restored
from handrail.privacy.builtin import BuiltIn


@pytest.fixture
def scrubber() -> Scrubber:
    return Scrubber(
        BuiltIn(), Book(Memory(), reversible=True), labels={"badge": "OTHER"}, never=["Acme Berlin"]
    )


def test_the_same_value_has_the_same_pseudonym(scrubber: Scrubber) -> None:
    first = scrubber.text("Patient: Xandra Quillfeather, x@mail.example.com")
    assert first == "Patient: [PERSON-1], [EMAIL-1]"
    assert scrubber.text("Saved Xandra Quillfeather") == "Saved [PERSON-1]"
    assert scrubber.counts == {"PERSON": 2, "EMAIL": 1}


@pytest.mark.parametrize(
    "written",
    [
        "Xandra%20Quillfeather",
        "xandra_quillfeather",
        "Xandra+Quillfeather",
        "QUILLFEATHER",
        "Xandra-Quillfeather",
    ],
)
def test_a_known_value_is_found_without_context_and_written_otherwise(
    scrubber: Scrubber, written: str
) -> None:
    scrubber.text("Patient: Xandra Quillfeather")
    text = f"/files/{written}.pdf"
    scrubbed = scrubber.text(text)
    assert scrubbed.startswith("/files/[PERSON-") and scrubbed.endswith("].pdf")
    assert scrubber.book.restored(scrubbed) == text


def test_the_name_of_its_field_tells_what_a_value_is(scrubber: Scrubber) -> None:
    told = scrubber.tree(
        {"inputs": {"customer_name": "Quillfeather", "date_of_birth": "14.03.1971", "qty": "12"}}
    )
    assert told == {"inputs": {"customer_name": "[PERSON-1]", "date_of_birth": "[BIRTHDATE-1]", "qty": "12"}}
    assert scrubber.tree({"name": "badge_no", "value": "zz"}) == {"name": "badge_no", "value": "[OTHER-1]"}


def test_what_is_scrubbed_comes_back_exactly(scrubber: Scrubber) -> None:
    tree: JsonValue = {
        "a": ["Mr. Ellison [PERSON-1] a@b.example.com", {"url": "https://x/?mail=a%40b.example.com"}],
        "n": 3,
    }
    scrubbed = scrubber.tree(tree)
    assert "Ellison" not in str(scrubbed) and "b.example.com" not in str(scrubbed)
    assert restored(scrubbed, scrubber.book) == tree


def test_addresses_of_content_and_what_is_never_personal_stay(scrubber: Scrubber) -> None:
    address = f"sha256:{'4539148803436467' * 4}"
    assert scrubber.text(address) == address
    assert scrubber.text("Contact: Acme Berlin") == "Contact: Acme Berlin"


@pytest.mark.parametrize(
    ("text", "field", "told"),
    [
        ("GET /u?email=ada%40mail.example.org&page=2", "", "GET /u?email=[EMAIL-1]&page=2"),
        ("/u?full_name=Xandra+Quillfeather&b=1+2", "", "/u?full_name=[PERSON-1]&b=1+2"),
        ("https://a.example/?phone=%2B49%20176%2044598821#x", "", "https://a.example/?phone=[PHONE-1]#x"),
        ("z%C3%B6e%40mail.example.org", "q", "[EMAIL-1]"),
        ("100%25 of %FF and 50% off", "", "100%25 of %FF and 50% off"),
    ],
)
def test_what_addresses_hold_is_found_as_they_write_it_and_comes_back_so(
    scrubber: Scrubber, text: str, field: str, told: str
) -> None:
    assert scrubber.text(text, field) == told
    assert scrubber.book.restored(told) == text
