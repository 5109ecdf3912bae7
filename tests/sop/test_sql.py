"""What a read-back query may be, and what it may not."""

from __future__ import annotations

import pytest

from handrail.sop.sql import fault_of, parameters_of


@pytest.mark.parametrize(
    "query",
    [
        "SELECT count(*) FROM contacts WHERE email = :email",
        "select 'it''s; -- no comment', \"update\" from t;",
        "WITH few AS (SELECT * FROM t) SELECT * FROM few",
        "SELECT replace(phone, ' ', ''), updated_at, 10::int FROM t\n",
    ],
)
def test_one_statement_that_reads_is_let_pass(query: str) -> None:
    assert fault_of(query) is None


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("DELETE FROM contacts", "begin with SELECT"),
        ("PRAGMA writable_schema = 1", "begin with SELECT"),
        ("ATTACH 'x' AS y", "begin with SELECT"),
        ("", "begin with SELECT"),
        ("SELECT 1; DROP TABLE contacts", "more than one"),
        ("SELECT 1;;", "more than one"),
        ("WITH gone AS (DELETE FROM t RETURNING *) SELECT * FROM gone", "'DELETE' writes"),
        ("SELECT * INTO copy FROM t", "'INTO' writes"),
        ("SELECT * FROM t FOR UPDATE", "'UPDATE' writes"),
        ("SELECT 1 -- '\n; DROP TABLE t", "comment"),
        ("SELECT /*! 1 */ 2", "comment"),
        ("SELECT '\\'; DROP TABLE t; --'", "backslash"),
        ("SELECT $$ x $$", "quotes"),
        ("SELECT 'open", "quotes"),
        ("SELECT ' :email'", "colon"),
        ("SELECT {{ email }}", "template"),
        ("SELECT :email::text", "CAST"),
    ],
)
def test_anything_else_is_refused(query: str, says: str) -> None:
    assert says in (fault_of(query) or "")


def test_parameters_are_those_that_are_bound() -> None:
    assert parameters_of("SELECT CAST(:a AS text), b::date FROM t WHERE x=:b_2 AND y=:a") == ("a", "b_2")
