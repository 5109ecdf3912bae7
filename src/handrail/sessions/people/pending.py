"""Questions that wait for people, over all sessions of a home, with the answers that were given so far."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from handrail.approvals.approver import ALLOWING, DENYING, may_be_same
from handrail.errors import JournalBroken
from handrail.journal.database.inbox import Message
from handrail.journal.database.work import WorkLine, WorkState
from handrail.journal.events.event import Artefact, Asked, SessionId
from handrail.journal.views.visit import open_in
from handrail.journal.views.walked import Walk
from handrail.sessions.beginning.lining import walk_of
from handrail.sessions.service.opening import Service


@dataclass(frozen=True)
class Pending:
    """A question that is not closed: nobody, or not everybody who must, has answered it."""

    session: SessionId
    title: str
    """The SOP's."""
    sop_id: str
    owner: str
    starter: str
    label: str
    """The step's."""
    asked: Asked
    picture: Artefact | None
    """The page as it was asked about, or as it was seen last before."""
    allowed_by: tuple[str, ...] = ()
    """Who has allowed it, where several people must."""

    @property
    def request(self) -> str:
        """The id by which it is answered."""
        return self.asked.known_as

    @property
    def at(self) -> str:
        """When it was asked (UTC, ISO 8601); empty in journals of older versions."""
        return self.asked.at or ""

    def is_late(self, now: datetime) -> bool:
        """Whether no answer counts any more."""
        deadline = self.asked.deadline
        return deadline is not None and datetime.fromisoformat(deadline) <= now


def open_asked(behind: Walk) -> tuple[tuple[str, Asked], ...]:
    """The questions of a session that stand open in its journal, each with its step's label.

    One that was open before the session was taken up anew is open until it comes there again, and the same
    one then.
    """
    if behind.asks_no_more:
        return ()
    return tuple({**behind.rewound, **open_in(behind.visits)}.values())


def answers_to(asked: Asked, messages: Iterable[Message]) -> tuple[Message, ...]:
    """The answers that were left for a question, in time."""
    return tuple(
        message
        for message in messages
        if message.body.get("request") in {asked.known_as, asked.request}
        and (asked.deadline is None or message.at <= asked.deadline)
    )


def allowed_by(asked: Asked, behind: Walk, answers: Iterable[Message]) -> tuple[str, ...]:
    """The different people who have allowed it, by the journal and by what was left since."""
    names = [
        said.by
        for id, said in behind.answers.items()
        if (question := behind.asked.get(id)) is not None
        and question.known_as == asked.known_as
        and said.answer in ALLOWING
        and question.at == asked.at
    ]
    names += [message.by for message in answers if message.body.get("answer") in ALLOWING]
    distinct: list[str] = []
    for name in names:
        if not any(may_be_same(name, other) for other in distinct):
            distinct.append(name)
    return tuple(distinct)


def closed_by(asked: Asked, behind: Walk, answers: tuple[Message, ...]) -> Message | None:
    """The answer that settles a question; none while it is open.

    A no, a choice or a text settles it at once, a yes when so many different people have said it as must.
    """
    for place, message in enumerate(answers, start=1):
        verb = message.body.get("answer")
        if verb in DENYING or verb not in ALLOWING:
            return message
        wanted = asked.need.quorum if asked.need is not None else 1
        if len(allowed_by(asked, behind, answers[:place])) >= wanted:
            return message
    return None


def pending_of(service: Service, session: SessionId, behind: Walk | None = None) -> Iterator[Pending]:
    """The open questions of one session. Raises StoreError, JournalBroken."""
    behind = behind or walk_of(service, session)
    started = behind.started
    if started is None:
        return
    questions = open_asked(behind)
    messages = service.inbox.answers(session) if questions else ()
    for label, asked in questions:
        answers = answers_to(asked, messages)
        if closed_by(asked, behind, answers) is not None:
            continue
        yield Pending(
            session,
            started.title,
            started.sop_id,
            behind.owner,
            started.user,
            label,
            asked,
            Artefact(asked.picture) if asked.picture else _last_picture(behind),
            allowed_by(asked, behind, answers),
        )


def _last_picture(behind: Walk) -> Artefact | None:
    for visit in reversed(behind.visits):
        if visit.offered and visit.offered[-1].picture is not None:
            return visit.offered[-1].picture
        if visit.pictures:
            return visit.pictures[-1].picture
    return None


class Waiting:
    """Finds the open questions of a home; a journal that has not grown is not read again."""

    def __init__(self, service: Service, *, values: bool = False) -> None:
        """With `values`, personal data stands in the questions as people see it who may answer."""
        self._service = service
        self._values = values
        self._read: dict[SessionId, tuple[int, Walk]] = {}
        self.broken: dict[SessionId, JournalBroken] = {}
        """The sessions of the last look whose journals cannot be read: nobody is asked for them."""

    def all(self) -> tuple[Pending, ...]:
        """The open questions, the oldest first; a journal that cannot be read holds up no other's. Raises
        StoreError."""
        self.broken = {}
        lines = self._service.work.lines(states=("waiting", "held"))
        sessions = [line.session for line in lines if self._may_ask(line)]
        found = [pending for session in sessions for pending in self._of_whole(session)]
        for gone in set(self._read) - set(sessions):
            self._read.pop(gone, None)
        return tuple(sorted(found, key=lambda pending: (pending.at, pending.session)))

    def settled(self) -> tuple[tuple[SessionId, int], ...]:
        """The sessions that wait though their questions are answered: whoever took the answer died before
        it could tell the queue. Each with the number of its answer."""
        states: tuple[WorkState, ...] = ("waiting",)
        found = []
        for line in self._service.work.lines(states=states):
            if line.job.kind != "session" or self._of_whole(line.session) or line.session in self.broken:
                continue
            behind = walk_of(self._service, line.session)
            messages = self._service.inbox.answers(line.session)
            for _, asked in open_asked(behind):
                settled = closed_by(asked, behind, answers_to(asked, messages))
                if settled is not None:
                    found.append((line.session, settled.id))
        return tuple(found)

    def _may_ask(self, line: WorkLine) -> bool:
        if line.job.kind != "session" or line.state == "waiting":
            return line.job.kind == "session"
        # One that is being worked on asks only where somebody waits for the answer: at a terminal, or looking
        # on. Its journal is not read for that, which grows with every step.
        store = self._service.place.store
        last = next(store.read(line.session, store.head(line.session).seq - 1), None)
        return last is not None and last.kind == "asked"

    def _of_whole(self, session: SessionId) -> tuple[Pending, ...]:
        try:
            return self.of(session)
        except JournalBroken as error:
            self.broken[session] = error
            return ()

    def of(self, session: SessionId) -> tuple[Pending, ...]:
        """The open questions of one session. Raises StoreError, JournalBroken."""
        head = self._service.place.store.head(session).seq
        known = self._read.get(session)
        if known is None or known[0] != head:
            behind = walk_of(self._service, session, values=self._values)
            known = self._read[session] = (head, behind)
        return tuple(pending_of(self._service, session, known[1]))


def utc_now() -> datetime:
    """The moment, as deadlines are compared with."""
    return datetime.now(UTC)
