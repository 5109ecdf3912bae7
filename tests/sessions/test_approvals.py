"""Unattended sessions that ask people by mail: a real browser, a real mail server, the page of the link."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path
from typing import Any
from unittest.mock import patch

import httpx
import pytest

from handrail.browser import LaunchedBrowser
from handrail.console.app import make_app
from handrail.console.tokens import Tokens
from handrail.journal.chain.store import JournalWriter
from handrail.journal.events.event import Answered, Event, SessionId, Told
from handrail.journal.views.fold import walk
from handrail.journal.views.summary import Summary, summary
from handrail.policy import Policy, PolicyDocument
from handrail.policy.rules.layers import Layer, layered
from handrail.sessions.beginning.starting import Start, start
from handrail.sessions.browsing import BrowserConductor, SharedBrowser
from handrail.sessions.conducting.worker import Worker
from handrail.sessions.people import steering
from handrail.sessions.people.courier import Courier
from handrail.sessions.people.pending import Waiting
from handrail.sessions.service.opening import Service, open_service
from handrail.sop.document import Sop
from tests.app import App
from tests.approvals.servers import MailServer, html_of, link_of, text_of
from tests.builders import PATIENT, click, fill, open_page, sop
from tests.sessions.borrowed import borrowed

FORM = """<title>Contacts</title><form method=post action=/done><label>Name <input name=name></label>
<button>Save</button><button formaction=/purge>Delete contact</button></form>"""
DONE = [{"kind": "text", "contains": "Done"}]

PEOPLE = """
address: https://handrail.example
people:
  ana: {mail: ana@crm.example}
  ben: {mail: ben@crm.example, roles: [approver, finance]}
  eve: {mail: eve@crm.example, roles: [auditor]}
channels:
  post: {kind: mail, host: 127.0.0.1, port: PORT, security: none, from: handrail@crm.example}
