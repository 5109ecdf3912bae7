"""Actions: the one thing that a task does, named by `do`."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field, JsonValue

from handrail._model import Model
from handrail.sop.target import Target

Modifier = Literal["Alt", "Control", "Meta", "Shift"]

LONGEST_HOLD: Final = 10.0
"""Seconds; who holds a button longer thinks about it."""


class Open(Model):
    """Go to an address in the node's page."""

    do: Literal["open"]
    url: str


class Back(Model):
    """Go back in the page's history."""

    do: Literal["back"]


class Forward(Model):
    """Go forward in the page's history."""

    do: Literal["forward"]


class Reload(Model):
    """Load the page again."""

    do: Literal["reload"]


class Click(Model):
    """Click the target; `position` (CSS pixels from its top left corner) only where the place matters."""

    do: Literal["click"]
    modifiers: tuple[Modifier, ...] = ()
    button: Literal["left", "middle"] = "left"
    position: tuple[float, float] | None = None
    hold_seconds: float = Field(default=0, ge=0, le=LONGEST_HOLD)
    """How long the button is held, where the page asks for that; 0 is a click."""
    expands: bool = False
    """It is clicked to unfold a part of the page: where it says that it is expanded (`aria-expanded`, an open
    `<details>`), nothing is clicked."""

    def held(self, millis: float) -> Click:
        """The same click with the button held for so many milliseconds, as a recording tells it."""
        return self.model_copy(update={"hold_seconds": min(round(millis / 1000, 1), LONGEST_HOLD)})


class DoubleClick(Model):
    """Click the target twice."""

    do: Literal["double_click"]
    modifiers: tuple[Modifier, ...] = ()
    position: tuple[float, float] | None = None


class RightClick(Model):
    """Open the target's context menu."""

    do: Literal["right_click"]
    modifiers: tuple[Modifier, ...] = ()
    position: tuple[float, float] | None = None


class Hover(Model):
    """Rest the pointer on the target, where that opens something."""

    do: Literal["hover"]


class Fill(Model):
    """Replace the value of a field, the text of an editable region, or a native select's option."""

    do: Literal["fill"]
    value: str
    filters: bool = False
    """The page lists other things because of it, be it a moment later: the run goes on once it has."""


class Type(Model):
    """Type text key by key into the target, where the page listens to the keys; without one, into whatever
    has the focus."""

    do: Literal["type"]
    text: str
    replaces: bool = False
    """The text comes in the place of what the field holds, and not behind it."""


class Press(Model):
    """Press a key or a shortcut, in Playwright's notation: `Enter`, `Control+s`."""

    do: Literal["press"]
    keys: str


class Select(Model):
    """Choose options of a native select by their visible text (or value)."""

    do: Literal["select"]
    options: tuple[str, ...]


class Check(Model):
    """Tick a check box, radio button or switch."""

    do: Literal["check"]
    on: str | None = None
    """`true`, or `false` to untick it: a template such as `{{ vip }}`. Without it, it is ticked."""


class Uncheck(Model):
    """Untick a check box or switch."""

    do: Literal["uncheck"]


class Upload(Model):
    """Give files to a file field or to the chooser that the target opens; paths from the SOP's folder."""

    do: Literal["upload"]
    files: tuple[str, ...]
    drop: bool = False
    """Drop them on the target, which has no chooser, as from a folder's window."""


class Download(Model):
    """Click the target and keep the file that the app sends."""

    do: Literal["download"]
    into: str | None = None
    """The variable that gets the file's path."""
    modifiers: tuple[Modifier, ...] = ()


class PickDate(Model):
    """Pick a day in the calendar that the page shows, turning to its month first.

    `date` is ISO 8601 (`2026-11-17`), as variables of the type `date` are. The calendar is one that the page
    draws itself; the target opens it. Without a target it is one that is open already.
    """

    do: Literal["pick_date"]
    date: str


class Drag(Model):
    """Drag the target and drop it on another one."""

    do: Literal["drag"]
    onto: Target
    position: tuple[float, float] | None = None
    """Where on `onto`, in CSS pixels from its top left corner; its centre by default."""
    grip: tuple[float, float] | None = None
    """Where the target is taken hold of, likewise; both may be in one element, as where a time is marked."""


class Scroll(Model):
    """Scroll the target (the page without one) to an offset, or until more content has come."""

    do: Literal["scroll"]
    x: float = 0
    y: float = 0
    to_end: bool = False


class SwitchTab(Model):
    """Make another open tab the current one, by the name that the SOP gives it."""

    do: Literal["switch_tab"]
    page: str


class CloseTab(Model):
    """Close the node's tab."""

    do: Literal["close_tab"]


class Wait(Model):
    """Wait until the node's completion criterion holds."""

    do: Literal["wait"]


class Copy(Model):
    """Copy the selection, or the target's text, to the session's clipboard."""

    do: Literal["copy"]
    into: str | None = None
    """The variable that gets the text."""


class Paste(Model):
    """Paste text into the target, as one paste event."""

    do: Literal["paste"]
    text: str


class SetVariable(Model):
    """Give a variable a value: `{{ added | plus(1) }}`."""

    do: Literal["set"]
    name: str
    value: str


class Request(Model):
    """Call the app's HTTP interface in place of its pages, with the cookies of the session's own browser.

    Redirects are followed within the SOP's domains only; `headers` go to the address's own origin alone.
    """

    do: Literal["request"]
    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"] = "GET"
    url: str
    headers: dict[str, str] = Field(default_factory=dict)
    """A token stands here as a secret: `"Authorization": "Bearer {{ secret:token }}"`."""
    body: str | dict[str, JsonValue] | list[JsonValue] | None = None
    """Text is sent as it is, an object or a list as JSON; templates in JSON give text."""
    form: dict[str, str] = Field(default_factory=dict)
    """Fields to send as an HTML form does, in place of `body`."""
    expect_status: int | None = Field(default=None, ge=100, le=599)
    """The status that means success; without it any below 400 does."""
    into: dict[str, str] = Field(default_factory=dict)
    """Variable → where its value stands in the JSON answer: `{"contact_id": "data.items.0.id"}`."""


class Dialog(Model):
    """Answer a dialog of the page (`alert`, `confirm`, `prompt`, `beforeunload`) that is open."""

    do: Literal["dialog"]
    answer: Literal["accept", "dismiss"]
    text: str | None = None


Action = Annotated[
    Open
    | Back
    | Forward
    | Reload
    | Click
    | DoubleClick
    | RightClick
    | Hover
    | Fill
    | Type
    | Press
    | Select
    | Check
    | Uncheck
    | Upload
    | Download
    | PickDate
    | Drag
    | Scroll
    | SwitchTab
    | CloseTab
    | Wait
    | Copy
    | Paste
    | SetVariable
    | Request
    | Dialog,
    Field(discriminator="do"),
]


class ExpectedDialog(Model):
    """The answer for a page dialog that an action opens while it runs."""

    kind: Literal["alert", "confirm", "prompt", "beforeunload"]
    answer: Literal["accept", "dismiss"] = "accept"
    text: str | None = None
    """What is typed into a prompt."""
    message: str | None = None
    """What the dialog said; another message is an unexpected page."""


def gives_values(action: Action) -> tuple[str, ...]:
    """The variables that performing the action gives a value to."""
    match action:
        case Download(into=str(name)) | Copy(into=str(name)):
            return (name,)
        case Request():
            return tuple(action.into)
        case _:
            return ()
