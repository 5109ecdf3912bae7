"""Saves the pages that npm packages ship as HTML: `python -m scripts.healing_pages.static [SITE]…`.

Each site's package is fetched with `npm pack` in the version that the manifest names, its pages are shown by
a real browser from the package's own files (nothing else is reachable), and frozen by `freeze.js`.
"""

from __future__ import annotations

import asyncio
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
    """The unpacked package."""
    subprocess.run(
        ["npm", "pack", "--silent", f"{site['package']}@{site['version']}"],
        cwd=folder, check=True, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    archive = next(folder.glob("*.tgz"))
    shutil.unpack_archive(archive, folder / "files")
    return next(path for path in (folder / "files").iterdir() if path.is_dir())


async def serve(context: BrowserContext, root: Path) -> None:
    async def answer(route: Route) -> None:
        address = route.request.url
        path = root / address.removeprefix(HOST).split("?")[0].split("#")[0]
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
            await tab.goto(HOST + page["from"], wait_until="load")
            await save(site, page["name"], tab)
            await tab.close()
    for name in ("LICENSE", "LICENSE.md", "LICENSE.txt", "license", "LICENCE.txt", "License.md"):
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
