"""Collects what a running app offers the gate: `python -m scripts.collect_gate_running APP.json OUT.json`.

The app is started by hand, with a few records in it. `APP.json` says where it is and what to look at::

    {"name": "shelf", "url": "http://127.0.0.1:8000", "paths": ["/", "/users"],
     "login": {"path": "/login", "fields": {"#user": "ana", "#password": "…"}, "press": "#send"},
     "opens": [["/users", ["text=Actions", "text=Settings"]]]}

`opens` are pages with what is pressed on them first, so that menus and dialogs are in sight. Every button,
link and field in sight is read once as the gate would see it, without a label: people give those before the
gate is asked. Nothing else is pressed, and the page's questions are answered with no.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from playwright.async_api import Dialog, Page

from handrail.browser import launch_browser
from handrail.browser.inpage import InPage

_MOST: Final = 220
_CONTROLS: Final = (
    "a[href],a[onclick],button,input:not([type=hidden],[type=password]),select,textarea,summary,[role=button],"
    "[role=link],[role=menuitem],[role=tab],[role=switch],[role=checkbox],[role=option],[onclick]"
)
_NUMBERED: Final = """([controls, most]) => {
  const inSight = (element) => {
    const box = element.getBoundingClientRect();
    return box.width > 1 && box.height > 1 && element.checkVisibility({ visibilityProperty: true });
  };
  for (const numbered of document.querySelectorAll('[data-number]')) numbered.removeAttribute('data-number');
  return [...document.querySelectorAll(controls)].filter(inSight).slice(0, most).map((element, number) => {
    element.setAttribute('data-number', number);
    const says = element.innerText || element.value || element.title || element.getAttribute('aria-label');
    const leads = element.href || element.form?.action || '';
    return [element.tagName, says ?? '', String(leads), element.closest('[role=dialog],dialog') !== null];
  });
}"""
_PRESSED: Final = frozenset(
    {"button", "link", "menuitem", "tab", "option", "checkbox", "radio", "switch", "treeitem"}
)
_PRESSED_INPUTS: Final = frozenset({"submit", "button", "image", "reset"})
_WRITTEN_INTO: Final = frozenset({"input", "select", "textarea"})
_PASSING: Final = re.compile(r"\d+|=[^&]{12,}")
"""What differs from record to record, and from visit to visit, in an address."""

Json = dict[str, Any]


class Collector:
    """One tab in the app, and what was read there so far."""

    def __init__(self, app: Json, page: Page, inpage: InPage) -> None:
        self.cases: list[Json] = []
        self._app = app
        self._page = page
        self._inpage = inpage
        self._known: set[tuple[str, str, str, bool]] = set()

    async def sign_in(self) -> None:
        """Where the app asks who it is."""
        if login := self._app.get("login"):
            await self._page.goto(self._app["url"] + login["path"])
            for field, value in login["fields"].items():
                await self._page.fill(field, value)
            await self._page.click(login["press"])
            await self._page.wait_for_load_state("networkidle")

    async def read(self, path: str, presses: list[str]) -> None:
        """One page, after what is pressed on it."""
        await self._page.goto(self._app["url"] + path, wait_until="networkidle")
        for press in presses:
            await self._page.locator(press).first.click()
        said = await self._page.evaluate(_NUMBERED, [_CONTROLS, _MOST])
        for number, (tag, says, leads, inside) in enumerate(said):
            key = (tag, says, _PASSING.sub("N", leads), inside)
            if key not in self._known and (element := await self._element(number)) is not None:
                self._known.add(key)
                self.cases.append(
                    {
                        "id": f"running:{self._app['name']}#{len(self.cases)}",
                        "kind": _kind(element),
                        "page": self._page.url,
                        "title": await self._page.title(),
                        "elements": {"en": element},
                    }
                )

    async def _element(self, number: int) -> Json | None:
        locator = {"by": "css", "css": f"[data-number='{number}']"}
        request = {"conditions": [], "locators": [locator], "strong": 0, "timeout": 0, "again": False}
        look = await self._inpage.call(self._page, "look", request)
        found = look["sighting"]["elements"] if look["sighting"] else []
        if len(found) != 1 or found[0].get("masked"):
            return None
        return {key: v for key, v in found[0].items() if key not in {"ancestors", "box"} and v is not None}


def _kind(element: Json) -> str:
    if element["tag"] not in _WRITTEN_INTO or element.get("input_type") in _PRESSED_INPUTS:
        return "click"
    return "click" if element.get("role") in _PRESSED else "fill"


async def _dismiss(dialog: Dialog) -> None:
    await dialog.dismiss()


async def collect(app: Json) -> list[Json]:
    async with launch_browser() as launched:
        assert launched.browser is not None
        context = await launched.browser.new_context(viewport={"width": 1280, "height": 2000})
        inpage = InPage(context)
        page = await context.new_page()
        await inpage.attach(page)
        page.on("dialog", _dismiss)
        collector = Collector(app, page, inpage)
        await collector.sign_in()
        for path, presses in [*((path, []) for path in app["paths"]), *app.get("opens", [])]:
            await collector.read(path, presses)
        # The cases have the address of an example.
        text = json.dumps(collector.cases).replace(urlsplit(app["url"]).netloc, "app.example")
        found: list[Json] = json.loads(text)
        return found


def main() -> None:
    app, out = map(Path, sys.argv[1:3])
    cases = asyncio.run(collect(json.loads(app.read_text(encoding="utf-8"))))
    lines = (json.dumps(case, ensure_ascii=False, separators=(",", ":")) for case in cases)
    out.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    print(f"{len(cases)} actions", file=sys.stderr)


if __name__ == "__main__":
    main()
