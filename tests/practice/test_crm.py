"""What a user of Rolodesk relies on, without a browser."""

from __future__ import annotations

import csv
import hashlib
import io
import re
import sqlite3
from contextlib import closing

import httpx
import pytest

from handrail_practice.crm import ACCOUNT
from handrail_practice.serve import PracticeServer
from tests.practice.visitor import Visitor
from tests.sweeping import some_of

NORA = {
    "name": "Nora Lind",
    "firm": "Lind & Lind",
    "email": "nora@lind.test",
    "phone": "+46 8 5550 0199",
    "stage": "Introduced",
    "follow_up": "2026-12-01",
    "vip": "yes",
    "rating": "4",
    "notes": "First line\r\nsecond line",
}


def names(page: str) -> list[str]:
    return re.findall(r'<td><a href="/contacts/\d+">([^<]+)</a>', page)


def test_the_list_shows_25_of_128_by_name(rolodesk: Visitor) -> None:
    page = rolodesk.see("/contacts")
    assert "1–25 of 128" in page
    assert len(names(page)) == 25 and names(page) == sorted(names(page), key=str.casefold)
    assert 'aria-sort="ascending"' in page


def test_the_pages_hold_every_contact_once(rolodesk: Visitor) -> None:
    found = re.findall(r"contact-(\d+)", "".join(rolodesk.see(f"/contacts?page={n}") for n in range(1, 7)))
    assert sorted(map(int, found)) == list(range(1, 129))


def test_search_finds_by_name_firm_and_address(rolodesk: Visitor) -> None:
    assert names(rolodesk.see("/contacts?q=anna+berg")) == ["Anna Berg", "Anna Berg", "Anna Berger"]
    assert names(rolodesk.see("/contacts?q=berg+bergwerk")) == ["Anna Berg"]
    assert names(rolodesk.see("/contacts?q=jon.smith@harbour")) == ["Jon Smith"]
    assert "No contact matches" in rolodesk.see("/contacts?q=nobody")


def test_stages_sort_as_the_pipeline_runs_and_dates_with_the_empty_last(rolodesk: Visitor) -> None:
    stages = re.findall(r'data-stage="([^"]+)"', rolodesk.see("/contacts?sort=stage"))
    assert stages[0] == "Introduced"
    last_page = rolodesk.see("/contacts?sort=follow_up&direction=ascending&page=6")
    assert "<time" not in last_page


def test_a_new_contact_is_kept_as_entered(rolodesk: Visitor) -> None:
    answer = rolodesk.submit("/contacts", **NORA)
    assert 'data-message="Contact saved"' in answer.text
    [contact] = rolodesk.json("/api/contacts?email=nora@lind.test")["contacts"]
    assert answer.url.path == f"/contacts/{contact['id']}"
    assert contact | {"created_at": "", "updated_at": ""} == {
        **NORA,
        "id": 129,
        "vip": True,
        "newsletter": False,
        "rating": 4,
        "notes": "First line\nsecond line",
        "attachments": [],
        "created_at": "",
        "updated_at": "",
    }


def test_what_is_wrong_is_said_beside_the_field_and_the_rest_kept(rolodesk: Visitor) -> None:
    wrong = NORA | {"email": "nora", "stage": "", "follow_up": "2026-02-30", "phone": "call me"}
    answer = rolodesk.submit("/contacts", **wrong)
    assert answer.status_code == 422
    for field in ("email", "stage", "follow-up", "phone"):
        assert f'id="contact-{field}-error"' in answer.text
    assert 'value="Nora Lind"' in answer.text and 'value="call me"' in answer.text
    assert rolodesk.json("/api/contacts")["count"] == 128


def test_an_edited_contact_keeps_its_number_and_tells_what_happened(rolodesk: Visitor) -> None:
    rolodesk.submit("/contacts/2/edit", **NORA | {"stage": "Term sheet"})
    contact = rolodesk.json("/api/contacts/2")
    assert (contact["name"], contact["stage"]) == ("Nora Lind", "Term sheet")
    assert "Stage: Introduced → Term sheet" in rolodesk.see("/contacts/2/activity")
    assert rolodesk.json("/api/contacts")["count"] == 128


def test_a_file_is_kept_to_the_byte(rolodesk: Visitor) -> None:
    content = bytes(range(256)) * 40
    rolodesk.submit("/contacts/1/edit", files={"attachment": ("deck ü.pdf", content)}, **NORA)
    [kept] = rolodesk.json("/api/contacts/1")["attachments"]
    assert (kept["filename"], kept["size"]) == ("deck ü.pdf", len(content))
    assert kept["sha256"] == hashlib.sha256(content).hexdigest()
    assert rolodesk.get(f"/attachments/{kept['id']}").content == content


