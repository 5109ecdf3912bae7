"""Tokens of a home: looking them up costs little, and what another process changes holds at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from handrail.console.passes import UsedPass, pass_for, token_for
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


def test_signing_out_ends_what_signing_in_gave_and_no_token_that_a_person_was_given(tmp_path: Path) -> None:
    tokens = Tokens(tmp_path)
    owner, given = tokens.first(), tokens.add("ana", ["viewer"])
    entered = token_for(tmp_path, pass_for(tmp_path, "ana", ["viewer"], seconds=60), tokens)
    for token in (owner, given, entered, "nobody's"):
        tokens.end(token)
    assert [tokens.user_of(token) is not None for token in (owner, given, entered)] == [True, True, False]


def test_a_pass_is_used_up_also_where_its_token_was_taken_back(tmp_path: Path) -> None:
    tokens = Tokens(tmp_path)
    given = pass_for(tmp_path, "ana", ["viewer"], seconds=60)
    token_for(tmp_path, given, tokens)
    tokens.remove("ana")
    with pytest.raises(UsedPass):
        token_for(tmp_path, given, tokens)


def test_of_passes_that_were_used_none_is_kept_longer_than_it_would_have_been_good(tmp_path: Path) -> None:
    tokens = Tokens(tmp_path)
    (tmp_path / "passes").mkdir()
    (tmp_path / "passes" / "old").write_text("1000")
    token_for(tmp_path, pass_for(tmp_path, "ana", ["viewer"], seconds=60), tokens)
    (kept,) = (tmp_path / "passes").iterdir()
    assert kept.name != "old"


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
