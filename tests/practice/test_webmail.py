"""What a user of Postbox relies on, without a browser."""

from __future__ import annotations

import re
from datetime import date

import pytest

from handrail_practice.crm.contacts import STAGES
from handrail_practice.webmail.seed_mail import INVESTORS, MAILS, Investor
from tests.practice.visitor import Visitor


def subjects(page: str) -> list[str]:
    return re.findall(r'<a href="/mail/\d+">([^<]+)</a>', page)


def number_of(postbox: Visitor, subject: str) -> int:
    found = postbox.json("/api/mails")["mails"]
    return next(int(mail["id"]) for mail in found if mail["subject"] == subject)


def test_the_inbox_shows_the_newest_first_and_counts_the_unread(postbox: Visitor) -> None:
    page = postbox.see("/inbox")
    inbox = [mail for mail in MAILS if mail.folder == "inbox"]
    assert subjects(page) == [mail.subject for mail in reversed(inbox)]
    unread = sum(mail.unread for mail in inbox)
    assert 0 < unread < len(inbox) and f'aria-label="{unread} unread"' in page


def test_opening_a_mail_marks_it_as_read_until_it_is_marked_as_unread(postbox: Visitor) -> None:
    number = number_of(postbox, "Lunch?")
    assert postbox.json(f"/api/mails/{number}")["unread"]
    assert "Ponte Vecchio Angels" in postbox.see(f"/mail/{number}")
    assert not postbox.json(f"/api/mails/{number}")["unread"]
    postbox.submit(f"/mail/{number}/unread")
    assert postbox.json(f"/api/mails/{number}")["unread"]


def test_search_looks_into_every_folder_and_into_the_text(postbox: Visitor) -> None:
    assert subjects(postbox.see("/search?q=anti-dilution")) == ["Term sheet: what to look out for"]
    assert set(subjects(postbox.see("/search?q=receipt+cloudbarn"))) == {
        "Receipt for July",
        "Receipt for August",
    }
    assert "No mail matches" in postbox.see("/search?q=zebra")


def test_labels_can_be_added_and_removed(postbox: Visitor) -> None:
    number = number_of(postbox, "We are in")
    assert "Label Investor added" in postbox.submit(f"/mail/{number}/labels", label="investor").text
    postbox.submit(f"/mail/{number}/labels", label="investor")
    assert postbox.json(f"/api/mails/{number}")["labels"] == ["Investor"]
    assert subjects(postbox.see("/labels/investor")) == ["We are in"]
    postbox.submit(f"/mail/{number}/labels/investor/remove")
    assert postbox.json(f"/api/mails/{number}")["labels"] == []


def test_a_label_must_be_chosen(postbox: Visitor) -> None:
    assert "Choose a label first" in postbox.submit("/mail/1/labels", label="").text


def test_an_archived_mail_is_in_the_archive_and_can_come_back(postbox: Visitor) -> None:
    number = number_of(postbox, "Lunch?")
    postbox.submit(f"/mail/{number}/folder", folder="archive")
    assert "Lunch?" in subjects(postbox.see("/archive"))
    assert "Lunch?" not in subjects(postbox.see("/inbox"))
    postbox.submit(f"/mail/{number}/folder", folder="inbox")
    assert "Lunch?" in subjects(postbox.see("/inbox"))


def test_a_sent_mail_is_in_the_folder_sent(postbox: Visitor) -> None:
    answer = postbox.submit("/compose", to="a@b.test, c@d.test", subject="Hello", body="One\r\ntwo")
    assert answer.url.path == "/sent" and "Message sent" in answer.text
    newest = postbox.json("/api/mails?folder=sent")["mails"][0]
    assert (newest["recipient"], newest["subject"]) == ("a@b.test, c@d.test", "Hello")
    assert newest["body"] == "One\ntwo"


def test_a_mail_without_a_right_address_is_not_sent_and_not_lost(postbox: Visitor) -> None:
    answer = postbox.submit("/compose", to="nobody", subject="Hello", body="Text")
    assert answer.status_code == 422 and 'id="compose-to-error"' in answer.text
    assert 'value="Hello"' in answer.text and "Text" in answer.text
    assert postbox.json("/api/mails?folder=sent")["count"] == 3


def test_a_reply_is_addressed_and_quotes(postbox: Visitor) -> None:
    page = postbox.see(f"/compose?reply={number_of(postbox, 'Lunch?')}")
    assert 'value="luca@pontevecchio.test"' in page and 'value="Re: Lunch?"' in page
    assert "> Ciao Ana," in page


@pytest.mark.parametrize("investor", INVESTORS, ids=lambda investor: investor.firm)
def test_an_investor_s_mail_says_all_that_a_reader_should_find(investor: Investor) -> None:
    body = investor.mail.body
    for fact in (investor.name, investor.firm, investor.email, investor.phone, investor.day):
        assert fact in body
    assert investor.stage in STAGES and investor.stage.lower() in body.lower()
    day = date.fromisoformat(investor.follow_up)
    assert investor.follow_up in body or (f"{day:%B}" in body and f"{day.year}" in body)
    if weekday := re.match(r"(\w+day)", investor.day):
        assert weekday[1] == f"{day:%A}"
    assert re.search(rf"\b{day.day}\b|{day.isoformat()}", investor.day)


def test_investors_come_from_distinct_firms() -> None:
    assert len({investor.firm for investor in INVESTORS}) == len(INVESTORS) == 12
