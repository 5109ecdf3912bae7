"""The values of a run: scopes of loops, parts of records, and secrets that nobody sees."""

from __future__ import annotations

import pytest
from pydantic import JsonValue

from handrail.errors import VariableError
from handrail.runtime.walk.values import Values
from handrail.sop.template import Hidden, render
from handrail.sop.values import run_record
from tests.builders import Json, fill, sop

DECLARED: dict[str, Json] = {
    "name": {},
    "mails": {"type": "list"},
    "total": {"type": "number", "output": True},
    "pw": {"secret": True},
}
RUN = run_record("20260330-081200-3f9a2c", "2026-03-30T23:30:00+02:00")


def _values(*nodes: Json, **secrets: str) -> Values:
    mails: list[JsonValue] = [{"subject": "Deck"}, {"subject": "Terms"}]
    return Values(sop(nodes, ["x"], DECLARED), {"name": "Ada", "mails": mails}, secrets, RUN)


def test_values_keep_their_structure() -> None:
    values = _values()
    assert values.get("mails.1") == {"subject": "Terms"}
    assert render("{{ mails.0.subject }} {{ mails | length }}", values.real) == "Deck 2"
    values.set("total", 3)
    assert (values.get("total"), values.type_of("total"), values.type_of("item")) == (3, "number", "text")


def test_a_run_has_its_id_and_day_by_itself() -> None:
    text = "{{ run.id }} {{ run.today }} {{ run.now | date('%H:%M') }}"
    assert render(text, _values().shown) == "20260330-081200-3f9a2c 2026-03-30 23:30"


def test_a_loops_item_is_there_inside_of_it_alone() -> None:
    values = _values()
    values.push({"mail": {"subject": "Deck", "name": "x"}, "mail_number": 1})
    values.push({"mail": {"subject": "Inner"}, "name": "hidden"})
    assert render("{{ mail.subject }} {{ mail_number }} {{ name }}", values.real) == "Inner 1 hidden"
    values.set("total", 1)
    values.pop()
    assert render("{{ mail.subject }} {{ name }}", values.real) == "Deck Ada"
    values.pop()
    assert values.get("total") == 1
    with pytest.raises(VariableError, match="'mail' has no value"):
        values.get("mail.subject")


def test_secrets_are_shown_as_references() -> None:
    values = _values(pw="Hunter-2", crm="token-1")
    text = "{{ name }} {{ pw | upper }} {{ secret:crm }}"
    assert render(text, values.shown) == "Ada {{ secret:pw }} {{ secret:crm }}"
    assert render(text, values.real) == "Ada HUNTER-2 token-1"
    assert isinstance(values.shown("pw"), Hidden)
    for name in ("pw", "secret:crm"):
        with pytest.raises(VariableError):
            values.get(name)


def test_what_filters_make_of_a_secret_is_a_secret_too() -> None:
    values = _values(
        fill("A", "{{ pw | upper }}"),
        fill("B", "{{ secret:crm | regex('-(.+)') }}"),
        pw="Hunter-2",
        crm="token-12345",
    )
    assert set(values.secrets) == {"Hunter-2", "token-12345", "HUNTER-2", "12345"}


def test_an_item_may_have_the_name_of_a_secret() -> None:
    values = _values(pw="Hunter-2")
    values.push({"pw": "plain"})
    assert values.shown("pw") == values.real("pw") == "plain"
    values.pop()
    assert values.real("pw") == "Hunter-2"


def test_an_answer_may_give_a_secret() -> None:
    values = _values()
    values.set("pw", "code-123")
    assert values.real("pw") == "code-123"
    assert values.shown("pw") == "{{ secret:pw }}"
    assert "code-123" in values.secrets
