"""Writes `benchmarks/healing_pages/SOURCES.md` from the manifest: `python -m scripts.healing_pages.sources`.

Where a package declares the MIT licence and ships no text of it, the text is laid beside its pages.
"""

from __future__ import annotations

from scripts.healing_pages.saving import PAGES, Site, load_manifest

MIT = (PAGES.parents[1] / "LICENSE").read_text(encoding="utf-8").partition("\nPermission")
HEAD = """# Where the saved pages come from

Pages of real applications and templates, as a browser showed them, without scripts, pictures and fonts, and
with the style rules that they use. They are here to be mutated by `benchmarks/healing.py`, under the licences
of their packages, each of which lies beside its pages. `scripts/healing_pages` made them. The records in
them are the packages' own examples or invented.

| site | package | version | licence | split | pages |
|---|---|---|---|---|---|
"""


def line(site: Site) -> str:
    pages = ", ".join(page["name"] for page in site["pages"])
    facts = (site["site"], f"{site['package']} ({site['index']})", site["version"], site["licence"])
    return f"| {' | '.join(facts)} | {site['split'].replace('_', ' ')} | {pages} |\n"


def lay_licence(site: Site) -> None:
    path = PAGES / site["site"] / "LICENSE"
    if not path.exists() and (holder := site.get("holder")):
        path.write_text(
            f"{site['package']} declares the MIT licence and ships no text of it; this is the text.\n\n"
            f"Copyright (c) {holder}\n{MIT[1]}{MIT[2]}",
            encoding="utf-8",
        )


def main() -> None:
    sites = load_manifest()
    for site in sites:
        lay_licence(site)
    text = HEAD + "".join(map(line, sorted(sites, key=lambda site: site["site"])))
    (PAGES / "SOURCES.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
