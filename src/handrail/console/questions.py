"""The questions that wait for a person, with all that is needed to answer them."""

from __future__ import annotations

from collections.abc import Iterable

from handrail._model import Model
from handrail.journal.event import Artefact, Option, SessionId
from handrail.journal.fold import Walk, walk
from handrail.journal.private import shown
from handrail.journal.visit import Visit
from handrail.sessions.listing import SessionLine
from handrail.sessions.place import Place


class OpenQuestion(Model):
    """A question of a session that waits."""

    session: SessionId
    title: str
    request: str
    node: str
    label: str
    question: str
    choices: tuple[str, ...]
    options: tuple[Option, ...] = ()
    """What can be chosen, numbered as on the picture."""
    picture: Artefact | None = None
    why: str = ""
    asked: str
    """UTC, ISO 8601."""


def open_questions(place: Place, lines: Iterable[SessionLine]) -> tuple[OpenQuestion, ...]:
    """The questions of the sessions that wait for an answer, oldest first. Raises StoreError, JournalBroken.

    One that was answered is not among them any more, though its session has not been taken up yet.
    """
    waiting = [line for line in lines if not line.running and line.state in (None, "waiting")]
    found = [
        question
        for line in waiting
        if line.outcome == "waiting"
        for question in _questions(line, walk(shown(place.store, line.session)))
    ]
    return tuple(sorted(found, key=lambda question: question.asked))


def _questions(line: SessionLine, gathered: Walk) -> Iterable[OpenQuestion]:
    seen: dict[str, OpenQuestion] = {}
    for visit in gathered.visits:
        for asked, answered in visit.questions:
            # A question that was asked again after the session was taken up anew is the same one.
            if answered is not None or asked.request in gathered.answers:
                continue
            offered = visit.offered[-1] if visit.offered and "choose" in asked.choices else None
            seen[asked.request] = OpenQuestion(
                session=line.session,
                title=line.title,
                request=asked.request,
                node=asked.node,
                label=visit.label,
                question=asked.question,
                choices=asked.choices,
                options=offered.options if offered else (),
                picture=(offered.picture if offered else None) or _last_picture(visit, gathered),
                why=offered.why if offered else _why(visit),
                asked=gathered.last_at,
            )
    return seen.values()


def _last_picture(visit: Visit, gathered: Walk) -> Artefact | None:
    """The page as it was seen last before the question."""
    for each in (visit, *reversed(gathered.visits)):
        if each.pictures:
            return each.pictures[-1].picture
    return None


def _why(visit: Visit) -> str:
    judged = visit.attempts[-1].judged if visit.attempts else None
    return judged.reason if judged is not None and judged.verdict == "ask" else ""
