"""A page of many rows costs in proportion to its rows: what they share is looked at once.

Counted are the elements that are searched through: that is the same on each machine.
"""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from handrail.browser.inpage import recorder_source

NAMELESS = "<tr><td>Part {0}<td><a href=#>Open {0}</a><td><input name=f{0}></tr>"
CHOICES = "<tr><td>User {0}<td><select><option>Reader<option>Editor</select><td><input type=checkbox></tr>"
HEADED = "<thead><tr><th>Name<th>Role<th>Active</tr></thead>"

COUNTED = """
(() => {
  window.searched = 0;
  for (const kind of [Document, Element, ShadowRoot]) {
    const search = kind.prototype.querySelectorAll;
    kind.prototype.querySelectorAll = function (selector) {
      searched += (this instanceof ShadowRoot ? this.host : this).getElementsByTagName('*').length;
      return search.call(this, selector);
    };
  }
})();
"""

ASKED = """
async (element) => {
  const { locators } = handrail.describe(element);
  const request = { conditions: [], locators, strong: 1, timeout: 0, again: false };
  return (await handrail.look(request)).sighting.locators.map(({ count }) => count);
}
"""


async def searched_through(page: Page, row: str, head: str, rows: int, element: str) -> int:
    body = "".join(row.format(number) for number in range(rows))
    await page.goto("about:blank")
    await page.set_content(f"<form><table>{head}<tbody>{body}</tbody></table><button>Save</button></form>")
    await page.evaluate(f"() => {{ {COUNTED} {recorder_source()} }}")
    found = await page.locator(element).nth(5).evaluate(ASKED)
    assert 1 in found
    return int(await page.evaluate("searched"))


@pytest.mark.parametrize(
    ("row", "head", "element"),
    [
        pytest.param(NAMELESS, "", "input", id="fields called by nothing but their rows"),
        pytest.param(CHOICES, HEADED, "select", id="lists for choosing below a heading"),
    ],
)
async def test_four_times_the_rows_are_no_sixteen_times_the_work(
    page: Page, row: str, head: str, element: str
) -> None:
    few, many = [await searched_through(page, row, head, rows, element) for rows in (40, 160)]
    assert many < 6 * few
