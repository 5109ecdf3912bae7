"""What a person is told of a question, in words: for mail, webhooks and the page of a link."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final, Literal

from handrail._model import Model
from handrail._templates import templates
from handrail.journal.events.questions import Asked

if TYPE_CHECKING:
    from jinja2 import Environment

Event = Literal["asked", "escalated", "withdrawn", "test"]

SAFE: Final = {
    "deny": "it is not done",
    "wait": "nothing is done, and the session waits on",
}

WORDS: Final = {
    "allow": "Allow",
    "allow_rest": "Allow, and do not ask before further steps",
    "allow_session": "Allow for this session",
    "allow_always": "Always allow this here",
    "edit": "Allow with another value",
    "deny": "Deny",
    "deny_stop": "Deny and stop the run",
    "answer": "Answer",
    "again": "Have it written again",
}
"""Answers as they stand on buttons."""


class Notice(Model):
    """A question as it is told to one person, or to a channel."""

    event: Event
    session: str
    title: str
    """The SOP's."""
    label: str
    """The step's."""
    asked: Asked
    person: str = ""
    link: str = ""
    """Where the person answers; empty where there is no link."""
    link_until: str = ""
    """UTC, ISO 8601."""
    why: str = ""
    """What came of it, where it is withdrawn."""
    picture: bytes | None = None

    @property
    def subject(self) -> str:
        """The first line of a mail: no line breaks, whatever a page put into it."""
        lead = {"asked": "Please decide", "escalated": "Still open", "withdrawn": "Answered", "test": "Test"}
        text = f"{lead[self.event]}: {self.asked.question}"
        flat = " ".join(text.split())
        return flat if len(flat) <= 150 else f"{flat[:149]}…"

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        """What a person should know, each with its name."""
        asked = self.asked
        given = (
            ("Procedure", self.title),
            ("Step", self.label),
            ("On", asked.where),
            ("Element", asked.element),
            ("With", "; ".join(asked.values)),
            ("Why it is asked", asked.why),
            ("Effect", EFFECTS.get(asked.effect, asked.effect)),
            ("Risk", f"{asked.risk}: {'; '.join(asked.factors)}" if asked.factors else asked.risk),
            ("Needs", needs_of(asked)),
            ("Until", f"{asked.deadline[:16].replace('T', ' ')} UTC" if asked.deadline else ""),
            ("Without an answer", SAFE[asked.on_timeout if asked.deadline else "wait"]),
            ("Session", self.session),
        )
        return tuple((name, value) for name, value in given if value)

    def text(self) -> str:
        """As plain text."""
        return _pages().get_template("notice.txt").render(notice=self)

    def html(self, picture: str = "") -> str:
        """As a page of a mail; `picture` is the address of the picture in it."""
        return _pages().get_template("notice.html").render(notice=self, picture=picture)

    def document(self) -> dict[str, Any]:
        """As data for another program."""
        asked = self.asked.model_dump(mode="json", exclude={"kind", "request", "first"}, exclude_none=True)
        return {
            "event": f"approval.{self.event}",
            "request": self.asked.known_as,
            "session": self.session,
            "title": self.title,
            "step": self.label,
            **asked,
            "answers": list(self.asked.choices),
            "link": self.link or None,
            "link_until": self.link_until or None,
            "outcome": self.why or None,
        }


EFFECTS: Final = {
    "once": "done once and for good",
    "repeatable": "changes something, and may be done again",
    "none": "",
}


def needs_of(asked: Asked) -> str:
    """What an approval needs to count."""
    need = asked.need
    if need is None:
        return ""
    role = f" with the role '{need.role}'" if need.role else ""
    who = f"{need.quorum} different people{role} must allow it" if need.quorum > 1 else ""
    who = who or (f"a person{role} must allow it" if role else "")
    eyes = "whoever started the session may not allow it" if need.four_eyes else ""
    return "; ".join(filter(None, (who, eyes)))


@cache
def _pages() -> Environment:
    return templates("handrail.approvals")
