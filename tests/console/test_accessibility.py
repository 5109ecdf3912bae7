"""Every page of the console, wide and on a phone, in light and dark, looked at by axe: nothing serious may be
found."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Literal

import pytest
from playwright.async_api import Page, expect

from handrail.browser import LaunchedBrowser
from tests.sweeping import some_of

from .conftest import Served
from .test_page import begin
from .web import at_console, stands

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
LOOK = """async () => {
  const found = await axe.run(document, { resultTypes: ['violations'] });
  const serious = found.violations.filter((each) => ['serious', 'critical'].includes(each.impact));
  return serious.map((each) => [each.id, ...each.nodes.slice(0, 3).map((node) => node.html.slice(0, 160))]);
}"""


async def faults(page: Page, route: str, heading: str) -> list[str]:
    await page.evaluate("route => { location.hash = route }", route)
    await expect(page.get_by_role("heading", level=1, name=heading)).to_be_visible()
    await expect(page.locator("[aria-busy=true]")).to_have_count(0)
    return [f"{route}: {json.dumps(found)}" for found in await page.evaluate(LOOK)]


@pytest.mark.skipif(not AXE.is_file(), reason="axe comes with `npm ci` in web")
@pytest.mark.parametrize(
    ("theme", "width"), some_of([("light", 1440), ("light", 390), ("dark", 1440), ("dark", 390)], 0, 3)
)
async def test_no_page_has_a_serious_fault(
    served: Served, launched: LaunchedBrowser, theme: Literal["light", "dark"], width: int
) -> None:
    assert launched.browser is not None
    session = begin(served, "asking", name="Ann")
    more = {"color_scheme": theme, "bypass_csp": True}
    async with at_console(launched.browser, served, f"#/sessions/{session}/live", **more) as page:  # type: ignore[arg-type]
        await page.set_viewport_size({"width": width, "height": 900})
        await page.evaluate(AXE.read_text())
        await expect(page.get_by_role("dialog", name="Is it right?")).to_be_visible()
        found = [f"the question: {json.dumps(each)}" for each in await page.evaluate(LOOK)]
        await page.get_by_role("button", name="Later").click()
        found += await faults(page, "#/approvals", "Approvals")
        await page.get_by_role("button", name="It is done").click()
        await page.evaluate("route => { location.hash = route }", f"#/sessions/{session}")
        await stands(page, "Done")
        for tab in ("live", "summary", "timeline", "journal"):
            found += await faults(page, f"#/sessions/{session}/{tab}", "asking")
        with served.client() as client:
            wish = {"columns": ["name"], "rows": [{"name": "Ann"}, {"name": "Ben"}]}
            table = client.post("/api/console/sops/plain/run", json=wish).json()["session"]
        found += await faults(page, f"#/sessions/{table}", "plain")
        pages = {
            "library": "Library",
            "sessions": "Sessions",
            f"compare/{session}/{session}": "Two sessions",
            "schedules": "Schedules",
            "schedules/templates": "Schedules",
            "schedules/past": "Schedules",
            "policies": "Policies",
            "policies/rules": "Policies",
            "settings/secrets": "Settings",
            "settings/users": "Settings",
            "settings/health": "Settings",
            **{
                f"sops/asking/{tab}": "asking"
                for tab in ("questions", "changes", "versions", "runs", "procedure")
            },
        }
        for route, heading in pages.items():
            found += await faults(page, f"#/{route}", heading)
        await page.get_by_role("button", name="What would the policy say?").click()
        await page.get_by_role("button", name=re.compile("Is it right")).first.click()
        await expect(page.get_by_role("complementary", name="The step")).to_be_visible()
        found += [f"a step: {json.dumps(each)}" for each in await page.evaluate(LOOK)]
    assert not found, "\n".join(found)
