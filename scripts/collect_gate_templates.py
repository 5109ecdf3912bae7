"""Collects actions from apps' own templates, in four languages: `python -m scripts.collect_gate_templates D`.

D holds one folder for each unpacked package (`pip download --no-deps`, then unzip). Each page is shown in a
real browser and read as the gate would see it; the same element in all languages stands in one line of
`benchmarks/gate_cases/templates.jsonl.gz`, without a label: what is risky is said by people, in other files.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import sys
from pathlib import Path
from typing import Any

from handrail.browser import launch_browser
from handrail.browser.protocol import FrameGone
from scripts.collect_gate import actions_of
from scripts.gate_tab import Tab
from scripts.gate_templates import Template, catalogue, page_of, templates

OUT = Path(__file__).parents[1] / "benchmarks" / "gate_cases" / "templates.jsonl.gz"
LANGUAGES = ("en", "de", "es", "fr")

Case = dict[str, Any]
Line = dict[str, Any]


async def _cases(tab: Tab, template: Template, language: str, html: str) -> list[Case]:
    await tab.show(Path(template.path).stem, html)
    return await actions_of(tab.inpage, tab.page, template.package, language, repeats=True)


def _lines(template: Template, by_language: dict[str, list[Case]]) -> list[Line]:
    """The actions that every language has, in the same place of the page."""
    lengths = {len(cases) for cases in by_language.values()}
    languages = list(by_language) if len(lengths) == 1 else ["en"]
    lines: list[Line] = []
    for number, case in enumerate(by_language["en"]):
        elements = {language: by_language[language][number]["element"] for language in languages}
        own = {
            language: element
            for language, element in elements.items()
            if language == "en" or _words(element) != _words(elements["en"])
        }
        place = f"{template.package}:{template.path}#{number}"
        lines.append({"id": place, "kind": case["kind"], "page": case["page"], "elements": own})
    return lines


def _words(element: Case) -> tuple[str, ...]:
    leads = element.get("leads", {})
    return (element.get("name", ""), element.get("text", ""), str(leads.get("dialog")))


async def collect(folder: Path) -> list[Line]:
    lines: list[Line] = []
    async with launch_browser() as launched:
        assert launched.browser is not None
        tab = Tab()
        await tab.open(launched.browser)
        for root in sorted(path for path in folder.iterdir() if path.is_dir()):
            books = {language: catalogue(root, language) for language in LANGUAGES[1:]}
            before = len(lines)
            for template in templates(root.name, root):
                pages = {"en": page_of(template, str)}
                pages |= {language: page_of(template, words) for language, words in books.items()}
                try:
                    found = {
                        language: await _cases(tab, template, language, html)
                        for language, html in pages.items()
                    }
                except FrameGone:
                    print(f"left out, it leaves by itself: {template.path}", file=sys.stderr)
                    continue
                lines += _lines(template, found)
            print(f"{root.name}: {len(lines) - before}", file=sys.stderr, flush=True)
    return lines


def main() -> None:
    lines = asyncio.run(collect(Path(sys.argv[1])))
    text = "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)
    OUT.write_bytes(gzip.compress(text.encode("utf-8"), 9, mtime=0))
    print(f"{len(lines)} actions", file=sys.stderr)


if __name__ == "__main__":
    main()
