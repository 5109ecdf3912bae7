"""Alerts: looking through what was journaled since the last time, and telling each finding once.

What was journaled before the first look raises nothing: it says what is usual. A look is a transaction for
each journal, so that a crash loses nothing and doubles nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.utils import formatdate
from hashlib import sha256
from statistics import median
from typing import Any, Final

from handrail.approvals.document import secret_named
from handrail.approvals.sending import Lookup, post_json, send_mail
from handrail.errors import Category, HandrailError, JournalBroken, TransientError
from handrail.journal.database.alerts import STREAM, Alert, AlertTable
from handrail.journal.database.journals import DatabaseStore
from handrail.journal.database.positions import Positions
from handrail.journal.events.audited import SignInFailed
from handrail.journal.events.event import (
    ActFailed,
    Answered,
    Entry,
    Event,
    Intended,
    Judged,
    Proposed,
    SessionEnded,
    SessionId,
    SessionStarted,
)
from handrail.runtime.people.consulting import NOBODYS
from handrail.sessions.audit.alert_rules import AlertSettings, Channel, Email, Rule

_FEWEST: Final = 5
"""So many sessions of an SOP say what is usual."""

_FIRST_WAIT: Final = 5.0
_LONGEST_WAIT: Final = 600.0

_MOST_REFUSALS: Final = 3
"""Of a channel that refuses so many in a row, no more is asked for the moment."""

_BASELINE: Final = "baseline"
"""What was there at the first look is known."""

_HOSTS, _APPROVERS = "host", "approver"


class Watch:
    """Looks through the journals of a home by its rules."""

    def __init__(self, store: DatabaseStore, settings: AlertSettings) -> None:
        self._store = store
        self._settings = settings
        self._table = AlertTable(store.database)
        self._positions = Positions(store.database)

    def look(self) -> tuple[Alert, ...]:
        """What came up since the last look. Raises StoreError."""
        silently = not self._table.was_seen(_BASELINE)
        raised: list[Alert] = []
        while pending := self._positions.pending(STREAM):
            for chain in pending:
                raised += self._look_at(chain.session, chain.after, silently=silently)
        if silently:
            self._table.note(_BASELINE)
        return tuple(raised)

    def _look_at(self, session: SessionId, after: int, *, silently: bool) -> tuple[Alert, ...]:
        entries = tuple(self._store.read(session))
        context = _Context(session, self._store, self._table)
        found: list[Alert] = []
        for entry in entries:
            try:
                event = entry.event
            except JournalBroken:
                # `audit verify` tells of it; whoever made it so silences nothing else by it.
                continue
            context.take(event)
            if entry.seq > after:
                for rule in self._settings.rules:
                    if not rule.sops or context.sop in rule.sops:
                        found += _alerts(rule, event, entry, context)
                context.see(event)
        end = entries[-1].seq if entries else self._store.head(session).seq
        return self._table.raised(() if silently else found, context.seen, session, end)


@dataclass
class _Context:
    """What is known of the session at an entry."""

    session: SessionId
    store: DatabaseStore
    table: AlertTable
    sop: str = ""
    title: str = ""
    records: int = 0
    """How many were written so far."""
    seen: dict[str, None] = field(default_factory=dict)

    def take(self, event: Event) -> None:
        if isinstance(event, SessionStarted):
            self.sop, self.title = event.sop_id, event.title
        elif isinstance(event, Intended) and event.effect == "once":
            self.records += 1

    def see(self, event: Event) -> None:
        """From now on this is known."""
        if isinstance(event, Proposed) and event.host:
            self._note(_HOSTS, event.host)
        elif isinstance(event, Answered) and event.via not in NOBODYS:
            self._note(_APPROVERS, event.by)

    def _note(self, kind: str, name: str) -> None:
        fact, first = _fact(kind, self.sop, name), _fact(f"first {kind}", self.sop, self.session)
        if fact in self.seen:
            return
        if first not in self.seen and not self.table.any_seen(_fact(kind, self.sop, "")):
            self.seen[first] = None
        self.seen[fact] = None

    def is_new(self, kind: str, name: str) -> bool:
        """Whether this is the first of its kind and name where others of the kind were seen before."""
        known = (_fact(kind, self.sop, name), _fact(f"first {kind}", self.sop, self.session))
        if any(fact in self.seen or self.table.was_seen(fact) for fact in known):
            return False
        return self.table.any_seen(_fact(kind, self.sop, ""))


def _fact(kind: str, sop: str, name: str) -> str:
    return f"{kind}\n{sop}\n{name}"[:400]


def _alerts(rule: Rule, event: Event, entry: Entry, context: _Context) -> Iterator[Alert]:
    match rule.when, event:
        case "blocked", Judged() if event.verdict == "block":
            title = f"The gate blocked an action: {event.reason}"
            yield _alert(rule, entry, context, title, (context.session, event.node), node=event.node)
        case "blocked", ActFailed() if event.category is Category.POLICY:
            # Where the page led to was refused: a redirect, a script, a popup.
            title = f"The gate stopped what an action led to: {event.message}"
            yield _alert(rule, entry, context, title, (context.session, event.node), node=event.node)
        case "new host", Proposed() if event.host and context.is_new(_HOSTS, event.host):
            title = f"'{context.sop}' acts on {event.host} for the first time."
            yield _alert(rule, entry, context, title, (context.sop, event.host), host=event.host)
        case "unusual approver", Answered() if _is_unusual(rule, event, context):
            title = f"{event.by} answered for '{context.sop}', and usually does not."
            about = (context.session, event.request)
            yield _alert(rule, entry, context, title, about, by=event.by, answer=event.answer)
        case "ended", SessionEnded() if event.outcome in rule.outcomes:
            title = f"'{context.title}' ended '{event.outcome}'."
            yield _alert(
                rule, entry, context, title, (context.session, str(entry.seq)), outcome=event.outcome
            )
        case "records", Intended() if event.effect == "once":
            yield from _many_records(rule, entry, context)
        case "healed", Proposed() if event.rung != "exact":
            yield from _healed(rule, event, entry, context)
        case "failed sign-ins", SignInFailed():
            yield from _failed_sign_ins(rule, entry, context)


def _is_unusual(rule: Rule, event: Answered, context: _Context) -> bool:
    if event.via in NOBODYS:
        return False  # It is nobody's answer.
    return event.by not in rule.usual if rule.usual else context.is_new(_APPROVERS, event.by)


def _many_records(rule: Rule, entry: Entry, context: _Context) -> Iterator[Alert]:
    if rule.more_than is not None:
        since = _since(rule, entry)
        sop = context.sop
        recent = context.store.of_kinds("intended", since=since)
        mine = _of_sop(context.store, sop)
        count = sum(one.at <= entry.at and _is_once(one) and mine(one.session) for one in recent)
        if count > rule.more_than:
            title = f"'{sop}' wrote more than {rule.more_than} records in {rule.window:g} minutes."
            yield _alert(rule, entry, context, title, (sop, _bucket(rule, entry)), count=count)
    if rule.times_usual is not None:
        usual = _usual_records(context)
        if usual is not None and context.records > rule.times_usual * max(usual, 1):
            title = f"'{context.title}' wrote {context.records} records; usually it is {usual:g}."
            yield _alert(rule, entry, context, title, (context.session,), usual=usual)


def _healed(rule: Rule, event: Proposed, entry: Entry, context: _Context) -> Iterator[Alert]:
    mine = _of_sop(context.store, context.sop)
    # An exploration is one search, however many elements it tries.
    explored: set[SessionId] = set()
    count = 0
    for one in context.store.of_kinds("proposed", since=_since(rule, entry)):
        other = one.event
        if not isinstance(other, Proposed) or other.node != event.node or other.rung == "exact":
            continue
        if one.at > entry.at or not mine(one.session):
            continue
        if other.rung != "explore":
            count += 1
        elif one.session not in explored:
            explored.add(one.session)
            count += 1
    if count > (rule.more_than or 0):
        title = f"Step '{event.node}' of '{context.sop}' was healed {count} times: has the page changed?"
        about = (context.sop, event.node, _bucket(rule, entry))
        yield _alert(rule, entry, context, title, about, node=event.node, count=count)


def _failed_sign_ins(rule: Rule, entry: Entry, context: _Context) -> Iterator[Alert]:
    count, sources = 0, set()
    for one in context.store.of_kinds("sign_in_failed", since=_since(rule, entry)):
        event = one.event
        if isinstance(event, SignInFailed) and one.at <= entry.at:
            count += event.count
            sources.add(event.source)
    if count > (rule.more_than or 0):
        title = f"{count} requests to the API had no valid token, within {rule.window:g} minutes."
        yield _alert(
            rule, entry, context, title, (_bucket(rule, entry),), count=count, sources=sorted(sources)[:20]
        )


def _usual_records(context: _Context) -> float | None:
    """The median of the last sessions of this SOP; none where too few ended."""
    counts = []
    mine = _of_sop(context.store, context.sop)
    for record in context.store.sessions(limit=200):
        if record.session != context.session and mine(record.session) and _has_ended(record.last):
            counts.append(sum(_is_once(one) for one in context.store.read(record.session)))
        if len(counts) == 20:
            break
    return median(counts) if len(counts) >= _FEWEST else None


def _has_ended(last: Entry | None) -> bool:
    return last is not None and last.kind == "session_ended"


def _is_once(entry: Entry) -> bool:
    # Read without the whole event: there may be many.
    return entry.kind == "intended" and '"effect":"once"' in entry.body


def _of_sop(store: DatabaseStore, sop: str) -> Callable[[SessionId], bool]:
    known: dict[SessionId, bool] = {}

    def is_of(session: SessionId) -> bool:
        if session not in known:
            first = next(store.read(session), None)
            try:
                event = first.event if first is not None else None
            except JournalBroken:
                event = None
            known[session] = isinstance(event, SessionStarted) and event.sop_id == sop
        return known[session]

    return is_of


def _since(rule: Rule, entry: Entry) -> str:
    moment = datetime.fromisoformat(entry.at) - timedelta(minutes=rule.window)
    return moment.isoformat(timespec="microseconds").replace("+00:00", "Z")


def _bucket(rule: Rule, entry: Entry) -> str:
    """The window of the clock that an entry is in: for each, a matter is told once."""
    return str(int(datetime.fromisoformat(entry.at).timestamp() // (rule.window * 60)))


def _alert(
    rule: Rule, entry: Entry, context: _Context, title: str, about: Iterable[str], **facts: Any
) -> Alert:
    key = "\n".join((rule.name, *about))
    known: dict[str, Any] = {
        "session": entry.session,
        "entry": entry.seq,
        "sop": context.sop,
        "when": entry.at,
    }
    return Alert(
        id=sha256(key.encode()).hexdigest()[:24],
        rule=rule.name,
        at=_now(),
        title=title,
        facts={**{name: value for name, value in known.items() if value}, **facts},
    )


class Teller:
    """Tells alerts to one channel; after a failure it waits before it tries again."""

    def __init__(
        self,
        table: AlertTable,
        channel: Channel,
        lookup: Lookup,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._table = table
        self._lookup = lookup
        self.channel = channel
        self._clock = clock
        self._wait = 0.0
        self._not_before = 0.0
        self._refusals = 0
        self._refused: dict[str, int] = {}
        """Alert → when it was refused last, by the number of the refusal."""

    def tell(self) -> int:
        """Tell what was not told yet; how many. Raises as `deliver`, and StoreError.

        What the channel refused comes last the next time: one alert that it never takes holds up no other.
        """
        if self._clock() < self._not_before:
            return 0
        self._table.skip(self.channel.name)
        told = 0
        refusals: list[HandrailError] = []
        # Sorting keeps the order of those that are alike: the oldest first, and those refused last, last.
        for alert in sorted(
            self._table.untold(self.channel.name), key=lambda one: self._refused.get(one.id, 0)
        ):
            if not self._table.claim(alert, self.channel.name):
                continue
            try:
                deliver(alert, self.channel, self._lookup)
            except HandrailError as error:
                self._table.give_up(alert, self.channel.name)
                self._refusals += 1
                self._refused[alert.id] = self._refusals
                refusals.append(error)
                if isinstance(error, TransientError) or len(refusals) == _MOST_REFUSALS:
                    break
            else:
                self._table.told(alert, self.channel.name)
                self._refused.pop(alert.id, None)
                told += 1
        self._wait = 0.0 if told else self._wait
        if refusals:
            self._wait = min(max(self._wait * 2, _FIRST_WAIT), _LONGEST_WAIT)
            self._not_before = self._clock() + self._wait
            raise refusals[0]
        return told


def deliver(alert: Alert, channel: Channel, lookup: Lookup) -> None:
    """Tell one alert to a channel. Raises TransientError, NotSent, and what `lookup` raises."""
    if channel.email is not None:
        send_mail(channel.email, _mail(alert, channel.email), lookup)
        return
    document = {"text": f"{alert.rule}: {alert.title}", **alert.model_dump(mode="json")}
    secret = lookup(secret_named(channel.secret)) if channel.secret else None
    post_json(str(channel.webhook), document, secret=secret, headers={"Idempotency-Key": alert.id})


def sample() -> Alert:
    """An alert to try channels with."""
    title = "This is a test of the channel; nothing has happened."
    return Alert(id=sha256(_now().encode()).hexdigest()[:24], rule="Test", at=_now(), title=title)


def _mail(alert: Alert, email: Email) -> EmailMessage:
    message = EmailMessage()
    message["Subject"] = " ".join(f"Handrail: {alert.rule}: {alert.title}".split())[:200]
    message["From"] = email.sender
    message["To"] = ", ".join(email.to)
    message["Date"] = formatdate()
    message["Message-ID"] = f"<{alert.id}@handrail.alerts>"
    # Nobody's holiday note answers it.
    message["Auto-Submitted"] = "auto-generated"
    lines = [alert.title, "", *(f"{name}: {value}" for name, value in alert.facts.items())]
    message.set_content("\n".join([*lines, "", f"Raised {alert.at}, by the rule '{alert.rule}'."]))
    return message


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
