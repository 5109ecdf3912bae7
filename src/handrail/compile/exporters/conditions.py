"""Conditions in a script: as expectations, which wait, and as expressions that are true or false now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from handrail.compile.exporters.draft import Draft
from handrail.compile.exporters.locating import locate
from handrail.compile.exporters.writing import call, comment, literal_text
from handrail.sop import condition as c
from handrail.sop.node import Node
from handrail.sop.sentences import describe_condition
from handrail.sop.target import Target

_SIGNS: Final = {
    "equals": "==",
    "not_equals": "!=",
    "less": "<",
    "at_most": "<=",
    "more": ">",
    "at_least": ">=",
}

_STATES: Final = {
    "present": "to_be_attached()",
    "absent": "to_have_count(0)",
    "visible": "to_be_visible()",
    "hidden": "to_be_hidden()",
    "enabled": "to_be_enabled()",
    "disabled": "to_be_disabled()",
    "checked": "to_be_checked()",
    "unchecked": "not_to_be_checked()",
}


_ON: Final = {"button": "aria-pressed", "tab": "aria-selected"}


def _said_as_on(condition: c.ElementIs, target: Target | None) -> tuple[str, str] | None:
    """The attribute and its value, as literals, that tell whether an element is on which Playwright's own
    checks do not know as something to tick."""
    attribute = _ON.get((target and target.role) or "")
    if attribute is None or condition.state not in {"checked", "unchecked"}:
        return None
    return literal_text(attribute), literal_text("true" if condition.state == "checked" else "false")


class Conditions:
    """The conditions of one node, about its tab and its own element."""

    def __init__(
        self, draft: Draft, node: Node, page: str, own: Target | None = None, element: str | None = None
    ) -> None:
        self._draft = draft
        self._node = node
        self._page = page
        self._own = own
        self._element = element
        self._timeout = None if node.timeout is None else f"{int(node.timeout * 1000):_}"

    def expectations(self, conditions: Iterable[c.Condition], field: str) -> list[str]:
        """Lines that wait until the conditions hold, and fail where they do not come true."""
        return [line for condition in conditions for line in self._expected(condition, field)]

    def truth(self, condition: c.Condition) -> str | None:
        """An expression that says whether the condition holds now; none where a script cannot say."""
        match condition:
            case c.AllOf() | c.AnyOf():
                parts = [self.truth(part) for part in condition.of]
                if None in parts or not parts:
                    return None
                joint = " and " if isinstance(condition, c.AllOf) else " or "
                return f"({joint.join(part for part in parts if part)})" if len(parts) > 1 else parts[0]
            case c.Not():
                inner = self.truth(condition.condition)
                return None if inner is None else f"not ({inner})"
            case c.ElementIs() | c.CountIs() | c.ValueIs():
                return self._element_truth(condition)
            case c.TextIs():
                return self._text_truth(condition)
            case c.UrlIs():
                return self._joined(self._address_truths(condition))
            case c.TitleIs():
                return self._joined(self._matchings(condition, f"{self._page}.title()"))
            case _:
                return self._outside_truth(condition)

    def lost(self, condition: c.Condition, field: str) -> list[str]:
        """A comment in place of a condition that cannot be expressed, which is listed as well."""
        words = describe_condition(condition, self._own)
        self._draft.lose(self._node, field, f"the script does not check that {words}.", "Check it by hand.")
        return comment(f"NOT CHECKED by this script: {words}.")

    # Expectations

    def _expected(self, condition: c.Condition, field: str) -> Iterator[str]:
        match condition:
            case c.AllOf():
                for part in condition.of:
                    yield from self._expected(part, field)
            case c.ElementIs():
                yield from self._element_expected(condition, field)
            case c.ValueIs():
                yield from self._value_expected(condition, field)
            case c.CountIs():
                yield from self._count_expected(condition, field)
            case c.TextIs():
                yield from self._text_expected(condition, field)
            case c.UrlIs():
                for wanted in self._addresses(condition):
                    yield self._expect(self._page, f"to_have_url({wanted})")
            case c.TitleIs():
                for wanted in self._matched(condition):
                    yield self._expect(self._page, f"to_have_title({wanted})")
            case _:
                truth = self.truth(condition)
                if truth is None:
                    yield from self.lost(condition, field)
                else:
                    yield self._awaited(condition, f"lambda: {truth}")

    def _awaited(self, condition: c.Condition, holds: str) -> str:
        words = literal_text(describe_condition(condition, self._own))
        return call(self._draft.need("eventually"), self._page, holds, words)

    def _expect(self, what: str, how: str) -> str:
        if self._timeout is not None:
            how = f"{how[:-1]}{'' if how.endswith('()') else ', '}timeout={self._timeout})"
        return f"expect({what}).{how}"

    def _element_expected(self, condition: c.ElementIs, field: str) -> Iterator[str]:
        element = self._located(condition.target)
        if element is None:
            yield from self.lost(condition, field)
        else:
            said = _said_as_on(condition, condition.target or self._own)
            how = _STATES[condition.state] if said is None else f"to_have_attribute({', '.join(said)})"
            yield self._expect(element, how)

    def _value_expected(self, condition: c.ValueIs, field: str) -> Iterator[str]:
        target = condition.target or self._own
        element = self._located(condition.target)
        if element is None or target is None:
            yield from self.lost(condition, field)
            return
        wanted = self._draft.text(condition.equals)
        if self._draft.is_secret(condition.equals):
            # An expectation that fails prints what it expected.
            yield self._expect(element, 'not_to_have_value("")')
        elif condition.equals in ("true", "false") and _is_tick(target):
            yield self._expect(
                element, "to_be_checked()" if condition.equals == "true" else _STATES["unchecked"]
            )
        elif _is_tick(target):
            yield self._expect(element, f'to_be_checked(checked={wanted}.lower() == "true")')
        elif _is_of_several(condition, target):
            yield self._awaited(condition, f"lambda: {self._element_truth(condition)}")
        elif target.tag == "select":
            yield self._expect(f'{element}.locator("option:checked")', f"to_have_text({wanted})")
        elif target.input_type == "file":
            yield self._expect(element, f'to_have_value(re.compile(re.escape({wanted}) + "$"))')
        elif target.tag not in (None, "input", "textarea"):
            yield self._expect(element, f"to_have_text({wanted})")
        elif target.role == "combobox" and condition.target is not None:
            # A list may leave its field empty, and show beside it what was picked in it.
            yield self._expect(element, f'to_have_value(re.compile("^$|^" + re.escape({wanted}) + "$"))')
        else:
            yield self._expect(element, f"to_have_value({wanted})")

    def _count_expected(self, condition: c.CountIs, field: str) -> Iterator[str]:
        element = self._located(condition.target)
        if element is None:
            yield from self.lost(condition, field)
            return
        seen, number = f"{element}.filter(visible=True)", condition.number
        match condition.comparison:
            case "equals":
                yield self._expect(seen, f"to_have_count({number})")
            case "not_equals":
                yield self._expect(seen, f"not_to_have_count({number})")
            case "more" | "at_least":
                last = number if condition.comparison == "more" else number - 1
                if last >= 0:
                    yield self._expect(f"{seen}.nth({last})", "to_be_visible()")
            case "less" | "at_most":
                beyond = number if condition.comparison == "at_most" else number - 1
                yield self._expect(f"{seen}.nth({max(beyond, 0)})", "to_be_hidden()")

    def _text_expected(self, condition: c.TextIs, field: str) -> Iterator[str]:
        if condition.target is not None:
            element = self._located(condition.target)
            if element is None:
                yield from self.lost(condition, field)
                return
            if condition.contains is not None:
                any_case = ", ignore_case=True" if condition.as_name else ""
                wanted = self._draft.text(condition.contains)
                yield self._expect(element, f"to_contain_text({wanted}{any_case})")
            others = condition.model_copy(update={"contains": None})
            for wanted in self._matched(others):
                yield self._expect(element, f"to_have_text({wanted})")
            return
        if condition.as_name and condition.equals is not None:
            yield self._expect(f"{self._naming(condition.equals)}.first", "to_be_visible()")
            return
        if condition.contains is not None:
            showing = self._showing(condition, condition.contains)
            yield self._expect(f"{showing}.first", "to_be_visible()")
        for wanted in self._matched(condition.model_copy(update={"contains": None})):
            body = f'{self._page}.locator("body")'
            yield self._expect(body, f"to_have_text({wanted}, use_inner_text=True)")

    def _naming(self, name: str) -> str:
        """What says the name and nothing else."""
        return f"{self._page}.get_by_text({self._draft.text(name)}, exact=True).filter(visible=True)"

    def _showing(self, condition: c.TextIs, words: str) -> str:
        any_case = "True" if condition.as_name else None
        return call(self._draft.need("showing"), self._page, self._draft.text(words), any_case=any_case)

    def _matched(self, condition: c.TextIs | c.TitleIs | c.UrlIs) -> Iterator[str]:
        """What a text, title or address is compared with: a text, or a pattern that is searched for."""
        if condition.equals is not None:
            yield self._draft.text(condition.equals)
        if condition.contains is not None:
            yield f"re.compile(re.escape({self._draft.text(condition.contains)}))"
        if condition.matches is not None:
            yield self._draft.pattern(condition.matches)

    def _addresses(self, condition: c.UrlIs) -> Iterator[str]:
        if condition.path is not None:
            yield call(self._draft.need("path"), self._draft.text(condition.path))
        yield from self._matched(condition)

    # Expressions

    def _element_truth(self, condition: c.ElementIs | c.CountIs | c.ValueIs) -> str | None:
        element = self._located(condition.target)
        if element is None:
            return None
        if isinstance(condition, c.ValueIs):
            if condition.equals in ("true", "false"):
                sign = "" if condition.equals == "true" else "not "
                return f"{element}.count() > 0 and {sign}{element}.first.is_checked()"
            held, wanted = f"{self._draft.need('value_in')}({element})", self._draft.text(condition.equals)
            if _is_of_several(condition, condition.target or self._own):
                several = self._draft.need("in_any_order")
                held, wanted = f"{several}({held})", f"{several}({wanted})"
            return f"{held} == {wanted}"
        seen = f"{element}.filter(visible=True).count()"
        if isinstance(condition, c.CountIs):
            return f"{seen} {_SIGNS[condition.comparison]} {condition.number}"
        if said := _said_as_on(condition, condition.target or self._own):
            return f"{element}.count() > 0 and {element}.first.get_attribute({said[0]}) == {said[1]}"
        match condition.state:
            case "present" | "absent":
                return f"{element}.count() {'>' if condition.state == 'present' else '=='} 0"
            case "visible" | "hidden":
                return f"{seen} {'>' if condition.state == 'visible' else '=='} 0"
            case "unchecked":
                return f"{element}.count() > 0 and not {element}.first.is_checked()"
            case state:
                return f"{element}.count() > 0 and {element}.first.is_{state}()"

    def _text_truth(self, condition: c.TextIs) -> str | None:
        if condition.target is not None:
            element = self._located(condition.target)
            if element is None:
                return None
            return self._joined(self._matchings(condition, f"{self._draft.need('text_in')}({element})"))
        if condition.as_name and condition.equals is not None:
            return f"{self._naming(condition.equals)}.count() > 0"
        truths = []
        if condition.contains is not None:
            showing = self._showing(condition, condition.contains)
            truths.append(f"{showing}.count() > 0")
        body = f'{self._draft.need("text_in")}({self._page}.locator("body"))'
        if condition.equals is None and condition.matches is None:
            return self._joined(truths)
        others = condition.model_copy(update={"contains": None})
        return self._joined([*truths, *self._matchings(others, body)])

    def _matchings(self, condition: c.TextIs | c.TitleIs, text: str) -> Iterator[str]:
        if condition.contains is not None:
            yield f"{self._draft.text(condition.contains)} in {text}"
        if condition.equals is not None:
            yield f"{text} == {self._draft.text(condition.equals)}"
        if condition.matches is not None:
            yield f"{self._draft.pattern(condition.matches)}.search({text}) is not None"

    def _address_truths(self, condition: c.UrlIs) -> Iterator[str]:
        url = f"{self._page}.url"
        if condition.path is not None:
            wanted = call(self._draft.need("path"), self._draft.text(condition.path))
            yield f"{wanted}.search({url}) is not None"
        if condition.equals is not None:
            yield f"{url} == {self._draft.text(condition.equals)}"
        if condition.contains is not None:
            yield f"{self._draft.text(condition.contains)} in {url}"
        if condition.matches is not None:
            yield f"{self._draft.pattern(condition.matches)}.search({url}) is not None"

    def _outside_truth(self, condition: c.Condition) -> str | None:
        match condition:
            case c.VariableIs():
                return self._variable_truth(condition)
            case c.DateIs():
                left, right = self._draft.text(condition.left), self._draft.text(condition.right)
                return f"{self._draft.need('compare')}({left}, {right}) {_SIGNS[condition.comparison]} 0"
            case c.FileIs():
                return self._file_truth(condition)
            case c.HttpReads():
                return self._answer_truth(condition)
            case _:
                return None

    def _file_truth(self, condition: c.FileIs) -> str:
        return call(
            self._draft.need("kept"),
            self._draft.text(condition.name),
            contains=None if condition.contains is None else self._draft.text(condition.contains),
            pattern=None if condition.matches is None else self._draft.pattern(condition.matches),
            at_least_bytes=None if condition.at_least_bytes is None else str(condition.at_least_bytes),
            rows=None if condition.rows is None else str(condition.rows),
        )

    def _answer_truth(self, condition: c.HttpReads) -> str:
        headers = self._draft.record(condition.headers) if condition.headers else None
        asked = call(f"{self._page}.request.get", self._draft.text(condition.url), headers=headers)
        return call(
            self._draft.need("reads"),
            asked,
            status=None if condition.status is None else str(condition.status),
            fields=self._draft.record(condition.fields) if condition.fields else None,
            contains=None if condition.contains is None else self._draft.text(condition.contains),
        )

    def _variable_truth(self, condition: c.VariableIs) -> str:
        value = self._draft.text(f"{{{{ {condition.name} }}}}")
        wanted = condition.value or ""
        match condition.comparison:
            case "set":
                return f"bool({self._draft.value(condition.name)})"
            case "contains":
                return f"{self._draft.text(wanted)} in {value}"
            case "matches":
                return f"{self._draft.pattern(wanted)}.search({value}) is not None"
            case comparison:
                wanted = self._draft.text(wanted)
                return f"{self._draft.need('compare')}({value}, {wanted}) {_SIGNS[comparison]} 0"

    def _joined(self, truths: Iterable[str]) -> str | None:
        found = list(truths)
        return " and ".join(found) if found else None

    def _located(self, target: Target | None) -> str | None:
        if target is None or target == self._own:
            return self._element
        return locate(self._draft, target, self._page)


def _is_tick(target: Target) -> bool:
    return target.input_type in ("checkbox", "radio") or target.role in ("checkbox", "radio", "switch")


def _is_of_several(condition: c.ValueIs, target: Target | None) -> bool:
    """Whether a native list is to hold several options."""
    return target is not None and target.tag == "select" and ", " in condition.equals
