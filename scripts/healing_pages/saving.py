"""The manifest of the saved pages, and saving one."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from typing import Any, Literal, NotRequired, TypedDict

from playwright.async_api import Page

PAGES = Path(__file__).parents[2] / "benchmarks" / "healing_pages"
_FREEZE = (Path(__file__).parent / "freeze.js").read_text(encoding="utf-8")
_SETTLE_MILLIS = 1500


class Site(TypedDict):
    """One codebase; `made_by` names the script of this folder that saved its pages."""

    site: str
    split: Literal["fit", "held_out"]
    package: str
    index: Literal["npm", "PyPI"]
    version: str
    licence: str
    made_by: str
    pages: list[dict[str, Any]]
    beside: NotRequired[list[str]]
    """Packages that it needs and that are not installed by its own."""
    holder: NotRequired[str]
    """Who holds the copyright, where the package ships no licence text."""


def load_manifest() -> list[Site]:
    sites: list[Site] = json.loads((PAGES / "manifest.json").read_text(encoding="utf-8"))["sites"]
    return sites


async def save(site: Site, name: str, page: Page) -> None:
    """Freeze what the page shows now. Addresses of this machine become an example's."""
    await page.wait_for_timeout(_SETTLE_MILLIS)
    html: str = await page.evaluate(_FREEZE)
    html = re.sub(r"(https?://)(127\.0\.0\.1|localhost)(:\d+)?", r"\1app.example", html)
    html = html.replace("http://package.test", "http://app.example")
    folder = PAGES / site["site"]
    folder.mkdir(parents=True, exist_ok=True)
    # Without a time and a name in the archive the same page gives the same bytes.
    packed = gzip.compress(html.encode("utf-8"), 9, mtime=0)
    (folder / f"{name}.html.gz").write_bytes(packed)
    print(f"{site['site']}/{name}: {len(html) // 1000} kB, packed {len(packed) // 1000} kB", flush=True)
