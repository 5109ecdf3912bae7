"""The events of a recording: what a person did, with what was there before and what changed after.

A recording is a log of trusted input as the browser reported it; merging (`recording.merging`) and
compiling come later and never edit it. Times are milliseconds since the recording began; positions are
CSS pixels of the page's viewport.
"""

from __future__ import annotations

import re
from typing import Annotated, Final, Literal

from pydantic import AfterValidator, Field

from handrail._model import Model
from handrail.recording.page_state import PageState as PageState
from handrail.sop.action import Modifier
from handrail.sop.target import FrameStep, Target

_USER: Final = re.compile(r"(?<=://)[^/?#]*@")
"""Who signs in, before the host."""


def without_user(address: str) -> str:
    """An address as browsers show it: a password that somebody wrote into it is kept nowhere."""
    return _USER.sub("", address, count=1) if "@" in address else address


Address = Annotated[str, AfterValidator(without_user)]


class _EventBase(Model):
    seq: int
    t: float
    page: str = "p1"
    """The tab: `p1`, `p2`, … in the order of their opening."""
    url: str = ""
    title: str = ""
    picture: str | None = None
    """The page before the effect: `sha256:…`, a file in the recording's `pictures` folder."""


class Among(Model):
    """What tells a pressed element from others like it, as records are listed in cards or links."""

    others: int
    """How many others there are."""
    in_app: bool = False
    """They are parts of the app, as the entries of a menu, tabs or steps: no records."""
    same: bool = False
    """They say the same as it does: a command that each record has."""
    one_on: bool = False
    """It and they are toggle buttons beside each other, and just one of the others is on: a choice."""
    column: str | None = None
    """What stands over it, where others of its row say the same: "Wed" over one of several "+"."""
    part: str | None = None
    """The one part of a link's address in which it differs from theirs: `7` of `/products/7`."""
    says: tuple[str, ...] = ()
    """The short texts in it that none of the others has, the likeliest name first."""
    role: str | None = None
    """As what it is looked for by such a text; where it is none, by the text alone."""
    beside: tuple[str, ...] = ()
    """What the first of the others say, where they may be the entries of a list for choosing."""


class _PointerBase(_EventBase):
    x: float = 0
    y: float = 0
    button: Literal["left", "middle", "right"] = "left"
    modifiers: tuple[Modifier, ...] = ()
    target: Target | None = None
    among: Among | None = None
    """Of a click: the others like its target, outside of tables and of menus."""


class MouseMove(_EventBase):
    kind: Literal["mouse_move"]
    x: float
    y: float


class MouseDown(_PointerBase):
    kind: Literal["mouse_down"]


class MouseUp(_PointerBase):
    kind: Literal["mouse_up"]


class Click(_PointerBase):
    """A click that reached an element; `clicks` is 2 for the second of a double click.

    `by_key` is true where Enter or Space on the element caused it.
    """

    kind: Literal["click"]
    clicks: int = 1
    by_key: bool = False
    offset: tuple[float, float] | None = None
    """The place in the target, from its top left corner, where the target is large or a canvas."""
    held: float = 0
    """Milliseconds that the button was held, where that was longer than a click takes."""
    was: bool | None = None
    """Whether a box was ticked when it was clicked."""


class DoubleClick(_PointerBase):
    kind: Literal["double_click"]
    offset: tuple[float, float] | None = None


class ContextMenu(_PointerBase):
    kind: Literal["context_menu"]
    offset: tuple[float, float] | None = None


class Hover(_EventBase):
    """The pointer rested on something, and that opened the element that was used next."""

    kind: Literal["hover"]
    target: Target


class Scroll(_EventBase):
    """A scroll by wheel, key or bar; `left` and `top` are the scroller's offset afterwards."""

    kind: Literal["scroll"]
    target: Target | None = None
    """The scroller; none for the page itself."""
    dx: float = 0
    dy: float = 0
    left: float = 0
    top: float = 0
    at_end: bool = False
    loaded_more: bool = False
    """New content came because of it."""
    renewed: bool = False
    """Other content stands there than before, as in a list that draws only what is in view."""
    enables: bool = False
    """What could not be pressed before can be since, as "Accept" below terms that are to be read."""


