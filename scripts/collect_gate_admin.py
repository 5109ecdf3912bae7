"""Reads the administration pages that were written for the gate: `python -m scripts.collect_gate_admin`.

`benchmarks/gate_cases/admin/*.html` show what servers, files, databases and approvals look like in their
apps. A text in braces has four languages, `{en|de|es|fr}`; `data-case` is the label of a control and its
category. The pages are shown in a real browser and read as the gate would see them, into `admin.jsonl.gz`,
and the labels into `admin_*.tsv`.
"""

from __future__ import annotations

import asyncio
import csv
import gzip
import json
import re
import sys
from pathlib import Path
from typing import Any, Final

from handrail.browser import launch_browser
from scripts.gate_tab import ADDRESS, Tab

FOLDER: Final = Path(__file__).parents[1] / "benchmarks" / "gate_cases"
LANGUAGES: Final = ("en", "de", "es", "fr")
SPLITS: Final = {
    "dev": "admin_development",
    "held": "admin_fresh",
    "words": "admin_words",
    "tuned": "words_development",
    "unseen": "words_fresh",
    "known": "apps_development",
    "blind": "apps_fresh",
    "first": "kinds_development",
    "second": "kinds_fresh",
    "third": "more_development",
    "fourth": "more_fresh",
}
_WORDS: Final = re.compile(r"\{([^{}|]*)\|([^{}|]*)\|([^{}|]*)\|([^{}|]*)\}")
_NUMBERED: Final = """[...document.querySelectorAll('[data-case]')].map((element, number) => {
  element.setAttribute('data-number', number);
  return [element.dataset.case, element.dataset.note ?? ''];
})"""

Json = dict[str, Any]
Row = dict[str, str]


def in_language(html: str, language: str) -> str:
    """The page in one of its languages, which it declares, as such apps do."""
    said = _WORDS.sub(lambda words: words[LANGUAGES.index(language) + 1], html)
    return f'<!doctype html><html lang="{language}">{said}'


async def _read(tab: Tab, name: str, html: str) -> list[tuple[str, str, Json]]:
    """Label, note and element of each labelled control."""
    await tab.show(name, html)
    labels = await tab.page.evaluate(_NUMBERED)
    return [(label, note, await _element(tab, number)) for number, (label, note) in enumerate(labels)]


async def _element(tab: Tab, number: int) -> Json:
    locator = {"by": "css", "css": f"[data-number='{number}']"}
    request = {"conditions": [], "locators": [locator], "strong": 0, "timeout": 0, "again": False}
    look = await tab.inpage.call(tab.page, "look", request)
    (element,) = look["sighting"]["elements"]
    return {key: v for key, v in element.items() if key not in {"ancestors", "box"} and v is not None}


async def _page(tab: Tab, file: Path) -> tuple[list[Json], list[Row]]:
    """The lines of one page's controls, and their labels."""
    name, _, _ = file.name.partition(".")
    html = file.read_text(encoding="utf-8")
    read = {language: await _read(tab, name, in_language(html, language)) for language in LANGUAGES}
    lines: list[Json] = []
    rows: list[Row] = []
    for number, (label, note, _) in enumerate(read["en"]):
        id = f"admin:{name}#{number}"
        elements = {language: read[language][number][2] for language in LANGUAGES}
        page = f"{ADDRESS}/{name}"
        lines.append({"id": id, "kind": "click", "page": page, "elements": elements})
        said, _, category = label.partition(" ")
        for language, element in elements.items():
            words = element.get("name") or element.get("text", "")
            rows.append(
                {
                    "id": id,
                    "language": language,
                    "label": said,
                    "category": category,
                    "words": words,
                    "note": note,
                }
            )
    return lines, rows


async def collect() -> None:
    lines: list[Json] = []
    rows: dict[str, list[Row]] = {split: [] for split in SPLITS.values()}
    async with launch_browser() as launched:
        assert launched.browser is not None
        tab = Tab()
        await tab.open(launched.browser)
        for file in sorted((FOLDER / "admin").glob("*.html")):
            found, labels = await _page(tab, file)
            lines += found
            rows[SPLITS[file.name.split(".")[1]]] += labels
    text = "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)
    (FOLDER / "admin.jsonl.gz").write_bytes(gzip.compress(text.encode("utf-8"), 9, mtime=0))
    for split, labels in ((one, found) for one, found in rows.items() if found):
        _write(FOLDER / f"{split}.tsv", labels)
        print(f"{split}: {len(labels)} actions", file=sys.stderr)


def _write(file: Path, rows: list[Row]) -> None:
    with file.open("w", encoding="utf-8", newline="") as out:
        writer = csv.DictWriter(
            out, list(rows[0]), delimiter="\t", lineterminator="\n", quoting=csv.QUOTE_NONE, quotechar=None
        )
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    asyncio.run(collect())
