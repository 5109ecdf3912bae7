"""Scoring: a finding is right where it has the label's kind and overlaps it by half of both together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.privacy_set.making import Line

Found = Sequence[tuple[int, int, str]]


@dataclass
class Score:
    """One kind, or all of them."""

    labels: int = 0
    found: int = 0
    right: int = 0
    recalled: int = 0
    uncovered: int = 0
    """Labels of which a letter or digit would stay to be read, whatever kind was found there."""

    def figures(self) -> dict[str, Any]:
        """Precision and recall from 0 to 1; none where nothing was found, or nothing is there."""
        return {
            "labels": self.labels,
            "precision": round(self.right / self.found, 4) if self.found else None,
            "recall": round(self.recalled / self.labels, 4) if self.labels else None,
            "covered": round(1 - self.uncovered / self.labels, 4) if self.labels else None,
        }


def scored(lines: Sequence[Line], found: Sequence[Found]) -> dict[str, Score]:
    """Kind → score, and `all`."""
    scores: dict[str, Score] = {}
    whole = scores.setdefault("all", Score())
    for line, here in zip(lines, found, strict=True):
        for start, end, kind in line.labels:
            hit = any(k == kind and _overlap((s, e), (start, end)) >= 0.5 for s, e, k in here)
            open_ = any(
                line.text[at].isalnum() and not any(s <= at < e for s, e, _ in here)
                for at in range(start, end)
            )
            for score in (whole, scores.setdefault(kind, Score())):
                score.labels += 1
                score.recalled += hit
                score.uncovered += open_
        for start, end, kind in here:
            right = any(k == kind and _overlap((s, e), (start, end)) >= 0.5 for s, e, k in line.labels)
            for score in (whole, scores.setdefault(kind, Score())):
                score.found += 1
                score.right += right
    return {name: scores[name] for name in sorted(scores, key=lambda name: (name != "all", name))}


def _overlap(one: tuple[int, int], other: tuple[int, int]) -> float:
    common = min(one[1], other[1]) - max(one[0], other[0])
    return max(common, 0) / (max(one[1], other[1]) - min(one[0], other[0]))


def missed(line: Line, found: Found) -> Iterator[str]:
    """What was missed, and what was found wrongly, in words."""
    for start, end, kind in line.labels:
        if not any(k == kind and _overlap((s, e), (start, end)) >= 0.5 for s, e, k in found):
            yield f"missed {kind} {line.text[start:end]!r} in {line.text!r}"
    for start, end, kind in found:
        if not any(k == kind and _overlap((s, e), (start, end)) >= 0.5 for s, e, k in line.labels):
            yield f"wrong {kind} {line.text[start:end]!r} in {line.text!r}"


def table(document: Mapping[str, Any]) -> str:
    """The figures for people."""
    heading = f"{document['lines']} lines ({document['split']}), {document['provider']}"
    parts = [heading, _rows(document["ours"])]
    parts.append(_rows(document["languages"]))
    compared = document["compared"]
    if compared["kinds"] is None:
        parts.append(f"NOT COMPARED: {compared['tool']}.")
    else:
        parts += [f"Compared on the same lines: {compared['tool']}", _rows(compared["kinds"])]
    if pictures := document.get("pictures"):
        parts += [f"{pictures['pictures']} pictures, {pictures['engine']}", _rows(pictures["ours"])]
        parts.append(f"{pictures['seconds']:.1f} s a picture (median)")
    return "\n\n".join(parts)


def _rows(kinds: Mapping[str, Mapping[str, Any]]) -> str:
    rows = [f"{'kind':<16}{'labels':>7}{'precision':>11}{'recall':>8}{'covered':>9}"]
    for kind, one in kinds.items():
        cells = (
            f"{one[name]:.3f}" if one[name] is not None else "-"
            for name in ("precision", "recall", "covered")
        )
        first, second, third = cells
        rows.append(f"{kind:<16}{one['labels']:>7}{first:>11}{second:>8}{third:>9}")
    return "\n".join(rows)
