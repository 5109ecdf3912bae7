"""Real version drift: work shown on the Django administration site of one version, run on another.

The versions are installed side by side, each into a folder of its own, pinned and with hashes; the site
itself is the same small one that the tests use. Judged by its database.
"""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import Page

from benchmarks.drifting.case import Case
from benchmarks.drifting.shown import Rows, Workflow, case_of, judge_rows, run, show
from handrail.browser import LaunchedBrowser
from handrail.sessions.service.place import Place
from tests.ports import free_port

ROOT = Path(__file__).parents[2]
PINS = Path(__file__).parent / "django_versions"
CACHE_VARIABLE = "HANDRAIL_BENCHMARK_CACHE"
OLD, *NEWER = "3.2.25", "4.2.16", "5.2.1"
PAIRS = ((OLD, tuple(NEWER)), (NEWER[-1], (OLD,)))
"""Recorded on, and run on: from the old one forwards, and once back."""

PASSWORD = "shelf-and-key"
_BOOKS = """SELECT b.title, a.name, b.published, b.status, COUNT(*) FROM library_book b
            JOIN library_author a ON a.id = b.author_id GROUP BY 1, 2, 3, 4"""
_AUTHORS = "SELECT name, COUNT(*) FROM library_author GROUP BY 1"


class NotInstalled(Exception):
    """The version cannot be had here; its cases are not measured, and the report says so."""


def installed(version: str) -> Path:
    """The folder of a version, installed on first use."""
    cache = Path(os.environ.get(CACHE_VARIABLE) or ROOT / ".benchmark-cache")
    folder = cache / f"django-{version}"
    if (folder / "django").is_dir():
        return folder
    command = [
        sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--require-hashes",
        "--only-binary", ":all:", "--target", str(folder), "-r", str(PINS / f"django-{version}.txt"),
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise NotInstalled(f"Django {version} could not be installed: {done.stderr.strip()[-200:]}")
    return folder


@dataclass(frozen=True)
class Library:
    """The site of one version while it is served, always on the same port: an SOP knows its address."""

    url: str
    database: Path
    seed: Path

    def rows(self) -> Rows:
        with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as connection:
            found = [tuple(row) for query in (_BOOKS, _AUTHORS) for row in connection.execute(query)]
        return frozenset(found)

    def reset(self) -> None:
        with closing(sqlite3.connect(self.seed)) as old, closing(sqlite3.connect(self.database)) as now:
            old.backup(now)


@contextmanager
def served(version: str, port: int, folder: Path) -> Iterator[Library]:
    packages = installed(version)
    folder.mkdir(parents=True)
    library = Library(f"http://127.0.0.1:{port}", folder / "library.sqlite3", folder / "seed.sqlite3")
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.django_site.serve", str(port)],
        cwd=ROOT,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(packages), str(ROOT)]),
            "HANDRAIL_TEST_DATABASE": str(library.database),
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None and process.stderr is not None
        if not process.stdout.readline().startswith("http"):
            raise NotInstalled(f"Django {version} did not start: {process.stderr.read().strip()[-200:]}")
        with (
            closing(sqlite3.connect(library.database)) as now,
            closing(sqlite3.connect(library.seed)) as copy,
        ):
            now.backup(copy)
        yield library
    finally:
        process.terminate()
        process.communicate()


async def _sign_in(page: Page) -> None:
    await page.get_by_label("Username").click()
    await page.keyboard.type("ana")
    await page.get_by_label("Password").click()
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press("Enter")
    await page.get_by_role("link", name="Books").first.wait_for()


async def _search(page: Page, title: str) -> None:
    await page.locator("#searchbar").click()
    await page.keyboard.type(title)
    await page.keyboard.press("Enter")
    await page.get_by_role("link", name=title).click()


