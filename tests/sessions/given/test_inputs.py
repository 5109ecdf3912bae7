"""Inputs of a session: given texts become values of the declared types."""

from __future__ import annotations

from pathlib import Path

import pytest

from handrail.errors import UsageError, VariableError, Waiting
from handrail.secrets import StoredSecret, open_book
from handrail.sessions.given.inputs import (
    CORRECT_THEM,
    GIVE_THEM,
    lacking_secrets,
    parse_assignments,
    resolve_inputs,
    resolve_secrets,
    secret_names,
)
from tests.builders import Json, click, fill, sop, task

DECLARED: dict[str, Json] = {
    "name": {},
    "note": {"required": False},
    "amount": {"type": "number", "default": "7"},
    "vip": {"type": "boolean", "required": False},
    "since": {"type": "date", "required": False},
    "tags": {"type": "list", "default": ""},
    "investor": {"type": "record", "default": '{"firm": "Quist"}'},
    "deck": {"type": "file", "default": "deck.pdf"},
}


def test_texts_and_defaults_become_values_of_their_types(tmp_path: Path) -> None:
    given = {"name": "007", "amount": "3,5", "vip": "TRUE", "since": "2026-03-31", "tags": "a, b"}
    assert resolve_inputs(sop([], ["x"], DECLARED), given, folder=tmp_path) == {
        "name": "007",
        "amount": 3.5,
        "vip": True,
        "since": "2026-03-31",
        "tags": ["a", "b"],
        "investor": {"firm": "Quist"},
        "deck": str((tmp_path / "deck.pdf").resolve()),
    }


def test_an_empty_cell_gives_nothing_but_a_text_or_a_list(tmp_path: Path) -> None:
    given = {"name": "x", "note": "", "amount": "", "vip": " ", "since": "", "tags": ""}
    values = resolve_inputs(sop([], ["x"], DECLARED), given, folder=tmp_path)
    assert (values["note"], values["amount"], values["tags"]) == ("", 7, [])
    assert "vip" not in values and "since" not in values


@pytest.mark.parametrize("declared", [{}, {"type": "file"}])
def test_a_required_text_without_a_default_is_not_given_nothing(tmp_path: Path, declared: Json) -> None:
    """Forms were sent with an empty customer."""
    made = sop([], ["x"], {"name": declared})
    for empty in ("", "  "):
        with pytest.raises(VariableError, match="'name' is required, and is given nothing"):
            resolve_inputs(made, {"name": empty}, folder=tmp_path)
    preset = sop([], ["x"], {"name": {**declared, "default": ""}})
    assert resolve_inputs(preset, {"name": ""}, folder=tmp_path) == {"name": ""}


@pytest.mark.parametrize(("text", "means"), [("Yes", True), ("1", True), ("no", False), ("0", False)])
def test_a_truth_may_be_written_as_people_do(tmp_path: Path, text: str, means: bool) -> None:
    made = sop([], ["x"], {"vip": {"type": "boolean"}})
    assert resolve_inputs(made, {"vip": text}, folder=tmp_path) == {"vip": means}


def test_a_secret_is_not_said_to_be_given_with_the_option_that_was_refused(tmp_path: Path) -> None:
    made = sop([], ["x"], {"crm_password": {"secret": True}})
    with pytest.raises(VariableError) as told:
        resolve_inputs(made, {"crm_password": "x"}, folder=tmp_path)
    assert "`handrail secret set crm_password`, or set HANDRAIL_SECRET_CRM_PASSWORD." in told.value.message
    assert told.value.mend is None


def test_a_value_given_twice_is_not_chosen_from() -> None:
    assert parse_assignments(["name=a", "name=a"]) == {"name": "a"}
    with pytest.raises(VariableError, match="'name' is given two values"):
        parse_assignments(["name=a", "name=b"])


def test_a_file_that_is_not_there_is_told_before_anything_is_done(tmp_path: Path) -> None:
    files = ("{{ deck }}", "{{ annex }}")
    document = sop(
        [task("upload", {"do": "upload", "files": files})],
        ["x"],
        {"deck": {"type": "file", "default": "deck.pdf"}, "annex": {"type": "file", "required": False}},
    )
    with pytest.raises(
        VariableError, match=r"'deck' should be the path of a file, but there is no file '/.*pdf'"
    ):
        resolve_inputs(document, {}, folder=tmp_path, files_here=True)
    (tmp_path / "deck.pdf").touch()
    given = {"annex": ""}
    values = resolve_inputs(document, given, folder=tmp_path, files_here=True)
    assert values == {"deck": str((tmp_path / "deck.pdf").resolve()), "annex": ""}
    with pytest.raises(VariableError, match="'annex' should be the path of a file"):
        resolve_inputs(document, {"annex": "."}, folder=tmp_path, files_here=True)
    # A worker may run it on another machine.
    assert resolve_inputs(document, {"annex": "a.pdf"}, folder=tmp_path)


