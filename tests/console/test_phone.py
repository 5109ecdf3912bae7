"""The console on a phone: what there is can be seen, and told apart."""

from __future__ import annotations

from playwright.async_api import expect

from handrail.browser import LaunchedBrowser
from handrail.sop.format import save
from tests.builders import fill, sop

from .conftest import Served
from .test_page import begin
from .web import at_console

PHONE = {"width": 400, "height": 860}
GAPS = """() => {
  const words = [...document.querySelectorAll('.side a.item')].map((item) => {
    const range = document.createRange();
    range.selectNodeContents(item);
    return range.getBoundingClientRect();
  });
  return words.slice(1).map((box, place) => box.left - words[place].right);
}"""


async def test_no_tab_is_cut_off_and_no_words_touch(idle: Served, launched: LaunchedBrowser) -> None:
    assert launched.browser is not None
    session = begin(idle, "asking", name="Ann")
    async with at_console(launched.browser, idle, viewport=PHONE) as page:
        assert min(await page.evaluate(GAPS)) >= 8
        for route in ("policies", "schedules", "settings", "sops/asking", f"sessions/{session}"):
            await page.evaluate("route => { location.hash = route }", f"#/{route}")
            tabs = page.get_by_role("tablist")
            await expect(tabs).to_be_visible()
            for tab in await tabs.get_by_role("tab").all():
                box = await tab.bounding_box()
                assert box is not None
                assert box["x"] >= 0 and box["x"] + box["width"] <= 400, f"{await tab.text_content()}"


async def test_what_is_asked_about_stands_above_its_picture(
    served: Served, launched: LaunchedBrowser
) -> None:
    assert launched.browser is not None
    session = begin(served, "asking", name="Ann")
    async with at_console(launched.browser, served, "#/approvals", viewport=PHONE) as page:
        card = page.locator(".question-card")
        await expect(card).to_be_visible()
        above = await card.locator("dl.facts").bounding_box()
        below = await card.locator(".shot").bounding_box()
        assert above is not None and below is not None
        assert above["y"] < below["y"]
        await page.evaluate("route => { location.hash = route }", f"#/sessions/{session}/live")
        await page.get_by_role("button", name="Later").click()
        again = await page.get_by_role("button", name="A question waits").bounding_box()
        menu = await page.get_by_role("navigation", name="Console").bounding_box()
        assert again is not None and menu is not None
        assert again["y"] + again["height"] <= menu["y"], "it is covered"


async def test_only_what_is_long_scrolls(idle: Served, launched: LaunchedBrowser) -> None:
    assert launched.browser is not None
    name = "number_of_the_company_that_the_customer_belongs_to_in_the_old_system"
    made = sop(
        [fill("Name", f"{{{{ {name} }}}}")], ["a.test"], {name: {}}, meta={"id": "long", "title": "long"}
    )
    save(idle.home / "sops" / "long.sop.json", made)
    inner = "one => [one.scrollHeight - one.clientHeight, one.scrollWidth - one.clientWidth]"
    async with at_console(launched.browser, idle, "#/sops/long", viewport=PHONE) as page:
        await expect(page.get_by_role("button", name="1 Fill")).to_be_visible()
        assert await page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        for width in (PHONE["width"], 1280):
            await page.set_viewport_size({"width": width, "height": 400})
            assert await page.get_by_role("tablist").evaluate(inner) == [0, 0]
        await page.get_by_role("button", name="Run", exact=True).click()
        asked = page.get_by_role("dialog")
        assert await asked.evaluate(inner) == [0, 0]
        assert (await asked.locator(".content").evaluate(inner))[0] > 0


async def test_an_empty_policy_is_not_called_valid(idle: Served, launched: LaunchedBrowser) -> None:
    assert launched.browser is not None
    async with at_console(launched.browser, idle, "#/policies") as page:
        await expect(page.get_by_text("There is no file yet:")).to_be_visible()
        text = page.get_by_label("Policy in YAML")
        await text.fill("mode: strict\n")
        await expect(page.get_by_text("Valid; mode “strict”.")).to_be_visible()
        await text.fill("\n")
        await expect(
            page.get_by_text("Nothing is written: the built-in mode “standard” holds.")
        ).to_be_visible()
        await expect(page.get_by_text("Valid")).to_have_count(0)


async def test_the_word_of_the_sign_in_is_in_the_middle(idle: Served, launched: LaunchedBrowser) -> None:
    assert launched.browser is not None
    page = await launched.browser.new_page()
    await page.goto(idle.url)
    button = page.get_by_role("button", name="Sign in")
    await expect(button).to_be_visible()
    left, right = await button.evaluate(
        """(button) => {
          const range = document.createRange();
          range.selectNodeContents(button);
          const [word, box] = [range.getBoundingClientRect(), button.getBoundingClientRect()];
          return [word.left - box.left, box.right - word.right];
        }"""
    )
    assert abs(left - right) < 4
    await page.close()
