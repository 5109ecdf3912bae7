"""Mail over SMTP and webhooks: real servers, signatures, what is refused for good, what is tried again."""

from __future__ import annotations

import errno
import hashlib
import hmac
import json
import os
import socket
from pathlib import Path
from typing import Any

import pytest

from handrail.approvals.document import MailChannel, WebhookChannel
from handrail.approvals.notice import Notice
from handrail.approvals.sending import NotSent, send, signature
from handrail.errors import TransientError
from handrail.journal.events.questions import Asked
from handrail.policy.documents.document import ApprovalNeed
from tests.app import Answer, App

from .servers import MailServer, certificate, html_of, link_of, text_of

ASKED = Asked(
    kind="asked",
    request="r1",
    node="pay",
    question="Pay <b>1,200 EUR</b>\nBcc: eve@evil.example",
    choices=("allow", "deny"),
    values=("{{ secret:pin }}",),
    why="it is financial",
)
NOTICE = Notice(
    event="asked",
    session="s1",
    title="Invoices",
    label="Pay",
    asked=ASKED,
    person="ana",
    link="https://handrail.example/answer/token",
    link_until="2026-11-22T08:00:00+00:00",
    picture=b"\xff\xd8\xff picture",
)


def secret(name: str) -> str:
    return {"smtp": "open sesame", "hook": "key"}[name]


def channel(server: MailServer, **more: object) -> MailChannel:
    given = {"kind": "mail", "host": "127.0.0.1", "port": server.port, "from": "bot@crm.example", **more}
    return MailChannel.model_validate(given)


@pytest.mark.parametrize("security", ["starttls", "tls"])
def test_mail_goes_encrypted_with_user_and_password(tmp_path: Path, security: str) -> None:
    pem = certificate(tmp_path)
    with MailServer(security=security, pem=pem, password="open sesame") as server:
        account = {"user": "bot", "password": "{{ secret:smtp }}"}
        encrypted = channel(server, security=security, ca_file=pem, **account)
        send(encrypted, NOTICE, "ana@crm.example", secret)
        mail = server.wait()
        with pytest.raises(TransientError, match="user and password"):
            send(encrypted, NOTICE, "ana@crm.example", lambda name: "wrong")
        with pytest.raises(TransientError):
            # Its certificate is none that this machine trusts.
            send(channel(server, security=security, **account), NOTICE, "ana@crm.example", secret)
        assert server.empty
    assert (mail["To"], mail["From"]) == ("ana@crm.example", "bot@crm.example")
    assert link_of(mail) == "/answer/token"


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({}, {"Without an answer": "nothing is done, and the session waits on"}),
        (
            {"deadline": "2026-11-22T08:00:00Z", "on_timeout": "deny"},
            {"Until": "2026-11-22 08:00 UTC", "Without an answer": "it is not done"},
        ),
        (
            {"need": ApprovalNeed(quorum=2, role="finance", four_eyes=True)},
            {
                "Needs": "2 different people with the role 'finance' must allow it;"
                " whoever started the session may not allow it"
            },
        ),
    ],
    ids=["nothing said", "a deadline", "several"],
)
def test_a_notice_says_who_must_allow_it_and_what_comes_of_no_answer(
    asked: dict[str, Any], told: dict[str, str]
) -> None:
    facts = dict(NOTICE.model_copy(update={"asked": ASKED.model_copy(update=asked)}).facts)
    assert facts.items() >= told.items()


def test_a_mail_says_the_same_as_text_and_as_a_page_with_the_picture() -> None:
    with MailServer() as server:
        send(channel(server, security="none"), NOTICE, "ana@crm.example", secret)
        mail = server.wait()
    assert mail["Subject"] == "Please decide: Pay <b>1,200 EUR</b> Bcc: eve@evil.example"
    assert mail["Bcc"] is None
    assert "it is financial" in text_of(mail)
    assert "{{ secret:pin }}" in text_of(mail)
    page = html_of(mail)
    assert "&lt;b&gt;1,200 EUR&lt;/b&gt;" in page
    picture = next(part for part in mail.walk() if part.get_content_type() == "image/jpeg")
    assert f"cid:{str(picture['Content-ID'])[1:-1]}" in page
    assert picture.get_content() == NOTICE.picture


def test_what_the_mail_server_refuses_for_good_is_not_tried_again() -> None:
    with MailServer() as server:
        plain = channel(server, security="none")
        server.refuse = "451 later"
        with pytest.raises(TransientError):
            send(plain, NOTICE, "ana@crm.example", secret)
        server.refuse = "554 never"
        with pytest.raises(NotSent):
            send(plain, NOTICE, "ana@crm.example", secret)
    with pytest.raises(TransientError):
        send(plain, NOTICE, "ana@crm.example", secret)


def hook(url: str, **more: object) -> WebhookChannel:
    return WebhookChannel.model_validate(
        {"kind": "webhook", "url": url, "secret": "{{ secret:hook }}", **more}
    )


def test_a_webhook_is_signed_over_its_time_and_body() -> None:
    with App({"/hook": "thanks"}) as receiver:
        send(hook(f"{receiver.url}/hook", picture=True), NOTICE, "", secret)
        (got,) = receiver.received
    fields = dict(part.split("=", 1) for part in got.headers["handrail-signature"].split(","))
    expected = hmac.new(b"key", f"{fields['t']}.".encode() + got.body, hashlib.sha256).hexdigest()
    assert fields["v1"] == expected
    assert signature("key", int(fields["t"]), got.body) == got.headers["handrail-signature"]
    document = json.loads(got.body)
    assert (document["event"], document["request"], document["link"]) == ("approval.asked", "r1", NOTICE.link)
    assert document["values"] == ["{{ secret:pin }}"]
    assert document["picture_jpeg"]


@pytest.mark.parametrize(("status", "error"), [(503, TransientError), (429, TransientError), (410, NotSent)])
def test_a_webhook_that_fails_is_tried_again_unless_it_says_no(status: int, error: type[Exception]) -> None:
    with App({"/hook": Answer("", status)}) as receiver, pytest.raises(error) as raised:
        send(hook(f"{receiver.url}/hook"), NOTICE, "", secret)
    assert "/hook" not in str(raised.value), "an address may hold a key"


def test_a_webhook_that_is_not_there_says_what_the_system_says() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        with pytest.raises(TransientError, match=os.strerror(errno.ECONNREFUSED)):
            send(hook(f"http://127.0.0.1:{taken.getsockname()[1]}/hook"), NOTICE, "", secret)


def test_a_webhook_follows_no_redirect() -> None:
    moved = Answer(status=307, headers={"location": "/elsewhere"})
    with App({"/hook": moved, "/elsewhere": "got it"}) as receiver:
        with pytest.raises(TransientError):
            send(hook(f"{receiver.url}/hook"), NOTICE, "", secret)
        assert [request.path for request in receiver.received] == ["/hook"]
