"""Tokens of a home: looking them up costs little, and what another process changes holds at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from handrail.console.tokens import TokenLine, Tokens


def test_strangers_do_not_have_the_list_read_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tokens = Tokens(tmp_path)
    good = tokens.add("ana", ["viewer"])
    read: list[object] = []
    validated = TokenLine.model_validate

    def counted(line: object) -> TokenLine:
        read.append(line)
        return validated(line)

    monkeypatch.setattr(TokenLine, "model_validate", counted)
    assert [tokens.user_of(f"guess-{n}") for n in range(50)] == [None] * 50
    assert len(read) == 1
    user = tokens.user_of(good)
    assert user is not None and user.name == "ana"


def test_what_another_process_gives_or_takes_back_holds_at_once(tmp_path: Path) -> None:
    tokens, other = Tokens(tmp_path), Tokens(tmp_path)
    assert tokens.user_of("x") is None
    ana = other.add("ana", ["viewer"])
    assert tokens.user_of(ana) is not None
    ben = other.add("ben", ["viewer"])
    assert tokens.user_of(ben) is not None
    other.remove("ana")
    assert tokens.user_of(ana) is None and tokens.user_of(ben) is not None
    other.remove("ben")
    assert tokens.user_of(ben) is None
