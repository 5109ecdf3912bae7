"""The file of people and channels: what it says, and what it may not say."""

from __future__ import annotations

from pathlib import Path

import pytest

from handrail.approvals.approver import excluded_by
from handrail.approvals.document import ApprovalsDocument, approvals_of
from handrail.errors import PolicyError

WHOLE = """
address: https://handrail.example/
links: {valid: 2h}
people:
  ana: {mail: ana@crm.example}
  ben: {roles: [finance]}
channels:
  post: {kind: mail, host: mail.example, user: bot, password: "{{ secret:smtp }}", from: bot@crm.example}
  ops: {kind: webhook, url: "https://hooks.example/x", secret: "{{ secret:ops }}", person: ana}
ask: [ana, ops, finance]
timeout: 4h
on_timeout: deny
escalate: [{after: 30m, to: ben}]
"""


def test_a_whole_file(tmp_path: Path) -> None:
    (tmp_path / "approvals.yaml").write_text(WHOLE)
    known = approvals_of(tmp_path)
    assert known.address == "https://handrail.example"
    assert known.links.valid == 7200
    assert known.mail == "post"
    assert known.with_role("finance") == ("ben",)
    assert known.roles_of("ANA ") == {"approver"}
    assert (known.patience.timeout, known.patience.on_timeout) == (14400, "deny")


def test_a_home_without_one_asks_nobody(tmp_path: Path) -> None:
    assert approvals_of(tmp_path) == ApprovalsDocument()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("address: http://handrail.example", "not https"),
        ("address: ftp://x", "no web address"),
        ("ask: [zoe]", "'zoe' is neither"),
        ("people: {ana: {}, Ana: {}}", "a second time"),
        ("channels: {m: {kind: mail, host: mail.example, security: none, from: a@b}}", "must be encrypted"),
        ("channels: {m: {kind: mail, host: x.example, password: hunter2, from: a@b}}", "is not written here"),
        (
            "channels: {w: {kind: webhook, url: 'http://x.example', secret: '{{ secret:x }}'}}",
            "not https",
        ),
        (
            "channels: {w: {kind: webhook, url: 'https://x.example', secret: '{{ secret:x }}', person: zoe}}",
            "who is not known",
        ),
        ("pepole: {}", "there is no such setting"),
        ("people: [", "not YAML"),
    ],
)
def test_what_is_wrong_is_told_and_no_secret_with_it(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "approvals.yaml").write_text(text)
    with pytest.raises(PolicyError) as raised:
        approvals_of(tmp_path)
    assert told in raised.value.message
    assert "hunter2" not in str(raised.value)


@pytest.mark.parametrize("twin", ["ANA", " ana ", "аnа", "ａｎａ", "a\u200bna", "an\u00ada"])
def test_nobody_is_two_people_by_how_their_name_is_written(twin: str) -> None:
    assert excluded_by({"ana": "ana has allowed it already"}, twin) == "ana has allowed it already"
    document = ApprovalsDocument.model_validate({"people": {"ana": {"roles": ["finance"]}}})
    # What looks like a name is given nothing of it.
    assert bool(document.roles_of(twin)) == (twin.strip().lower() == "ana")


def test_accents_tell_people_apart() -> None:
    assert excluded_by({"josé": "has allowed it"}, "jose") is None
    assert excluded_by({"jose\u0301": "has allowed it"}, "José") is not None
