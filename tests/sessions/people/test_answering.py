"""Who may answer, what counts, and who is told: on journals alone, without a browser."""

from __future__ import annotations

import asyncio
import csv
import json
import sqlite3
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from handrail.approvals import Approval, ApprovalRequest, CallbackApprover
from handrail.approvals.inbox import InboxApprover
from handrail.errors import EnvironmentLack, Unattended, UsageError, Waiting
from handrail.journal.chain.store import JournalWriter
from handrail.journal.database.deliveries import Deliveries
from handrail.journal.database.inbox import Inbox
from handrail.journal.database.work import Job
from handrail.journal.events.event import Answered, Offered, SessionEnded, SessionId, Taken
from handrail.journal.events.questions import Asked, Option, Told
from handrail.journal.home import DATABASE
from handrail.sessions.people.answering import (
    AlreadyAnswered,
    NotYours,
    Reply,
    TooLate,
    answer,
    directory,
    find_question,
    lacking,
    objection_to,
    questions,
    questions_for,
)
from handrail.sessions.people.courier import Courier
from handrail.sessions.people.review import COLUMNS, take_answers, write_questions
from handrail.sessions.people.standing import standing
from handrail.sessions.people.steering import stop
from handrail.sessions.service.opening import Service, open_service
from handrail.sessions.service.users import User
from tests.app import Answer, App, Received
from tests.cli.command import handrail
from tests.journal.stories import SOP, entered, left, started
from tests.private_postgres import Server

ANA = User("ana", frozenset({"approver"}))
BEN = User("ben", frozenset({"approver"}))
ROOT = User("root", frozenset({"admin"}))


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    (tmp_path / "home").mkdir()
    opened = open_service(tmp_path / "home")
    yield opened
    opened.close()


