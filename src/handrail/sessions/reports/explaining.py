"""Why the gate decided as it did, from a session's journal and the policy that it ran under."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from handrail._model import Model
from handrail.errors import UsageError
from handrail.journal.chain.artefacts import Artefacts
from handrail.journal.events.event import Answered, Artefact, Asked, Entry, Judged, Proposed, SessionStarted
from handrail.policy import Policy


class Explanation(Model):
    """One decision of the gate, with where its rule comes from and what people said."""

    node: str
    attempt: int
    at: str
    """UTC, ISO 8601."""
    action: str
    decision: str
    rule: str
    source: str
    """The layer of the policy that says so."""
    reason: str
    risk: str
    factors: tuple[str, ...]
    categories: tuple[str, ...]
    answers: tuple[str, ...] = ()
    """What people said: "ana: allow"."""


class Explained(Model):
    """The decisions of a session, under its policy."""

    mode: str
    layers: tuple[str, ...]
    notes: tuple[str, ...]
    decisions: tuple[Explanation, ...]


def explain(entries: Iterable[Entry], artefacts: Artefacts, node: str | None) -> Explained:
    """All decisions about a node of the session, or about all that were not a plain yes without one.

    Raises UsageError where there is none about the node, JournalBroken where an entry cannot be read.
    """
    policy = Policy()
    found: list[Explanation] = []
    for event, explanation in _walk(entries):
        if isinstance(event, SessionStarted):
            policy = _policy_of(event, artefacts)
        if explanation is not None and (
            explanation.node == node if node else explanation.decision != "allow"
        ):
            found.append(explanation.model_copy(update={"source": policy.source_of(explanation.rule)}))
    if node is not None and not found:
        raise UsageError(
            f"The gate decided nothing about a step '{node}' in this session.",
            mend="`handrail session report` shows the steps of this session.",
        )
    return Explained(mode=policy.mode, layers=policy.layers, notes=policy.notes, decisions=tuple(found))


def _policy_of(started: SessionStarted, artefacts: Artefacts) -> Policy:
    if not started.policy.startswith("sha256:"):
        return Policy()
    return Policy.model_validate_json(artefacts.get(Artefact(started.policy)))


def _walk(entries: Iterable[Entry]) -> Iterator[tuple[object, Explanation | None]]:
    action = ""
    last: Explanation | None = None
    asked: dict[str, str] = {}
    for entry in entries:
        event = entry.event
        match event:
            case SessionStarted():
                yield event, None
            case Proposed():
                action = event.action
            case Judged():
                if last is not None:
                    yield event, last
                last = _explanation(event, entry.at, action)
            case Asked():
                asked[event.request] = event.node
            case Answered() if last is not None and asked.get(event.request) == last.node:
                said = f"{event.by}: {event.answer}" + (f" ({event.why})" if event.why else "")
                last = last.model_copy(update={"answers": (*last.answers, said)})
            case _:
                continue
    if last is not None:
        yield None, last


def _explanation(event: Judged, at: str, action: str) -> Explanation:
    return Explanation(
        node=event.node,
        attempt=event.attempt,
        at=at,
        action=action,
        decision=event.verdict,
        rule=event.rule,
        source="",
        reason=event.reason,
        risk=event.risk,
        factors=event.factors,
        categories=event.categories,
    )
