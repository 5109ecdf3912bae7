"""Looking for a mail that a run should have caused."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from handrail.actuators.channels.mail import read_mailbox
from handrail.actuators.seen import Finding
from handrail.errors import PermanentError, TransientError
from handrail.sop.condition import MailReads
from tests.actuators.channels.imap_server import ImapServer

START = datetime.now(UTC)


@pytest.fixture
def server() -> Iterator[ImapServer]:
    with ImapServer() as imap:
        yield imap


def read(address: str, **fields: Any) -> Finding:
    return read_mailbox(address, MailReads(kind="mail", mailbox="box", **fields), START, 5)


@pytest.mark.parametrize(
    ("fields", "held"),
    [
        ({"contains": "Order 7 is confirmed"}, True),
        ({"contains": "Order 70"}, False),
        ({"subject": "bestätigt"}, True),
        ({"subject": "BESTÄTIGT", "sender": "crm@app"}, True),
        ({"sender": "other@app"}, False),
        ({"sender": "Rolodesk", "contains": "No such text"}, False),
    ],
)
def test_all_that_is_stated_has_to_fit_one_mail(
    server: ImapServer, fields: dict[str, Any], held: bool
) -> None:
    server.receive(
        "Bestellung bestätigt", "Dear Zoë,\n\nOrder 7\nis  confirmed.", sender="Rolodesk <crm@app.test>"
    )
    server.receive("Other news", "Nothing")
    finding = read(server.address(), **fields)
    assert finding.held == held
    assert ("Bestellung bestätigt" in (finding.seen or "")) and finding.read_back


def test_a_mail_from_before_the_session_does_not_count(server: ImapServer) -> None:
    server.receive("Confirmed", "Order 7", at=START - timedelta(seconds=5))
    finding = read(server.address(), subject="Confirmed")
    assert (finding.held, finding.seen) == (False, "no mail since the session began")
    server.receive("Confirmed", "Order 8", at=START + timedelta(seconds=1))
    assert read(server.address(), subject="Confirmed").held


def test_the_day_of_another_time_zone_is_no_reason_to_miss_a_mail(server: ImapServer) -> None:
    server.receive("Confirmed", "Order 7", at=START.astimezone(tz=_zone(-11)))
    assert read(server.address(), subject="Confirmed").held


def _zone(hours: int) -> timezone:
    return timezone(timedelta(hours=hours))


def test_the_text_of_an_html_mail_is_read_as_people_do(server: ImapServer) -> None:
    html = "<html><head><style>p{}</style></head><p>Order <b>7</b> is&nbsp;confirmed</p></html>"
    server.mails.append((datetime.now(UTC), b"Subject: x\r\nContent-Type: text/html\r\n\r\n" + html.encode()))
    assert read(server.address(), contains="Order 7 is confirmed").held


def test_the_mailbox_is_opened_for_reading_and_mails_stay_unread(server: ImapServer) -> None:
    server.receive("Confirmed", "Order 7")
    assert read(server.address(), subject="Confirmed").held
    # How often it asks what the server can do is the library's: from Python 3.14 on after the sign-in, too.
    asked = [command for command in server.commands if command.split()[0] != "CAPABILITY"]
    verbs = [command.split()[0] for command in asked]
    assert verbs == ["LOGIN", "EXAMINE", "SEARCH", "FETCH", "LOGOUT"]
    assert "BODY.PEEK[]" in asked[3]


def test_a_refused_sign_in_does_not_repeat_the_password(server: ImapServer) -> None:
    with pytest.raises(PermanentError, match="refused the sign-in") as caught:
        read(server.address(password="wrong-word"), subject="x")
    assert "wrong-word" not in str(caught.value)


def test_a_folder_that_is_not_there_is_told(server: ImapServer) -> None:
    with pytest.raises(PermanentError, match="no folder 'Work'"):
        read(server.address(folder="Work"), subject="x")


def test_a_server_that_is_not_there_may_come_back() -> None:
    with ImapServer() as gone:
        address = gone.address()
    with pytest.raises(TransientError, match="could not be reached"):
        read(address, subject="x")


@pytest.mark.parametrize(
    "address", ["ana@x.test", "https://a:b@c/", "imaps://host/INBOX", "imaps://a:b@c:x/"]
)
def test_what_is_no_address_of_a_mailbox_is_told_without_it(address: str) -> None:
    with pytest.raises(PermanentError, match="'box' does not hold the address") as caught:
        read(address, subject="x")
    assert address not in str(caught.value)


def test_a_password_is_not_sent_in_clear_beyond_this_machine(
    server: ImapServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("handrail.actuators.channels.mail._is_loopback", lambda host: False)
    with pytest.raises(PermanentError, match="unencrypted"):
        read(server.address(), subject="x")
    assert "LOGIN" not in server.commands
