"""The saved pages: which sites there are, on which side of the split each one is, and their HTML."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias, get_args

FOLDER = Path(__file__).parents[1] / "healing_pages"

Split: TypeAlias = Literal["fit", "held_out"]
SPLITS: tuple[Split, ...] = get_args(Split)


@dataclass(frozen=True)
class SavedPage:
    """One page of one site; no site is on both sides of the split."""

    site: str
    name: str
    split: Split

    @property
    def key(self) -> str:
        return f"{self.site}/{self.name}"

    def html(self) -> str:
        return gzip.decompress((FOLDER / self.site / f"{self.name}.html.gz").read_bytes()).decode("utf-8")


def saved_pages(split: Split) -> Iterator[SavedPage]:
    """In the order of the manifest."""
    for site in json.loads((FOLDER / "manifest.json").read_text(encoding="utf-8"))["sites"]:
        if site["split"] == split:
            for page in site["pages"]:
                yield SavedPage(site["site"], page["name"], split)
