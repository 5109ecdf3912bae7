"""Each drift changes what it says, the app still works under it, and each fault does its harm."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from handrail_practice import crm
from handrail_practice.crm.words import RENAMED as CRM_WORDS
from handrail_practice.drift import DRIFTS, FAULTS
from handrail_practice.renaming import changed
from handrail_practice.serve import PracticeServer
from handrail_practice.webmail.words import RENAMED as WEBMAIL_WORDS
from tests.practice.test_crm import NORA
from tests.practice.visitor import Visitor

CRM_PAGES = ("/contacts", "/contacts/1", "/contacts/new", "/contacts/1/edit", "/orders", "/orders/new")
MAIL_PAGES = ("/inbox", "/archive", "/sent", "/labels/team", "/search?q=term", "/mail/9", "/compose")
PACKAGE = Path(crm.__file__).parent.parent
README = Path(__file__).parents[2] / "examples" / "practice" / "README.md"


def strays(database: Path) -> list[str]:
    with closing(sqlite3.connect(database)) as db:
        return [action for (action,) in db.execute("SELECT action FROM look_alike_clicks")]


@pytest.mark.sweep
def test_every_page_works_under_every_drift(
    practice: PracticeServer, rolodesk: Visitor, postbox: Visitor
) -> None:
    plain = {visitor: [visitor.see(path) for path in paths] for visitor, paths in pages(rolodesk, postbox)}
    for drift in sorted(DRIFTS):
        practice.change(drift=[drift])
        for visitor, paths in pages(rolodesk, postbox):
            drifted = [visitor.see(path) for path in paths]
            assert (drifted == plain[visitor]) == (drift == "slow"), drift


def pages(rolodesk: Visitor, postbox: Visitor) -> list[tuple[Visitor, tuple[str, ...]]]:
    return [(rolodesk, CRM_PAGES), (postbox, MAIL_PAGES)]


def test_a_drift_is_remembered_until_it_is_cleared(rolodesk: Visitor) -> None:
    assert "Add person" in rolodesk.see("/contacts?drift=renamed-labels,dark")
    remembered = rolodesk.see("/contacts")
    assert "Add person" in remembered and 'data-theme="dark"' in remembered
    assert "New contact" in rolodesk.see("/contacts?drift=none")
    assert "New contact" in rolodesk.see("/contacts")


def test_a_visitor_s_choice_outweighs_the_app_s_setting(practice: PracticeServer, rolodesk: Visitor) -> None:
    practice.change(drift=["dark"])
    assert 'data-theme="dark"' in rolodesk.see("/contacts")
    assert 'data-theme="dark"' not in rolodesk.see("/contacts?drift=none")


def test_an_unknown_drift_or_fault_is_said_to_be_unknown(rolodesk: Visitor) -> None:
    for query in ("drift=mooved", "fault=explode"):
        answer = rolodesk.get(f"/contacts?{query}")
        assert answer.status_code == 400 and "choose from" in answer.text


@pytest.mark.parametrize(("app", "words"), [("crm", CRM_WORDS), ("webmail", WEBMAIL_WORDS)])
def test_every_word_that_has_another_is_one_that_a_page_says(app: str, words: dict[str, str]) -> None:
    folders = (PACKAGE / app, PACKAGE / "frame")
    said = "".join(path.read_text("utf-8") for folder in folders for path in folder.rglob("templates/*"))
    code = "".join(path.read_text("utf-8") for path in (PACKAGE / app).glob("*.py") if path.stem != "words")
    assert [word for word in words if f'"{word}"' not in said + code and f"'{word}'" not in said] == []
    assert len(set(words.values())) == len(words)


def test_changed_ids_leave_no_id_class_or_field_name_as_it_was(rolodesk: Visitor) -> None:
    named = re.compile(r'\s(?:id|for|class|name|data-testid|data-hook)="([^"]+)"')
    before = {name for value in named.findall(rolodesk.see("/contacts/1/edit")) for name in value.split()}
    page = rolodesk.see("/contacts/1/edit?drift=changed-ids")
    after = {name for value in named.findall(page) for name in value.split()}
    assert before & after == {"viewport"}
    assert "/static/changed/crm.css" in page
    sheet = rolodesk.get("/static/changed/crm.css").text
    assert f".{changed('facts')}" in sheet and ".facts" not in sheet


def test_a_form_with_changed_field_names_is_still_understood(rolodesk: Visitor) -> None:
    rolodesk.see("/contacts/new?drift=changed-ids")
    fields = {changed(name): value for name, value in NORA.items()}
    rolodesk.post("/contacts", data={changed("csrf"): rolodesk.csrf, **fields})
    assert rolodesk.json("/api/contacts?email=nora@lind.test")["count"] == 1


def test_moved_fields_stand_in_another_order(rolodesk: Visitor) -> None:
    names = re.compile(r'<(?:input|select|textarea|star-rating) id="contact-(\w+)"')
    before = names.findall(rolodesk.see("/contacts/new"))
    after = names.findall(rolodesk.see("/contacts/new?drift=moved"))
    assert before != after and sorted(before) == sorted(after)


def test_a_click_on_a_look_alike_is_on_record_and_saves_nothing(
    practice: PracticeServer, rolodesk: Visitor, postbox: Visitor
) -> None:
    practice.change(drift=["look-alike"])
    page = rolodesk.see("/contacts/new")
    assert len(re.findall(r"<button[^>]*>Save\b", page)) == 3
    rolodesk.submit("/templates", **NORA)
    rolodesk.submit("/reminders", reminder="call")
    rolodesk.submit("/orders/review", reference="PO-9", amount="1")
    assert strays(practice.crm_database) == ["save as template", "save reminder", "submit for review"]
    assert rolodesk.json("/api/contacts")["count"] == 128
    assert rolodesk.json("/api/orders")["count"] == 3
    for path in ("/rules", "/compose/later", "/feedback"):
        postbox.submit(path, to="a@b.test", subject="s", body="b")
    assert strays(practice.webmail_database) == ["archive all from sender", "send later", "send feedback"]
    assert postbox.json("/api/mails?folder=sent")["count"] == 3


def test_the_removed_button_is_not_there(
    practice: PracticeServer, rolodesk: Visitor, postbox: Visitor
) -> None:
    practice.change(drift=["removed-button"])
    assert "save-contact" not in rolodesk.see("/contacts/new")
    assert "submit-order" not in rolodesk.see("/orders/new")
    assert "archive-mail" not in postbox.see("/mail/9")
    assert 'id="send"' not in postbox.see("/compose")


def test_slow_answers_take_at_least_the_time_set(rolodesk: Visitor) -> None:
    answer = rolodesk.get("/contacts?drift=slow")
    assert answer.elapsed.total_seconds() >= 0.2


@pytest.mark.parametrize(("fault", "count"), [("drop", 0), ("double", 2), ("alter", 1)])
def test_a_faulty_save_claims_success_all_the_same(rolodesk: Visitor, fault: str, count: int) -> None:
    rolodesk.see(f"/contacts/new?fault={fault}")
    assert "Contact saved" in rolodesk.submit("/contacts", **NORA).text
    kept = rolodesk.json("/api/contacts?email=nora@lind.test")["contacts"]
    assert len(kept) == count
    if fault == "alter":
        assert (kept[0]["stage"], kept[0]["phone"]) == ("First meeting", "+46 8 5550 0190")


@pytest.mark.parametrize(("fault", "count"), [("drop", 128), ("double", 129), ("alter", 128)])
def test_a_faulty_edit_claims_success_all_the_same(rolodesk: Visitor, fault: str, count: int) -> None:
    rolodesk.see(f"/contacts/2/edit?fault={fault}")
    assert "Contact saved" in rolodesk.submit("/contacts/2/edit", **NORA).text
    assert rolodesk.json("/api/contacts")["count"] == count
    assert (rolodesk.json("/api/contacts/2")["name"] == "Nora Lind") == (fault != "drop")


@pytest.mark.parametrize(("fault", "amounts"), [("drop", []), ("double", ["5.00"] * 2), ("alter", ["50.00"])])
def test_a_faulty_order_claims_success_all_the_same(
    rolodesk: Visitor, fault: str, amounts: list[str]
) -> None:
    rolodesk.see(f"/orders/new?fault={fault}")
    assert "Order submitted" in rolodesk.submit("/orders", reference="PO-9", amount="5").text
    orders = rolodesk.json("/api/orders?reference=PO-9")["orders"]
    assert [order["amount"] for order in orders] == amounts


@pytest.mark.parametrize(
    ("fault", "kept"), [("drop", []), ("double", ["a@b.test"] * 2), ("alter", ["a1@b.test"])]
)
def test_a_faulty_sending_claims_success_all_the_same(postbox: Visitor, fault: str, kept: list[str]) -> None:
    postbox.see(f"/compose?fault={fault}")
    assert "Message sent" in postbox.submit("/compose", to="a@b.test", subject="Faulty", body="b").text
    sent = postbox.json("/api/mails?folder=sent")["mails"]
    assert [mail["recipient"] for mail in sent if mail["subject"] == "Faulty"] == kept


def test_the_readme_tells_every_drift_and_fault() -> None:
    told = README.read_text("utf-8")
    assert [name for name in [*DRIFTS, *FAULTS] if f"| `{name}` |" not in told] == []
