"""Collects actions that real pages offer, for the gate to be measured on: `python -m scripts.collect_gate`.

It writes every button, link and field of the saved pages that were never used for fitting, and of Django's
administration site in four languages, to `benchmarks/gate_cases/collected.jsonl.gz`, without a label: what is
risky is said by people, in another file. The collection was made before the gate had any pattern.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Page

from benchmarks.drifting.mutated import ADDRESS, Tab
from benchmarks.drifting.pages import saved_pages
from handrail.browser import launch_browser
from handrail.browser.inpage import InPage

ROOT = Path(__file__).parents[1]
OUT = ROOT / "benchmarks" / "gate_cases" / "collected.jsonl.gz"
LANGUAGES = ("en-us", "de", "es", "fr")
PASSWORD = "shelf-and-key"
ADMIN_PAGES = (
    "/admin/", "/admin/library/book/", "/admin/library/book/add/", "/admin/library/book/1/change/",
    "/admin/library/book/1/delete/", "/admin/library/book/1/history/", "/admin/auth/user/add/",
    "/admin/auth/user/1/change/", "/admin/auth/user/1/password/", "/admin/auth/user/1/delete/",
    "/admin/password_change/",
)  # fmt: skip
_EVERYTHING = {"role": None, "tag": None, "any": False, "most": 400}
_PRESSED = frozenset(
    {"button", "link", "menuitem", "tab", "option", "checkbox", "radio", "switch", "treeitem"}
)

Case = dict[str, Any]


async def actions_of(
    inpage: InPage, page: Page, site: str, language: str, *, repeats: bool = False
) -> list[Case]:
    """Each control of the page as the gate would see it; once, unless `repeats` wants all of a kind."""
    seen = await inpage.call(page, "gather", _EVERYTHING)
    cases: list[Case] = []
    known: set[tuple[str, ...]] = set()
    for place, snapshot in enumerate(seen):
        key = (str(snapshot["role"]), snapshot["name"], str(snapshot["href"]), str(snapshot["form"]))
        target = await inpage.call(page, "described", place)
        if target is None or (key in known and not repeats) or not snapshot.get("visible", True):
            continue
        known.add(key)
        request = {
            "conditions": [],
            "locators": target["locators"][-1:],
            "strong": 0,
            "timeout": 0,
            "again": False,
        }
        look = await inpage.call(page, "look", request)
        elements = look["sighting"]["elements"]
        if len(elements) == 1:
            element = {
                k: v for k, v in elements[0].items() if k not in {"ancestors", "box"} and v is not None
            }
            pressed = snapshot["role"] in _PRESSED or snapshot["tag"] in {"a", "button", "summary"}
            kind = "click" if pressed or snapshot["input_type"] in {"submit", "button"} else "fill"
            cases.append(
                {"site": site, "language": language, "kind": kind, "page": page.url, "element": element}
            )
    return cases


async def of_saved_pages(browser: Browser) -> list[Case]:
    tab = await Tab.open(browser)
    cases: list[Case] = []
    for saved in saved_pages("held_out"):
        await tab.show(saved.html(), saved.key, 0)
        found = await actions_of(tab.inpage, tab.page, saved.key, "en")
        cases += found
        print(f"{saved.key}: {len(found)}", file=sys.stderr, flush=True)
    await tab.close()
    return cases


@contextmanager
def _django(language: str) -> Iterator[str]:
    """The administration site in a language, on loopback; gives its address."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {"HANDRAIL_TEST_DATABASE": f"{folder}/db.sqlite3", "HANDRAIL_TEST_LANGUAGE": language}
        command = [sys.executable, "-m", "tests.django_site.serve"]
        server = subprocess.Popen(
            command, cwd=ROOT, env={**os.environ, **environment}, stdout=subprocess.PIPE, text=True
        )
        assert server.stdout is not None
        try:
            yield server.stdout.readline().strip()
        finally:
            server.terminate()
            server.wait()


async def _of_admin(browser: Browser, url: str, language: str) -> list[Case]:
    # The address of the server is chosen anew each time; the cases have that of an example.
    context = await browser.new_context(viewport={"width": 1280, "height": 720})
    inpage = InPage(context)
    page = await context.new_page()
    await inpage.attach(page)
    await page.goto(f"{url}/admin/")
    cases = await actions_of(inpage, page, "django/login", language[:2])
    await page.fill("#id_username", "ana")
    await page.fill("#id_password", PASSWORD)
    await page.press("#id_password", "Enter")
    await page.wait_for_selector("#user-tools")
    for path in ADMIN_PAGES:
        await page.goto(url + path)
        cases += await actions_of(inpage, page, f"django{path}", language[:2])
    await context.close()
    text = json.dumps(cases).replace(url, "http://app.example")
    found: list[Case] = json.loads(text)
    print(f"django {language}: {len(found)}", file=sys.stderr, flush=True)
    return found


async def collect() -> list[Case]:
    async with launch_browser() as launched:
        assert launched.browser is not None
        cases = await of_saved_pages(launched.browser)
        for language in LANGUAGES:
            with _django(language) as url:
                cases += await _of_admin(launched.browser, url, language)
    return cases


def main() -> None:
    assert ADDRESS.startswith("http://app.example")
    cases = asyncio.run(collect())
    OUT.parent.mkdir(parents=True, exist_ok=True)
    text = "".join(json.dumps(case, ensure_ascii=False, separators=(",", ":")) + "\n" for case in cases)
    OUT.write_bytes(gzip.compress(text.encode("utf-8"), 9, mtime=0))
    print(f"{len(cases)} actions", file=sys.stderr)


if __name__ == "__main__":
    main()
