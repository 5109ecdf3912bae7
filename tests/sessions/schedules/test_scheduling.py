"""Templates, and starting them by the clock."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from handrail.errors import PolicyError, UsageError, VariableError
from handrail.journal.database.holder import this_process
from handrail.journal.events.event import Artefact, SessionStarted
from handrail.policy import Policy
from handrail.sessions.schedules.due import due_at, next_starts
from handrail.sessions.schedules.scheduling import Scheduler
from handrail.sessions.schedules.templates import (
    find_template,
    list_templates,
    remove_template,
    save_template,
    start_template,
)
from handrail.sessions.service.opening import Service, open_service
from handrail.sessions.service.users import User
from handrail.sop.document import CronTrigger, Sop
from tests.builders import open_page, sop

ANA, BEN = User("ana", frozenset({"operator"})), User("ben", frozenset({"operator"}))
NINE = CronTrigger(kind="cron", schedule="0 9 * * *", timezone="Europe/Berlin")
DOCUMENT: Sop = sop([open_page("http://crm.test")], ["crm.test"], {"name": {}, "amount": {"type": "number"}})


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    opened = open_service(tmp_path / "home")
    yield opened
    opened.close()


def save(service: Service, *schedules: CronTrigger, since: str = "2026-03-01T00:00:00+00:00") -> None:
    given = {"name": "Zoë", "amount": "3"}
    save_template(service, "daily", DOCUMENT, Path("x.sop.json"), ANA, given=given, schedules=schedules)
    with service.database.writing() as connection:
        connection.exec_driver_sql(f"UPDATE schedule SET since = '{since}'")


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("after", "now", "moment", "start", "skipped"),
    [
        ("2026-03-02T07:00", "2026-03-02T08:00", "2026-03-02T08:00", True, 0),
        ("2026-03-02T08:00", "2026-03-02T08:30", None, False, 0),
        ("2026-03-02T07:00", "2026-03-02T08:59", "2026-03-02T08:00", True, 0),
        ("2026-03-02T07:00", "2026-03-02T09:00", "2026-03-02T08:00", False, 0),
        ("2026-03-01T07:00", "2026-03-04T08:10", "2026-03-04T08:00", True, 3),
        # Summer time begins on 29 March 2026: nine o'clock is an hour earlier in UTC.
        ("2026-03-29T00:00", "2026-03-29T07:00", "2026-03-29T07:00", True, 0),
    ],
)
def test_what_is_due(after: str, now: str, moment: str | None, start: bool, skipped: int) -> None:
    due = due_at("0 9 * * *", "Europe/Berlin", at(after), at(now))
    if moment is None:
        assert due is None
    else:
        assert due is not None
        assert (due.moment, due.start, due.skipped) == (at(moment), start, skipped)


def test_an_hour_that_exists_twice_starts_once_and_one_that_is_missing_is_not_lost() -> None:
    twice = due_at("30 2 * * *", "Europe/Berlin", at("2026-10-24T22:00"), at("2026-10-25T04:00"))
    missing = due_at("30 2 * * *", "Europe/Berlin", at("2026-03-28T22:00"), at("2026-03-29T04:00"))
    assert twice is not None and twice.skipped == 0
    assert missing is not None and missing.skipped == 0


def test_what_is_saved_in_an_hour_that_comes_a_second_time_was_not_due_in_the_first() -> None:
    # At 02:05 for the second time: 02:30 was over half an hour before the template was saved.
    assert due_at("30 2 * * *", "Europe/Berlin", at("2026-10-25T01:05"), at("2026-10-25T01:10")) is None
    assert next_starts("30 2 * * *", "Europe/Berlin", at("2026-10-25T01:05"), 1) == (at("2026-10-26T01:30"),)


def test_a_long_silence_is_not_counted_through() -> None:
    due = due_at("* * * * *", "UTC", at("2020-01-01T00:00"), at("2026-01-01T00:00"))
    assert due is not None
    assert (due.moment, due.start) == (at("2026-01-01T00:00"), True)


def test_a_due_moment_is_started_once_also_after_a_restart(service: Service) -> None:
    save(service, NINE)
    now = at("2026-03-02T08:05")
    (session,) = Scheduler(service).look(now)
    assert Scheduler(service).look(now + timedelta(minutes=1)) == ()
    line = service.work.find(session)
    assert line is not None
    assert (line.state, line.job.owner) == ("queued", "ana")
    started = next(service.place.store.read(session)).event
    assert isinstance(started, SessionStarted)
    assert (started.user, started.inputs) == ("ana", {"name": "Zoë", "amount": 3})


def test_of_several_schedulers_one_starts_it(service: Service) -> None:
    save(service, NINE)
    now = at("2026-03-02T08:05")
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: Scheduler(service).look(now), range(4)))
    # One may finish what another has just claimed; then neither tells of it, and it is started all the same.
    assert sum(map(len, found)) <= 1
    assert len(service.work.lines()) == 1


def test_a_start_that_was_missed_for_long_is_skipped_and_told(service: Service) -> None:
    save(service, NINE)
    told: list[str] = []
    assert Scheduler(service, report=told.append).look(at("2026-03-03T12:00")) == ()
    assert any("was missed, and is skipped" in line for line in told)
    (row,) = service.templates.starts()
    assert (row.session, row.note) == (None, "skipped: it was missed by more than an hour")
    assert len(Scheduler(service).look(at("2026-03-04T08:00"))) == 1


def test_while_a_start_waits_for_a_worker_the_next_are_skipped_unless_each_is_wanted(
    service: Service,
) -> None:
    hourly = CronTrigger(kind="cron", schedule="0 * * * *")
    save(service, hourly)
    told: list[str] = []
    scheduler = Scheduler(service, report=told.append)
    skipped = "daily: the start of 2026-03-01T0{}:00:00+00:00 is skipped: the one before waits for a worker"
    hours = [at("2026-03-01T01:00") + timedelta(hours=number) for number in range(4)]
    started = [scheduler.look(hour) for hour in hours[:3]]
    assert list(map(len, started)) == [1, 0, 0]
    assert told[1:] == [skipped.format(2), skipped.format(3)]
    assert service.work.take(this_process("a worker")) is not None
    assert len(scheduler.look(hours[3])) == 1

    # What was saved anew has other values, perhaps: what waits of the template before keeps nothing back.
    queued = hourly.model_copy(update={"if_waiting": "queue"})
    save(service, queued, since="2026-03-02T00:00:00+00:00")
    assert [len(scheduler.look(hour + timedelta(days=1))) for hour in hours] == [1, 1, 1, 1]


def test_what_a_scheduler_claimed_before_it_died_is_started_by_the_next(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    save(service, NINE)

    def die(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("handrail.sessions.schedules.scheduling.start_template", die)
        with pytest.raises(KeyboardInterrupt):
            Scheduler(service).look(at("2026-03-02T08:05"))
    assert service.work.lines() == ()
    Scheduler(service).look(at("2026-03-02T08:06"))
    Scheduler(service).look(at("2026-03-02T08:07"))
    assert len(service.work.lines()) == 1


def test_what_a_clock_that_was_ahead_has_started_keeps_nothing_back(service: Service) -> None:
    save(service, NINE.model_copy(update={"if_waiting": "queue"}))
    told: list[str] = []
    scheduler = Scheduler(service, report=told.append)
    assert len(scheduler.look(at("2026-03-02T08:05"))) == 1
    assert len(scheduler.look(at("2027-01-01T08:05"))) == 1
    # The clock is set right: the day goes on, and nothing of it is started twice.
    assert scheduler.look(at("2026-03-02T08:10")) == ()
    assert len(scheduler.look(at("2026-03-03T08:05"))) == 1
    assert scheduler.look(at("2026-03-03T08:06")) == ()


def test_a_schedule_that_was_saved_by_a_clock_that_was_ahead_counts_from_now_on(service: Service) -> None:
    save(service, NINE, since="2027-01-01T00:00:00+00:00")
    told: list[str] = []
    scheduler = Scheduler(service, report=told.append)
    assert scheduler.look(at("2026-03-02T08:30")) == ()
    assert any("counts from now on" in line for line in told)
    assert len(scheduler.look(at("2026-03-03T08:05"))) == 1


@pytest.mark.parametrize("harm", ["file", "body"])
def test_a_template_that_cannot_be_started_holds_up_no_other(service: Service, harm: str) -> None:
    save(service, NINE)
    other = sop([open_page("http://crm.test", id="other")], ["crm.test"])
    save_template(service, "broken", other, Path("y.sop.json"), ANA, given={}, schedules=(NINE,))
    with service.database.writing() as connection:
        connection.exec_driver_sql("UPDATE schedule SET since = '2026-03-01T00:00:00+00:00'")
        if harm == "body":
            connection.exec_driver_sql("UPDATE template SET body = '{}' WHERE name = 'broken'")
    if harm == "file":
        kept = find_template(service, "broken", ANA).template.sop
        service.place.artefacts.path(kept).unlink()
    told: list[str] = []
    scheduler = Scheduler(service, report=told.append)
    started = [*scheduler.look(at("2026-03-02T08:05")), *scheduler.look(at("2026-03-02T08:06"))]
    assert [line.session for line in service.work.lines()] == started and len(started) == 1
    assert any("broken" in line for line in told)

    # What became of it stands beside what was started, and says so for good.
    scheduler.look(at("2026-03-02T09:30"))
    (row,) = (row for row in service.templates.starts() if row.schedule == "broken/1")
    assert row.session is None and row.note.startswith(("failed:", "skipped:"))
    assert service.templates.unsubmitted() == ()


def test_a_template_starts_its_sessions_under_the_policy_that_it_was_saved_with(
    service: Service, tmp_path: Path
) -> None:
    file = tmp_path / "careful.yaml"
    file.write_text("mode: strict\n")
    given = {"name": "Zoë", "amount": "3"}
    save_template(service, "careful", DOCUMENT, Path("x.sop.json"), ANA, given=given, policy=str(file))
    file.unlink()
    session = start_template(service, find_template(service, "careful", ANA), owner="ana")
    started = next(service.place.store.read(session)).event
    assert isinstance(started, SessionStarted)
    kept = Policy.model_validate_json(service.place.artefacts.get(Artefact(started.policy)))
    assert kept.mode == "strict"


def test_a_template_is_disabled_only_where_that_is_said(service: Service) -> None:
    given = {"name": "Zoë", "amount": "3"}
    with pytest.raises(PolicyError, match="disabled"):
        save_template(service, "loose", DOCUMENT, Path("x.sop.json"), ANA, given=given, policy="disabled")
    assert list_templates(service, ANA) == ()


def test_a_template_is_started_by_name_with_other_values(service: Service) -> None:
    save(service)
    line = find_template(service, "daily", ANA)
    session = start_template(service, line, owner="ana", given={"name": "Ben"})
    started = next(service.place.store.read(session)).event
    assert isinstance(started, SessionStarted)
    assert started.inputs == {"name": "Ben", "amount": 3}


def test_templates_are_their_owners(service: Service) -> None:
    save(service)
    assert list_templates(service, BEN) == ()
    with pytest.raises(UsageError, match="no template"):
        find_template(service, "daily", BEN)
    with pytest.raises(UsageError, match="is taken"):
        save_template(service, "daily", DOCUMENT, Path("x.sop.json"), BEN, given={})
    remove_template(service, "daily", ANA)
    assert list_templates(service, ANA) == ()


def test_a_template_that_could_not_start_is_not_saved(service: Service) -> None:
    path = Path("x.sop.json")
    with pytest.raises(VariableError, match="should be a number"):
        save_template(service, "t", DOCUMENT, path, ANA, given={"amount": "many"})
    with pytest.raises(VariableError, match="'name' is not given"):
        save_template(service, "t", DOCUMENT, path, ANA, given={"amount": "1"}, schedules=(NINE,))
    bad = CronTrigger(kind="cron", schedule="every day")
    nowhere = CronTrigger(kind="cron", schedule="0 9 * * *", timezone="Mars/Base")
    for trigger, told in ((bad, "is not a schedule"), (nowhere, "no time zone")):
        with pytest.raises(UsageError, match=told):
            given = {"name": "Zoë", "amount": "1"}
            save_template(service, "t", DOCUMENT, path, ANA, given=given, schedules=(trigger,))
    assert list_templates(service, ANA) == ()
