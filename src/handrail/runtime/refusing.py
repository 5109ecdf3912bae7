"""Whether an app has refused what an effect sent: then nothing is in doubt.

Its server's word is taken for that as it is for a success, unless a second channel tells otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from handrail.actuators import Finding, SeenResponse
from handrail.runtime.verifying import answers_in, is_far
from handrail.sop.condition import Condition, UrlIs

HELD_BACK: Final = "the browser has not sent the form"


def refusal(
    done_when: Sequence[Condition],
    findings: Iterable[Finding],
    answers: Sequence[SeenResponse],
    *,
    held_back: bool = False,
) -> str:
    """How an effect's request was refused, in words; empty where it was not, or that is not sure.

    `findings` are those of the criteria, `answers` all that the page's servers said since it was done,
    `held_back` whether the browser itself refuses a field of the form. It is sure where nothing else was
    sent, and the page shows nothing of what shows that it was done.
    """
    pairs = list(zip(done_when, findings, strict=True))
    if not all(finding.absent for part, finding in pairs if is_far(part)):
        return ""
    if any(finding.held for part, finding in pairs if not isinstance(part, UrlIs)):
        return ""
    wanted = answers_in(tuple(done_when))
    if held_back and not answers:
        return HELD_BACK
    match [one for one in answers if not one.reads]:
        case [only] if only.refuses and (only.document or any(map(only.is_to, wanted))):
            return f"{only.method} {only.path} was answered with {only.told}"
    return ""
