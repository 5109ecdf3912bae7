"""Whether an app has refused what an effect sent: then nothing is in doubt.

Its server's word is taken for that as it is for a success, unless a second channel tells otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from handrail.actuators import Finding, SeenResponse
from handrail.runtime.verifying import answers_in, is_far
from handrail.sop.condition import Condition


def refusal(
    done_when: Sequence[Condition], findings: Iterable[Finding], answers: Sequence[SeenResponse]
) -> str:
    """How an effect's request was refused, in words; empty where it was not, or not all of it for sure.

    `findings` are those of the criteria, `answers` all that the page's servers said since it was done.
    """
    far = [finding for part, finding in zip(done_when, findings, strict=True) if is_far(part)]
    wanted = answers_in(tuple(done_when))
    own = [one for one in answers if one.document or any(map(one.is_to, wanted))]
    if not own or not all(one.refuses for one in answers) or not all(one.absent for one in far):
        return ""
    return f"{own[-1].method} {own[-1].path} was answered with {own[-1].status}"