class KeyDown(_EventBase):
    """A key went down; `key` is masked (empty) in a masked field."""

    kind: Literal["key_down"]
    key: str
    code: str = ""
    modifiers: tuple[Modifier, ...] = ()
    repeat: bool = False
    target: Target | None = None
    entry: Target | None = None
    """What Enter or Space takes: an entry of the list that is open there, or a box of the page's own."""
    handled: bool = False
    """As `KeyUp` told it."""


class KeyUp(_EventBase):
    kind: Literal["key_up"]
    key: str
    code: str = ""
    modifiers: tuple[Modifier, ...] = ()
    emptied: bool = False
    """The page took the field's text away while the key was down, as a comma makes an entry of it."""
    handled: bool = False
    """The page did something of its own with an arrow key or its like; the browser did not scroll."""
    entry: Target | None = None
    """What an arrow key came to that is chosen by that alone: a radio button, a tab, an entry of a list."""


class Keys(_EventBase):
    """Keys typed one after the other on one target: what merging makes of key events."""

    kind: Literal["keys"]
    keys: tuple[str, ...]
    """In Playwright's notation: `a`, `Enter`, `Control+s`."""
    target: Target | None = None
    taken: bool = False
    """The page took what the field held because of them, and the field began anew."""
    entry: Target | None = None
    """The entry of a list that the last of them takes, or comes to where it is chosen by that alone."""
    handled: bool = False
    """The page did something of its own with one of them that scrolls else."""


class Input(_EventBase):
    """A field's value changed by typing, pasting or picking; `value` is the whole value afterwards."""

    kind: Literal["input"]
    target: Target
    value: str
    before: str | None = None
    masked: bool = False
    editable_region: bool = False
    taken: bool = False
    """The page took the value at once, and the field began anew."""
    stepped: bool = False
    """A press on a button beside it counted its number up or down."""
    same_as: int | None = None
    """Of a masked field: the event by which the same value was typed before; 0 where it is the first time."""


class SelectOption(_EventBase):
    """A native select changed: texts and values of the options chosen now."""

    kind: Literal["select"]
    target: Target
    options: tuple[str, ...]
    values: tuple[str, ...] = ()
    before: tuple[str, ...] = ()


class CheckChange(_EventBase):
    """A check box, radio button or switch changed."""

    kind: Literal["check"]
    target: Target
    checked: bool
    says: tuple[str, ...] = ()
    """The short texts of a radio button that the page draws, the likeliest name first."""


class RecordedFile(Model):
    """A file that went up or came down; `stored` is its path in the recording folder."""

    name: str
    size: int
    sha256: str | None = None
    stored: str | None = None


class Upload(_EventBase):
    """Files were chosen, or `dropped` on the target from outside of the page."""

    kind: Literal["upload"]
    target: Target
    files: tuple[RecordedFile, ...]
    dropped: bool = False


class DragDrop(_EventBase):
    """Something was dragged from `target` and dropped on `onto`, by HTML drag and drop or by pointer."""

    kind: Literal["drag_drop"]
    target: Target
    onto: Target
    offset: tuple[float, float] | None = None
    """Where on `onto` it was dropped, from its top left corner."""
    grip: tuple[float, float] | None = None
    """Where on the target the pointer took hold, where that matters."""
    among: Among | None = None
    """What tells what was dragged from its like."""
    onto_among: Among | None = None
    """What tells what it was dropped on from its like, as the columns of a board are."""


class Clipboard(_EventBase):
    kind: Literal["clipboard"]
    what: Literal["copy", "cut", "paste"]
    text: str
    target: Target | None = None
    masked: bool = False


