"""Reading a record back over HTTP."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Protocol

from handrail.actuators.actuator import Answer, Finding
from handrail.actuators.excerpts import excerpt, folded
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
    if condition.fields:
        fits, fields = _compare_fields(condition.fields, answer)
        right = right and fits
        seen.append(fields)
    return Finding(held=right, seen="; ".join(seen), read_back=True)


def _compare_fields(wanted: Mapping[str, str], answer: Answer) -> tuple[bool, str]:
    try:
        document = json.loads(answer.text)
    except ValueError:
        return False, f"no JSON, but {answer.media_type or 'something without a type'}"
    fits, seen = True, []
    for path, value in wanted.items():
        try:
            found = text_of(json_path.read(document, path))
        except json_path.NotThere as missing:
            fits = False
            seen.append(str(missing))
            continue
        fits = fits and compare(found, "equals", value)
        seen.append(f"{path} = {excerpt(found)}")
    return fits, ", ".join(seen)