ask: [ana, ben]
"""


class House:
    """A home with a mail server, an app that sessions work on, and the pages that links lead to."""

    def __init__(self, service: Service, launched: LaunchedBrowser, mail: MailServer, app: App) -> None:
        self.service = service
        self.mail = mail
        self.app = app
        self.said: list[str] = []
        self.courier = Courier(service, report=self.said.append)
        self._browser = SharedBrowser(lambda: borrowed(launched))
        tokens = Tokens(service.place.home)
        web = make_app(service, tokens, service.place.home / "sops")
        self.web = httpx.AsyncClient(
            transport=httpx.ASGITransport(web), base_url="https://handrail.example", timeout=30
        )

    def write(self, more: str = "") -> None:
        text = PEOPLE.replace("PORT", str(self.mail.port)) + more
        (self.service.place.home / "approvals.yaml").write_text(text, encoding="utf-8")

    def begin(self, document: Sop, policy: Policy, starter: str = "ana") -> SessionId:
        return start(self.service, Start(document, {}, starter, PATIENT, policy=policy))

    async def work(self) -> None:
        """A worker runs what is ready, and ends."""
        worker = Worker(
            self.service.dispatcher,
            self.service.work,
            self.service.inbox,
            self.service.place.store,
            BrowserConductor(self.service, self._browser),
            look_seconds=0.05,
        )
        await worker.run(drain=True)

    async def tell(self, now: datetime | None = None) -> None:
        await asyncio.to_thread(self.courier.look, now)
        assert not [line for line in self.said if "not told" in line or "approvals:" in line], self.said

    async def close(self) -> None:
        await self._browser.close()
        await self.web.aclose()

    def summary(self, session: SessionId) -> Summary:
        return summary(self.service.place.store.read(session))

    def events(self, session: SessionId) -> list[Event]:
        return [entry.event for entry in self.service.place.store.read(session)]

    def deletions(self) -> int:
        return len(self.app.posts("/purge"))


@pytest.fixture
def mail() -> Iterator[MailServer]:
    with MailServer() as server:
        yield server


@pytest.fixture
async def house(tmp_path: Path, launched: LaunchedBrowser, mail: MailServer) -> AsyncIterator[House]:
    service = open_service(tmp_path / "home")
    with App({"/": FORM, "/done": "<h1>Done</h1>", "/purge": "<h1>Done</h1>"}) as app:
        made = House(service, launched, mail, app)
        made.write()
        yield made
        await made.close()
    service.close()


def deleting(app: App) -> Sop:
    return sop([open_page(app.url), click("Delete contact", "once", done_when=DONE)], [app.host])


def needing(**need: Any) -> Policy:
    document = {"approvals": {"destructive": need}}
    return layered([Layer("session", PolicyDocument.model_validate(document))])


async def test_a_mail_goes_out_its_link_is_confirmed_and_the_session_goes_on(house: House) -> None:
    session = house.begin(deleting(house.app), needing(), starter="zoe")
    await house.work()
    assert house.summary(session).outcome == "waiting"
    await house.tell()
    mails = {str(mail["To"]): mail for mail in (house.mail.wait(), house.mail.wait())}
    assert set(mails) == {"ana@crm.example", "ben@crm.example"}
    mail = mails["ben@crm.example"]
    assert "Delete contact" in str(mail["Subject"])
    assert "destructive" in text_of(mail)
    assert "cid:" in html_of(mail)
    assert [part.get_content_type() for part in mail.walk()].count("image/jpeg") == 1

    path = link_of(mail)
    page = await house.web.get(path)
    assert page.status_code == 200
    assert "Delete contact" in page.text and "data:image/jpeg" in page.text
    assert "form-action 'self'" in page.headers["content-security-policy"]
    assert "frame-ancestors 'none'" in page.headers["content-security-policy"]
    head = await house.web.head(path)
    assert head.status_code == 200 and not head.content, "a mail scanner finds that it leads somewhere"
    await house.work()
    assert house.deletions() == 0, "opening a link answers nothing"

    given = await house.web.post(path, data={"answer": "allow", "why": "It is a double."})
    assert given.status_code == 200 and "Your answer is kept" in given.text
    again = await house.web.post(path, data={"answer": "deny"})
    assert again.status_code == 410 and "answered this already" in again.text
    other = await house.web.post(link_of(mails["ana@crm.example"]), data={"answer": "deny"})
    assert other.status_code == 410 and "ben has answered this" in other.text

    await house.work()
    assert house.summary(session).outcome == "done"
    assert house.deletions() == 1
    said = next(event for event in house.events(session) if isinstance(event, Answered))
    assert (said.answer, said.by, said.via, said.why) == ("allow", "ben", "link", "It is a double.")
    assert said.at is not None, "the journal says when ben answered, and not when a worker came to it alone"
    told = [event for event in house.events(session) if isinstance(event, Told)]
    assert sorted((event.to, event.what) for event in told) == [("ana", "asked"), ("ben", "asked")]
    await house.tell()
    await house.tell()
    assert house.mail.empty, "nobody is told twice"


async def test_four_eyes_and_a_quorum_of_two_take_two_others(house: House) -> None:
    house.write("  # three may be asked\n")
    text = (
        (house.service.place.home / "approvals.yaml")
        .read_text()
        .replace("ask: [ana, ben]", "ask: [approver, eve]")
    )
    text = text.replace("eve: {mail: eve@crm.example, roles: [auditor]}", "eve: {mail: eve@crm.example}")
    (house.service.place.home / "approvals.yaml").write_text(text)
    session = house.begin(deleting(house.app), needing(quorum=2, four_eyes=True), starter="ana")
    await house.work()
    await house.tell()
    mails = {str(mail["To"]): mail for mail in (house.mail.wait(), house.mail.wait())}
    assert set(mails) == {"ben@crm.example", "eve@crm.example"}, "who started it is not asked"
    first = await house.web.post(link_of(mails["ben@crm.example"]), data={"answer": "allow"})
    assert "1 more must allow it" in first.text
    await house.work()
    assert house.deletions() == 0
    twice = await house.web.post(link_of(mails["ben@crm.example"]), data={"answer": "allow"})
    assert twice.status_code == 410
    second = await house.web.post(link_of(mails["eve@crm.example"]), data={"answer": "allow"})
    assert second.status_code == 200
    await house.work()
    assert house.summary(session).outcome == "done"
    said = [event for event in house.events(session) if isinstance(event, Answered)]
    assert [(event.by, event.answer) for event in said] == [("ben", "allow"), ("eve", "allow")]
    assert house.deletions() == 1


async def test_nobody_answers_in_time_and_the_safe_thing_is_done_without_a_browser(house: House) -> None:
    session = house.begin(deleting(house.app), needing(timeout="1h", on_timeout="deny"), starter="zoe")
    await house.work()
    await house.tell()
    path = link_of(house.mail.wait())
    early = datetime.now(UTC) + timedelta(minutes=59)
    await house.tell(early)
    assert house.summary(session).outcome == "waiting"
    # Another process, after a restart: the deadline stands in the journal.
    later = Courier(house.service, report=house.said.append)
    await asyncio.to_thread(later.look, datetime.now(UTC) + timedelta(minutes=61))
    ended = house.summary(session)
    assert ended.outcome == "cancelled"
    assert "Nobody answered by" in (ended.error or "")
    assert house.deletions() == 0
    late = await house.web.post(path, data={"answer": "allow"})
    assert late.status_code == 410
    said = next(event for event in house.events(session) if isinstance(event, Answered))
    assert (said.answer, said.by, said.via) == ("deny", "nobody", "time-out")


async def test_what_nobody_answers_is_escalated_to_the_role_that_is_named(house: House) -> None:
    house.write()
    text = (house.service.place.home / "approvals.yaml").read_text().replace("ask: [ana, ben]", "ask: [ana]")
    (house.service.place.home / "approvals.yaml").write_text(text)
    policy = needing(escalate=[{"after": "30m", "to": "finance"}])
    session = house.begin(deleting(house.app), policy, starter="zoe")
    await house.work()
    await house.tell()
    assert str(house.mail.wait()["To"]) == "ana@crm.example"
    await house.tell(datetime.now(UTC) + timedelta(minutes=31))
    escalated = house.mail.wait()
    assert str(escalated["To"]) == "ben@crm.example"
    assert "Nobody has answered this yet" in text_of(escalated)
    given = await house.web.post(link_of(escalated), data={"answer": "deny_stop"})
    assert given.status_code == 200
    await house.work()
    assert house.summary(session).outcome == "cancelled"
    assert house.deletions() == 0


async def test_only_a_person_with_the_role_may_answer(house: House) -> None:
    session = house.begin(deleting(house.app), needing(role="finance"), starter="zoe")
    await house.work()
    await house.tell()
    only = house.mail.wait()
    assert str(only["To"]) == "ben@crm.example"
    assert house.mail.empty
    tokens = Tokens(house.service.place.home)
    boss = {"Authorization": f"Bearer {tokens.add('boss', ['admin'])}"}
    mine = {"Authorization": f"Bearer {tokens.add('Ben', ['approver'])}"}
    (seen,) = (await house.web.get("/api/approvals", headers=boss)).json()
    assert "role 'finance'" in seen["objection"]
    (own,) = (await house.web.get("/api/questions", headers=boss)).json()
    assert ("role 'finance'" in own["needs"], "role 'finance'" in own["objection"]) == (True, True)
    refused = await house.web.post(
        f"/api/approvals/{seen['request']}/answer", json={"allow": True}, headers=boss
    )
    assert refused.status_code == 403
    assert (await house.web.get("/api/approvals", headers=mine)).json()[0]["objection"] is None
    (listed,) = (await house.web.get("/api/questions", headers=mine)).json()
    assert listed["objection"] is None
    assert listed["session"] == session, "the console shows what is put to Ben, of a session that is not his"
    shown = await house.web.get(f"/api/sessions/{session}/pictures/{listed['picture']}", headers=mine)
    assert shown.status_code == 200
    assert (await house.web.get(f"/api/sessions/{session}", headers=mine)).status_code == 404
    picture = await house.web.get(f"/api/approvals/{seen['request']}/picture", headers=mine)
    assert picture.content.startswith(b"\xff\xd8\xff")
    given = await house.web.post(f"/api/sessions/{session}/answer", json={"allow": True}, headers=mine)
    assert given.json()["state"] == "queued"
    late = await house.web.post(
        f"/api/approvals/{seen['request']}/answer", json={"allow": True}, headers=boss
    )
    assert (late.status_code, "by Ben" in late.text) == (409, True)
    await house.work()
    assert house.summary(session).outcome == "done"


async def test_a_value_is_edited_on_the_page_of_the_link(house: House) -> None:
    save = click("Save", "once", done_when=DONE)
    document = sop(
        [open_page(house.app.url), fill("Name", "{{ name }}"), save],
        [house.app.host],
        {"name": {"default": "Zoe"}},
    )
    policy = layered([Layer("session", PolicyDocument.model_validate({"actions": {"fill": "ask"}}))])
    session = start(house.service, Start(document, {"name": "Zoe"}, "zoe", PATIENT, policy=policy))
    await house.work()
    await house.tell()
    path = link_of(house.mail.wait())
    assert 'value="Zoe"' in (await house.web.get(path)).text
    await house.web.post(path, data={"answer": "edit", "value": "Zoë"})
    await house.work()
    assert house.summary(session).outcome == "done"
    assert house.app.posts("/done") == [{"name": "Zoë"}]
    assert walk(house.service.place.store.read(session)).variables["name"] == "Zoë"


async def test_for_this_session_is_asked_once_and_holds_in_no_other(house: House) -> None:
    twice = [
        open_page(house.app.url),
        click("Delete contact", "once", done_when=DONE),
        open_page(house.app.url, id="back"),
        click("Delete contact", "once", done_when=DONE, id="again"),
    ]
    strict = layered([Layer("session", PolicyDocument.model_validate({"mode": "strict"}))])
    document = sop(twice, [house.app.host])
    session = house.begin(document, strict, starter="zoe")
    await house.work()
    await house.tell()
    await house.web.post(link_of(house.mail.wait()), data={"answer": "allow_session"})
    await house.work()
    assert house.summary(session).outcome == "done"
    assert house.deletions() == 2
    other = house.begin(document, strict, starter="zoe")
    await house.work()
    assert house.summary(other).outcome == "waiting"


SAVING = "<form method=post action={}><p>Total: {} EUR</p><button>{}</button></form>"


@pytest.mark.parametrize(
    ("shown", "then", "policy"),
    [
        pytest.param(
            ("/done", "1", "Save"),
            ("/users/3/delete", "1", "Save"),
            {"actions": {"click": "ask"}},
            marks=pytest.mark.sweep,
            id="what it does",
        ),
        pytest.param(
            ("/done", "10.00", "Pay"),
            ("/done", "9,900.00", "Pay"),
            {"approvals": {"financial": {}}},
            id="the amount",
        ),
    ],
)
async def test_a_yes_counts_for_what_was_shown_and_not_for_what_the_page_has_made_of_it(
    house: House, shown: tuple[str, ...], then: tuple[str, ...], policy: dict[str, Any]
) -> None:
    house.app.pages.update({"/": SAVING.format(*shown), "/users/3/delete": "<h1>Done</h1>"})
    press = click(shown[2], "once", done_when=DONE)
    tight = layered([Layer("session", PolicyDocument.model_validate(policy))])
    session = house.begin(sop([open_page(house.app.url), press], [house.app.host]), tight, starter="zoe")
    await house.work()
    await house.tell()
    first = {str(mail["To"]): mail for mail in (house.mail.wait(), house.mail.wait())}
    house.app.pages["/"] = SAVING.format(*then)
    assert (await house.web.post(link_of(first["ben@crm.example"]), data={"answer": "allow"})).is_success
    await house.work()
    assert house.summary(session).outcome == "waiting"
    assert house.app.posts(then[0]) == []
    late = await house.web.post(link_of(first["ana@crm.example"]), data={"answer": "allow"})
    assert late.status_code == 410
    # It is asked anew, and that yes counts.
    await house.tell()
    again = {str(mail["To"]): mail for mail in (house.mail.wait(), house.mail.wait())}
    assert (await house.web.post(link_of(again["ben@crm.example"]), data={"answer": "allow"})).is_success
    await house.work()
    assert house.summary(session).outcome == "done"
    assert len(house.app.posts(then[0])) == 1


async def test_a_yes_before_a_kill_counts_for_nothing_that_the_page_has_made_of_it_since(
    house: House,
) -> None:
    """The answer was on disk, and the process gone: whoever takes it up, and again, sees another sum."""
    session = paying(house)
    await house.work()
    (one,) = Waiting(house.service).all()
    said = Answered(
        kind="answered", request=one.request, node=one.asked.node, answer="allow", by="ben", via="link"
    )
    JournalWriter(house.service.place.store, session).write(said, durable=True)
    house.app.pages["/"] = SAVING.format("/done", "9,900.00", "Pay")
    for _ in range(3):
        steering.resume(house.service, session)
        await house.work()
        assert house.summary(session).outcome == "waiting"
    assert house.app.posts("/done") == []
    (another,) = Waiting(house.service).all()
    assert another.asked.amount == "9,900.00 EUR" and another.allowed_by == ()
    given = {"answer": "allow"}
    tokens = Tokens(house.service.place.home)
    boss = {"Authorization": f"Bearer {tokens.add('boss', ['admin'])}"}
    stale = await house.web.post(
        f"/api/sessions/{session}/answer", json={"allow": True, "request": one.request}, headers=boss
    )
    assert stale.status_code == 409, "an answer to what was shown before is none to what is asked now"
    await house.tell()
    links = {str(mail["To"]): link_of(mail) for mail in (house.mail.wait(), house.mail.wait())}
    assert (await house.web.post(links["ben@crm.example"], data=given)).is_success
    await house.work()
    assert house.summary(session).outcome == "done"
    assert len(house.app.posts("/done")) == 1


async def test_what_was_denied_is_asked_anew_when_the_session_is_resumed(house: House) -> None:
    session = paying(house, quorum=2)
    for answers in (["allow", "deny"], ["allow", "allow"]):
        await house.work()
        await house.tell()
        links = {str(mail["To"]): link_of(mail) for mail in (house.mail.wait(), house.mail.wait())}
        for whom, answer in zip(sorted(links), answers, strict=True):
            assert house.app.posts("/done") == []
            assert (await house.web.post(links[whom], data={"answer": answer})).is_success
            await house.work()
        if "deny" in answers:
            assert house.summary(session).outcome == "cancelled"
            steering.resume(house.service, session)
    assert house.summary(session).outcome == "done"
    assert len(house.app.posts("/done")) == 1


def paying(house: House, **need: Any) -> SessionId:
    """A session that pays 10 euros, where people allow it."""
    house.app.pages["/"] = SAVING.format("/done", "10.00", "Pay")
    press = click("Pay", "once", done_when=DONE)
    document = {"approvals": {"financial": need}}
    tight = layered([Layer("session", PolicyDocument.model_validate(document))])
    return house.begin(sop([open_page(house.app.url), press], [house.app.host]), tight, starter="zoe")


async def test_whoever_signs_in_by_a_mail_address_is_the_person_who_gets_mail_there(house: House) -> None:
    """Signing in names people by their mail address, and mail goes to them by their name."""
    session = house.begin(deleting(house.app), needing(quorum=2, four_eyes=True), "Ana@crm.example")
    await house.work()
    await house.tell()
    only = house.mail.wait()
    assert str(only["To"]) == "ben@crm.example", "who started it is not asked"
    tokens = Tokens(house.service.place.home)
    ways = {
        name: {"Authorization": f"Bearer {tokens.add(name, ['admin'])}"}
        for name in ("ana", "ben@CRM.example")
    }
    (seen,) = (await house.web.get("/api/approvals", headers=ways["ana"])).json()
    assert "started this session" in seen["objection"]
    path = f"/api/approvals/{seen['request']}/answer"
    own = await house.web.post(path, json={"allow": True}, headers=ways["ana"])
    assert own.status_code == 403
    assert (await house.web.post(link_of(only), data={"answer": "allow"})).is_success
    twice = await house.web.post(path, json={"allow": True}, headers=ways["ben@CRM.example"])
    assert twice.status_code == 409
    await house.work()
    assert house.summary(session).outcome == "waiting"
    assert house.deletions() == 0


async def test_a_step_of_a_person_that_nobody_does_in_time_is_given_up_by_a_worker(house: House) -> None:
    house.write("timeout: 1h\non_timeout: deny\n")
    person = {"id": "look", "type": "human", "label": "Look", "request": "Is it right?"}
    save = click("Save", "once", done_when=DONE)
    session = house.begin(sop([open_page(house.app.url), person, save], [house.app.host]), needing())
    await house.work()
    (one,) = Waiting(house.service).all()
    assert one.asked.deadline is not None and one.asked.on_timeout == "deny"
    # As if the hour were over: the question is asked again with the deadline that its journal has.
    with patch("handrail.runtime.people.consulting.datetime", Later):
        await house.tell(datetime.now(UTC) + timedelta(minutes=61))
        await house.work()
    assert house.summary(session).outcome == "cancelled"
    assert house.app.posts("/done") == []


class Later(datetime):
    """A clock that is an hour and a minute ahead."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Later:
        return super().now(tz) + timedelta(minutes=61)


KILLED = """
import os, signal, sys
from pathlib import Path
from handrail.sessions.people import answering
from handrail.sessions.people.pending import Waiting
from handrail.sessions.service.opening import open_service
from handrail.sessions.service.users import User

service = open_service(Path(sys.argv[1]))
wake = service.dispatcher.wake
service.dispatcher.wake = lambda session: os.kill(os.getpid(), signal.SIGKILL)
(one,) = Waiting(service).all()
answering.answer(service, one.session, User("ben", frozenset({"approver"})), answering.Reply(allow=True))
"""


async def test_an_answer_survives_a_kill_before_it_takes_effect(house: House) -> None:
    session = house.begin(deleting(house.app), needing(), starter="zoe")
    await house.work()
    killed = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-c", KILLED, str(house.service.place.home)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert killed.returncode == -signal.SIGKILL
    assert house.deletions() == 0
    # It was on disk before the session was woken: whoever looks next wakes it.
    await house.tell()
    await house.work()
    assert house.summary(session).outcome == "done"
    assert house.deletions() == 1
