"""Patterns: they find what Python's find, refuse what they cannot do, and never take long."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from handrail.sop.template.pattern import PatternError, compiled


def _python(pattern: str, text: str) -> str:
    found = re.search(pattern, text)
    if found is None:
        return ""
    return (found[1] or "") if found.re.groups else found[0]


@pytest.mark.parametrize(
    ("pattern", "text", "found"),
    [
        ("@(.+)$", "ada@example.com", "example.com"),
        (r"\d+", "no 12, no 34", "12"),
        (r"Invoice (?P<number>[A-Z]{2}-\d{3,})", "the Invoice AB-1234 of", "AB-1234"),
        (r"<(.+?)>", "<a><b>", "a"),
        (r"(?:Mr|Ms)\.? (\w+)", "Dear Ms Quist", "Quist"),
        (r"(?i)INVOICE (\d+)", "invoice 7", "7"),
        (r"(?i)[a-c]+", "xABCx", "ABC"),
        (r"\bcat\b", "concat cat", "cat"),
        (r"[^\d\s-]+", "12 - ab", "ab"),
        (r"[\]a-]+", "x]a-", "]a-"),
        (r"\x41\u00e9", "Aé", "Aé"),
        ("(a)|b", "b", ""),
        ("nothing", "here", ""),
        ("", "here", ""),
        ("a{2}", "aaa", "aa"),
        ("a{,2}", "a{,2}", "a{,2}"),
        ("{x}", "{x}", "{x}"),
        (".*$", "one\ntwo", "two"),
        ("one$", "one\n", "one"),
    ],
)
def test_patterns_find_their_first_group_or_all(pattern: str, text: str, found: str) -> None:
    assert compiled(pattern).find(text) == found


_ATOMS = st.sampled_from(["a", "b", ".", "[ab]", "[^a]", r"\d", r"\w", r"\s", r"\b", "^", "$", "-", "1"])


def _patterns() -> st.SearchStrategy[str]:
    def wider(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        return st.one_of(
            st.tuples(inner, inner).map("".join),
            st.tuples(inner, inner).map("|".join).map("(?:{})".format),
            inner.map("({})".format),
        )

    # What is repeated reads a character at least: on empty turns the two count groups differently.
    repeated = st.tuples(
        st.sampled_from(["a", "b", ".", "[ab]", r"\w", "(a)", "(ab)", "(?:ab|a)", "(a|ab)", "(?:b+a)"]),
        st.sampled_from(["*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{1,}", "{0,2}?"]),
    ).map("".join)
    return st.recursive(_ATOMS | repeated, wider, max_leaves=6)


@given(_patterns(), st.text(alphabet="ab1- \n", max_size=12))
def test_at_lines_too_they_find_what_those_of_python_find(pattern: str, text: str) -> None:
    found = re.search(pattern, text, re.MULTILINE)
    assert compiled(pattern, lines=True).matches(text) is (found is not None)
    if found is not None and not found.re.groups:
        assert compiled(pattern, lines=True).find(text) == found[0]


@given(_patterns(), st.text(alphabet="ab1- \n", max_size=12))
@example("(a|ab)(?:c|bcd)?", "abcd")
@example("(?:(a)|b)*", "ab")
def test_patterns_find_what_those_of_python_find(pattern: str, text: str) -> None:
    assert compiled(pattern).find(text) == _python(pattern, text)


@pytest.mark.parametrize(
    ("pattern", "says"),
    [
        ("(a", "does not close a group"),
        ("a)", "that is not open"),
        ("[a", "does not close a class"),
        ("[z-a]", "backwards"),
        ("*a", "nothing that '*' could repeat"),
        ("a**", "repeats a repeat"),
        ("a{2}{3}", "repeats a repeat"),
        ("a{3,2}", "more at least than at most"),
        ("^*", "repeats a place"),
        (r"(a)\1", "refers back"),
        ("a(?=b)", "looks around"),
        ("(?<!a)b", "looks around"),
        (r"\q", r"does not know '\q'"),
        ("a\\", "ends with"),
        ("(?:a{1,900}){1,900}", "is too large"),
        ("(" * 60 + "a" + ")" * 60, "too many groups"),
    ],
)
def test_what_is_no_pattern_is_refused_with_the_reason(pattern: str, says: str) -> None:
    with pytest.raises(PatternError, match=re.escape(says)):
        compiled(pattern)


@given(st.text(alphabet=r"ab()[]{}|*+?^$\.-12,dwbx", max_size=15))
def test_any_text_is_a_pattern_or_refused(text: str) -> None:
    try:
        compiled(text).find("ab12 ab")
    except PatternError:
        return


@pytest.mark.parametrize(
    "pattern", ["(a+)+$", "(a|a)*$", "(a*)*$", r"^(\w+\s?)*$", "a*a*a*a*a*$", "(?:a?){20}a{20}$"]
)
def test_no_pattern_runs_away(pattern: str) -> None:
    began = time.process_time()
    assert compiled(pattern).find("a" * 5_000 + "!") == ""
    assert time.process_time() - began < 10, "Python's own matcher would need longer than anybody lives"


def test_a_text_that_is_too_long_for_its_pattern_is_refused() -> None:
    with pytest.raises(PatternError, match="takes too long on a text of 1000000 characters"):
        compiled("(a|b|c){3}$").find("x" * 1_000_000)
