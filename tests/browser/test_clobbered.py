"""Forms whose fields are called as properties of elements are: a form gives those before its own."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from handrail.browser.inpage import inpage_source

DESCRIBED = f"() => {{ {inpage_source()}; return handrail.describe(document.querySelector('button')).name; }}"


@pytest.mark.parametrize(
    "name", ["children", "attributes", "id", "name", "title", "action", "method", "style", "role", "length"]
)
async def test_a_form_with_a_field_of_that_name_can_be_described(page: Page, name: str) -> None:
    fields = f"<p>Children <input name={name} value=1></p><p>City <input name=city></p>"
    await page.set_content(f"<form action=/book>{fields}<p><button>Book</button></p></form>")
    assert await page.evaluate(DESCRIBED) == "Book"
