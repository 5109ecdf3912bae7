"""How well personal data is found: precision and recall by kind, and the same of an existing tool.

`python benchmarks/privacy.py [--json] [--split SPLIT] [--no-pictures] [--keep DIR] [--wrong]
[--rival PYTHON] [--provider presidio [--model en=en_core_web_sm]…]`.
The set is in `benchmarks/privacy_set`: invented people in lines and pages, in four languages; the half
`held_out` was written before there were rules and none was written for it. The halves `apps_development` and
`apps_held_out` are of what apps show. `--wrong` tells what was missed or taken wrongly. `--rival` names a
Python that has `presidio-analyzer`, where this one has not; without either, the comparison is told to be
missing.
docs/privacy.md has the method.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.privacy_set import apps
from benchmarks.privacy_set.making import Line, read
from benchmarks.privacy_set.scoring import Score, missed, scored, table
from handrail.privacy import Provider
from handrail.privacy.configuration import PrivacyConfig
from handrail.privacy.household import provider_of

FOLDER: Final = Path(__file__).parent / "privacy_set"
SPLITS: Final = ("development", "held_out")
"""The two halves of the first set, which are `all`."""

Found = list[tuple[int, int, str]]


def lines_of(split: str) -> list[Line]:
    """The labelled lines of a half, or of both of the first set."""
    if split in apps.HALVES:
        return apps.lines(split)
    wanted = SPLITS if split == "all" else (split,)
    return [line for name in wanted for line in read(FOLDER / f"{name}.jsonl")]


def found_by(provider: Provider, lines: Iterable[Line]) -> list[Found]:
    """What a provider finds."""
    return [[(one.start, one.end, one.kind) for one in provider.find(line.text)] for line in lines]


def rival(lines: list[Line], python: str | None) -> tuple[list[Found] | None, str]:
    """What the compared tool finds, and its name; none and the reason where it is not there."""
    if python is None and find_spec("presidio_analyzer") is None:
        return None, "presidio-analyzer is not installed; give a Python that has it with --rival"
    given = json.dumps([{"text": line.text, "language": line.language} for line in lines])
    done = subprocess.run(
        [python or sys.executable, str(FOLDER / "rival.py")], input=given, capture_output=True, text=True
    )
    if done.returncode:
        return None, f"the compared tool failed: {done.stderr.strip().splitlines()[-1:]}"
    answer = json.loads(done.stdout)
    return [[(s, e, k) for s, e, k in found] for found in answer["found"]], answer["name"]


def facts(scores: Mapping[str, Score]) -> dict[str, Any]:
    """The figures by kind, as they are given with `--json`."""
    return {kind: score.figures() for kind, score in scores.items()}


def tell(words: str) -> None:
    print(words, file=sys.stderr, flush=True)


def texts(options: argparse.Namespace, provider: Provider) -> dict[str, Any]:
    """The part about lines."""
    lines = lines_of(options.split)
    ours = found_by(provider, lines)
    theirs, name = rival(lines, options.rival)
    if options.wrong:
        for line, found in zip(lines, ours, strict=True):
            for words in missed(line, found):
                tell(words)
    document: dict[str, Any] = {"provider": provider.name, "lines": len(lines)}
    document["ours"] = facts(scored(lines, ours))
    document["languages"] = {
        language: scored(*zip(*of_one, strict=True))["all"].figures()
        for language in sorted({line.language for line in lines})
        if (of_one := [pair for pair in zip(lines, ours, strict=True) if pair[0].language == language])
    }
    document["compared"] = {
        "tool": name,
        "kinds": facts(scored(lines, theirs)) if theirs is not None else None,
    }
    return document


def main(show: Callable[[str], None] = print) -> int:
    parser = argparse.ArgumentParser(description="Precision and recall of finding personal data.")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--split", choices=[*SPLITS, "all", *apps.HALVES], default="held_out")
    parser.add_argument("--no-pictures", action="store_true")
    parser.add_argument("--keep", metavar="DIR", type=Path, help="where the redacted pictures go")
    parser.add_argument("--rival", metavar="PYTHON")
    parser.add_argument("--provider", choices=["built-in", "presidio"], default="built-in")
    parser.add_argument("--model", type=lambda told: told.split("=", 1), action="append", default=[])
    parser.add_argument("--wrong", action="store_true")
    options = parser.parse_args()
    provider = provider_of(PrivacyConfig(provider=options.provider, models=dict(options.model)))
    document = {"split": options.split, **texts(options, provider)}
    if not options.no_pictures:
        from benchmarks.privacy_set.pictures import measured

        document["pictures"] = measured(
            options.split, tell if options.wrong else lambda _: None, provider, options.keep
        )
    show(json.dumps(document, indent=2) if options.json else table(document))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
