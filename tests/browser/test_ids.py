"""Ids that a page makes anew each time, by their looks, lead to nothing; those that a person gave do."""

from __future__ import annotations

from playwright.async_api import Page

from handrail.browser.inpage import inpage_source


async def described(page: Page, ids: list[str]) -> list[str]:
    """The ids that stand in the locators of the fields that bear them."""
    fields = "".join(f"<p><label>Field {n} <input id='{one}'></label></p>" for n, one in enumerate(ids))
    await page.set_content(fields)
    found: list[list[dict[str, str]]] = await page.evaluate(
        f"""{inpage_source()}; [...document.querySelectorAll('input')].map(
        (field) => handrail.describe(field).locators)"""
    )
    css = [{one["css"] for one in locators if one["by"] == "css"} for locators in found]
    return [one for one, selectors in zip(ids, css, strict=True) if f"#{one}" in selectors]


async def test_ids_as_by_chance_lead_to_nothing(page: Page) -> None:
    made = [
        "mantine-9u4rovfcq",
        "kit-nrn3shy14-form",
        "a-k2x9mzq1",
        "rovfcqu4k",
        "V1StGXR8",
        "x_3kq9wtvz2",
        "tippy-9",
    ]
    assert await described(page, made) == []


async def test_ids_of_words_and_numbers_lead_to_their_elements(page: Page) -> None:
    given = ["address2line1", "phone2", "base64input", "oauth2callback", "exampleInputPassword1", "i18nkey"]
    assert await described(page, given) == given


async def test_a_word_that_holds_a_framework_s_name_leads_to_its_element(page: Page) -> None:
    given = ["members_2", "remember", "reactivate", "misc-options", "format-date"]
    made = ["ember1", "x-ember1-y", "react-tabs-0", "mat-input-3", "css-1ab2c", "sc-a1", "headlessui-menu-1"]
    assert await described(page, [*given, *made]) == given


async def test_an_id_among_others_that_are_made_by_chance_leads_to_nothing(page: Page) -> None:
    made = ["kit-9u4rovfcq", "kit-ofkzjungh", "kit-ab3defghi"]
    assert await described(page, [*made, "kit-worlds-of", "row-ofkzjungh"]) == [
        "kit-worlds-of",
        "row-ofkzjungh",
    ]
