"""Alerts: each finding is told once, over restarts too, and what was usual before raises nothing."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import insert, text

from handrail.errors import Category, HandrailError, TransientError, UsageError
from handrail.journal.chain.log import note
from handrail.journal.chain.store import JournalWriter
from handrail.journal.database._tables import alert, alert_seen, journal, session, stream
from handrail.journal.database.alerts import Alert, AlertTable
from handrail.journal.database.connecting import Database, postgres_database
from handrail.journal.database.journals import DatabaseStore
from handrail.journal.database.positions import Positions
from handrail.journal.events.audited import SignInFailed
from handrail.journal.events.event import Event, SessionId
from handrail.sessions.audit.alert_rules import AlertSettings, Channel, Email, Rule, alert_settings
from handrail.sessions.audit.alerting import Teller, Watch, deliver, sample
from tests.app import Answer, App
from tests.approvals.servers import MailServer, text_of
from tests.journal.conftest import either
from tests.journal.stories import (
    act_failed,
    answered,
    asked,
    ended,
    entered,
    intended,
    judged,
    proposed,
    started,
)

__all__ = ["either"]


class Home:
    """A home with rules; sessions are added one by one."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.store = DatabaseStore(database)
        self.count = 0

    def session(self, *events: Event, sop: str = "add-contact", outcome: str = "done") -> SessionId:
        self.count += 1
        name = SessionId(f"20261121-{self.count:06}-aaaaaa")
        begun = started(sop_id=sop)
        JournalWriter(self.store, name).write(begun, entered("save"), *events, ended(outcome))  # type: ignore[arg-type]
        return name

    def look(self, *rules: Rule) -> list[str]:
        """The titles of what a process that begins now finds."""
        return [alert.title for alert in Watch(self.store, AlertSettings(rules=rules)).look()]


@pytest.fixture
def home(either: Database) -> Home:
    made = Home(either)
    made.session(proposed("save"), intended("save"), asked("save"), answered("save"))
    return made


def test_an_entry_that_cannot_be_read_silences_no_alert(home: Home) -> None:
    home.look(rule("blocked"))
    facts = {"at": "2020", "prev": "0" * 64, "hash": "1" * 64, "kind": "judged", "body": "no JSON"}
    with home.database.writing() as connection:
        connection.execute(insert(journal).values(session="forged", seq=1, **facts))
        connection.execute(insert(session).values(id="forged", started="2020", seq=1, hash="1" * 64))
    home.session(judged("save", blocked=True), outcome="blocked")
    assert len(home.look(rule("blocked"))) == 1


def rule(when: str, **facts: object) -> Rule:
    return Rule.model_validate({"name": f"on {when}", "when": when, **facts})


def test_what_was_there_before_the_first_look_raises_nothing(home: Home) -> None:
    home.session(judged("save", blocked=True), outcome="blocked")
    assert home.look(rule("blocked")) == []
    home.session(judged("save", blocked=True), outcome="blocked")
    assert len(home.look(rule("blocked"))) == 1
    assert home.look(rule("blocked")) == []


def test_a_blocked_action_is_told_once_for_a_step_of_a_session(home: Home) -> None:
    home.look(rule("blocked"))
    home.session(judged("save", blocked=True), judged("save", 2, blocked=True), judged("pay", blocked=True))
    assert (
        home.look(rule("blocked"))
        == ["The gate blocked an action: The host evil.example is not in the list."] * 2
    )


def test_what_an_action_led_to_is_told_where_the_gate_stopped_it(home: Home) -> None:
    home.look(rule("blocked"))
    refused = act_failed("open", dispatched=True).model_copy(
        update={"category": Category.POLICY, "message": "'evil.example' is not among the SOP's domains."}
    )
    home.session(judged("open"), refused, act_failed("save", dispatched=True))
    assert home.look(rule("blocked")) == [
        "The gate stopped what an action led to: 'evil.example' is not among the SOP's domains."
    ]


def test_a_rule_is_about_its_sops_alone(home: Home) -> None:
    mine = rule("blocked", sops=("other",))
    home.look(mine)
    home.session(judged("save", blocked=True))
    home.session(judged("save", blocked=True), sop="other")
    assert len(home.look(mine)) == 1


def test_more_records_than_allowed_in_a_window_are_told_once(home: Home) -> None:
    many = rule("records", more_than=3, minutes=60)
    home.look(many)
    home.session(*[intended("save", attempt=n) for n in range(2)])
    assert home.look(many) == []
    home.session(*[intended("save", attempt=n) for n in range(4)])
    assert home.look(many) == ["'add-contact' wrote more than 3 records in 60 minutes."]
    home.session(intended("save"))
    assert home.look(many) == []


def test_more_records_than_usual_in_a_session_are_told(home: Home) -> None:
    unusual = rule("records", times_usual=3)
    for _ in range(6):
        home.session(intended("save"))
    home.look(unusual)
    home.session(*[intended("save", attempt=n) for n in range(3)])
    assert home.look(unusual) == []
    home.session(*[intended("save", attempt=n) for n in range(4)])
    assert home.look(unusual) == ["'Add a contact' wrote 4 records; usually it is 1."]


