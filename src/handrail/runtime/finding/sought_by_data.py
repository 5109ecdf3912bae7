"""What is missed that this run's data name: a record that is not there, is written otherwise, or is shown
elsewhere. No other record may be taken for it, and no other part of the page is offered in its place."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from handrail.errors import VariableError
from handrail.runtime.finding.nearly_called import is_called_nearly
from handrail.runtime.walk.crew import Crew
from handrail.sop.target import Target
from handrail.sop.template import references_in, templates
from handrail.sop.values import text_of
from handrail.sop.wording import quoted
from handrail.targeting.scoring import Scored
from handrail.targeting.wording import folded

_LEAST: Final = 3
"""Letters of a word that tells one name from others."""


def mend_of_sought(crew: Crew, written: Target | None) -> str:
    """What helps where the target as the SOP writes it is not there: to look for the values that lead to it.
    Empty where it has none."""
    values = _values(crew, written) if written is not None else []
    if not values:
        return ""
    return (
        f"See whether the page shows {', '.join(map(quoted, values))}, and writes it so: what stands "
        "behind a filter is not looked for. If it does, the page has changed: "
        "record the step again."
    )


def may_be_meant(written: Target | None, real: Target, menu: Sequence[Scored]) -> bool:
    """Whether any of these may be what the data name: one that is called nearly so, or shares a word.

    What is found by more than its name is not told from others by that alone.
    """
    if written is None or not written.name or written.name == real.name or not real.name:
        return True
    words = _telling(real.name)
    called = ((one.candidate.element.name or one.candidate.element.text) for one in menu)
    return any(words & _telling(name) or is_called_nearly(real.name, name) for name in called if name)


def _telling(name: str) -> set[str]:
    return {word for word in folded(name).split() if len(word) >= _LEAST}


def _values(crew: Crew, written: Target) -> list[str]:
    named = (part.words for _, text in templates(written) for part in references_in(text))
    values: list[str] = []
    for name in dict.fromkeys(named):
        with suppress(VariableError):
            value = crew.values.shown(name)
            if not crew.values.is_secret(name) and isinstance(value, str | int | float):
                values.append(text_of(value))
    return [value for value in values if value.strip()]
