"""Elements, values and times of RunOps actions, wherever the action says them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from handrail.compile.importers.evidence import Evidence, css_id, css_string, with_templates
from handrail.compile.importers.runops.texts import Names
from handrail.compile.importers.source import Source
from handrail.sop.target import Target

_SELECTOR_LIKE: Final = re.compile(
    r"^\s*([#.\[]\S|//|\(//|(xpath|css|text|id)=|[a-z][\w-]*[#.\[:>]\S|(input|button|select|textarea|a|form)$)"
)
_HOLDERS: Final = ("target", "locator", "element")


def target_of(action: Source, names: Names, *, field: bool) -> Target | None:
    """The element of an action; none where the file names it by prose alone, or not at all."""
    evidence = Evidence(field=field)
    for holder in _holders(action):
        if holder.is_list():
            for entry in holder.entries():
                if isinstance(entry.value, str):
                    _selector(evidence, entry, names)
        elif isinstance(holder.value, str):
            if _SELECTOR_LIKE.match(holder.value):
                _selector(evidence, holder, names)
        elif holder.is_object():
            _facts(evidence, holder, names, own=holder.path != action.path)
    return with_templates(evidence.target()) if evidence else None


def _holders(action: Source) -> Iterator[Source]:
    for name in (*_HOLDERS, "selectors"):
        if action[name].there:
            yield action[name]
            if action[name].is_object() and action[name]["selectors"].there:
                yield action[name]["selectors"]
    yield action


def _facts(evidence: Evidence, holder: Source, names: Names, *, own: bool) -> None:
    """What an object says; what stands in the action itself counts only where it can mean an element."""
    for key, source in holder.fields():
        if not isinstance(source.value, str) or not source.there:
            continue
        text = names.text(source.value)
        if key in ("selector", "css", "cssSelector", "css_selector"):
            _selector(evidence, source, names)
            continue
        if key == "xpath":
            evidence.xpath(text)
        elif key in ("testId", "test_id", "data_testid"):
            evidence.test_id("data-testid", text)
        elif key == "label" and own:
            evidence.label(text)
        elif key == "placeholder":
            evidence.placeholder(text)
        elif key in ("ariaLabel", "aria_label"):
            evidence.named(text)
        elif key == "role":
            name = holder.first("name", "accessibleName", "accessible_name")
            evidence.role(text, names.text(name.text()) or None)
            name.mapped("locator: accessible name")
        elif key == "id" and own:
            evidence.css(css_id(text))
        elif key == "text" and own and not holder["role"].there:
            evidence.text(text)
        elif key == "name" and own and not holder["role"].there:
            evidence.css(f"[name={css_string(text)}]")
        else:
            continue
        source.mapped(f"locator by {key}")


def _selector(evidence: Evidence, source: Source, names: Names) -> None:
    text = names.text(source.text().strip())
    if text.startswith(("xpath=", "//", "(//")):
        evidence.xpath(text.removeprefix("xpath="))
    elif text.startswith("text="):
        evidence.text(text.removeprefix("text=").strip("\"'"))
    elif text.startswith("id="):
        evidence.css(css_id(text.removeprefix("id=")))
    else:
        evidence.css(text.removeprefix("css="))
    source.mapped("locator")


def value_of(action: Source, names: Names) -> tuple[Source, str] | None:
    """What the action puts in: its place in the file, and it as a template; none where nothing is said."""
    for key in ("value", "text", "input", "option", "content"):
        if action[key].there and not action[key].is_object() and not action[key].is_list():
            return action[key], names.text(action[key].text())
    data = action["data"]
    if data.is_object() and len(data.value) == 1:
        (_, only), *_ = data.fields()
        if not only.is_object() and not only.is_list():
            return only, names.text(only.text())
    if data.there and not data.is_object() and not data.is_list():
        return data, names.text(data.text())
    field = action["credentialField"]
    if field.there:
        return field, f"{{{{ {names.secret(field.text(), 'A credential.')} }}}}"
    return None


def seconds_of(source: Source) -> float | None:
    """The timeout in seconds; the files give milliseconds, and small numbers can only be seconds."""
    for key in ("timeout", "timeout_ms", "timeoutMs", "timeout_seconds", "timeoutSeconds"):
        number = source[key].number() if not source[key].is_object() else None
        if number is None or number <= 0:
            continue
        source[key].mapped("timeout, in seconds")
        return number if key.lower().endswith("seconds") or number < 100 else number / 1000
    return None


def retries_of(source: Source) -> int | None:
    """How often a step is tried again, by its retry policy."""
    for key in ("retryPolicy", "retry_policy", "retry", "retries", "maxRetries", "max_retries"):
        policy = source[key]
        if not policy.there:
            continue
        if not policy.is_object():
            number = policy.number() if not isinstance(policy.value, bool) else 1
            policy.mapped("retry.times")
            return _within(number)
        attempts = policy.first("maxAttempts", "max_attempts", "attempts")
        again = policy.first("maxRetries", "max_retries", "retries", "times", "count", "retryAttempts")
        policy.left("Handrail waits longer before each retry by itself")
        if again.there:
            again.mapped("retry.times")
            return _within(again.number())
        if attempts.there:
            attempts.mapped("retry.times: one less, the first attempt being no retry")
            return _within((attempts.number() or 1) - 1)
    return None


def _within(number: float | None) -> int | None:
    return None if number is None else min(10, max(0, int(number)))
