"""What a report shows of one step: a visit of the walk, put into words, with its pictures."""

from __future__ import annotations

import base64
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from handrail.errors import JournalBroken, StoreError
from handrail.journal.chain.artefacts import Artefacts
from handrail.journal.events.event import Artefact, Criterion, Judged, Proposed
from handrail.journal.views.visit import Attempt, NodeStatus, Visit
from handrail.sop.values import text_of

Tone = Literal["good", "warn", "bad", "calm", "idle"]

STATUS_TONES: Final[dict[NodeStatus, Tone]] = {
    "done": "good",
    "unverified": "warn",
    "failed": "bad",
    "waiting": "calm",
    "running": "idle",
    "pending": "idle",
}

_VERDICTS: Final = {"allow": "allowed", "ask": "asked a person", "block": "blocked"}

_MOMENTS: Final = {"before": "Before", "after": "After", "failure": "At the failure"}

_IMAGE_TYPES: Final = {b"\x89PNG\r\n\x1a\n": "png", b"\xff\xd8\xff": "jpeg", b"RIFF": "webp"}


class Note(NamedTuple):
    """A line that stands out in a step."""

    tone: Tone
    title: str
    text: str


class Picture(NamedTuple):
    """A picture as a `data:` address, or why it cannot be shown."""

    caption: str
    url: str | None
    problem: str = ""


@dataclass(frozen=True)
class StepView:
    """A step of the report; without a number it is the heading of a group."""

    number: int | None
    label: str
    word: str = ""
    tone: Tone = "idle"
    action: str = ""
    """What was done, with the values used."""
    time: str = ""
    notes: list[Note] = field(default_factory=list)
    criteria: tuple[Criterion, ...] = ()
    pictures: list[Picture] = field(default_factory=list)
    how: list[tuple[str, str]] = field(default_factory=list)
    open: bool = False


class Album:
    """Gives pictures as `data:` addresses, up to a size that a browser opens with ease."""

    def __init__(
        self,
        artefacts: Artefacts,
        *,
        room: int = 64_000_000,
        hide: Callable[[bytes], bytes] | None = None,
    ) -> None:
        """`hide` blacks out what is personal in a picture."""
        self._artefacts = artefacts
        self._hide = hide
        self._room = room

    def picture(self, artefact: Artefact, caption: str) -> Picture:
        """The picture, whose content is checked against its address."""
        try:
            content = self._artefacts.get(artefact)
        except JournalBroken:
            return Picture(caption, None, "this picture was changed after it was taken")
        except (StoreError, ValueError):
            return Picture(caption, None, "this picture is missing")
        kind = next((name for magic, name in _IMAGE_TYPES.items() if content.startswith(magic)), None)
        if kind is None:
            return Picture(caption, None, "this file is not a picture that can be shown")
        if self._hide is not None:
            content = self._hide(content)
            kind = next((name for magic, name in _IMAGE_TYPES.items() if content.startswith(magic)), kind)
        if len(content) > self._room:
            return Picture(caption, None, f"left out, the report would be too big; it is kept as {artefact}")
        self._room -= len(content)
        return Picture(caption, f"data:image/{kind};base64,{base64.b64encode(content).decode()}")


def step_view(visit: Visit, number: int, album: Album) -> StepView:
    """The step of a visit."""
    status = visit.status
    checked = visit.checked
    return StepView(
        number=number,
        label=visit.label,
        word="not finished" if status == "running" else status,
        tone=STATUS_TONES[status],
        action=_action(visit),
        time=duration(visit.millis / 1000) if visit.millis is not None else "",
        notes=[*_doubts(visit), *_questions(visit), *_tries(visit), *_unverified(visit)],
        criteria=checked.criteria if checked else (),
        pictures=[album.picture(event.picture, _MOMENTS[event.moment]) for event in visit.pictures],
        how=_how(visit),
        open=status in ("failed", "unverified"),
    )


def duration(seconds: float) -> str:
    """A length of time for people: `240 ms`, `4.2 s`, `3 min 05 s`."""
    if seconds < 1:
        return f"{seconds * 1000:.0f} ms"
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes} min {rest:02} s"
    return f"{minutes // 60} h {minutes % 60:02} min"


def _action(visit: Visit) -> str:
    proposals = (attempt.proposed for attempt in reversed(visit.attempts))
    words = next((proposed.action for proposed in proposals if proposed is not None), "")
    return words[:1].upper() + words[1:] if words.casefold() != visit.label.casefold() else ""


