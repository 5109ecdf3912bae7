"""What is dropped on the library: files of other tools, and recordings as folders or archives."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import httpx
import pytest
from playwright.async_api import Page, expect

from handrail.browser import LaunchedBrowser
from handrail.recording.store import RecordingWriter
from handrail.sop.format import save
from tests.builders import Json, fill, open_page, sop
from tests.compile.recordings import Show, button, field

from .conftest import Served
from .web import at_console, stands


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    """The folder of a recording: somebody fills a field and saves."""
    shown = Show().type(field("Bay"), "North").click(button("Book in")).recording()
    folder = tmp_path / "shown"
    with RecordingWriter(folder, shown.manifest) as writer:
        for event in shown.events:
            writer.append(event)
        writer.put_picture(b"a picture")
    return folder


def packed(folder: Path, at: str = "", **more: str) -> bytes:
    """The folder as an archive, with other members."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                archive.write(path, at + path.relative_to(folder).as_posix())
        for name, text in more.items():
            archive.writestr(name, text)
    return made.getvalue()


def brought(client: httpx.Client, content: bytes, name: str = "shown.zip") -> httpx.Response:
    return client.post("/api/console/import", params={"file": name}, content=content)


@pytest.mark.parametrize("at", ["", "shown/"])
def test_a_recording_comes_as_an_archive_and_belongs_to_who_brings_it(
    idle: Served, recording: Path, at: str
) -> None:
    outside = {"../../evil.txt": "x", f"{at}pictures/../../evil.txt": "x", f"{at}pictures/..": "x"}
    with idle.client("operator", user=f"ben-{len(at)}") as client:
        answer = brought(client, packed(recording, at, **outside))
        assert answer.status_code == 201, answer.text
        assert answer.json()["source"] == "Recording"
        document = client.get(f"/api/console/sops/{answer.json()['name']}").json()["document"]
    assert document["meta"]["owner"] == f"ben-{len(at)}"
    assert [node["action"]["do"] for node in document["nodes"] if node["type"] == "task"][-2:] == [
        "fill",
        "click",
    ]
    assert not list(idle.home.parent.rglob("evil.txt"))
    assert list((idle.home / "recordings").glob("*/pictures/*.jpg"))


def test_another_archive_is_refused_and_nothing_of_it_is_kept(
    idle: Served, recording: Path, tmp_path: Path
) -> None:
    kept = idle.home / "recordings"
    before = sorted(kept.glob("*"))
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "a.txt").write_text("a")
    two = packed(recording, "one/", **{"two/recording.json": "{}"})
    damaged = packed(recording).replace(b'"schema_version"', b'"schema_fashion"')
    with idle.client("operator") as client:
        for content, said in (
            (packed(tmp_path / "other"), "holds no recording"),
            (two, "holds several recordings"),
            (packed(recording)[:200], "cannot be read"),
            (damaged, ""),
        ):
            answer = brought(client, content)
            assert answer.status_code in (409, 422), answer.text
            assert said in answer.json()["error"]["message"]
    assert sorted(kept.glob("*")) == before


async def dropped(page: Page, *paths: Path) -> None:
    """Drop files or folders of this machine on the page, as its user would."""
    devtools = await page.context.new_cdp_session(page)
    data = {"items": [], "files": [str(path) for path in paths], "dragOperationsMask": 1}
    for kind in ("dragEnter", "dragOver", "drop"):
        await devtools.send("Input.dispatchDragEvent", {"type": kind, "x": 700, "y": 500, "data": data})


async def test_a_folder_is_dropped_and_what_cannot_be_read_is_named(
    idle: Served, recording: Path, launched: LaunchedBrowser, tmp_path: Path
) -> None:
    assert launched.browser is not None
    (tmp_path / "notes.json").write_text("{ no JSON")
    async with at_console(launched.browser, idle) as page:
        await expect(page.get_by_role("link", name="plain", exact=True)).to_be_visible()
        await dropped(page, recording, tmp_path / "notes.json")
        await expect(page.get_by_text("is in the library.")).to_be_visible()
        await expect(page.get_by_role("alert")).to_contain_text("notes.json: It is not JSON")


async def test_the_columns_of_a_table_stand_over_their_values(
    idle: Served, launched: LaunchedBrowser
) -> None:
    assert launched.browser is not None
    rows = b"Name of the contact,Note\nGrace Hopper,x\n"
    async with at_console(launched.browser, idle, "#/sops/plain") as page:
        await page.get_by_role("button", name="Run", exact=True).click()
        dialog = page.get_by_role("dialog")
        await dialog.locator("input[type=file]").set_input_files(
            {"name": "people.csv", "mimeType": "text/csv", "buffer": rows}
        )
        column = dialog.get_by_label("Column for name")
        await expect(column).to_have_value("Name of the contact")
        heading, value = await column.bounding_box(), await dialog.locator("th span").bounding_box()
        assert heading is not None and value is not None
        assert heading["y"] >= value["y"] + value["height"]
        # What the table gives is asked for no more; what it does not, once for every row.
        await expect(dialog.get_by_label("name", exact=True)).to_have_count(0)
        await column.select_option(label="the same for all")
        await expect(dialog.get_by_role("heading", name="The same for every row")).to_be_visible()
        await expect(dialog.get_by_label("name", exact=True)).to_be_visible()


async def test_a_default_stands_in_its_field_and_counts_where_that_is_cleared(
    served: Served, launched: LaunchedBrowser
) -> None:
    assert launched.browser is not None
    steps = [open_page(served.crm.url), fill("Name", "{{ name }} {{ firm }}")]
    variables: dict[str, Json] = {"name": {"default": "Ann"}, "firm": {"default": "Ann & Co"}}
    document = sop(steps, [served.crm.host], variables, meta={"id": "given", "title": "Inputs"})
    save(served.home / "sops" / "given.sop.json", document)
    async with at_console(launched.browser, served, "#/sops/given") as page:
        await page.get_by_role("button", name="Run", exact=True).click()
        dialog = page.get_by_role("dialog")
        await expect(dialog.get_by_label("name", exact=True)).to_have_value("Ann")
        await dialog.get_by_label("firm", exact=True).fill("")
        await expect(dialog.get_by_text("Left empty, it is “Ann & Co”")).to_be_visible()
        await dialog.get_by_role("button", name="Run").click()
        await stands(page, "Done")
        await page.get_by_role("tab", name="Summary").click()
        given = page.locator(".card", has=page.get_by_role("heading", name="Inputs"))
        await expect(given).to_contain_text("Ann & Co")