def test_a_host_that_an_sop_never_acted_on_is_told_and_then_known(home: Home) -> None:
    new = rule("new host")
    home.look(new)
    other = proposed("save").model_copy(update={"host": "crm2.example"})
    home.session(proposed("save"), other, other)
    assert home.look(new) == ["'add-contact' acts on crm2.example for the first time."]
    home.session(other)
    # Of an SOP that never ran, everything is new.
    home.session(other, sop="first-run")
    assert home.look(new) == []


def test_a_first_session_that_is_looked_at_in_the_middle_tells_of_no_new_host(home: Home) -> None:
    new = rule("new host")
    home.look(new)
    session = JournalWriter(home.store, SessionId("20261121-700000-aaaaaa"))
    session.write(started(sop_id="fresh"), entered("save"), proposed("save"))
    assert home.look(new) == []
    session.write(proposed("save").model_copy(update={"host": "crm2.example"}))
    assert home.look(new) == []
    third = proposed("save").model_copy(update={"host": "crm3.example"})
    home.session(proposed("save"), third, sop="fresh")
    assert home.look(new) == ["'fresh' acts on crm3.example for the first time."]


def test_exploring_counts_once_in_a_session(home: Home) -> None:
    often = rule("healed", more_than=1)
    home.look(often)
    explored = [proposed("save", n).model_copy(update={"rung": "explore"}) for n in range(4)]
    home.session(*explored)
    assert home.look(often) == []
    home.session(*explored)
    assert home.look(often) == ["Step 'save' of 'add-contact' was healed 2 times: has the page changed?"]


def test_repeated_healing_of_a_step_is_told(home: Home) -> None:
    healed = proposed("save").model_copy(update={"rung": "candidates"})
    often = rule("healed", more_than=2)
    home.look(often)
    home.session(healed, healed)
    assert home.look(often) == []
    home.session(healed)
    assert home.look(often) == ["Step 'save' of 'add-contact' was healed 3 times: has the page changed?"]


@pytest.mark.parametrize(("usual", "count"), [((), 1), (("bob",), 0), (("ann",), 1)])
def test_an_answer_of_somebody_unusual_is_told(home: Home, usual: tuple[str, ...], count: int) -> None:
    who = rule("unusual approver", usual=usual)
    home.look(who)
    home.session(asked("save"), answered("save").model_copy(update={"by": "bob"}))
    assert len(home.look(who)) == count
    late = answered("save", answer="deny").model_copy(update={"by": "nobody", "via": "time-out"})
    home.session(asked("save"), late)
    assert home.look(who) == [], "it is nobody's answer"


def test_failed_sign_ins_are_counted_over_all_entries(home: Home) -> None:
    failed = rule("failed sign-ins", more_than=5, minutes=10)
    home.look(failed)
    for count in (1, 4, 3):
        note(home.store, lambda _, n=count: SignInFailed(kind="sign_in_failed", source="10.0.0.9", count=n))  # type: ignore[misc]
    assert home.look(failed) == ["8 requests to the API had no valid token, within 10 minutes."]


def test_who_finds_the_same_at_the_same_moment_raises_it_once(postgres: str) -> None:
    database = postgres_database(postgres)
    table = AlertTable(database)
    session = Home(database).session(outcome="failed")
    found = Alert(id="a1", rule="Ended", at="2026-11-21T09:00:00Z", title="Ended")
    waits = text("select count(*) from pg_stat_activity where wait_event_type = 'Lock'")
    with ThreadPoolExecutor() as pool:
        with database.writing() as first:
            first.execute(insert(alert).values(id="a1", rule="Ended", at=found.at, body="{}"))
            first.execute(insert(alert_seen).values(fact="channel\nchat"))
            first.execute(insert(stream).values(stream="alerts", session=session, seq=1))
            raised = pool.submit(table.raised, [found], [], session, 3)
            skipped = pool.submit(table.skip, "chat")
            with database.reading() as looking:
                while looking.execute(waits).scalar_one() < 2:
                    looking.rollback()
        assert raised.result() == ()
        skipped.result()
    assert Positions(database).pending("alerts") == ()
    database.close()


def test_an_end_is_told(home: Home) -> None:
    bad = rule("ended", outcomes=("failed", "needs reconciliation"))
    home.look(bad)
    home.session(outcome="done")
    home.session(outcome="needs reconciliation")
    assert home.look(bad) == ["'Add a contact' ended 'needs reconciliation'."]


# Telling.


def no_secret(name: str) -> str:
    raise AssertionError(name)


class Hook(App):
    """A place on loopback that takes alerts, or refuses them."""

    def __init__(self) -> None:
        super().__init__({"/hook": lambda _: Answer("{}", self.status)})
        self.status = 200

    def texts(self) -> list[str]:
        return [json.loads(request.body)["text"] for request in self.received]