def _doubts(visit: Visit) -> list[Note]:
    text = "It was sent to the app, and no answer to it is known. Look in the app before it is done again."
    if any(attempt.once for attempt in visit.in_doubt):
        return [Note("bad", "In doubt.", text)]
    if visit.unsettled:
        text = "It was done, and nothing shows that it worked. Look in the app before it is done again."
        return [Note("bad", "Not confirmed.", text)]
    return []


def _questions(visit: Visit) -> list[Note]:
    notes = []
    for asked, answered in visit.questions:
        if answered is None:
            notes.append(Note("calm", "Waits for an answer.", asked.question))
            continue
        why = f" Why: {answered.why}" if answered.why else ""
        when = f" at {answered.at[:19].replace('T', ' ')} UTC" if answered.at else ""
        text = f"{asked.question} — “{answered.answer}” by {answered.by}{when}.{why}"
        notes.append(Note("calm", "Asked.", text))
    return notes


def _tries(visit: Visit) -> list[Note]:
    notes = []
    for attempt in visit.attempts:
        if attempt.by_hand:
            text = f"{attempt.by_hand} took over and did it: {attempt.action}"
            notes.append(Note("calm", "Done by hand.", text))
        if attempt.failed is not None:
            seen = "the app may have seen it" if attempt.failed.dispatched else "nothing was sent to the app"
            text = f"{attempt.failed.message} ({attempt.failed.category}; {seen})"
            tone: Tone = "warn" if attempt.retried else "bad"
            notes.append(Note(tone, f"Attempt {attempt.number} failed.", text))
        if attempt.retried is not None and attempt.failed is None:
            notes.append(Note("warn", "Tried again.", attempt.retried.reason))
        judged = attempt.judged
        if judged is not None and judged.verdict == "block":
            notes.append(Note("bad", f"Blocked by rule “{judged.rule}”.", judged.reason))
    # A criterion that did not hold is listed as one.
    if visit.ended is not None and visit.ended.error and not notes and not visit.missed:
        notes.append(Note("bad", "Stopped here.", visit.ended.error))
    return notes


def _unverified(visit: Visit) -> list[Note]:
    checked = visit.checked
    # Criteria that did not hold are listed one by one; only their absence needs words.
    if checked is not None and checked.kind == "unverified" and not visit.missed:
        return [Note("warn", "Not verified:", f"{checked.why}.")]
    return []


def _how(visit: Visit) -> list[tuple[str, str]]:
    pairs: list[tuple[str, str]] = []
    for attempt in visit.attempts:
        if len(visit.attempts) > 1:
            pairs.append(("Attempt", str(attempt.number)))
            pairs += [("Action", attempt.proposed.action)] if attempt.proposed else []
        pairs += _attempt_pairs(attempt)
    pairs += [(f"Gave “{item.name}”", text_of(item.value)) for item in visit.variables]
    return pairs


def _attempt_pairs(attempt: Attempt) -> list[tuple[str, str]]:
    pairs: list[tuple[str, str]] = []
    proposed, judged, intended = attempt.proposed, attempt.judged, attempt.intended
    if proposed is not None:
        pairs += _found_pairs(proposed)
    if judged is not None:
        pairs.append(("Gate", _verdict(judged)))
    if intended is not None:
        if intended.effect == "once":
            pairs.append(("Effect", "cannot be repeated"))
        if intended.old_value is not None:
            pairs.append(("Value before", intended.old_value or "(empty)"))
    if attempt.millis is not None:
        pairs.append(("Took", duration(attempt.millis / 1000)))
    return pairs


def _found_pairs(proposed: Proposed) -> list[tuple[str, str]]:
    pairs = [("Host", proposed.host)] if proposed.host else []
    element = proposed.element
    if element is not None:
        name = f" “{element.name or element.label or element.text}”"
        pairs.append(("Element", f"{element.role or element.tag}{name if name != ' “”' else ''}"))
    reasons = "; ".join(proposed.reasons)
    found = f"{proposed.rung}, confidence {proposed.confidence:.0%}"
    pairs.append(("Found", f"{found}: {reasons}" if reasons else found))
    return pairs


def _verdict(judged: Judged) -> str:
    risk = f"; risk {judged.risk} ({'; '.join(judged.factors)})" if judged.risk != "low" else ""
    return f"{_VERDICTS[judged.verdict]} by rule “{judged.rule}”: {judged.reason}{risk}"
