"""The policy document: what an organisation, an SOP or a session says about what may be done.

Everything in it is optional. What is left out holds as the layer above has it; see `layers`.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import time
from decimal import Decimal
from typing import Annotated, Final, Literal, TypeAlias
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, BeforeValidator, Field

from handrail._model import Model
from handrail.policy.documents.fitting import UNITS, host_pattern, shortcut, span, whole_path
from handrail.policy.words.vocabulary import Category
from handrail.sop.node import Effect

Mode: TypeAlias = Literal["disabled", "permissive", "standard", "strict", "paranoid"]
MODES: Final[tuple[Mode, ...]] = ("disabled", "permissive", "standard", "strict", "paranoid")
"""From the loosest to the tightest."""

Handling: TypeAlias = Literal["allow", "ask unless named", "ask", "block"]
HANDLINGS: Final[tuple[Handling, ...]] = ("allow", "ask unless named", "ask", "block")
"""From the loosest to the tightest. Named is a step that the SOP itself holds; see `naming`."""

Refusal: TypeAlias = Literal["ask", "block"]
Level: TypeAlias = Literal["low", "medium", "high"]
LEVELS: Final[tuple[Level, ...]] = ("low", "medium", "high")

ActionKind: TypeAlias = Literal[
    "open", "back", "forward", "reload", "click", "double_click", "right_click", "hover", "fill", "type",
    "pick_date",
    "press", "select", "check", "uncheck", "upload", "download", "drag", "scroll", "switch_tab", "close_tab",
    "dialog", "wait", "copy", "paste", "request",
]  # fmt: skip

Weekday: TypeAlias = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
WEEKDAYS: Final[tuple[Weekday, ...]] = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")

Aspect: TypeAlias = Literal[
    "mode", "domains", "actions", "keys", "clipboard", "files", "categories", "risk", "amounts", "times",
    "limits", "approvals",
]  # fmt: skip


def _duration(value: object) -> object:
    """`90s`, `30m`, `2h`, `1d` as seconds."""
    if isinstance(value, str) and value[:-1].isdecimal() and value[-1] in UNITS:
        return int(value[:-1]) * UNITS[value[-1]]
    return value


def _zone(value: str) -> str:
    try:
        ZoneInfo(value)
    except (KeyError, ValueError, OSError):
        raise ValueError(f"'{value}' is not a time zone, such as Europe/Berlin") from None
    return value


def _clock(value: object) -> object:
    if isinstance(value, int | float) or (isinstance(value, str) and ":" not in value):
        raise ValueError("it is no time of day: write it as 08:00")
    if isinstance(value, str) and value[1:2] == ":":
        value = f"0{value}"
    return time.max if value == "24:00" else value


def _without_zone(value: time) -> time:
    if value.tzinfo is not None:
        raise ValueError("its zone is said by `timezone`: write it as 08:00")
    return value


_TEN_YEARS: Final = 3650 * 24 * 3600
Seconds = Annotated[float, BeforeValidator(_duration), Field(gt=0, le=_TEN_YEARS)]
Clock = Annotated[time, BeforeValidator(_clock), AfterValidator(_without_zone)]
Host = Annotated[str, AfterValidator(host_pattern)]
Shortcut = Annotated[str, AfterValidator(shortcut)]
Folder = Annotated[str, AfterValidator(whole_path)]


class DomainRules(Model):
    """Which hosts may be visited; a pattern is a host, with a port where it is not the scheme's own, or
    `*.example.com` for the subdomains. The SOP's own `environment.domains` holds as well."""

    allow: tuple[Host, ...] | None = None
    """Of the hosts that the SOP says, these alone."""
    deny: tuple[Host, ...] = ()
    """Never these, on any port where none is named: no page, frame, download or request of a page."""
    third_party: Literal["allow", "block"] | None = None
    """Requests that pages make by themselves to hosts that are not allowed."""


class FileRules(Model):
    """Which files of this machine may be uploaded, or opened by `file:` addresses; what a session itself
    downloaded may always be uploaded."""

    folders: tuple[Folder, ...] | None = Field(default=None, alias="from")
    """Whole paths; files in these folders, and the folders in them, alone."""


class RiskRules(Model):
    """What the assessed risk of an action asks for."""

    ask_from: Level | Literal["never"] | None = None
    """From this level on a person is asked about what the SOP does not name."""
    ask_named_from: Level | Literal["never"] | None = None
    """From this level on a person is asked about steps of the SOP, too."""
    block_from: Level | Literal["never"] | None = None
    sure_from: float | None = Field(default=None, ge=0, le=1)
    """A healed element counts as the one that the SOP names from this confidence on."""


class AmountLimit(Model):
    """How much money one action may move; the amounts are read from the dialog, form or row on the page."""

    at_most: Decimal = Field(gt=0)
    currency: str | None = Field(default=None, pattern=r"^[A-Z]{3}$")
    """ISO code; amounts in another currency are over the limit. None compares the bare number."""
    over: Refusal = "ask"
    """What happens above the limit, and where no amount can be read."""


