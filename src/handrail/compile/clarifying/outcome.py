"""Questions about what came of a step: whether it was done, and what else could tell."""

from __future__ import annotations

from handrail.compile.clarifying.clarifications import LONGEST, Questions


def about_refusal(questions: Questions, node: str, told: str | None) -> None:
    """A step that the app seems to have refused when it was shown: what it said then is no success."""
    if told is not None:
        questions.ask(
            "was-it-done",
            f"Was this done? The app answered '{told[:LONGEST]}', which reads as a refusal, and for now "
            "that is what the step is done when. If it was refused, record it again so that it succeeds, "
            "or correct `done_when`; if it was done, say so here.",
            node,
        )


def about_withheld(questions: Questions, node: str, told: str | None) -> None:
    """A press that sent nothing when it was shown: the browser kept the form back."""
    if told is not None:
        questions.ask(
            "was-it-sent",
            f"Nothing was sent here: the browser kept the form back ('{told[:LONGEST]}'). Record it "
            "again so that it succeeds; or, if nothing was to be sent, remove this question.",
            node,
        )


def about_read_back(questions: Questions, node: str, condition: str | None) -> None:
    """What else than the app's own page could tell that a step was done."""
    if condition is not None:
        questions.propose(
            "read-back",
            "Can Handrail check elsewhere that this was really saved? For now it believes what the app's "
            "page says. If the app has a database or an HTTP interface, add to this step's done_when: "
            f"{condition} and correct the names in it.",
            node,
        )


def about_file(questions: Questions, node: str, condition: str | None) -> None:
    """What is in a file that was downloaded."""
    if condition is not None:
        questions.propose(
            "look-into-file",
            "Should the content of the downloaded file be checked? For now it is enough that it arrived. "
            f'Add to this step\'s done_when: {condition} or say with "contains" or "rows" what is in it.',
            node,
        )