def raised(home: Home, count: int = 1) -> list[Alert]:
    blocking = rule("blocked")
    home.look(blocking)
    table = AlertTable(home.database)
    table.skip("chat")
    for _ in range(count):
        home.session(judged("save", blocked=True))
    return list(Watch(home.store, AlertSettings(rules=(blocking,))).look())


def test_each_is_told_once_by_whichever_process(home: Home) -> None:
    with Hook() as hook:
        channel = Channel(name="chat", webhook=f"{hook.url}/hook")
        alerts = raised(home, 3)
        # Two processes, and one that begins later.
        tellers = [Teller(AlertTable(home.database), channel, no_secret) for _ in range(3)]
        assert [teller.tell() for teller in tellers] == [3, 0, 0]
    assert len(hook.texts()) == 3 and hook.texts()[0].startswith("on blocked: The gate blocked")
    assert {request.headers["idempotency-key"] for request in hook.received} == {alert.id for alert in alerts}


def test_what_is_refused_is_told_later_by_another_process(home: Home) -> None:
    with Hook() as hook:
        hook.status = 503
        channel = Channel(name="chat", webhook=f"{hook.url}/hook")
        raised(home)
        now = [0.0]
        teller = Teller(AlertTable(home.database), channel, no_secret, lambda: now[0])
        with pytest.raises(TransientError, match="503"):
            teller.tell()
        hook.status = 200
        assert teller.tell() == 0, "it was tried again at once"
        assert Teller(AlertTable(home.database), channel, no_secret).tell() == 1
        now[0] = 6.0
        assert teller.tell() == 0
    assert len(hook.texts()) == 2, "refused once, taken once"


@pytest.mark.parametrize("status", [400, 413, 500])
def test_one_that_a_channel_never_takes_holds_up_no_other(home: Home, status: int) -> None:
    first, *others = raised(home, 4)
    bad = {"idempotency-key": first.id}
    page = lambda request: Answer("{}", status if bad.items() <= request.headers.items() else 200)  # noqa: E731
    with App({"/hook": page}) as app:
        now = [0.0]
        channel = Channel(name="chat", webhook=f"{app.url}/hook")
        teller = Teller(AlertTable(home.database), channel, no_secret, lambda: now[0])
        for _ in range(3):
            with pytest.raises(HandrailError, match=str(status)):
                teller.tell()
            now[0] += 1000
        told = [request.headers["idempotency-key"] for request in app.received]
    assert sorted(one for one in told if one != first.id) == sorted(alert.id for alert in others)
    assert told.count(first.id) == 3


@pytest.mark.parametrize("year", ["2026", "2126"], ids=["long ago", "by a clock that was ahead"])
def test_what_a_dead_process_took_on_is_told_by_another(home: Home, year: str) -> None:
    (alert,) = raised(home)
    table = AlertTable(home.database)
    assert table.claim(alert, "chat")
    assert table.untold("chat") == ()
    with home.database.writing() as connection:
        connection.exec_driver_sql(f"UPDATE alert_sent SET at = 'sending {year}-01-01T00:00:00.000Z'")
    assert table.untold("chat") == (alert,)
    assert table.claim(alert, "chat")


def test_a_new_channel_hears_of_what_comes(home: Home) -> None:
    raised(home)
    table = AlertTable(home.database)
    table.skip("mail")
    assert table.untold("mail") == ()
    assert len(table.untold("chat")) == 1


def test_a_mail_is_sent() -> None:
    alert = sample().model_copy(update={"title": "Größe\nBcc: evil@example.org", "facts": {"session": "s1"}})
    with MailServer() as server:
        email = Email.model_validate(
            {
                "to": ["ana@example.org"],
                "from": "handrail@example.org",
                "host": "127.0.0.1",
                "port": server.port,
                "security": "none",
            }
        )
        deliver(alert, Channel(name="mail", email=email), no_secret)
        message = server.wait()
    assert message["To"] == "ana@example.org" and message["Bcc"] is None
    assert "session: s1" in text_of(message)


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("rules:\n  - {name: a, when: blokced}\n", 2, "one of"),
        ("rules:\n  - {name: a, when: healed}\n", 2, "needs more_than"),
        ("rules:\n  - {name: a, when: blocked, more_than: 3}\n", 2, "counts nothing"),
        ("rules:\n  - {name: a, when: ended}\n", 2, "belong together"),
        ("channels:\n  - {name: a}\n", 2, "one of webhook, email"),
        ("rules:\n  - {name: a, when: blocked}\n  - {name: a, when: new host}\n", 1, "two of the same name"),
    ],
)
def test_a_mistake_in_the_rules_is_told_with_its_line(
    tmp_path: Path, text: str, line: int, said: str
) -> None:
    (tmp_path / "alerts.yaml").write_text(text)
    with pytest.raises(UsageError, match=said) as caught:
        alert_settings(tmp_path)
    assert str(caught.value.place).endswith(f"alerts.yaml:{line}")
