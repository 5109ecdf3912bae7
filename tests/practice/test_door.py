"""Signing in and out, and the protection of forms, in both apps."""

from __future__ import annotations

import httpx
import pytest

from handrail_practice import crm, webmail
from handrail_practice.serve import PracticeServer
from tests.practice.visitor import Visitor


@pytest.mark.parametrize("path", ["/contacts", "/contacts/1/edit", "/embed/firm?firm=x", "/orders"])
def test_a_stranger_is_led_to_the_sign_in_page(practice: PracticeServer, path: str) -> None:
    answer = httpx.get(practice.crm_url + path)
    assert answer.status_code == 303
    assert answer.headers["location"].startswith("/sign-in?next=")


def test_a_stranger_gets_no_json(practice: PracticeServer) -> None:
    assert httpx.get(f"{practice.crm_url}/api/contacts/1").status_code == 401
    assert httpx.get(f"{practice.webmail_url}/api/mails").status_code == 401


def test_after_signing_in_one_is_where_one_wanted_to_be(practice: PracticeServer) -> None:
    with Visitor(practice.crm_url) as ana:
        ana.see("/contacts/1?drift=none")
        fields = {"email": crm.ACCOUNT.email, "password": crm.ACCOUNT.password}
        answer = ana.submit("/sign-in", next="/contacts/1", **fields)
    assert answer.url.path == "/contacts/1"


@pytest.mark.parametrize("elsewhere", ["//evil.test/", "https://evil.test/", "/\\evil.test"])
def test_signing_in_never_leads_off_the_site(practice: PracticeServer, elsewhere: str) -> None:
    with Visitor(practice.crm_url) as ana:
        ana.see("/sign-in")
        fields = {"email": crm.ACCOUNT.email, "password": crm.ACCOUNT.password}
        answer = ana.submit("/sign-in", next=elsewhere, **fields)
    assert str(answer.url) == f"{practice.crm_url}/contacts"


def test_a_wrong_password_is_refused_and_the_address_kept(practice: PracticeServer) -> None:
    with Visitor(practice.crm_url) as ana:
        ana.see("/sign-in")
        answer = ana.submit("/sign-in", email=crm.ACCOUNT.email, password=webmail.ACCOUNT.password)
    assert answer.status_code == 422
    assert "password is wrong" in answer.text and crm.ACCOUNT.email in answer.text


def test_signed_out_is_signed_out_even_with_the_old_cookie(rolodesk: Visitor) -> None:
    cookies = dict(rolodesk.cookies)
    rolodesk.submit("/sign-out")
    answer = httpx.get(rolodesk.base_url.join("/contacts"), cookies=cookies)
    assert answer.status_code == 303


def test_a_form_without_its_token_changes_nothing(rolodesk: Visitor) -> None:
    answer = rolodesk.post("/orders", data={"reference": "forged", "amount": "1"})
    assert answer.status_code == 403
    assert rolodesk.json("/api/orders?reference=forged")["count"] == 0


def test_the_apps_do_not_share_cookies_though_they_share_a_host(rolodesk: Visitor, postbox: Visitor) -> None:
    assert not set(rolodesk.cookies) & set(postbox.cookies)
    for cookies in (rolodesk.cookies, postbox.cookies):
        assert list(cookies.jar)
        assert all(cookie.has_nonstandard_attr("HttpOnly") for cookie in cookies.jar)
