"""Saves pages of running applications: `python -m scripts.healing_pages.running [SITE]…`.

Each application is installed from the package index into a folder of its own, in the version that the
manifest names, is given a few records by its module in `apps`, and is shown by a real browser.
`HANDRAIL_HEALING_APPS` names a folder whose installations are used again.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

from handrail.browser import launch_browser
from scripts.healing_pages.saving import PAGES, Site, load_manifest, save

ROOT = Path(__file__).parents[2]
START_SECONDS = 120


def install(site: Site, folder: Path) -> None:
    if not folder.exists():
        subprocess.run(
            [sys.executable, "-m", "pip", "install", "-q", "--target", str(folder),
             f"{site['package']}=={site['version']}", *site.get("beside", [])],
            check=True,
        )  # fmt: skip


def start(site: Site, packages: Path, folder: Path, port: int) -> subprocess.Popen[bytes]:
    module, function = site["made_by"].split(":")
    code = f"from pathlib import Path; from scripts.healing_pages.apps.{module} import {function} as main; " \
           f"main({port}, Path({str(folder)!r}))"  # fmt: skip
    paths = os.pathsep.join([str(packages), str(ROOT)])
    environment = {**os.environ, "PYTHONPATH": paths, "HOME": str(folder)}
    return subprocess.Popen([sys.executable, "-c", code], cwd=folder, env=environment, start_new_session=True)


def wait(port: int) -> None:
    ends = time.monotonic() + START_SECONDS
    while time.monotonic() < ends:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=30).read()
            return
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.3)
    raise TimeoutError("the application did not start")


async def collect(site: Site, address: str) -> None:
    async with launch_browser() as launched:
        assert launched.browser is not None
        context = await launched.browser.new_context(viewport={"width": 1280, "height": 720})
        tab = await context.new_page()
        for page in site["pages"]:
            await tab.goto(address + page["from"], wait_until="load")
            if page.get("sign_in"):
                await tab.fill("[name=username],[name=login],[name=__login_name]", "ana")
                await tab.fill("[type=password]", page["sign_in"])
                await tab.press("[type=password]", "Enter")
                await tab.wait_for_load_state("load")
                await tab.goto(address + page["from"], wait_until="load")
            if page.get("seen"):
                await tab.wait_for_selector(page["seen"], timeout=60_000)
            await save(site, page["name"], tab)


def keep_licence(site: Site, packages: Path) -> None:
    """The package's own licence file, beside the pages."""
    stem = site["package"].replace("-", "[-_]")
    for information in packages.glob(f"[{stem[0].upper()}{stem[0]}]{stem[1:]}-*.dist-info"):
        for path in sorted(information.rglob("*")):
            if path.is_file() and path.stem.upper() in ("LICENSE", "COPYING"):
                shutil.copy(path, PAGES / site["site"] / "LICENSE")
                return


def main() -> None:
    wanted = sys.argv[1:]
    kept = os.environ.get("HANDRAIL_HEALING_APPS")
    for site in load_manifest():
        if ":" not in site["made_by"] or (wanted and site["site"] not in wanted):
            continue
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as temporary:
            packages = Path(kept or temporary, site["package"])
            install(site, packages)
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                port = free.getsockname()[1]
            folder = Path(temporary, "state")
            folder.mkdir()
            process = start(site, packages, folder, port)
            try:
                wait(port)
                asyncio.run(collect(site, f"http://127.0.0.1:{port}"))
                keep_licence(site, packages)
            finally:
                os.killpg(process.pid, signal.SIGTERM)
                process.wait()


if __name__ == "__main__":
    main()
