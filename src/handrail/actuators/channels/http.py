"""Reading a record back over HTTP."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Protocol
from urllib.parse import urlsplit

from handrail.actuators.excerpts import excerpt, folded
from handrail.actuators.seen import Answer, Finding
from handrail.errors import Blocked, PermanentError
from handrail.sop import json_path
from handrail.sop.comparing import compare
from handrail.sop.condition import HttpReads
from handrail.sop.values import text_of

Judge = Callable[[str], None]


class Fetch(Protocol):
    """Reads an address with the session's own cookies."""

    async def __call__(
        self, url: str, headers: Mapping[str, str], judge: Judge, *, seconds: float
    ) -> Answer: ...


async def read_http(fetch: Fetch, judge: Judge, condition: HttpReads, seconds: float) -> Finding:
    """What the address answers. Raises RunError where it does not answer or may not be asked."""
    try:
        answer = await fetch(condition.url, condition.headers, judge, seconds=seconds)
    except Blocked as blocked:
        raise PermanentError(blocked.message, mend=blocked.mend) from None
    right = answer.status == condition.status if condition.status else answer.status < 400
    seen = [f"status {answer.status}"]
    if not right:
        return Finding(held=False, seen=f"{seen[0]}: {excerpt(answer.text)}", read_back=True)
    if condition.contains is not None:
        right = " ".join(condition.contains.split()) in folded(answer.text)
        seen.append(excerpt(answer.text))
    absent = False
    if condition.fields:
        fits, none, fields = _compare_fields(condition.fields, answer)
        right = right and fits
        # Led elsewhere, as to a sign-in page, an answer says nothing about the record.
        absent = none and urlsplit(answer.url).path == urlsplit(condition.url).path
        seen.append(fields)
    return Finding(held=right, seen="; ".join(seen), read_back=True, absent=absent)


def _compare_fields(wanted: Mapping[str, str], answer: Answer) -> tuple[bool, bool, str]:
    """Whether the fields fit, whether one of them counts no record where there should be one, and what is
    there."""
    try:
        document = json.loads(answer.text)
    except ValueError:
        return False, False, f"no JSON, but {answer.media_type or 'something without a type'}"
    fits, none, seen = True, False, []
    for path, value in wanted.items():
        try:
            number = json_path.read(document, path)
            found = text_of(number)
        except json_path.NotThere as missing:
            fits = False
            seen.append(str(missing))
            continue
        fits = fits and compare(found, "equals", value)
        none = none or (type(number) is int and number == 0 and not compare("0", "equals", value))
        seen.append(f"{path} = {excerpt(found)}")
    return fits, none, ", ".join(seen)
