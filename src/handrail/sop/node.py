"""Nodes and edges: the steps of an SOP and what follows them."""

from __future__ import annotations

from typing import Annotated, Literal, NewType

from pydantic import Field

from handrail._model import Model
from handrail.sop.action import Action, ExpectedDialog
from handrail.sop.condition import Condition
from handrail.sop.target import Target

NodeId = NewType("NodeId", str)

Effect = Literal["none", "repeatable", "once"]
"""What repeating a node would do: nothing, the same again, or a second submission."""

Rung = Literal["exact", "candidates", "explore", "vision", "human"]

MAIN_PAGE = "main"


class Retry(Model):
    """How often a transient failure of a node is tried again."""

    times: int = Field(default=1, ge=0, le=10)
    seconds: float | None = Field(default=None, gt=0)
    """Wait before the first of them; each further one waits twice as long. Without it, the run's setting."""
    at_most: float | None = Field(default=None, gt=0)
    """The longest wait, in seconds. Without it, the run's setting."""


class _NodeBase(Model):
    id: str = Field(pattern=r"^[a-z][a-z0-9_-]*$", max_length=80)
    label: str
    intent: str = ""
    context: str = ""
    autonomy: Rung | None = None
    """The highest rung that this node may use; the session's limit holds as well."""
    risk: str | None = None
    optional: bool = False
    """It may fail: the walk then goes on as if it had been done, and the run ends `done with exceptions`."""
    retry: Retry | None = None
    timeout: float | None = Field(default=None, gt=0)
    """Seconds for finding the element and for the completion criterion, each."""
    before: tuple[Condition, ...] = ()
    done_when: tuple[Condition, ...] = ()
    compensation: str | None = None
    """Id of the node that undoes this one."""


class PageSeen(Model):
    """The text of the page, line by line as it is shown."""

    kind: Literal["page"]


class ElementSeen(Model):
    """The text of one element or region of the page."""

    kind: Literal["element"]
    target: Target


class PictureSeen(Model):
    """A picture of the page; fields that hold secrets are masked."""

    kind: Literal["screenshot"]


Sight = Annotated[PageSeen | ElementSeen | PictureSeen, Field(discriminator="kind")]

Evidence = str | Sight
"""What a model is shown: a variable by its name, or something of the page."""


class Task(_NodeBase):
    """One action on one target."""

    type: Literal["task"]
    action: Action
    target: Target | None = None
    identity: tuple[Condition, ...] = ()
    """What shows which record the page or row is about; checked before an effect."""
    page: str = MAIN_PAGE
    """Name of the tab that the action happens in."""
    opens: str | None = None
    """Name for the tab or popup that the action opens."""
    dialogs: tuple[ExpectedDialog, ...] = ()
    """Answers for the dialogs that the action opens, in order."""
    effect: Effect
    effect_reason: str = ""
    sends: tuple[str, ...] = ()
    """Steps that have filled in what an effect sends: right before it, their fields must hold that still."""
    skills: tuple[Action, ...] = ()
    """Other ways to do the same, in the order to try them."""


class ExtractField(Model):
    """One value that is read from an element.

    In a list of records the locators of `target` look inside each record's element, and without a target
    and a column it is that element itself.
    """

    name: str
    target: Target | None = None
    column: str | None = None
    """In a table: the cell under the header with this text."""
    attribute: str | None = None
    """Read this attribute (`href`, `datetime`) in place of the text; links and sources as whole addresses."""
    pattern: str | None = None
    """Regular expression searched for in what was read, `^` and `$` at every line: its first group is the
    value, else all that it matched."""
    type: Literal["text", "number", "date", "boolean"] = "text"
    format: str | None = None
    """How a number or date is written where that could mean two: the decimal mark (`,`) of a number, the form
    (`%d.%m.%Y`) of a date."""
    required: bool = True
    """Without a value the node fails; a field that is not required is empty then."""
    description: str = ""
    """What the value is, in words; for a model that reads it."""


class Extract(_NodeBase):
    """Read a value, a record or a list of records into a variable."""

    type: Literal["extract"]
    by: Literal["targets", "model"] = "targets"
    """A model reads a value or a record, and quotes each field from what it is shown; what it cannot quote
    is not there."""
    evidence: tuple[Evidence, ...] = ()
    """What the model is shown; nothing named is the text of the page."""
    into: str
    page: str = MAIN_PAGE
    shape: Literal["value", "record", "records"] = "value"
    fields: tuple[ExtractField, ...] = ()
    each: Target | None = None
    """For `records`: what every record's element looks like; its best locator finds all of them."""
    next: Target | None = None
    """For `records` over several pages of results: the element that leads to the next one, until it is
    gone or disabled."""
    bound: int = Field(default=50, gt=0)
    """At most so many pages of results; a list that loads more at its end may grow so many times."""
    scroll: bool = True
    """For `records`: a list that draws only what is in view, or loads more at its end, is scrolled through;
    without, what the page holds at once is read."""


