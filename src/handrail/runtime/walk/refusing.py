"""Whether an app has refused what an effect sent: then nothing is in doubt.

Its server's word is taken for that as it is for a success, unless a second channel tells otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from http import HTTPStatus
from typing import Final

from handrail.actuators import Finding, SeenResponse
from handrail.errors import NotVerified
from handrail.runtime.walk.verifying import answers_in, is_far
from handrail.sop.condition import Condition, UrlIs

FORM_AGAIN: Final = "was answered with the form once more"
HELD_BACK: Final = "the browser has not sent the form"
NOT_SENT: Final = "the page has sent nothing, and gives a reason"
ASKS_FIRST: Final = "the page asks something first that it did not ask when it was recorded"


def refusal(
    done_when: Sequence[Condition],
    findings: Iterable[Finding],
    answers: Sequence[SeenResponse],
    *,
    held_back: bool = False,
    sent_back: str = "",
    asks: bool = False,
    objects: bool = False,
) -> str:
    """How an effect's request was refused, in words; empty where it was not, or that is not sure.

    `findings` are those of the criteria, `answers` all that the page's servers said since it was done,
    `held_back` whether the browser itself refuses a field of the form, `sent_back` what the page says at a
    field of the form that it shows once more, `asks` whether a dialog has come that waits for an answer,
    `objects` whether the page says something and keeps the form. It is sure where nothing else was sent, and
    the page shows nothing of what shows that it was done.
    """
    pairs = list(zip(done_when, findings, strict=True))
    if not all(finding.absent for part, finding in pairs if is_far(part)):
        return ""
    if any(finding.held for part, finding in pairs if not isinstance(part, UrlIs)):
        return ""
    wanted = answers_in(tuple(done_when))
    if held_back and not answers:
        return HELD_BACK
    if asks and wanted and not answers:
        return ASKS_FIRST
    if objects and wanted and not answers:
        return NOT_SENT
    match [one for one in answers if not one.reads]:
        case [only] if only.refuses and (only.document or any(map(only.is_to, wanted))):
            return f"{only.method} {only.path} was answered with {only.told}"
        case [only] if sent_back and only.document and only.status == HTTPStatus.OK:
            # Whoever takes what a form sends leads on, or shows something else.
            return f"{only.method} {only.path} {FORM_AGAIN}"
    return ""


def refusal_error(refused: str, said: str) -> NotVerified:
    """What people are told of an effect that the app has `refused`, and `said` something of, perhaps."""
    mend = "Correct the data or the step, and run it again."
    if refused == ASKS_FIRST:
        mend = "Record the step again, with the answer."
    if refused in (HELD_BACK, NOT_SENT, ASKS_FIRST):
        error = NotVerified(f"Nothing was sent: {refused}{said}.", mend=mend)
    else:
        sure = "" if refused.endswith(FORM_AGAIN) else "Its server says that nothing was done. "
        error = NotVerified(f"The app has refused it: {refused}{said}.", mend=sure + mend)
    error.refused = refused
    return error


def sign_in_error(secret: str, said: str) -> NotVerified | None:
    """What people are told where the app refused what a step sent by which one signs in: a secret was typed
    right before it. None where none was."""
    if not secret:
        return None
    return NotVerified(
        f"The app does not take what was given to sign in{said}.",
        mend=f"See whether the user is right, and the secret '{secret}': "
        f"`handrail secret set {secret}` keeps another one.",
    )