class TimeWindow(Model):
    """When effects are allowed; outside of all windows they are not."""

    days: tuple[Weekday, ...] = WEEKDAYS
    start: Clock = Field(alias="from")
    end: Clock = Field(alias="to")
    """Earlier than `from`, it is on the next day."""
    timezone: Annotated[str, AfterValidator(_zone)] = "UTC"
    outside: Refusal = "block"


class CountLimit(Model):
    """How many a period may see: "at most 50 records a day". They are counted from the journals."""

    at_most: int = Field(ge=0)
    per: Literal["minute", "hour", "day", "session"] = "day"
    of: Literal["effects", "actions"] | Category = "effects"
    """`effects` are actions that change a record for good: those of effect `once`."""
    within: Literal["sop", "home"] = "sop"
    """This SOP alone, or everything that this home runs."""
    over: Refusal = "block"

    def counts(self, effect: Effect, categories: Collection[Category]) -> bool:
        """Whether an action is one of those that it limits."""
        if self.of == "actions":
            return True
        return effect == "once" if self.of == "effects" else self.of in categories

    @property
    def words(self) -> str:
        """ "50 effects a day in this SOP" """
        period = (
            "in a session" if self.per == "session" else f"{'an' if self.per == 'hour' else 'a'} {self.per}"
        )
        where = "" if self.per == "session" else " in this SOP" if self.within == "sop" else " in this home"
        what = self.of if self.of in {"effects", "actions"} else f"{self.of.replace('_', ' ')} actions"
        what = what.removesuffix("s") if self.at_most == 1 else what
        return f"{self.at_most} {what} {period}{where}"


class Escalation(Model):
    """Who is asked next where nobody answered."""

    after: Seconds
    to: str
    """A person, role or channel, as the approvals know it."""


class ApprovalNeed(Model):
    """What an approval of a category needs to count."""

    role: str | None = None
    quorum: int = Field(default=1, ge=1, le=10)
    """So many different people must allow it."""
    four_eyes: bool = False
    """Whoever started the session may not be the one who allows it."""
    timeout: Seconds | None = None
    on_timeout: Literal["deny", "wait"] = "wait"
    escalate: tuple[Escalation, ...] = ()


def _opens(window: TimeWindow) -> TimeWindow:
    """A window that is open at some time. Raises ValueError for one that never is."""
    if not window.days:
        raise ValueError("it is on no day, and would never be open: name days, or leave `days` out")
    if window.start == time.max:
        raise ValueError("a window cannot begin at 24:00: write 00:00, with the days on which that is")
    if window.start == window.end:
        raise ValueError(
            f"it ends at {window.end:%H:%M}, where it begins, and would never be open: for the whole day "
            "write from 00:00 to 24:00"
        )
    return window


def _is_reached(need: ApprovalNeed) -> ApprovalNeed:
    """A need whose escalations come before its time is over. Raises ValueError where one does not."""
    for step in need.escalate:
        if need.timeout is not None and need.on_timeout == "deny" and step.after >= need.timeout:
            raise ValueError(
                f"after {span(step.after)} nobody is asked any more: the time for an answer is over after "
                f"{span(need.timeout)}"
            )
    return need


class PolicyDocument(Model):
    """One layer of policy, as its file says it."""

    version: Literal[1] = 1
    name: str = ""
    mode: Mode | None = None
    domains: DomainRules = DomainRules()
    actions: dict[ActionKind, Handling] = Field(default_factory=dict)
    """Kinds of action."""
    keys: dict[Shortcut, Handling] = Field(default_factory=dict)
    """Keystrokes as the SOP writes them: `Control+Shift+Delete`; `Ctrl+Shift+Del` is understood, too."""
    clipboard: Handling | None = None
    """Copying out of a page and pasting into it."""
    files: FileRules = FileRules()
    categories: dict[Category, Handling] = Field(default_factory=dict)
    risk: RiskRules = RiskRules()
    amounts: tuple[AmountLimit, ...] = ()
    times: tuple[Annotated[TimeWindow, AfterValidator(_opens)], ...] = ()
    limits: tuple[CountLimit, ...] = ()
    approvals: dict[Category, Annotated[ApprovalNeed, AfterValidator(_is_reached)]] = Field(
        default_factory=dict
    )
    """Categories that a person must approve whatever else is said, and how."""
    lower_layers_may: tuple[Aspect, ...] = ()
    """What the layers below may loosen; without it they can only tighten."""


def tighter(one: Handling, other: Handling) -> Handling:
    """The tighter of the two."""
    return max(one, other, key=HANDLINGS.index)


def stronger(one: ApprovalNeed, other: ApprovalNeed) -> ApprovalNeed:
    """A need that both are content with; who is asked is said by the first."""
    return one.model_copy(
        update={
            "role": one.role or other.role,
            "quorum": max(one.quorum, other.quorum),
            "four_eyes": one.four_eyes or other.four_eyes,
            "timeout": one.timeout or other.timeout,
            "on_timeout": "deny" if "deny" in {one.on_timeout, other.on_timeout} else "wait",
            "escalate": one.escalate or other.escalate,
        }
    )
