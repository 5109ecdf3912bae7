"""The home's settings files have one reader: each of them tells a mistake with line, field and mend."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from handrail.approvals.document import approvals_of
from handrail.console.access import access_of
from handrail.errors import HandrailError, InputError, PolicyError, UsageError
from handrail.privacy.configuration import PrivacyConfig, read_config
from handrail.sessions.audit.alert_rules import alert_settings
from handrail.sessions.audit.audit_settings import audit_settings
from tests.sweeping import some_of

Read = Callable[[Path], object]

FILES: tuple[tuple[str, Read, type[HandrailError]], ...] = (
    ("approvals.yaml", approvals_of, PolicyError),
    ("access.yaml", access_of, PolicyError),
    ("privacy.yaml", read_config, InputError),
    ("alerts.yaml", alert_settings, UsageError),
    ("audit.yaml", audit_settings, UsageError),
)
"""Name → how it is read, and the error for a mistake in it."""


def refusal(home: Path, name: str, text: str | bytes) -> HandrailError:
    read, error = next((read, error) for file, read, error in FILES if file == name)
    (home / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(error) as raised:
        read(home)
    assert type(raised.value) is error
    return raised.value


MISTAKES: tuple[tuple[str | bytes, str, str], ...] = (
    ("# one\nnobody_knows: 1\n", ":2", "'nobody_knows': there is no such setting."),
    ("a: 1\nb: 2\na: 3\n", ":3", "'a' stands here a second time."),
    ("a: [1\n", ":2", "This is not YAML"),
    ("- a\n", ":1", "list of settings"),
    ("a: 2026-02-31\n", "", "This cannot be read: day "),
    (b"a: \xff\n", "", "it is not UTF-8 text"),
    ("[" * 3000, "", "nested too deeply"),
)
IN_EACH = [(file, *mistake) for mistake in MISTAKES for file, _, _ in FILES]


# The last mistake takes the one reader seconds, and is read in one of the files in every run.
@pytest.mark.parametrize(
    ("name", "text", "line", "said"), some_of(IN_EACH, *range(len(IN_EACH) - len(FILES) + 1))
)
def test_each_file_tells_a_mistake_alike(
    tmp_path: Path, name: str, text: str | bytes, line: str, said: str
) -> None:
    told = refusal(tmp_path, name, text)
    assert told.place == f"{tmp_path / name}{line}"
    assert said in told.message
    assert told.mend


@pytest.mark.parametrize(
    ("name", "text", "line", "said"),
    [
        ("privacy.yaml", "version: 1\nkeep:\n  journal: sometimes\n", 3, "'keep.journal': "),
        ("approvals.yaml", "people:\n  mail:\n    mail: nobody\n", 3, "'people.mail.mail': "),
        ("approvals.yaml", "channels:\n  m:\n    kind: mail\n    from: a@b\n", 2, "'channels.m.host': "),
        (
            "approvals.yaml",
            "channels:\n  m: {kind: mail, host: h.example, from: a@b, port: many}\n",
            2,
            "'channels.m.port': ",
        ),
        (
            "approvals.yaml",
            "channels:\n  m: {kind: mail, host: h.example, from: a@b, security: none}\n",
            2,
            "'channels.m': mail to another machine must be encrypted",
        ),
        ("access.yaml", "version: 1\noidc:\n  client_id: x\n", 2, "'oidc.issuer': "),
        (
            "access.yaml",
            "address: https://h.example\noidc:\n  issuer: https://id.example\n  client_id: x\n"
            "  roles:\n    staff: [boss]\n",
            6,
            "'oidc.roles.staff.0': a role is one of ",
        ),
    ],
)
def test_a_setting_is_told_with_its_own_name_and_line(
    tmp_path: Path, name: str, text: str, line: int, said: str
) -> None:
    told = refusal(tmp_path, name, text)
    assert told.place == f"{tmp_path / name}:{line}"
    assert told.message.startswith(said)


def test_every_mistake_of_a_file_is_told_at_once(tmp_path: Path) -> None:
    told = refusal(tmp_path, "audit.yaml", "anchor_every: 0\nstreams: 3\n")
    assert told.place == f"{tmp_path / 'audit.yaml'}:1"
    assert "\n  line 2: streams: " in told.message


@pytest.mark.parametrize("name", [file for file, _, _ in FILES])
def test_an_empty_file_is_as_none(tmp_path: Path, name: str) -> None:
    read = next(read for file, read, _ in FILES if file == name)
    without = read(tmp_path)
    (tmp_path / name).write_text("# later\n")
    assert read(tmp_path) == (without or PrivacyConfig())


def test_a_file_that_a_variable_names_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(PolicyError, match="no such file"):
        approvals_of(tmp_path, str(tmp_path / "elsewhere.yaml"))