class Submitted(_EventBase):
    """A form was submitted because of the event before it."""

    kind: Literal["submitted"]
    target: Target | None = None
    method: str = "get"
    action: Address = ""


class Navigated(_EventBase):
    """The page's main document changed; `cause` tells a person's own act from a consequence."""

    kind: Literal["navigated"]
    to: Address
    cause: Literal["address", "back_forward", "reload", "consequence", "in_page"]
    direction: Literal["back", "forward"] | None = None
    status: int | None = None
    asked_for: Address | None = None
    """The address that was gone to, where the server led on from it to `to`."""

    @property
    def address(self) -> str:
        """What somebody opens who wants to get here by the same way, with all that lies on it."""
        return self.asked_for or self.to


class TabOpened(_EventBase):
    kind: Literal["tab_opened"]
    opener: str | None = None
    by_person: bool = False


class TabActivated(_EventBase):
    kind: Literal["tab_activated"]


class TabClosed(_EventBase):
    kind: Literal["tab_closed"]
    by_person: bool = True


class DialogAnswered(_EventBase):
    kind: Literal["dialog"]
    dialog: Literal["alert", "confirm", "prompt", "beforeunload"]
    message: str
    accepted: bool
    text: str | None = None


class Downloaded(_EventBase):
    kind: Literal["download"]
    from_url: Address
    file: RecordedFile
    after: int | None = None
    """`seq` of the event that asked for it, where that is known; a slow file is written down later."""


class Responded(_EventBase):
    """The app's server answered a request that can have an effect, or one for a document."""

    kind: Literal["response"]
    method: str
    request_url: Address
    status: int
    document: bool = False
    after: int | None = None
    """`seq` of the last event before the request was sent, where that is known."""
    took: float | None = None
    """Milliseconds from the request to the answer at `t`."""
    operations: tuple[str, ...] = ()
    """What its body called by name, as in GraphQL or JSON-RPC; no values."""
    failed: bool = False
    """Its body said that it failed, as answers of GraphQL and JSON-RPC do with status 200."""
    by_itself: bool = False
    """The page saved by itself because of the act: the compiler finds that out, no recorder tells it."""

    @property
    def leads_on(self) -> bool:
        """It answers what only asks for a document, as a link does, with another address to go to."""
        return self.document and self.method == "GET" and 300 <= self.status < 400

    @property
    def is_error(self) -> bool:
        """It says, by its status or its body, that what was asked for was not done."""
        return self.status >= 400 or self.failed


class Changed(_EventBase):
    """What the page looked like once things had settled after the event `after`."""

    kind: Literal["changed"]
    after: int
    before_state: PageState
    state: PageState
    frame: tuple[FrameStep, ...] = ()
    """The way to the frame whose document this is about; none for the page itself."""
    kept: tuple[str, ...] = ()
    """Short texts of the document that was left which this one shows as well, as its menus do."""
    messages: int = 0
    """How many messages the page sent over web sockets since the event."""


class Raw(_EventBase):
    """Something the recorder cannot express; it becomes a required clarification."""

    kind: Literal["raw"]
    what: str
    target: Target | None = None
    formatted: bool = False
    """A text was given a format, which is all that was lost."""


class Interrupted(_EventBase):
    """The recording was disturbed: a crash of the page, of the browser."""

    kind: Literal["interrupted"]
    what: str


RecordedEvent = Annotated[
    MouseMove
    | MouseDown
    | MouseUp
    | Click
    | DoubleClick
    | ContextMenu
    | Hover
    | Scroll
    | KeyDown
    | KeyUp
    | Keys
    | Input
    | SelectOption
    | CheckChange
    | Upload
    | DragDrop
    | Clipboard
    | Submitted
    | Navigated
    | TabOpened
    | TabActivated
    | TabClosed
    | DialogAnswered
    | Downloaded
    | Responded
    | Changed
    | Raw
    | Interrupted,
    Field(discriminator="kind"),
]
