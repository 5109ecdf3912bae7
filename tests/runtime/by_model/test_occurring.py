"""Whether a quote occurs, and whether it holds the value that is read out of it."""

from __future__ import annotations

import unicodedata

import pytest

from handrail.runtime.by_model.occurring import gives, occurs
from handrail.sop.document import VariableType

PAGE = (
    "Notes of Émile\u00a0Zola:\n“Paid – in full”\t on 3 March\u202f2026. Total: $1,234.50 (was -5). INV-2041"
)


@pytest.mark.parametrize(
    "quote",
    [
        "notes of Émile Zola",
        unicodedata.normalize("NFD", "Émile Zola"),
        '"paid - in full" on 3 March 2026',
        "ＴＯＴＡＬ: $1,234.50",
        "Paid – in fu\u00adll",
        "INV-2041",
        "2041",
        "was -5",
        "Paid – in full on 3 Mar",
    ],
)
def test_the_form_of_a_quote_does_not_count(quote: str) -> None:
    assert occurs(quote, [PAGE])


@pytest.mark.parametrize(
    "quote",
    ["no", "", ".", "total: 123450", "Total: $1,234.5", "1,234", "was 5", "unpaid", "Paid on 3 March", "204"],
)
def test_words_and_numbers_count_whole(quote: str) -> None:
    assert not occurs(quote, [PAGE])


def test_scripts_without_spaces_are_quoted_in_pieces() -> None:
    assert occurs("支払い済み", ["請求書は支払い済みです。"]) and not occurs(
        "未払い", ["請求書は支払い済みです。"]
    )


@pytest.mark.parametrize(
    ("kind", "value", "quote", "held"),
    [
        ("number", "1234.5", "Total: $1,234.50", True),
        ("number", "1,234.50", "Total: $1,234.50", True),
        ("number", "1234.50", "Summe: 1.234,50 €", True),
        ("number", "1234", "Total: 1,234", True),
        ("number", "5", "Items: 5", True),
        ("number", "12", "Total: 120000", False),
        ("number", "5", "Balance: -5", False),
        ("number", "-1,200", "Balance: -$1,200", True),
        ("number", "1,200", "Balance: -$1,200", False),
        ("date", "2026-03-03", "until 3 March 2026", True),
        ("date", "2026-03-04", "until 3 March 2026", False),
        ("text", "Ada", "Ada Byron", True),
        ("text", "Byron Ada", "Ada Byron", False),
        ("boolean", "true", "Active: yes", True),
    ],
)
def test_a_value_stands_in_its_quote_as_it_is_or_means_the_same(
    kind: VariableType, value: str, quote: str, held: bool
) -> None:
    assert gives(kind, value, quote) is held
