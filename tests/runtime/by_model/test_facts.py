"""What a text says and its inputs do not."""

from __future__ import annotations

import pytest

from handrail.runtime.by_model.facts import doubts

INPUTS = (
    "Ada Byron, Analytical Ltd, ada@analytical.test",
    "PO-3107",
    '{"deals": 12, "sum": 1250.5, "closed": "2026-11-20", "page": "https://crm.test/deals"}',
)


@pytest.mark.parametrize(
    "text",
    [
        "This week 12 deals were closed, worth EUR 1,250.50.",
        "Bis 20 November 2026 waren es 1.250,50.",
        "Dear Ada Byron,\n\nsee https://crm.test/deals. Write to ada@analytical.test.",
        "Analytical Ltd closed on Friday.",
        "## Summary\n\n- Deals: 12\n- Ada's sum: 1250.5",
        "",
        "Orders:\n- PO-3107: 12\nPO-3107 (12)",
        "Closed on 20 November, in November 2026; am 20. November 2026, le 20 novembre.",
        "El 20 de noviembre de 2026 hubo 12.",
        "Closed on 20/11/2026, 11/20/2026 and 20.11.26. About 1.2505k, Sum: 0.0012505 million.",
    ],
)
def test_what_occurs_in_the_inputs_is_not_doubted(text: str) -> None:
    assert doubts(text, INPUTS, known="Bis Summary Deals EUR") == ()


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("This week 13 deals were closed.", "number", "13"),
        ("They are worth 1,250.51.", "number", "1,250.51"),
        ("It was a rise of 4 percent.", "number", "4"),
        ("Closed on 21 November 2026.", "date", "21 November 2026"),
        ("Closed on 2026-11-21.", "date", "2026-11-21"),
        ("Write to eve@analytical.test.", "address", "eve@analytical.test"),
        ("See https://evil.test/deals for more.", "address", "https://evil.test/deals"),
        ("Closed on 20 December.", "date", "20 December"),
        ("Closed in December 2026.", "date", "December 2026"),
        ("Am 20. Dezember 2026 waren es 12 Deals.", "date", "20. Dezember 2026"),
        ("El 21 de noviembre de 2026 hubo 12.", "date", "21 de noviembre de 2026"),
        ("Closed on 21.11.2026.", "date", "21.11.2026"),
        ("They are worth 12K.", "number", "12K"),
        ("They are worth 12 million.", "number", "12 million"),
        ("Globex closed 12 deals.", "name", "Globex"),
        ("Won:\n- Globex: 12", "name", "Globex"),
        ("| Client | Deals |\n| Globex | 12 |", "name", "Globex"),
        ("We thank Charles Babbage for it.", "name", "Charles Babbage"),
        ("We thank Ada Lovelace for it.", "name", "Ada Lovelace"),
    ],
)
def test_what_occurs_in_no_input_is_doubted(text: str, kind: str, words: str) -> None:
    (doubt,) = doubts(text, INPUTS)
    assert (doubt.kind, doubt.words, text[doubt.start :][: len(words)]) == (kind, words, words)


def test_doubts_come_in_the_order_of_the_text() -> None:
    found = doubts("We thank Eve for 7 deals on 2026-01-01.", INPUTS)
    assert [doubt.kind for doubt in found] == ["name", "number", "date"]
