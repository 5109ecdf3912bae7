"""Secrets that stand in what a session is given."""

from __future__ import annotations

from typing import cast

import pytest
from pydantic import JsonValue

from handrail.errors import UsageError
from handrail.journal.chain.store import JournalWriter
from handrail.journal.events.event import Artefact, SessionStarted
from handrail.runtime.walk.masking import masked
from handrail.runtime.walk.scribe import Scribe
from handrail.sessions.beginning.hidden_inputs import hide, put_back


def _scribe(secrets: dict[str, str]) -> Scribe:
    return Scribe(cast(JournalWriter, None), tuple(secrets.values()))


def test_inputs_in_which_secrets_stand_are_hidden_and_come_back_as_they_were() -> None:
    secrets = {"password": "admin", "token": "test", "pin": "123"}
    inputs: dict[str, JsonValue] = {
        "user": "admin",
        "title": "Latest test of an admin's •••",
        "plain": "nothing, 123",
        "amount": 7,
        "rows": [{"who": "contest", "by": "administrator"}, None],
    }
    hidden, names = hide(inputs, secrets, _scribe(secrets).scrubbed)
    assert hidden["user"] == "•••" and hidden["title"] == "La••• ••• of an •••'s •••"
    assert hidden["plain"] == "nothing, 123"
    assert put_back(hidden, names, secrets) == inputs


def test_inputs_without_a_secret_need_no_names() -> None:
    inputs: dict[str, JsonValue] = {"title": "•••", "amount": 7}
    hidden, names = hide(inputs, {"password": "admin"}, _scribe({"password": "admin"}).scrubbed)
    assert (hidden, names) == (inputs, ()) and put_back(hidden, names, {}) == inputs


@pytest.mark.parametrize("value", ["SUMMER sale", "a summe…", {"summer": 1}])
def test_a_secret_in_another_form_is_refused_and_never_told(value: JsonValue) -> None:
    secrets = {"password": "summer"}
    with pytest.raises(UsageError, match="The input 'title' holds a secret") as refused:
        hide({"title": value}, secrets, _scribe(secrets).scrubbed)
    assert "summer" not in str(refused.value).lower()


def test_a_password_that_stands_in_the_names_of_variables_leaves_them_as_they_are() -> None:
    secrets = {"site_admin_password": "admin"}
    inputs: dict[str, JsonValue] = {"admin_user": "admin"}
    scribe = _scribe(secrets)
    hidden, names = hide(inputs, secrets, scribe.scrubbed)
    told = SessionStarted(
        kind="session_started",
        sop=Artefact("sha256:0"),
        sop_id="trial",
        sop_version="1",
        title="Of the admin",
        inputs=hidden,
        inputs_hide=names,
    )
    kept = masked(told, scribe.scrubbed)
    assert kept.title == "Of the •••"
    assert put_back(kept.inputs, kept.inputs_hide, secrets) == inputs
