"""The small JavaScript expressions of Selenium IDE's `if` and `while`, as conditions.

Comparisons of a variable with a value, and `&&`, `||` and `!` over them; anything else is for a person.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, Literal

from handrail.sop import condition as c
from handrail.sop.condition import Comparison, Condition

_TOKEN: Final = re.compile(
    r"""\s*(?:
        (?P<variable>"?'?\$\{\s*(?P<name>\w+)\s*\}'?"?)
        | (?P<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')
        | (?P<number>-?\d+(?:\.\d+)?)
        | (?P<word>true|false)\b
        | (?P<sign>\.includes\(|===|!==|==|!=|<=|>=|<|>|&&|\|\||!|\(|\))
    )""",
    re.VERBOSE,
)
_COMPARISONS: Final[dict[str, Comparison]] = {
    "===": "equals",
    "==": "equals",
    "!==": "not_equals",
    "!=": "not_equals",
    "<": "less",
    "<=": "at_most",
    ">": "more",
    ">=": "at_least",
}
_TURNED: Final[dict[Comparison, Comparison]] = {
    "less": "more",
    "more": "less",
    "at_most": "at_least",
    "at_least": "at_most",
}


class _NoConditionError(Exception):
    pass


def condition_of(expression: str, variable: Callable[[str], str]) -> Condition | None:
    """The condition that the expression states; none where it does more than compare.

    `variable` gives the SOP's name of a variable.
    """
    try:
        return _Parser(_tokens(expression), variable).whole()
    except _NoConditionError:
        return None


def names_in_expression(expression: str) -> tuple[str, ...]:
    """The variables that an expression speaks of."""
    return tuple(dict.fromkeys(re.findall(r"\$\{\s*(\w+)", expression)))


Token = tuple[str, str]
"""Kind and value."""


def _tokens(expression: str) -> list[Token]:
    tokens: list[Token] = []
    place = 0
    text = expression.strip()
    while place < len(text):
        found = _TOKEN.match(text, place)
        if found is None:
            raise _NoConditionError
        place = found.end()
        if found["variable"] is not None:
            tokens.append(("variable", found["name"]))
        elif found["text"] is not None:
            tokens.append(("value", re.sub(r"\\(.)", r"\1", found["text"][1:-1])))
        elif found["sign"] is not None:
            tokens.append(("sign", found["sign"]))
        else:
            tokens.append(("value", found["number"] or found["word"]))
    return tokens


class _Parser:
    def __init__(self, tokens: list[Token], variable: Callable[[str], str]) -> None:
        self._tokens = tokens
        self._place = 0
        self._variable = variable

    def whole(self) -> Condition:
        found = self._any()
        if self._place < len(self._tokens):
            raise _NoConditionError
        return found

    def _any(self) -> Condition:
        parts = [self._all()]
        while self._take("||"):
            parts.append(self._all())
        return parts[0] if len(parts) == 1 else c.AnyOf(kind="any", of=tuple(parts))

    def _all(self) -> Condition:
        parts = [self._one()]
        while self._take("&&"):
            parts.append(self._one())
        return parts[0] if len(parts) == 1 else c.AllOf(kind="all", of=tuple(parts))

    def _one(self) -> Condition:
        if self._take("!"):
            return c.Not(kind="not", condition=self._one())
        if self._take("("):
            inner = self._any()
            if not self._take(")"):
                raise _NoConditionError
            return inner
        return self._comparison()

    def _comparison(self) -> Condition:
        left = self._operand()
        if left[0] == "variable" and self._take(".includes("):
            part = self._operand()
            if not self._take(")"):
                raise _NoConditionError
            return self._is(left, "contains", part)
        sign = self._next_sign()
        if sign is None:
            # `${ready}` alone: it says yes.
            if left[0] != "variable":
                raise _NoConditionError
            return self._is(left, "equals", ("value", "true"))
        comparison = _COMPARISONS[sign]
        right = self._operand()
        if left[0] == "variable":
            return self._is(left, comparison, right)
        if right[0] == "variable":
            return self._is(right, _TURNED.get(comparison, comparison), left)
        raise _NoConditionError

    def _is(self, left: Token, comparison: Comparison | Literal["contains"], right: Token) -> Condition:
        value = f"{{{{ {self._variable(right[1])} }}}}" if right[0] == "variable" else right[1]
        name = self._variable(left[1])
        return c.VariableIs(kind="variable", name=name, comparison=comparison, value=value)

    def _operand(self) -> Token:
        if self._place >= len(self._tokens) or self._tokens[self._place][0] == "sign":
            raise _NoConditionError
        self._place += 1
        return self._tokens[self._place - 1]

    def _next_sign(self) -> str | None:
        if self._place < len(self._tokens):
            kind, sign = self._tokens[self._place]
            if kind == "sign" and sign in _COMPARISONS:
                self._place += 1
                return sign
        return None

    def _take(self, sign: str) -> bool:
        if self._place < len(self._tokens) and self._tokens[self._place] == ("sign", sign):
            self._place += 1
            return True
        return False
