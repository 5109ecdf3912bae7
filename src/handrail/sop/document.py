"""The SOP document: a procedure that people read and edit, and that Handrail runs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final, Literal

from pydantic import Field

from handrail._model import Model
from handrail.sop.node import MAIN_PAGE, Edge, Group, Loop, Node

SCHEMA_VERSION: Final = 1

VariableType = Literal["text", "number", "date", "boolean", "file", "list", "record"]


class Meta(Model):
    """What the procedure is, and whose."""

    id: str = Field(pattern=r"^[a-z0-9][a-z0-9_-]*$", max_length=80)
    title: str
    goal: str = ""
    purpose: str = ""
    owner: str = ""
    version: str = "1"
    tags: tuple[str, ...] = ()


class Viewport(Model):
    """The size of the page in CSS pixels."""

    width: int = Field(default=1280, gt=0)
    height: int = Field(default=720, gt=0)


class StartPage(Model):
    """A page or app that is open when the walk starts."""

    name: str = MAIN_PAGE
    url: str


class Environment(Model):
    """Where the procedure takes place; no page outside `domains` may be acted on.

    A domain is a host name, with a port where the port is not the scheme's own; `*.example.com` covers
    the subdomains of example.com.
    """

    start: tuple[StartPage, ...] = ()
    viewport: Viewport = Viewport()
    domains: tuple[str, ...] = ()
    sign_in: str | None = None
    """Name of a saved sign-in state."""
    policy: str | None = None
    """File of the SOP's own policy, from the SOP's folder. It can tighten what holds, and loosen nothing."""
    sign_in_group: str | None = None
    """Id of the group that signs in: walked again when the app asks for it in the middle of a run."""


class ManualTrigger(Model):
    """Somebody starts it."""

    kind: Literal["manual"]


class CronTrigger(Model):
    """It starts by the clock: five cron fields in a time zone (IANA name)."""

    kind: Literal["cron"]
    schedule: str
    timezone: str = "UTC"
    if_waiting: Literal["skip", "queue"] = "skip"
    """A moment at which the start before it still waits for a worker is skipped, or queued behind it."""


class WebhookTrigger(Model):
    """It starts when a request comes to this name."""

    kind: Literal["webhook"]
    name: str


Trigger = Annotated[ManualTrigger | CronTrigger | WebhookTrigger, Field(discriminator="kind")]


class Variable(Model):
    """An input of the procedure, or a value that a node reads."""

    type: VariableType = "text"
    description: str = ""
    default: str | None = None
    secret: bool = False
    required: bool = True
    example: str | None = None
    output: bool = False
    """Given by a node during the run, and shown in the summary; not an input."""


class Clarification(Model):
    """An open question; a required one blocks a run until it is answered."""

    id: str
    question: str
    node: str | None = None
    required: bool = False
    answer: str | None = None


class Sop(Model):
    """A typed graph of steps. The walk starts at the first node; a container's at its first child.

    Edges connect nodes of the same level; a child without an edge ends its container.
    """

    schema_version: Literal[1] = SCHEMA_VERSION
    meta: Meta
    environment: Environment = Environment()
    triggers: tuple[Trigger, ...] = ()
    variables: dict[str, Variable] = Field(default_factory=dict)
    clarifications: tuple[Clarification, ...] = ()
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...] = ()

    def walk_nodes(self) -> Iterator[Node]:
        """Every node in document order, children after their container."""
        yield from _walk(self.nodes)


def _walk(nodes: tuple[Node, ...]) -> Iterator[Node]:
    for node in nodes:
        yield node
        if isinstance(node, Loop | Group):
            yield from _walk(node.children)
