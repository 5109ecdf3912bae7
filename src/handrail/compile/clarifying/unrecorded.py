"""Questions about what a recording does not hold: what was not recorded, was left out or was scrubbed."""

from __future__ import annotations

from collections.abc import Sequence

from handrail.compile.clarifying.clarifications import LONGEST, Questions
from handrail.compile.reading.elements import (
    name_of,
)
from handrail.compile.reading.steps import Draft
from handrail.privacy.pseudonyms import PSEUDONYM
from handrail.recording.event import Interrupted, Raw
from handrail.secrets.forms import MASK


def about_what_followed(questions: Questions, draft: Draft, node: str | None) -> None:
    """What could not be recorded after a step."""
    for event in draft.act.follows:
        if isinstance(event, Raw):
            if event.formatted and (draft.act.continues is not None or questions.has_asked(event.what)):
                # Text that goes on in a format is typed behind the step that switched it on.
                continue
            questions.ask(
                "unrecorded",
                f"Something happened here that could not be recorded: {_ended(event.what)} Describe "
                "what is to be done, or remove this question if it does not matter.",
                node,
            )
        elif isinstance(event, Interrupted):
            questions.ask(
                "interrupted",
                f"The recording was disturbed here: {_ended(event.what)} Is a step missing? Add it, or "
                "remove this question.",
                node,
            )


def about_lost_step(questions: Questions, draft: Draft, node: str | None) -> None:
    """A step whose element is not known."""
    what = draft.action.do.replace("_", " ")
    name = name_of(draft.target)
    of = f" on '{name[:LONGEST]}'" if name else ""
    page = draft.act.event.title or draft.act.event.url
    questions.ask(
        "which-element",
        f"A {what}{of} was recorded on '{page}', but not which element it was on. Add the step, or "
        "remove this question if it does not matter.",
        node,
    )


def about_left_out(questions: Questions, node: str, what: Sequence[str]) -> None:
    """What was done right before the step and led to nothing."""
    for words in dict.fromkeys(what):
        questions.propose(
            "left-out",
            f"Is it right that this is left out? Before this step {words}. If other data need that as "
            "well, add it as a step.",
            node,
        )


def about_recording(questions: Questions, note: str) -> None:
    """Something that is missing of the recording itself."""
    question = f"{note} Is the procedure complete?"
    questions.propose("is-it-complete", question, None)


def about_pseudonyms(questions: Questions, node: str, told: str) -> None:
    """What a scrubbed recording does not tell, and no input gives."""
    for pseudonym in dict.fromkeys(match[0] for match in PSEUDONYM.finditer(told)):
        questions.ask(
            "scrubbed",
            f"The recording was scrubbed: '{pseudonym}' stands in this step for a value that it does not "
            "hold. Put the value, or a variable, in its place.",
            node,
        )


def about_masked(questions: Questions, node: str | None, told: str) -> None:
    """What a recording does not tell of an address or a value, since it held a secret."""
    if MASK in told:
        questions.ask(
            "masked",
            f"'{told[:LONGEST]}' held a secret, which no recording keeps. Put the value in its place: a "
            "variable, or `{{ secret:name }}`, where it is needed at all.",
            node,
        )


_DESCRIBING = frozenset({"label", "intent", "context", "near"})


def what_counts(value: object) -> str:
    """A step's texts without those that only describe: its words, and what stands around its element."""
    match value:
        case dict():
            return " ".join(what_counts(one) for key, one in value.items() if key not in _DESCRIBING)
        case list():
            return " ".join(map(what_counts, value))
        case _:
            return str(value)


def _ended(what: str) -> str:
    text = " ".join(what.split()).rstrip(".;")
    return f"{text}."