def test_everything_that_does_not_fit_is_told_at_once(tmp_path: Path) -> None:
    given = {"name": "x", "amount": "1,234", "since": "31.03.2026", "investor": "Ada"}
    with pytest.raises(VariableError) as raised:
        resolve_inputs(sop([], ["x"], DECLARED), given, folder=tmp_path)
    for says in (
        "'amount' should be a number",
        "'since' should be a date such as",
        "'investor' should be a record",
    ):
        assert says in str(raised.value)


def test_what_was_given_and_does_not_fit_is_to_be_corrected_and_not_given(tmp_path: Path) -> None:
    with pytest.raises(VariableError) as caught:
        resolve_inputs(sop([], ["x"], {"age": {"type": "number"}}), {"age": "old"}, folder=tmp_path)
    assert caught.value.mend == CORRECT_THEM
    with pytest.raises(VariableError) as caught:
        resolve_inputs(
            sop([], ["x"], {"age": {"type": "number"}, "name": {}}), {"age": "old"}, folder=tmp_path
        )
    assert caught.value.mend == GIVE_THEM


def test_bytes_that_are_no_text_in_this_locale_are_not_typed(tmp_path: Path) -> None:
    """As Python hands them over where the locale is C: the app was given question marks in their place."""
    given = {"name": "Größe".encode().decode("ascii", "surrogateescape")}
    with pytest.raises(VariableError, match="'name' holds signs that cannot be read here"):
        resolve_inputs(sop([], ["x"], DECLARED), given, folder=tmp_path)
    # A line of JSON may hold half of a sign; no locale helps there.
    with pytest.raises(VariableError, match=r"'name' holds half of a sign \(\\ud83d\)\."):
        resolve_inputs(sop([], ["x"], DECLARED), {"name": "a\ud83d"}, folder=tmp_path)


def test_an_empty_variable_of_the_environment_gives_no_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As CI sets one that nobody filled in."""
    monkeypatch.setenv("HANDRAIL_SECRET_PASSWORD", "")
    procedure = sop([click("Save")], ["x"], {"password": {"secret": True}})
    assert resolve_secrets(procedure, lambda _: "typed") == {"password": "typed"}
    assert lacking_secrets(procedure, tmp_path, "ana") == {"password"}
    with pytest.raises(Waiting):
        resolve_secrets(procedure, lambda _: None)


def test_a_secret_whose_bytes_are_no_text_is_refused_without_repeating_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = sop([fill("P", "{{ password }}")], ["a.example"], {"password": {"secret": True}})
    monkeypatch.setenv("HANDRAIL_SECRET_PASSWORD", "canary\udcff7f3a")
    with pytest.raises(UsageError, match="'password' is no text") as refused:
        resolve_secrets(document, lambda _: None)
    assert "canary" not in str(refused.value)
    with pytest.raises(UsageError, match="'password' is no text"):
        StoredSecret.of("password", "canary\udcff7f3a", by="ana")


def test_secrets_are_asked_for_wherever_the_procedure_names_them() -> None:
    database = {"kind": "sql", "database": "crm_db", "query": "SELECT 1", "equals": "1"}
    mail = {"kind": "mail", "mailbox": "box", "subject": "x"}
    call = {"do": "request", "url": "http://x/", "headers": {"Authorization": "Bearer {{ secret:token }}"}}
    nodes = [
        click("Save", done_when=[{"kind": "any", "of": [database, mail]}]),
        task("call", call, before=[database]),
    ]
    procedure = sop(nodes, ["x"], {"password": {"secret": True}})
    assert secret_names(procedure) == ("password", "token", "crm_db", "box")


def test_the_secret_of_ones_own_goes_before_everybodys_and_serves_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HANDRAIL_SECRET_STORE", "file")
    monkeypatch.setenv("HANDRAIL_SECRETS_KEY", "correct horse")
    book = open_book(tmp_path, lambda new: None)
    book.put(StoredSecret.of("pin", "ana's", by="admin", user="ana"))
    document = sop([], ["x"], {"pin": {"secret": True}})

    def given(user: str) -> dict[str, str]:
        return resolve_secrets(document, lambda name: None, tmp_path, user=user)

    assert given("ana") == {"pin": "ana's"}
    with pytest.raises(Waiting, match="'pin' is missing"):
        given("ben")
    assert lacking_secrets(document, tmp_path, "ben") == {"pin"}
    book.put(StoredSecret.of("pin", "everybody's", by="admin"))
    assert (given("ana"), given("ben")) == ({"pin": "ana's"}, {"pin": "everybody's"})


def test_what_a_person_is_asked_for_on_the_way_is_not_demanded_before() -> None:
    asks = {"type": "human", "id": "ask", "label": "Ask", "request": "The code?", "into": "code"}
    document = sop([asks], ["x"], {"code": {"secret": True}, "pin": {"secret": True}})
    prompted: list[str] = []

    def prompt(name: str) -> str:
        prompted.append(name)
        return "1234"

    assert resolve_secrets(document, prompt) == {"pin": "1234"}
    resolve_secrets(document, prompt, again=True)
    assert prompted == ["pin", "code", "pin"]
