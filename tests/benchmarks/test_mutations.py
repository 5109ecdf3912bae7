"""The mutations of saved pages: repeatable, undone without a trace, and never in doubt about who is meant."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from benchmarks.drifting.mutated import GONE, ONE_BY_ONE, PAGE_WIDE, PageCases, Tab
from benchmarks.drifting.pages import FOLDER, SPLITS, SavedPage, saved_pages
from handrail.browser import LaunchedBrowser

PAGE = SavedPage("roundup", "register", "fit")
KEEPS_THE_WORDS = tuple(
    kind for kind in PAGE_WIDE if kind not in ("rename", "translate", "respell", "relabel")
)
SOURCE = "() => document.documentElement.outerHTML"


@pytest.fixture
async def tab(launched: LaunchedBrowser) -> AsyncIterator[Tab]:
    assert launched.browser is not None
    tab = await Tab.open(launched.browser)
    yield tab
    await tab.close()


async def mutated(tab: Tab, kind: str, seed: str) -> str:
    await tab.show(PAGE.html(), seed, 6)
    await tab.page.evaluate("([kind, seed]) => handrailDrift.mutate(kind, seed)", [kind, seed])
    source: str = await tab.page.evaluate(SOURCE)
    return source


async def test_the_same_seed_gives_the_same_page_and_another_seed_another(tab: Tab) -> None:
    for kind in PAGE_WIDE:
        once, again, other = [await mutated(tab, kind, seed) for seed in ("a", "a", "b")]
        assert once == again, kind
        assert once != other, kind
        assert once != await plain(tab), kind


async def plain(tab: Tab) -> str:
    await tab.show(PAGE.html(), "a", 6)
    source: str = await tab.page.evaluate(SOURCE)
    return source


async def test_who_is_meant_is_known_through_every_change(tab: Tab) -> None:
    chosen = await tab.show(PAGE.html(), "a", 6)
    names = [(await tab.describe(one["path"])).name for one in chosen]
    assert len(names) == 6 and len({one["kind"] for one in chosen}) >= 3
    for kind in KEEPS_THE_WORDS:
        await mutated(tab, kind, "a")
        for index, name in enumerate(names):
            path = await tab.page.evaluate("i => handrailDrift.path(i)", index)
            assert (await tab.describe(path)).name == name, kind


async def test_a_change_for_one_target_is_undone_without_a_trace(tab: Tab) -> None:
    before = await plain(tab)
    for kind in ONE_BY_ONE:
        for index in range(6):
            await tab.page.evaluate("([k, i]) => handrailDrift.mutateFor(k, i, 'a')", [kind, index])
            assert await tab.page.evaluate(SOURCE) != before, kind
            gone = await tab.page.evaluate("i => handrailDrift.path(i)", index) is None
            assert gone == (kind in GONE), kind
            await tab.page.evaluate("() => handrailDrift.undo()")
            assert await tab.page.evaluate(SOURCE) == before, kind


async def test_what_the_product_sees_does_not_say_who_is_meant(tab: Tab) -> None:
    """The isolated world shares the document, and none of the harness's variables or marks."""
    chosen = await tab.show(PAGE.html(), "a", 6)
    assert "handrail" not in (await plain(tab)).lower()
    seen = [await tab.inpage.call(tab.page, "describeAt", one["path"]) for one in chosen]
    assert all("handrail" not in str(one).lower() for one in seen)


async def test_a_run_over_a_page_judges_removals_and_restyling_as_expected(tab: Tab) -> None:
    cases = [case async for case in PageCases(tab, PAGE, "a").run(("restyle", "removed"))]
    assert {case.kind for case in cases} == {"restyle", "removed"}
    assert all(case.gone == (case.kind == "removed") for case in cases)
    assert all(case.outcome == "right" for case in cases), [c for c in cases if c.outcome != "right"]


def test_no_site_is_both_fitted_on_and_reported() -> None:
    sites = {split: {page.site for page in saved_pages(split)} for split in SPLITS}
    assert not sites["fit"] & sites["held_out"]
    assert len(sites["fit"] | sites["held_out"]) >= 24


def test_every_saved_page_is_there_with_its_licence_and_holds_no_script() -> None:
    for split in SPLITS:
        for page in saved_pages(split):
            html = page.html()
            assert "<script" not in html, page.key
            assert "127.0.0.1" not in html and "localhost:" not in html, page.key
            assert (FOLDER / page.site / "LICENSE").is_file(), page.site
