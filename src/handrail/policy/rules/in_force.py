"""The policy in force: what the layers say together, the SOP's domains, and what people decided before."""

from __future__ import annotations

from typing import Final

from pydantic import Field

from handrail._model import Model
from handrail.policy.documents.document import (
    ActionKind,
    AmountLimit,
    ApprovalNeed,
    CountLimit,
    Handling,
    Level,
    Mode,
    TimeWindow,
)
from handrail.policy.rules.remembered import RememberedRule
from handrail.policy.words.vocabulary import CATEGORIES, Category

_BY_MODE: Final[dict[Mode, dict[str, Handling]]] = {
    "disabled": dict.fromkeys(CATEGORIES, "allow"),
    "permissive": {
        **dict.fromkeys(CATEGORIES, "allow"),
        "destructive": "ask unless named",
        "irreversible": "ask unless named",
        "financial": "ask unless named",
        "system": "ask unless named",
    },
    "standard": dict.fromkeys(CATEGORIES, "ask unless named"),
    "strict": {
        **dict.fromkeys(CATEGORIES, "ask"),
        "sharing": "ask unless named",
        "file_system": "ask unless named",
        "unfamiliar": "ask unless named",
    },
    "paranoid": dict.fromkeys(CATEGORIES, "ask"),
}


class Risk(Model):
    """The policy's answer to an assessed risk; None for a level means never."""

    ask_from: Level | None = "high"
    ask_named_from: Level | None = None
    block_from: Level | None = None
    sure_from: float = 0.9


_RISK: Final[dict[Mode, Risk]] = {
    "disabled": Risk(ask_from=None),
    "permissive": Risk(ask_from="high"),
    "standard": Risk(ask_from="high"),
    "strict": Risk(ask_from="medium", ask_named_from="high"),
    "paranoid": Risk(ask_from="low", ask_named_from="medium"),
}


def category_defaults(mode: Mode) -> dict[Category, Handling]:
    """How a mode handles each category."""
    return {category: _BY_MODE[mode][category] for category in CATEGORIES}


def risk_defaults(mode: Mode) -> Risk:
    """What a mode asks of risk."""
    return _RISK[mode]


class Policy(Model):
    """What the gate obeys. Without any layer it is the built-in `standard`."""

    domains: tuple[str, ...] = ()
    """The SOP's own `environment.domains`: nothing outside is visited."""
    ask_every_step: bool = False
    mode: Mode = "standard"
    layers: tuple[str, ...] = ("built-in",)
    """Where it comes from, from the top."""
    allow: tuple[tuple[str, ...], ...] = ()
    """Lists of domains, each of which must cover a host."""
    deny: tuple[str, ...] = ()
    third_party: bool = True
    """Whether pages may ask hosts that are not allowed for scripts, pictures and the like."""
    actions: dict[ActionKind, Handling] = Field(default_factory=dict)
    keys: dict[str, Handling] = Field(default_factory=dict)
    clipboard: Handling = "allow"
    files: tuple[tuple[str, ...], ...] = ()
    """Lists of folders, each of which must hold a file that is uploaded or opened."""
    categories: dict[Category, Handling] = Field(default_factory=lambda: category_defaults("standard"))
    risk: Risk = Risk()
    amounts: tuple[AmountLimit, ...] = ()
    times: tuple[tuple[TimeWindow, ...], ...] = ()
    """Lists of windows, each of which must hold a moment."""
    limits: tuple[CountLimit, ...] = ()
    approvals: dict[Category, ApprovalNeed] = Field(default_factory=dict)
    secret_hosts: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Secret → the only hosts that it may be typed into or sent to, where it is bound to some."""
    remembered: tuple[RememberedRule, ...] = ()
    sources: dict[str, str] = Field(default_factory=dict)
    """Rule → the layer that says it, where that is not the built-in one."""
    notes: tuple[str, ...] = ()
    """What a lower layer wanted to loosen, and was not let."""

    def source_of(self, rule: str) -> str:
        """The layer that a rule of a verdict comes from."""
        if rule.startswith("remembered:"):
            return "a person's remembered decision"
        if rule in {"environment.domains", "named"}:
            return "the SOP"
        if rule == "step":
            return "the session (--step)"
        own = self.sources.get(rule)
        return own or self.sources.get("mode") or f"built-in: {self.mode}"

    def bound_to(self, folders: tuple[str, ...]) -> Policy:
        """This policy, with files of these folders alone."""
        return self.model_copy(update={"files": (*self.files, folders)})

    @property
    def only_named(self) -> bool:
        """Whether nothing is done that the SOP does not name."""
        return self.mode == "paranoid"