async def _add_author(page: Page) -> None:
    await _sign_in(page)
    await page.get_by_role("link", name="Authors").first.click()
    await page.get_by_role("link", name="Add author").first.click()
    await page.get_by_label("Name").click()
    await page.keyboard.type("Ines Duarte")
    await page.get_by_role("button", name="Save", exact=True).click()
    await page.get_by_text("was added successfully").wait_for()


async def _add_book(page: Page) -> None:
    await _sign_in(page)
    await page.get_by_role("link", name="Books").first.click()
    await page.get_by_role("link", name="Add book").first.click()
    await page.get_by_label("Title").click()
    await page.keyboard.type("Cold Harbour")
    await page.get_by_label("Author").first.focus()
    await page.keyboard.type("Pavel")
    await page.get_by_label("Published").click()
    await page.keyboard.type("2025-02-03")
    await page.get_by_label("Status").focus()
    await page.keyboard.type("In print")
    await page.get_by_label("Featured").click()
    await page.get_by_role("button", name="Save", exact=True).click()
    await page.get_by_text("was added successfully").wait_for()


async def _edit_book(page: Page) -> None:
    await _sign_in(page)
    await page.get_by_role("link", name="Books").first.click()
    await page.get_by_role("link", name="In print").click()
    await _search(page, "The Salt Road")
    await page.get_by_label("Published").click()
    await page.keyboard.press("Control+a")
    await page.keyboard.type("2021-12-31")
    await page.get_by_role("button", name="Save", exact=True).click()
    await page.get_by_text("was changed successfully").wait_for()


async def _delete_book(page: Page) -> None:
    await _sign_in(page)
    await page.get_by_role("link", name="Books").first.click()
    await _search(page, "Winter Ferry")
    await page.get_by_role("link", name="Delete").click()
    await page.get_by_role("button", name="Yes, I’m sure").click()
    await page.get_by_text("was deleted successfully").wait_for()


def workflows() -> tuple[Workflow, ...]:
    return (
        Workflow(
            "add an author", "/admin/", _add_author, PASSWORD, {"Ines Duarte": "Odile Marchand"},
            frozenset({("Odile Marchand", 1)}),
        ),
        Workflow(
            "add a book", "/admin/", _add_book, PASSWORD,
            {"Cold Harbour": "The Long Tide", "Pavel Horák": "Maeve Byrne", "2025-02-03": "2026-07-19",
             "In print": "Draft"},
            frozenset({("The Long Tide", "Maeve Byrne", "2026-07-19", "draft", 1)}),
        ),
        Workflow(
            "filter and edit a book", "/admin/", _edit_book, PASSWORD,
            {"The Salt Road": "Small Engines", "2021-12-31": "2020-06-06"},
            frozenset({("Small Engines", "Pavel Horák", "2020-06-06", "print", 1)}),
            frozenset({("Small Engines", "Pavel Horák", "2020-01-15", "print", 1)}),
        ),
        Workflow(
            "delete a book", "/admin/", _delete_book, PASSWORD, {"Winter Ferry": "A Map of Rain"},
            frozenset(), frozenset({("A Map of Rain", "Pavel Horák", "2023-05-30", "draft", 1)}),
        ),
    )  # fmt: skip


async def django_cases(folder: Path, place: Place, launched: LaunchedBrowser) -> AsyncIterator[Case]:
    """Raises NotInstalled where a version cannot be had."""
    port = free_port()
    for old, versions in PAIRS:
        with served(old, port, folder / f"{old}-shown") as library:
            sops = [await show(workflow, library.url, folder / f"{old}-recorded") for workflow in workflows()]
        for new in versions:
            with served(new, port, folder / f"{new}-after-{old}") as library:
                for workflow, sop in zip(workflows(), sops, strict=True):
                    library.reset()
                    before = library.rows()
                    summary = await run(workflow, sop, place, launched)
                    outcome = judge_rows(workflow, before, library.rows(), summary, gone=False)
                    yield case_of(f"Django {old[:3]} → {new[:3]}", workflow, False, outcome, summary)
