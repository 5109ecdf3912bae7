"""The events of what was decided and written, and of the models that were asked for it."""

from __future__ import annotations

from typing import Literal

from pydantic import JsonValue

from handrail._model import Model
from handrail.journal.events.acts import Criterion
from handrail.journal.events.ids import Artefact


class Decided(Model):
    """A decision came to an outcome; the evidence is each outcome's check as it was found."""

    kind: Literal["decided"]
    node: str
    outcome: str
    by_default: bool
    """No check held, or model and person left it open: the safe outcome was taken."""
    evidence: tuple[Criterion, ...]
    question: str = ""
    """What a model was asked, by its hash; empty where none was."""
    quote: str = ""
    """What shows it, word for word."""
    why: str = ""
    """In the words of the model, or why its answer did not count."""
    by: str = ""
    """The person who decided; empty where nobody had to."""


class ModelAsked(Model):
    """A model is about to be asked; what it was sent is kept without secrets."""

    kind: Literal["model_asked"]
    node: str
    question: str
    """Hash of all that was sent: the same question has the same one."""
    purpose: str
    model: str
    """`provider:name`."""
    prompt: str
    """Name of the prompt's file, with its version."""
    prompt_hash: str
    text: Artefact
    """What was sent, in words."""
    evidence: tuple[str, ...] = ()
    """What the model was shown, in words."""
    picture: bool = False
    """It was shown a masked picture of the page as well."""


class ModelAnswered(Model):
    """What came of a question to a model, and what it took."""

    kind: Literal["model_answered"]
    node: str
    question: str
    purpose: str
    answer: JsonValue = None
    """None where no usable answer came."""
    why: str = ""
    """Why there is none."""
    recorded: bool = False
    """The session had asked the same before: nothing was sent."""
    calls: int = 0
    """Requests that were sent, second tries among them."""
    input_tokens: int = 0
    output_tokens: int = 0
    estimated: bool = False
    """The provider does not tell all of its tokens: they were counted here, three characters each."""
    cost: float | None = None
    """US dollars; none where the price is not known."""
    price_list: str = ""
    seconds: float = 0.0


class TextWritten(Model):
    """A model's text was taken: by itself, or because a person accepted or edited it."""

    kind: Literal["text_written"]
    node: str
    name: str
    """The variable that holds it."""
    characters: int
    doubts: tuple[str, ...] = ()
    """What the model's text said and no input did, before any edit."""
    gaps: tuple[str, ...] = ()
    """What the inputs lack."""
    by: str = ""
    """Who saw and accepted it; empty where nobody had to."""
    edited: bool = False
