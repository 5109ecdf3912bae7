"""Commands under a term of a description list, or a heading, each: found by what names their record."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page

from handrail.browser.inpage import inpage_source

PEOPLE = ("Ada", "Ben", "Cleo")
ICON = "<a href=# ><img alt='' width=9 height=9 src='data:,{}'></a>"
ICONS = ICON.format("edit") + ICON.format("delete")
LISTS = {
    "terms": ("<dl>{}</dl>", "<dt>{0}</dt><dd>Customer <button>Delete</button></dd>"),
    "terms with icons": ("<dl>{}</dl>", f"<dt>{{0}}</dt><dd>Customer {ICONS}</dd>"),
    "headings": ("<div>{}</div>", "<h3>{0}</h3><p>Customer</p><button>Delete</button>"),
}


def listed(kind: str, *people: str) -> str:
    around, each = LISTS[kind]
    return "<h1>People</h1>" + around.format("".join(map(each.format, people)))


async def described(page: Page, at: int) -> dict[str, Any]:
    found: dict[str, Any] = await page.evaluate(
        f"""at => {{ {inpage_source()};
          return handrail.describe(document.querySelectorAll('button,a:last-child')[at]); }}""",
        at,
    )
    return found


@pytest.mark.parametrize("kind", LISTS)
async def test_a_command_that_each_record_has_is_found_by_its_record_wherever_that_goes(
    page: Page, kind: str
) -> None:
    await page.set_content(listed(kind, *PEOPLE))
    first = (await described(page, 1))["locators"][0]
    assert first["within"] == {"by": "heading", "text": "Ben"}
    await page.set_content(listed(kind, "Dora", *PEOPLE[::-1]))
    places = await page.evaluate(
        f"""spec => {{ {inpage_source()};
          const all = [...document.querySelectorAll('button,a:last-child')];
          const look = handrail.look(
            {{conditions: [], locators: [spec], strong: 1, timeout: 0, again: false}});
          return look.then(({{sighting}}) => sighting.locators[0].count); }}""",
        first,
    )
    assert places == 1


async def test_a_command_of_its_own_is_not_looked_for_under_a_heading(page: Page) -> None:
    await page.set_content("<h2>Billing</h2><button>Edit</button><h2>Shipping</h2><button>Move</button>")
    assert (await described(page, 0))["locators"][0] == {"by": "role", "role": "button", "name": "Edit"}
