"""The courier: tells people of open questions, escalates, acts at deadlines, and withdraws what is settled.

It looks at the sessions that wait, and needs no browser. Several may run on one database: each message is
sent by one of them. What it has done stands in the session's journal.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Final

from handrail.approvals.approver import ALLOWING, DENYING, excluded_by
from handrail.approvals.document import ApprovalsDocument, MailChannel, WebhookChannel
from handrail.approvals.links import Link, Links
from handrail.approvals.notice import Event, Notice
from handrail.approvals.sending import Lookup, send
from handrail.errors import (
    EnvironmentLack,
    HandrailError,
    JournalBroken,
    KeptFileLost,
    StoreError,
    TransientError,
)
from handrail.journal.chain.store import JournalWriter
from handrail.journal.database.deliveries import Deliveries, Delivery, Kind
from handrail.journal.events.event import Artefact, Asked, SessionId, Told
from handrail.journal.views.walked import Walk
from handrail.policy.documents.document import Escalation
from handrail.secrets.kept_out import without
from handrail.sessions.beginning.lining import let_workers, queued_line, walk_of
from handrail.sessions.beginning.vaulting import channel_secret
from handrail.sessions.people.answering import directory, lacking, role_for
from handrail.sessions.people.pending import Pending, Waiting
from handrail.sessions.people.timing_out import end_unanswered
from handrail.sessions.service.opening import Service
from handrail.sessions.service.troubles import Troubles

LOOK_SECONDS: Final = 1.0
_AT_ONCE: Final = 4
"""Messages that are sent at once: one server that hangs holds up no other."""


class Courier:
    """Tells people of the open questions of a home."""

    def __init__(
        self,
        service: Service,
        *,
        report: Callable[[str], None] = lambda line: None,
        nudge: Callable[[], None] = lambda: None,
        lookup: Lookup | None = None,
    ) -> None:
        """`nudge` is called when sessions were queued; `lookup` gives the secrets of channels."""
        self._service = service
        self._report = report
        self._nudge = nudge
        self._lookup = lookup or (lambda name: channel_secret(service.place.home, name))
        self._waiting = Waiting(service)
        self._deliveries = Deliveries(service.database)
        self._links = Links(service.place.home)
        self._troubles = Troubles(report)
        self._complained: set[str] = set()
        self._woken: set[tuple[SessionId, int]] = set()
        self._noted: set[tuple[SessionId, str, str, str, str, Kind]] = set()

    async def run(self) -> None:
        """Look again and again until it is cancelled; what is being sent then is finished and noted."""
        while True:
            looking = asyncio.ensure_future(asyncio.to_thread(self.look))
            try:
                await asyncio.shield(looking)
            except asyncio.CancelledError:
                await asyncio.wait([looking])
                raise
            await asyncio.sleep(LOOK_SECONDS)

    def look(self, now: datetime | None = None) -> None:
        """Do what is due at this moment. Errors are told, not raised."""
        with self._troubles.of("approvals"):
            known = directory(self._service)
            now = now or datetime.now(UTC)
            self._wake_settled()
            pending = self._waiting.all()
            for session, broken in self._waiting.broken.items():
                self._report_once(f"{session}: {broken}")
            here = {one.session for one in pending}
            self._noted = {key for key in self._noted if key[0] in here}
            for one in pending:
                if one.is_late(now) and one.asked.on_timeout == "deny":
                    self._time_out(one)
                else:
                    self._plan(one, known, now)
            self._withdraw(known)
            self._deliver(known)
            self._journal()

    def _wake_settled(self) -> None:
        for session, answer in self._waiting.settled():
            if (session, answer) in self._woken:
                # Whoever took it up found that it does not count.
                continue
            self._woken.add((session, answer))
            let_workers(self._service, queued_line(self._service, session))
            self._service.dispatcher.wake(session)
            self._nudge()

    # Who is to be told

    def _plan(self, one: Pending, known: ApprovalsDocument, now: datetime) -> None:
        if not one.at:
            return
        for person, channel in self._targets(one, known, _first_asked(one, known)):
            self._note(one, person, channel, "asked")
        if why := lacking(one, known):
            self._report_once(f"{one.session}: {why}: {one.asked.question}")
        asked_at = datetime.fromisoformat(one.at)
        for step in _escalation(one, known):
            if now >= asked_at + timedelta(seconds=step.after):
                targets = tuple(self._targets(one, known, (step.to,)))
                for person, channel in targets:
                    self._note(one, person, channel, "escalated")
                if not targets:
                    self._report_once(
                        f"{one.session}: it is escalated to {step.to}, where nobody may answer it"
                    )

    def _note(self, one: Pending, person: str, channel: str, what: Kind) -> None:
        # What this process has noted before is not written again at every look.
        key = (one.session, one.request, one.at, person, channel, what)
        if key not in self._noted:
            self._deliveries.add(one.session, one.request, one.at, person, channel, what)
            self._noted.add(key)

    def _targets(
        self, one: Pending, known: ApprovalsDocument, names: Iterable[str]
    ) -> Iterable[tuple[str, str]]:
        """Person and channel of each who is meant; who may not answer is not told."""
        for name in names:
            channel = known.channels.get(name)
            if channel is not None:
                whose = channel.person if isinstance(channel, WebhookChannel) else None
                if whose and any(known.may_be_one(whose, name) for name in one.allowed_by):
                    # They were told, and have allowed it: others are waited for.
                    continue
                yield (whose if whose and self._may_answer(one, known, whose) else ""), name
                continue
            for person in (name,) if name in known.people else known.with_role(name):
                if known.mail is None or known.people[person].mail is None:
                    self._report_once(f"{person} cannot be told: there is no mail channel, or no address")
                elif self._may_answer(one, known, person):
                    yield person, known.mail

    def _may_answer(self, one: Pending, known: ApprovalsDocument, person: str) -> bool:
        role = role_for(one.asked)
        if role not in known.roles_of(person):
            self._report_once(f"{person} gets no link: only somebody with the role '{role}' may answer")
            return False
        done = dict.fromkeys(one.allowed_by, "")
        return excluded_by({**one.asked.excluded, **done}, person, known.may_be_one) is None

    # Deadlines, and what is settled

    def _time_out(self, one: Pending) -> None:
        """The policy's safe thing: at once where that ends the session, else a worker does it."""
        with self._journal_of(one.session), contextlib.suppress(StoreError):
            try:
                if end_unanswered(self._service, one):
                    self._report(f"{one.session}: nobody answered in time, and it ended")
                    return
            except KeptFileLost as error:
                self._report_once(f"{one.session}: {error}")
                return
            line = queued_line(self._service, one.session)
            let_workers(self._service, line)
            self._service.dispatcher.wake(one.session)
            self._report(f"{one.session}: the time for an answer is over, a worker goes on with it")
            self._nudge()

    def _withdraw(self, known: ApprovalsDocument) -> None:
        """Tell those who were told of a question that needs no answer any more."""
        by_session: dict[SessionId, list[Delivery]] = {}
        for delivery in self._deliveries.open():
            by_session.setdefault(delivery.session, []).append(delivery)
        for session, deliveries in by_session.items():
            with self._journal_of(session):
                there = {(one.request, one.at) for one in self._waiting.of(session)}
                for delivery in deliveries:
                    if (delivery.request, delivery.asked_at) not in there:
                        self._withdraw_one(delivery, known)

    @contextlib.contextmanager
    def _journal_of(self, session: SessionId) -> Iterator[None]:
        """A journal that cannot be read is told, and holds up nobody else's messages."""
        try:
            yield
        except JournalBroken as error:
            self._report_once(f"{session}: {error}")

    def _withdraw_one(self, delivery: Delivery, known: ApprovalsDocument) -> None:
        if delivery.state != "sent":
            self._deliveries.drop(delivery)
            return
        by, why = self._came_of(delivery.session, delivery.request)
        channel = known.channels.get(delivery.channel)
        wants = channel is not None and channel.tell_withdrawn
        if not wants or (delivery.person and known.may_be_one(by, delivery.person)):
            self._deliveries.close(delivery)
            return
        self._deliveries.add(
            delivery.session,
            delivery.request,
            delivery.asked_at,
            delivery.person,
            delivery.channel,
            "withdrawn",
            why,
        )

    def _came_of(self, session: SessionId, request: str) -> tuple[str, str]:
        """Who answered, and what."""
        behind = walk_of(self._service, session)
        answers = [said for id, said in behind.answers.items() if _known_as(behind, id) == request]
        if answers:
            last = answers[-1]
            said = f" answered: {last.answer}" if last.answer in ALLOWING | DENYING else " has answered"
            # What somebody wrote is for the session, and not for all who were asked.
            return last.by, f"{last.by}{said}."
        messages = self._service.inbox.answers(session)
        names = [message.by for message in messages if message.body.get("request") == request]
        return (names[-1], f"{names[-1]} has answered.") if names else ("", "The session has ended.")

    # Sending

    def _deliver(self, known: ApprovalsDocument) -> None:
        due = self._deliveries.take()
        if due:
            with ThreadPoolExecutor(_AT_ONCE) as pool:
                list(pool.map(lambda delivery: self._send(delivery, known), due))

    def _send(self, delivery: Delivery, known: ApprovalsDocument) -> None:
        channel = known.channels.get(delivery.channel)
        person = known.people.get(delivery.person)
        address = (person.mail if person else None) or ""
        if channel is None or (isinstance(channel, MailChannel) and not address):
            self._deliveries.drop(delivery)
            return
        try:
            notice = self._notice(delivery, known)
            if notice is None:
                self._deliveries.drop(delivery)
                return
            send(channel, notice, address, self._lookup)
        except HandrailError as error:
            # A locked database or a vault that is away may be well again a while later.
            later = isinstance(error, TransientError | EnvironmentLack)
            self._not_sent(delivery, str(error), for_good=not later)
            return
        except Exception as error:
            # What nobody expected of one message holds up no other.
            said = without(f"it failed unexpectedly: {type(error).__name__}: {error}")
            self._not_sent(delivery, said, for_good=False)
            return
        self._deliveries.sent(delivery)
        who = f"{delivery.person} by {delivery.channel}" if delivery.person else delivery.channel
        self._report(f"{delivery.session}: told {who} ({delivery.what})")

    def _not_sent(self, delivery: Delivery, why: str, *, for_good: bool) -> None:
        self._deliveries.failed(delivery, why, for_good=for_good)
        self._report(f"{delivery.session}: {delivery.person or delivery.channel} was not told: {why}")

    def _notice(self, delivery: Delivery, known: ApprovalsDocument) -> Notice | None:
        behind = walk_of(self._service, delivery.session)
        asked = behind.asked.get(delivery.request)
        started = behind.started
        if asked is None or started is None:
            return None
        event: Event = delivery.what
        label = next(
            (visit.label for visit in reversed(behind.visits) if visit.node == asked.node), asked.node
        )
        answerable = event != "withdrawn" and not asked.secret
        link, until = self._link(delivery, known, asked) if answerable else ("", "")
        picture = next((one.picture for one in self._waiting.of(delivery.session)), None)
        return Notice(
            event=event,
            session=delivery.session,
            title=started.title,
            label=label,
            asked=asked,
            person=delivery.person,
            link=link,
            link_until=until,
            why=delivery.why if event == "withdrawn" else "",
            picture=self._picture(picture) if picture and event != "withdrawn" else None,
        )

    def _picture(self, picture: Artefact) -> bytes | None:
        """None where it is lost: the question is asked without it."""
        try:
            return self._service.place.artefacts.get(picture)
        except (StoreError, JournalBroken):
            return None

    def _link(self, delivery: Delivery, known: ApprovalsDocument, asked: Asked) -> tuple[str, str]:
        if known.address is None or not delivery.person:
            return "", ""
        until = int(datetime.now(UTC).timestamp() + known.links.valid)
        token = self._links.token(
            Link(
                delivery.session,
                delivery.request,
                delivery.asked_at,
                delivery.person,
                delivery.channel,
                until,
            )
        )
        told = _good_until(asked, datetime.fromtimestamp(until, UTC)).isoformat(timespec="seconds")
        return f"{known.address}/answer/{token}", told

    # What stands in the journal

    def _journal(self) -> None:
        """Write what was sent into the journals of the sessions, where nobody holds them now."""
        for delivery in self._deliveries.untold():
            with self._journal_of(delivery.session):
                self._journal_one(delivery)

    def _journal_one(self, delivery: Delivery) -> None:
        behind = walk_of(self._service, delivery.session)
        if behind.started is None:
            # It was removed meanwhile, and nothing is written in its place.
            self._deliveries.told(delivery)
            return
        asked = behind.asked.get(delivery.request)
        what = "not reached" if delivery.state == "failed" else delivery.what
        event = Told.model_validate(
            {
                "kind": "told",
                "request": delivery.request,
                "node": asked.node if asked else "",
                "to": delivery.person,
                "channel": delivery.channel,
                "what": what,
                "why": delivery.why,
            }
        )
        # Where somebody works on it now, it is written when it rests again.
        with contextlib.suppress(StoreError):
            JournalWriter(self._service.place.store, delivery.session).write(event)
            self._deliveries.told(delivery)

    def _report_once(self, line: str) -> None:
        """The same trouble is told once, not every second."""
        if line not in self._complained:
            self._complained.add(line)
            self._report(f"approvals: {line}")


def _known_as(behind: Walk, request: str) -> str:
    asked = behind.asked.get(request)
    return asked.known_as if asked is not None else request


def _good_until(asked: Asked, valid: datetime) -> datetime:
    """Until when a link that is valid so long gives an answer that counts. After the question's deadline it
    still opens, and says what came of it."""
    return valid if asked.deadline is None else min(valid, datetime.fromisoformat(asked.deadline))


def _first_asked(one: Pending, known: ApprovalsDocument) -> tuple[str, ...]:
    """Who is asked at once: the people with the role that is needed, and the channels; else all of `ask`."""
    need = one.asked.need
    if need is None or need.role is None or not known.with_role(need.role):
        return known.ask
    return (*known.with_role(need.role), *(name for name in known.ask if name in known.channels))


def _escalation(one: Pending, known: ApprovalsDocument) -> tuple[Escalation, ...]:
    need = one.asked.need
    return need.escalate if need is not None and need.escalate else known.escalate