class Decision(_NodeBase):
    """A question whose outcome chooses the edge."""

    type: Literal["decision"]
    page: str = MAIN_PAGE
    question: str
    outcomes: tuple[str, ...] = Field(min_length=2)
    check: dict[str, Condition] = Field(default_factory=dict)
    """Outcome → the condition under which it is the answer; tried in the order of `outcomes`. Without any, a
    model is asked."""
    evidence: tuple[Evidence, ...] = ()
    """What the model is shown; nothing named is the text of the page."""
    default: str
    """The safe outcome: taken when no check holds, or when model and person leave it open."""


class Loop(_NodeBase):
    """Children, once for each item, or while a condition holds.

    Inside, `item` names the item: of a variable's list as it stands there, of elements the record of
    `fields`, of rows the row's record; `<item>_number` counts from 1.
    """

    type: Literal["loop"]
    page: str = MAIN_PAGE
    over: Literal["variable", "elements", "rows", "while"]
    variable: str | None = None
    """The list that is gone through; for `rows` the file (CSV, Excel, JSON Lines) that holds them."""
    elements: Target | None = None
    """Looked for anew at each turn, so that the list may shrink or be sorted anew meanwhile."""
    fields: tuple[ExtractField, ...] = ()
    """What is read of each element."""
    key: str | None = None
    """The field that tells the elements apart; without one, their link and text do."""
    scroll: bool = True
    """A list of elements that draws only what is in view, or loads more at its end, is scrolled through."""
    next: Target | None = None
    """For `elements` over pages of results: what leads to the next one, until it is gone or disabled."""
    condition: Condition | None = None
    item: str = "item"
    bound: int = Field(gt=0)
    """More turns than this are an error."""
    on_item_failure: Literal["stop", "skip", "ask"] = "stop"
    children: tuple[Node, ...]


class Generate(_NodeBase):
    """A model writes a text from named inputs; what occurs in none of them is marked."""

    type: Literal["generate"]
    inputs: tuple[str, ...]
    instructions: str
    template: str | None = None
    """The text's form: headings and fixed words stand in it, and what is to be written, in brackets."""
    format: Literal["text", "markdown", "json"] = "text"
    keys: dict[str, Literal["text", "number", "date", "boolean"]] = Field(default_factory=dict)
    """For `json`: the object's keys, with the types of their values."""
    max_characters: int = Field(default=4000, gt=0)
    into: str
    preview: bool = True
    """A person sees the text before it is used. Without, they see it only where it holds numbers, dates,
    names or addresses that occur in no input."""


class Explore(_NodeBase):
    """Reach a goal by looking and trying, within bounds.

    A model proposes one action on one element at a time; the gate judges each. Nothing with the
    effect `once` is done on the way.
    """

    type: Literal["explore"]
    goal: str
    page: str = MAIN_PAGE
    actions: tuple[str, ...] = ("open", "click", "fill", "press", "scroll")
    """The kinds of action that may be proposed."""
    domains: tuple[str, ...] = ()
    """Where it may go; nothing named is wherever the SOP may."""
    max_steps: int = Field(default=15, gt=0)
    max_seconds: float = Field(default=120, gt=0)
    max_money: float | None = Field(default=None, gt=0)
    """US dollars for its questions, where the model's price is known; none: the session's budget alone."""
    success: Condition
    """What shows that the goal is reached; the engine checks it, not the model."""


class Human(_NodeBase):
    """Something that a person does or answers."""

    type: Literal["human"]
    request: str
    into: str | None = None


class Group(_NodeBase):
    """Children that belong together; `atomic` means all of them or none."""

    type: Literal["group"]
    atomic: bool = False
    children: tuple[Node, ...]


class End(_NodeBase):
    """Where the walk ends."""

    type: Literal["end"]
    label: str = "Done"


Node = Annotated[
    Task | Extract | Decision | Loop | Generate | Explore | Human | Group | End,
    Field(discriminator="type"),
]

for _model in (Loop, Group):
    _model.model_rebuild()


class Edge(Model):
    """Which node follows; `when` names the outcome, `next` being the only one of most nodes."""

    source: str = Field(alias="from")
    target: str = Field(alias="to")
    when: str = "next"