def test_a_deleted_contact_is_gone_with_its_notes(practice: PracticeServer, rolodesk: Visitor) -> None:
    rolodesk.submit("/contacts/1/notes", note="to be forgotten")
    rolodesk.submit("/contacts/1/delete")
    assert rolodesk.get("/contacts/1").status_code == 404
    assert rolodesk.get("/api/contacts/1").status_code == 404
    with closing(sqlite3.connect(practice.crm_database)) as db:
        assert db.execute("SELECT count(*) FROM activities WHERE contact_id = 1").fetchone() == (0,)


def test_a_number_is_never_given_twice(rolodesk: Visitor) -> None:
    rolodesk.submit("/contacts/128/delete")
    assert rolodesk.submit("/contacts", **NORA).url.path == "/contacts/129"


def test_the_export_holds_what_the_search_found(rolodesk: Visitor) -> None:
    answer = rolodesk.get("/contacts/export.csv?q=harbour&sort=name&direction=descending")
    assert "attachment" in answer.headers["content-disposition"]
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert [row["Name"] for row in rows] == ["Jon Smith", "John Smith"]
    assert rows[1]["VIP"] == "yes" and rows[1]["Next follow-up"] == "2026-09-21"


def test_a_message_is_shown_once(rolodesk: Visitor) -> None:
    assert "Order submitted" in rolodesk.submit("/orders", reference="PO-9", amount="12.5").text
    assert "Order submitted" not in rolodesk.see("/orders")


def test_a_frame_does_not_take_the_message_of_its_page(rolodesk: Visitor) -> None:
    answer = rolodesk.post(
        "/orders",
        data={"csrf": rolodesk.csrf, "reference": "a", "amount": "1"},
        follow_redirects=False,
    )
    assert answer.status_code == 303
    rolodesk.see("/embed/firm?firm=Fjordbank")
    assert "Order submitted" in rolodesk.see("/orders")


def test_an_order_is_kept_and_can_be_read_back(rolodesk: Visitor) -> None:
    rolodesk.submit("/orders", reference="PO-9", amount="1,250.5")
    [order] = rolodesk.json("/api/orders?reference=PO-9")["orders"]
    assert order["amount"] == "1250.50"
    assert "1250.50" in rolodesk.see("/orders")


@pytest.mark.parametrize("amount", some_of(["", "-1", "0", "ten", "NaN", "1e9"], 1, 4))
def test_an_order_needs_a_sensible_amount(rolodesk: Visitor, amount: str) -> None:
    answer = rolodesk.submit("/orders", reference="PO-9", amount=amount)
    assert answer.status_code == 422 and 'value="PO-9"' in answer.text
    assert rolodesk.json("/api/orders")["count"] == 3


def test_a_firm_profile_is_kept(rolodesk: Visitor) -> None:
    answer = rolodesk.submit("/embed/firm?firm=Fjordbank", focus="Ports", ticket="3")
    assert "Profile updated" in answer.text
    assert 'value="Ports"' in rolodesk.see("/embed/firm?firm=Fjordbank")


def test_programs_add_a_contact_by_token_or_by_cookie(practice: PracticeServer, rolodesk: Visitor) -> None:
    contact = {
        "name": "Ida Lund",
        "firm": "Lund",
        "email": "ida@lund.test",
        "stage": "Introduced",
        "vip": True,
    }
    by_cookie = rolodesk.post("/api/contacts", json=contact)
    token = {"Authorization": f"Bearer {ACCOUNT.token}"}
    by_token = httpx.post(f"{practice.crm_url}/api/contacts", json=contact, headers=token)
    assert (by_cookie.status_code, by_token.status_code) == (201, 201)
    found = httpx.get(f"{practice.crm_url}/api/contacts?email=ida@lund.test", headers=token).json()
    assert [c["id"] for c in found["contacts"]] == [by_cookie.json()["id"], by_token.json()["id"]]
    assert found["contacts"][0]["vip"] is True


def test_programs_are_refused_what_the_form_would_refuse(practice: PracticeServer, rolodesk: Visitor) -> None:
    answer = rolodesk.post("/api/contacts", json={"name": "Ida"})
    assert answer.status_code == 422
    assert answer.json()["fields"]["email"] == "Enter an email address."
    assert rolodesk.post("/api/contacts", data={"name": "a form of another site"}).status_code == 415
    assert rolodesk.post("/api/contacts", json=["no object"]).status_code == 400
    url = f"{practice.crm_url}/api/contacts"
    assert httpx.post(url, json={}).status_code == 401
    assert httpx.post(url, json={}, headers={"Authorization": "Bearer wrong"}).status_code == 401
    assert rolodesk.json("/api/contacts")["count"] == 128