@pytest.fixture
def shared(tmp_path: Path, postgres_server: Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    """A service on PostgreSQL."""
    monkeypatch.setenv("HANDRAIL_DATABASE_URL", postgres_server.database())
    (tmp_path / "home").mkdir()
    opened = open_service(tmp_path / "home")
    yield opened
    opened.close()


def now() -> datetime:
    return datetime.now(UTC)


def text(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def asking(service: Service, name: str = "s1", starter: str = "zoe", **fields: Any) -> SessionId:
    """A session that waits for an answer to one question."""
    session = SessionId(name)
    facts = {
        "kind": "asked",
        "request": f"r-{name}",
        "node": "delete",
        "question": "Delete the contact?",
        "choices": ("allow", "allow_always", "deny", "deny_stop"),
        "form": "approve",
        "at": text(now() - timedelta(seconds=1)),
        **fields,
    }
    writer = JournalWriter(service.place.store, session)
    writer.write(started(user=starter), entered("delete"), Asked.model_validate(facts), durable=True)
    writer.write(SessionEnded(kind="session_ended", outcome="waiting", node="delete"))
    service.dispatcher.submit(Job(session, "add-contact", starter), "waiting")
    return session


def state(service: Service, session: SessionId) -> str:
    line = service.work.find(session)
    assert line is not None
    return line.state


def test_a_secret_is_not_taken_where_answers_are_kept(service: Service) -> None:
    session = asking(service, choices=("answer", "deny"), form="answer", secret=True)
    with pytest.raises(UsageError, match="session resume"):
        answer(service, session, ANA, Reply(text="4-canary-4"))
    assert b"4-canary-4" not in b"".join(
        path.read_bytes() for path in service.place.home.glob("handrail.db*")
    )
    assert answer(service, session, ANA, Reply(deny=True)) == "queued"


def taken_up(service: Service, session: SessionId) -> JournalWriter:
    """Another process takes the session up, and is on its way to the question again."""
    writer = JournalWriter(service.place.store, session)
    facts = {"user": "zoe", "machine": "m", "pid": 1, "browser": "b", "handrail_version": "1"}
    writer.write(Taken.model_validate({"kind": "taken", "rewound_to": 0, **facts}), entered("open"))
    return writer


def test_an_answer_counts_while_the_session_is_on_its_way_to_the_question_again(service: Service) -> None:
    session = asking(service)
    taken_up(service, session)
    answer(service, session, ANA, Reply(allow=True), "r-s1")
    with pytest.raises(AlreadyAnswered, match="by ana"):
        answer(service, session, BEN, Reply(deny=True), "r-s1")


def test_what_the_walk_has_left_without_asking_again_is_answered_by_nobody(service: Service) -> None:
    session = asking(service)
    taken_up(service, session).write(entered("delete"), left("delete"))
    with pytest.raises(UsageError, match="no open question"):
        answer(service, session, ANA, Reply(allow=True), "r-s1")


def test_the_first_answer_wins_and_the_second_is_told_so(service: Service) -> None:
    session = asking(service)
    assert answer(service, session, ANA, Reply(allow=True)) == "queued"
    with pytest.raises(AlreadyAnswered, match="with 'allow', by ana"):
        answer(service, session, BEN, Reply(deny=True))
    assert questions_for(service, ROOT) == ()


def test_who_names_a_question_that_was_answered_is_told_so_and_a_stranger_that_there_is_none(
    service: Service,
) -> None:
    session = asking(service, starter="ana")
    answer(service, session, ANA, Reply(allow=True))
    with pytest.raises(AlreadyAnswered, match="with 'allow', by ana"):
        find_question(service, ANA, "r-s1")
    service.inbox.forget(session)
    writer = JournalWriter(service.place.store, session)
    writer.write(Answered(kind="answered", request="r-s1", node="delete", answer="deny", by="ana"))
    with pytest.raises(AlreadyAnswered, match="with 'deny', by ana"):
        find_question(service, ROOT, "r-s1")
    with pytest.raises(UsageError, match="No question 'r-s1' is open"):
        find_question(service, BEN, "r-s1")


def test_a_quorum_is_not_reached_twice_by_one_person_however_the_name_is_written(service: Service) -> None:
    session = asking(service, need={"quorum": 2})
    assert answer(service, session, ANA, Reply(allow=True)) == "waiting"
    with pytest.raises(AlreadyAnswered):
        answer(service, session, User(" Ana", frozenset({"approver"})), Reply(allow=True))
    (one,) = questions_for(service, ROOT)
    assert one.allowed_by == ("ana",)
    assert answer(service, session, BEN, Reply(allow=True)) == "queued"


def test_one_no_ends_the_asking_of_several(service: Service) -> None:
    session = asking(service, need={"quorum": 3})
    answer(service, session, ANA, Reply(allow=True))
    assert answer(service, session, BEN, Reply(deny=True)) == "queued"


def test_what_was_stopped_asks_nothing_any_more_and_no_answer_has_it_go_on(service: Service) -> None:
    session = asking(service)
    stop(service, session, ANA, "the wrong order")
    with pytest.raises(UsageError, match="no open question"):
        answer(service, session, BEN, Reply(allow=True), "r-s1")
    assert questions_for(service, ROOT) == ()
    assert standing(service, session).questions == ()
    assert state(service, session) == "ended"


def test_who_is_excluded_may_say_no_and_not_yes(service: Service) -> None:
    session = asking(service, excluded={"ana": "ana started this session, and somebody else must allow it."})
    with pytest.raises(NotYours, match="started this session"):
        answer(service, session, ANA, Reply(allow=True))
    assert answer(service, session, ANA, Reply(deny=True)) == "queued"


def test_whoever_may_not_allow_it_is_told_so_before_an_answer(service: Service) -> None:
    """The starter of a session with four eyes, and who has allowed it already, are shown no yes."""
    known = directory(service)
    asked = questions(service, asking(service, excluded={"ana": "ana started it."}, need={"quorum": 2}))[0]
    assert objection_to(asked, ANA, known) == "ana started it."
    assert objection_to(asked, BEN, known) is None
    assert "has allowed it already" in (objection_to(asked, BEN, known, ["Ben"]) or "")


def test_a_role_of_the_house_is_not_an_administrators(service: Service) -> None:
    session = asking(service, need={"role": "finance"})
    with pytest.raises(NotYours, match="role 'finance'"):
        answer(service, session, ROOT, Reply(allow=True))
    (service.place.home / "approvals.yaml").write_text("people: {ben: {roles: [finance]}}")
    assert [one.request for one in questions_for(service, BEN)] == ["r-s1"]
    assert questions_for(service, ANA) == ()
    assert answer(service, session, BEN, Reply(allow=True)) == "queued"


def test_who_is_asked_by_name_and_is_no_approver_may_not_answer(service: Service) -> None:
    (service.place.home / "approvals.yaml").write_text(
        "people: {ben: {roles: [finance]}, ana: {}}\nask: [ben]"
    )
    session = asking(service)
    # As the page of a signed link asks: nothing but the file of people says what ben may do.
    for reply in (Reply(allow=True), Reply(deny=True)):
        with pytest.raises(NotYours, match="role 'approver'"):
            answer(service, session, User("ben", frozenset()), reply, via="link")
    assert answer(service, session, User("ana", frozenset()), Reply(allow=True), via="link") == "queued"


def test_a_question_that_too_few_may_allow_says_so(service: Service) -> None:
    (service.place.home / "approvals.yaml").write_text(
        "people: {ana: {}, ben: {roles: [finance]}, cleo: {roles: [finance]}}\n"
        "channels: {post: {kind: mail, host: 127.0.0.1, security: none, from: a@b.example}}"
    )
    asking(
        service,
        starter="ben",
        need={"role": "finance", "quorum": 2, "escalate": [{"after": 0.5, "to": "ana"}]},
        excluded={"ben": "ben started this session."},
    )
    said: list[str] = []
    courier = Courier(service, report=said.append)
    courier.look()
    courier.look()
    lack = "2 with the role 'finance' must still allow it, and only cleo may"
    assert sum(lack in line for line in said) == 1, said
    assert sum("escalated to ana, where nobody may answer it" in line for line in said) == 1
    (one,) = questions_for(service, User("cleo", frozenset({"approver"})))
    assert lacking(one, directory(service)) == lack


def test_after_the_deadline_no_answer_counts(service: Service) -> None:
    session = asking(service, deadline=text(now() - timedelta(seconds=1)), on_timeout="deny")
    with pytest.raises(TooLate):
        answer(service, session, ANA, Reply(allow=True))


@pytest.mark.parametrize(
    "reply", [Reply(), Reply(allow=True, deny=True), Reply(text="x"), Reply(choose="1"), Reply(edit="x")]
)
def test_what_is_no_answer_to_the_question_is_refused(service: Service, reply: Reply) -> None:
    session = asking(service)
    with pytest.raises(UsageError, match=r"answer"):
        answer(service, session, ANA, reply)
    assert state(service, session) == "waiting"


def choosing(service: Service) -> SessionId:
    """A session that waits for one of two outcomes."""
    options = (Option(number=1, words="yes", score=1), Option(number=2, words="Not yet", score=0))
    session = asking(service, choices=("choose", "deny"), form="choose", options=options, why="It is unsure.")
    offered = Offered(kind="offered", node="delete", attempt=1, why="", options=options)
    JournalWriter(service.place.store, session).write(offered)
    return session


@pytest.mark.parametrize("said", ["2", "Not yet", "not yet"])
def test_what_is_offered_is_chosen_by_its_number_or_its_words(service: Service, said: str) -> None:
    session = choosing(service)
    assert answer(service, session, ANA, Reply(choose=said)) == "queued"
    (message,) = service.inbox.answers(session)
    assert message.body["choice"] == "2"


@pytest.mark.parametrize("said", [("2",), ("Not yet",), ("choose", "2")])
def test_at_the_terminal_what_is_offered_may_be_named_alone(service: Service, said: tuple[str, ...]) -> None:
    session = choosing(service)
    ran = handrail("approvals", "answer", "r-s1", *said, home=service.place.home)
    assert ran.returncode == 0, ran.stderr
    (message,) = service.inbox.answers(session)
    assert message.body["choice"] == "2"


def test_what_may_be_done_about_a_step_in_doubt_is_named_by_the_number_that_is_shown(
    service: Service,
) -> None:
    words = ("It was done", "It was not done: do it now", "Stop the run here")
    options = tuple(Option(number=n, words=said, score=1) for n, said in enumerate(words, 1))
    session = asking(service, choices=("done", "again", "stop"), form="choose", options=options, why="")
    answer(service, session, ANA, Reply(choose="2"))
    (message,) = service.inbox.answers(session)
    assert message.body["answer"] == "again"


def test_a_text_to_be_reviewed_is_shown_beside_its_sources(service: Service) -> None:
    asking(
        service,
        choices=("allow", "answer", "again", "deny"),
        form="review",
        text="We sold 12.\nYou owe 90.",
        sources=("the input 'sold': 12",),
        doubts=("90",),
        gaps=("who bought",),
    )
    ran = handrail("approvals", "show", "r-s1", home=service.place.home)
    assert ran.returncode == 0, ran.stderr
    shown = [line.strip() for line in ran.stdout.splitlines()]
    assert {"· the input 'sold': 12", "We sold 12.", "You owe 90[?].", "Missing: who bought"} <= set(shown)


def test_what_is_not_offered_is_told_with_what_is(service: Service) -> None:
    session = choosing(service)
    with pytest.raises(UsageError, match=r"choose 1 \(yes\), choose 2 \(Not yet\)"):
        answer(service, session, ANA, Reply(choose="maybe"))


def test_questions_of_others_are_there_for_those_who_are_asked_alone(service: Service) -> None:
    asking(service)
    assert questions_for(service, ANA) == ()
    with pytest.raises(UsageError, match="No question"):
        find_question(service, ANA, "r-s1")
    (service.place.home / "approvals.yaml").write_text("people: {ana: {}}")
    assert find_question(service, ANA, "r-").session == "s1"


def test_a_table_of_questions_is_answered_line_by_line(service: Service, tmp_path: Path) -> None:
    for name in ("s1", "s2", "s3"):
        need = {"quorum": 2} if name == "s2" else None
        asking(service, name, question="=HYPERLINK(evil)" if name == "s3" else "Delete it?", need=need)
    answer(service, SessionId("s2"), BEN, Reply(allow=True))
    path = tmp_path / "open.csv"
    write_questions(path, questions_for(service, ROOT))
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert tuple(rows[0]) == COLUMNS
    assert (rows[1]["needs"], rows[1]["allowed_by"]) == ("2 different people must allow it", BEN.name)
    assert rows[2]["question"] == "'=HYPERLINK(evil)", "no formula, wherever it is opened"
    for row, said in zip(rows, ("allow", "", "perhaps"), strict=True):
        row["answer"] = said
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        writer.writerows(rows)
    taken = take_answers(service, ROOT, path)
    assert [(line.request, bool(line.error)) for line in taken] == [("r-s1", False), ("r-s3", True)]
    assert [state(service, SessionId(name)) for name in ("s1", "s2", "s3")] == [
        "queued",
        "waiting",
        "waiting",
    ]
    lines = tmp_path / "open.jsonl"
    lines.write_text(json.dumps({"request": "r-s2", "answer": "deny", "reason": "Not today."}) + "\n")
    assert not take_answers(service, ROOT, lines)[0].error


HOOK = """
address: https://handrail.example
people: {ana: {}}
channels:
  chat: {kind: webhook, url: "URL/hook", secret: "{{ secret:hook }}", person: ana}
ask: [chat]
"""


def told_to(app: App) -> list[tuple[str, bool]]:
    documents = [json.loads(request.body) for request in app.received]
    return [(document["event"], bool(document["link"])) for document in documents]


def test_a_webhook_is_told_tried_again_and_told_what_came_of_it(service: Service) -> None:
    status = [503, 200, 200]
    with App({"/hook": lambda _: Answer("", status.pop(0))}) as app:
        (service.place.home / "approvals.yaml").write_text(HOOK.replace("URL", app.url))
        session = asking(service)
        courier = Courier(service, lookup=lambda name: "key")
        courier.look()
        courier.look()
        assert told_to(app) == [("approval.asked", True)], "what failed is not tried again at once"
        with service.database.writing() as connection:
            connection.exec_driver_sql("UPDATE delivery SET next_at = 0")
        courier.look()
        answer(service, session, BEN, Reply(deny=True))
        courier.look()
        courier.look()
    assert told_to(app) == [("approval.asked", True), ("approval.asked", True), ("approval.withdrawn", False)]
    assert "ben has answered" in json.loads(app.received[-1].body)["outcome"]
    events = [entry.event for entry in service.place.store.read(session)]
    assert [event.what for event in events if isinstance(event, Told)] == ["asked", "withdrawn"]
    assert state(service, session) == "queued"


def test_a_link_is_told_to_be_good_no_longer_than_an_answer_counts(service: Service) -> None:
    with App({"/hook": "ok"}) as app:
        (service.place.home / "approvals.yaml").write_text(HOOK.replace("URL", app.url))
        deadline = now() + timedelta(hours=1)
        asking(service, deadline=text(deadline))
        Courier(service, lookup=lambda name: "key").look()
    told = json.loads(app.received[0].body)["link_until"]
    assert datetime.fromisoformat(told) == deadline.replace(microsecond=0)


def test_whoever_has_allowed_it_is_not_told_again_while_others_must(service: Service) -> None:
    with App({"/hook": "ok"}) as app:
        (service.place.home / "approvals.yaml").write_text(HOOK.replace("URL", app.url))
        session = asking(service, need={"quorum": 2})
        courier = Courier(service, lookup=lambda name: "key")
        courier.look()
        assert answer(service, session, ANA, Reply(allow=True)) == "waiting"
        courier.look()
        assert told_to(app) == [("approval.asked", True)]


def test_on_postgresql_too_the_first_answer_wins_and_nobody_is_told_twice(shared: Service) -> None:
    with App({"/hook": "ok"}) as app:
        (shared.place.home / "approvals.yaml").write_text(HOOK.replace("URL", app.url))
        session = asking(shared)
        couriers = [Courier(shared, lookup=lambda name: "key") for _ in range(2)]
        for courier in (*couriers, *couriers):
            courier.look()
        assert len(app.received) == 1
        assert answer(shared, session, ANA, Reply(allow=True)) == "queued"
        with pytest.raises(AlreadyAnswered):
            answer(shared, session, BEN, Reply(deny=True))


def test_two_couriers_tell_nobody_twice(service: Service) -> None:
    with App({"/hook": "ok"}) as app:
        (service.place.home / "approvals.yaml").write_text(HOOK.replace("URL", app.url))
        asking(service)
        one, other = (Courier(service, lookup=lambda name: "key") for _ in range(2))
        one.look()
        other.look()
        one.look()
    assert len(app.received) == 1


async def test_a_message_that_is_being_sent_when_the_courier_ends_is_sent_once(service: Service) -> None:
    came, let_go = threading.Event(), threading.Event()

    def slowly(_: Received) -> str:
        came.set()
        let_go.wait(60)
        return "ok"

    with App({"/hook": slowly}) as app:
        (service.place.home / "approvals.yaml").write_text(HOOK.replace("URL", app.url))
        session = asking(service)
        running = asyncio.create_task(Courier(service, lookup=lambda name: "key").run())
        assert await asyncio.to_thread(came.wait, 60)
        running.cancel()
        let_go.set()
        await asyncio.gather(running, return_exceptions=True)
        (sent,) = Deliveries(service.database).of(session)
        assert sent.state == "sent"
        Courier(service, lookup=lambda name: "key").look()
        assert len(app.received) == 1


def test_a_journal_that_was_tampered_with_holds_up_no_other_sessions_messages(service: Service) -> None:
    with App({"/hook": "ok"}) as app:
        (service.place.home / "approvals.yaml").write_text(HOOK.replace("URL", app.url))
        asking(service, "s0")
        said: list[str] = []
        courier = Courier(service, report=said.append, lookup=lambda name: "key")
        courier.look()
        with sqlite3.connect(service.place.home / DATABASE) as connection:
            connection.executescript("DROP TRIGGER journal_no_update; UPDATE journal SET body = 'no JSON'")
        asking(service, "s1")
        for made in (courier, Courier(service, report=said.append, lookup=lambda name: "key")):
            made.look()
            made.look()
        assert [json.loads(received.body)["session"] for received in app.received] == ["s0", "s1"]
    assert sum("s0: " in line and "told" not in line for line in said) == 2, said
    assert questions_for(service, ROOT) != ()


@pytest.mark.parametrize("changed", [False, True])
def test_a_lost_sop_or_picture_holds_up_no_other_sessions_messages(service: Service, changed: bool) -> None:
    kept = service.place.artefacts
    picture = kept.put(b"picture", ".jpg")
    kept.path(picture).unlink()
    if changed:
        for digits in (SOP.removeprefix("sha256:"), picture.removeprefix("sha256:")):
            (kept.folder / digits[:2] / digits[2:4]).mkdir(parents=True, exist_ok=True)
            (kept.folder / digits[:2] / digits[2:4] / digits).write_bytes(b"?")
    with App({"/hook": "ok"}) as app:
        (service.place.home / "approvals.yaml").write_text(HOOK.replace("URL", app.url))
        late = asking(service, "s0", deadline=text(now() - timedelta(seconds=1)), on_timeout="deny")
        asking(service, "s1", picture=picture)
        said: list[str] = []
        courier = Courier(service, report=said.append, lookup=lambda name: "key")
        courier.look()
        courier.look()
        assert [json.loads(received.body)["session"] for received in app.received] == ["s1"]
    assert sum("s0: " in line and "copy" in line for line in said) == 1, said
    assert state(service, late) == "waiting", "nobody knows what its SOP would do without an answer"


def test_a_message_whose_secret_cannot_be_had_now_is_tried_again_later(service: Service) -> None:
    def away(name: str) -> str:
        raise EnvironmentLack("The vault cannot be reached.")

    (service.place.home / "approvals.yaml").write_text(HOOK.replace("URL", "http://127.0.0.1:9"))
    session = asking(service)
    Courier(service, lookup=away).look()
    (delivery,) = Deliveries(service.database).of(session)
    assert delivery.state == "due"


def test_a_broken_file_is_told_once_and_stops_nothing(service: Service) -> None:
    (service.place.home / "approvals.yaml").write_text("ask: [nobody]")
    said: list[str] = []
    courier = Courier(service, report=said.append)
    courier.look()
    courier.look()
    assert len(said) == 1 and "'nobody' is neither" in said[0]


def request(**fields: Any) -> ApprovalRequest:
    facts = {"id": "r1", "node": "n", "action": "Delete", "where": "", "why": "", "effect": "once", **fields}
    return ApprovalRequest.model_validate(facts)


async def test_two_are_asked_at_once_and_the_late_one_is_given_up(service: Service) -> None:
    inbox, session = Inbox(service.database), SessionId("s1")
    given_up = asyncio.Event()

    async def never(_: ApprovalRequest) -> Approval:
        inbox.post(session, "answer", "ben", {"request": "r1", "answer": "allow", "via": "link"})
        try:
            await asyncio.Event().wait()
        finally:
            given_up.set()
        raise AssertionError

    approver = InboxApprover(inbox, session, CallbackApprover(never), look_seconds=0.01)
    approval = await approver.ask(request())
    assert (approval.by, approval.via) == ("ben", "link")
    assert given_up.is_set()


async def test_whoever_sits_there_may_be_quicker(service: Service) -> None:
    approver = InboxApprover(
        Inbox(service.database),
        SessionId("s1"),
        CallbackApprover(lambda _: Approval(answer="deny", by="ana")),
        look_seconds=0.01,
    )
    assert (await approver.ask(request())).by == "ana"


async def test_where_nobody_sits_at_the_terminal_whoever_looks_on_may_answer(service: Service) -> None:
    inbox, session = Inbox(service.database), SessionId("s1")

    async def nobody(_: ApprovalRequest) -> Approval:
        raise Unattended("Nobody is there.")

    looks = iter([True, True, False])

    def watched() -> bool:
        now_watched = next(looks)
        if not now_watched:
            inbox.post(session, "answer", "ben", {"request": "r1", "answer": "allow"})
        return now_watched

    approver = InboxApprover(inbox, session, CallbackApprover(nobody), watched, look_seconds=0.01)
    assert (await approver.ask(request())).by == "ben"
    with pytest.raises(Unattended):
        await InboxApprover(inbox, session, CallbackApprover(nobody)).ask(request(id="r2"))


async def test_an_answer_counts_though_the_clock_there_is_behind(service: Service) -> None:
    """Another machine's, or this one's after it was put right: the question's id tells what is answered."""
    inbox, session = Inbox(service.database), SessionId("s1")
    inbox.post(session, "answer", "ana", {"request": "r1", "answer": "allow"})
    later = request(at=text(now() + timedelta(minutes=5)))
    assert (await InboxApprover(inbox, session).ask(later)).by == "ana"


async def test_an_answer_says_when_it_was_given_and_not_when_it_was_taken_up(service: Service) -> None:
    """A worker that comes hours later must not make an answer in time look like a late one."""
    inbox, session = Inbox(service.database), SessionId("s1")
    inbox.post(session, "answer", "ben", {"request": "r1", "answer": "allow"})
    given = await InboxApprover(inbox, session).ask(request())
    assert given.at == inbox.answers(session)[0].at


async def test_an_answer_that_came_too_late_or_from_one_who_was_counted_is_none(service: Service) -> None:
    inbox, session = Inbox(service.database), SessionId("s1")
    inbox.post(session, "answer", "ana", {"request": "r1", "answer": "allow"})
    approver = InboxApprover(inbox, session)
    with pytest.raises(Waiting):
        await approver.ask(request(deadline=text(now() - timedelta(minutes=1))))
    with pytest.raises(Waiting):
        await approver.ask(request(id="r2", first="r1", excluded={"ANA": "counted"}))
    assert (await approver.ask(request(id="r2", first="r1"))).by == "ana"
