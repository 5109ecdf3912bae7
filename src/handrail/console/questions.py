"""The questions that wait for a person, with all that is needed to answer them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from handrail._model import Model
from handrail.approvals.notice import needs_of
from handrail.errors import PolicyError
from handrail.journal.database.inbox import Message
from handrail.journal.events.event import Answered, Artefact, Asked, Entry, Option, SessionId, Taken
from handrail.journal.events.questions import OnTimeout, QuestionForm
from handrail.journal.keeping.private import shown
from handrail.journal.views.fold import walk
from handrail.journal.views.visit import Visit
from handrail.journal.views.walked import Walk
from handrail.policy.documents.document import Level
from handrail.sessions.people.answering import directory, objection_to
from handrail.sessions.people.pending import allowed_by, answers_to
from handrail.sessions.service.listing import SessionLine
from handrail.sessions.service.opening import Service
from handrail.sessions.service.users import User


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
    """What can be chosen, numbered as on the picture; of choices that have names, the words of each."""
    picture: Artefact | None = None
    why: str = ""
    text: str = ""
    """What is to be reviewed."""
    sources: tuple[str, ...] = ()
    """What the text was written from."""
    doubts: tuple[str, ...] = ()
    """Words of the text that occur in none of the sources."""
    gaps: tuple[str, ...] = ()
    """What the sources lack."""
    form: QuestionForm | None = None
    """None in journals of versions that kept the question alone."""
    where: str = ""
    values: tuple[str, ...] = ()
    """What will be typed, chosen or sent."""
    editable: str | None = None
    """The value that may be answered with another one in its place."""
    effect: str = ""
    risk: Level = "low"
    factors: tuple[str, ...] = ()
    """What makes the risk, each in words."""
    deadline: str | None = None
    """Until when an answer counts: UTC, ISO 8601."""
    on_timeout: OnTimeout = "wait"
    needs: str = ""
    """Who must allow it, and how many, in words."""
    allowed_by: tuple[str, ...] = ()
    """Who has allowed it, where several people must."""
    objection: str | None = None
    """Why a yes of whoever asks would not count."""
    asked: str
    """UTC, ISO 8601."""


def open_questions(service: Service, lines: Iterable[SessionLine], user: User) -> tuple[OpenQuestion, ...]:
    """The questions that wait for an answer, oldest first, as a user sees them.

    Raises StoreError, JournalBroken.

    One that was answered is not among them any more, though its session has not been taken up yet.
    """
    found = [question for line in lines for question in _of_session(service, line, user)]
    return tuple(sorted(found, key=lambda question: question.asked))


def _of_session(service: Service, line: SessionLine, user: User) -> Iterable[OpenQuestion]:
    store = service.place.store

    def questions(gathered: Walk) -> Iterable[OpenQuestion]:
        answers = service.inbox.answers(line.session)
        return (_view(service, user, gathered, answers, each) for each in _questions(line, gathered))

    if line.running:
        # Somebody looks on, so its browser is kept while it is asked.
        entries = tuple(shown(store, line.session)) if line.batch is None or line.row is not None else ()
        asked = _asked_now(entries) if entries else frozenset()
        asked -= {str(message.body.get("request")) for message in service.inbox.answers(line.session)}
        if asked:
            yield from (one for one in questions(walk(entries)) if one.request in asked)
    elif line.outcome == "waiting" and line.state in (None, "waiting"):
        yield from questions(walk(shown(store, line.session)))


def _view(
    service: Service, user: User, gathered: Walk, answers: tuple[Message, ...], question: OpenQuestion
) -> OpenQuestion:
    """A question with what others have answered to it, and whether this user's yes would count."""
    asked = gathered.asked[question.request]
    allowed = allowed_by(asked, gathered, answers_to(asked, answers))
    try:
        objection = objection_to(asked, user, directory(service), allowed)
    except PolicyError as error:
        # Who may answer stands in that file: nobody may, until it can be read.
        objection = str(error)
    facts = {"needs": needs_of(asked), "allowed_by": allowed, "objection": objection}
    return question.model_copy(update=facts)


def _asked_now(entries: Sequence[Entry]) -> frozenset[str]:
    """The requests that the process that runs the session has asked, and not heard of."""
    asked: dict[str, None] = {}
    for entry in entries:
        event = entry.event if entry.kind in ("taken", "asked", "answered") else None
        if isinstance(event, Taken):
            asked.clear()
        elif isinstance(event, Asked):
            asked[event.request] = None
        elif isinstance(event, Answered):
            asked.pop(event.request, None)
    return frozenset(asked)


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
                options=offered.options if offered else asked.options,
                picture=(Artefact(asked.picture) if asked.picture else None)
                or (offered.picture if offered else None)
                or _last_picture(visit, gathered),
                why=asked.why or (offered.why if offered else _why(visit)),
                text=asked.text,
                sources=asked.sources,
                doubts=asked.doubts,
                gaps=asked.gaps,
                form=asked.form,
                where=asked.where,
                values=asked.values,
                editable=asked.editable,
                effect=asked.effect,
                risk=asked.risk,
                factors=asked.factors,
                deadline=asked.deadline,
                on_timeout=asked.on_timeout,
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
