"""Words of sentences."""

from __future__ import annotations

from handrail.sop.wording import address_words


def test_a_long_query_is_cut_short_and_the_page_is_not() -> None:
    page = "https://crm.test/" + "a" * 100
    assert address_words(f"{page}?q=tea") == f"{page}?q=tea"
    shown = address_words(f"{page}?query={'x' * 500}#rows")
    assert shown.startswith(f"{page}?query=xxx") and shown.endswith("x…")
    assert len(shown) == len(page) + 1 + 80
