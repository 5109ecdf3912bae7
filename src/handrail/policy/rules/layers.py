"""Layers: built-in, organisation, SOP and session, put together from the top.

A lower layer can only tighten, unless every layer above it says in `lower_layers_may` that it may loosen.
What it was not let loosen is kept as the layer above has it, and told in the policy's notes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal, NamedTuple, TypeAlias, TypeVar

from handrail.policy.documents.document import (
    HANDLINGS,
    LEVELS,
    MODES,
    ApprovalNeed,
    Aspect,
    Handling,
    Level,
    Mode,
    PolicyDocument,
    RiskRules,
    stronger,
    tighter,
)
from handrail.policy.documents.fitting import span
from handrail.policy.rules.in_force import Policy, Risk, category_defaults, risk_defaults
from handrail.policy.words.vocabulary import Category

LayerName: TypeAlias = Literal["organisation", "SOP", "session"]

_BUILT_IN_LETS: Final[dict[LayerName, frozenset[Aspect]]] = {
    # Whoever keeps the machine, or runs the SOP there, answers for what is done on it; an SOP may come from
    # anywhere, and must not grant itself anything.
    "organisation": frozenset({"mode", "actions", "keys", "clipboard", "categories", "risk"}),
    "SOP": frozenset(),
    "session": frozenset({"mode", "actions", "keys", "clipboard", "categories", "risk"}),
}

K = TypeVar("K", bound=str)


class Layer(NamedTuple):
    """One document and where it comes from."""

    name: LayerName
    document: PolicyDocument
    source: str = ""
    """Its file, or the mode that was named in place of one."""

    @property
    def words(self) -> str:
        return f"{self.name}: {self.source or self.document.name or 'unnamed'}"


def layered(
    layers: Iterable[Layer], *, domains: tuple[str, ...] = (), ask_every_step: bool = False
) -> Policy:
    """The policy that the layers make together, from the top one down, below the built-in `standard`."""
    policy = Policy(domains=domains, ask_every_step=ask_every_step)
    above: list[Layer] = []
    for layer in layers:
        policy = _Laying(policy, layer, _may_loosen(layer, above)).laid()
        above.append(layer)
    return policy


def _may_loosen(layer: Layer, above: list[Layer]) -> frozenset[Aspect]:
    if above and layer.name == "SOP":
        lets = frozenset(above[0].document.lower_layers_may)
    else:
        lets = _BUILT_IN_LETS[layer.name]
    for upper in above:
        lets &= frozenset(upper.document.lower_layers_may)
    return lets


class _Laying:
    """One layer on what is above it."""

    def __init__(self, policy: Policy, layer: Layer, may_loosen: frozenset[Aspect]) -> None:
        self._above = policy
        self._layer = layer
        self._document = layer.document
        self._may = may_loosen
        self._notes: list[str] = []
        self._sources: dict[str, str] = {}

    def laid(self) -> Policy:
        document, above = self._document, self._above
        mode, categories, risk = self._mode()
        changes: dict[str, Any] = {
            "mode": mode,
            "layers": (*above.layers, self._layer.words),
            "categories": self._handlings("categories", categories, document.categories),
            "actions": self._handlings("actions", above.actions, document.actions),
            "keys": self._handlings("keys", above.keys, document.keys),
            "clipboard": self._handling("clipboard", above.clipboard, document.clipboard),
            "risk": self._risk(risk, document.risk),
            **self._domains(),
            **self._lists(),
        }
        if document.files.folders is not None:
            free = "files" in self._may
            self._says("files", with_those_above=not free)
            changes["files"] = (*(() if free else above.files), document.files.folders)
        changes["notes"] = (*above.notes, *self._notes)
        changes["sources"] = {**above.sources, **self._sources}
        return above.model_copy(update=changes)

    def _kept(self, what: str, wanted: object, stays: object) -> None:
        self._notes.append(
            f"{self._layer.words} wants {what}: {wanted}, and may not loosen it; {stays} stays"
        )

    def _says(self, rule: str, *, with_those_above: bool = False) -> None:
        """This layer says it: alone, or with those above where what all of them say holds together."""
        said = self._above.sources.get(rule) if with_those_above else None
        self._sources[rule] = f"{said} · {self._layer.words}" if said else self._layer.words

    def _mode(self) -> tuple[Mode, dict[Any, Handling], Risk]:
        above, wanted = self._above, self._document.mode
        if wanted is None or wanted == above.mode:
            return above.mode, dict(above.categories), above.risk
        defaults, risk = category_defaults(wanted), risk_defaults(wanted)
        if MODES.index(wanted) > MODES.index(above.mode):
            self._says("mode")
            tightened = {name: tighter(above.categories[name], defaults[name]) for name in defaults}
            return wanted, dict(tightened), _tighter_risk(above.risk, risk)
        if "mode" in self._may:
            self._says("mode")
            return wanted, self._loosened(defaults), self._loosened_risk(risk)
        self._kept("mode", wanted, above.mode)
        return above.mode, dict(above.categories), above.risk

    def _loosened(self, defaults: Mapping[Category, Handling]) -> dict[Category, Handling]:
        """The categories of a looser mode, but for what a layer above has said of one by itself."""
        if "categories" in self._may:
            return dict(defaults)
        above = self._above
        said = {name for name in defaults if f"categories.{name}" in above.sources}
        return {
            name: tighter(above.categories[name], handling) if name in said else handling
            for name, handling in defaults.items()
        }

    def _loosened_risk(self, risk: Risk) -> Risk:
        said = "risk" in self._above.sources and "risk" not in self._may
        return _tighter_risk(self._above.risk, risk) if said else risk

    def _handlings(
        self, aspect: Aspect, above: Mapping[K, Handling], wanted: Mapping[K, Handling]
    ) -> dict[K, Handling]:
        merged = dict(above)
        for name, handling in wanted.items():
            before = above.get(name, "allow")
            merged[name] = self._chosen(aspect, f"{aspect}.{name}", before, handling)
        return merged

    def _handling(self, aspect: Aspect, above: Handling, wanted: Handling | None) -> Handling:
        return above if wanted is None else self._chosen(aspect, aspect, above, wanted)

    def _chosen(self, aspect: Aspect, what: str, above: Handling, wanted: Handling) -> Handling:
        if wanted != above and (HANDLINGS.index(wanted) > HANDLINGS.index(above) or aspect in self._may):
            # A verdict tells of the keys, and not of which: every layer that names some may have said it.
            self._says(what if aspect != "keys" else aspect, with_those_above=aspect == "keys")
            return wanted
        if wanted == above:
            if what not in self._above.sources:
                # Also what holds anyway is said: a looser mode below does not take it away.
                self._says(what)
            return above
        self._kept(what, wanted, above)
        return above

    def _risk(self, above: Risk, wanted: RiskRules) -> Risk:
        changes: dict[str, object] = {}
        for field in ("ask_from", "ask_named_from", "block_from"):
            said: Level | Literal["never"] | None = getattr(wanted, field)
            if said is None:
                continue
            level = None if said == "never" else said
            before: Level | None = getattr(above, field)
            if _is_tighter(level, before) or "risk" in self._may:
                changes[field] = level
                if "risk" not in self._sources:
                    self._says("risk", with_those_above=True)
            elif level != before:
                self._kept(f"risk.{field}", said, before or "never")
        if wanted.sure_from is not None:
            if wanted.sure_from >= above.sure_from or "risk" in self._may:
                changes["sure_from"] = wanted.sure_from
            else:
                self._kept("risk.sure_from", wanted.sure_from, above.sure_from)
        return above.model_copy(update=changes)

    def _domains(self) -> dict[str, object]:
        rules, above = self._document.domains, self._above
        free = "domains" in self._may
        changes: dict[str, object] = {"deny": tuple(dict.fromkeys((*above.deny, *rules.deny)))}
        if rules.deny:
            self._says("domains.deny", with_those_above=True)
        if rules.allow is not None:
            self._says("domains.allow", with_those_above=not free)
            changes["allow"] = (rules.allow,) if free else (*above.allow, rules.allow)
        blocks = rules.third_party == "block" or self._document.mode in {"strict", "paranoid"}
        if rules.third_party == "allow" and not above.third_party and not free:
            self._kept("domains.third_party", "allow", "block")
        elif rules.third_party == "allow":
            changes["third_party"] = True
        elif blocks:
            changes["third_party"] = False
        return changes

    def _lists(self) -> dict[str, object]:
        document, above = self._document, self._above
        changes: dict[str, object] = {}
        for name in ("amounts", "limits", "times"):
            if getattr(document, name):
                self._says(name, with_those_above=name not in self._may)
        for category in document.approvals:
            self._says(f"approvals.{category}", with_those_above="approvals" not in self._may)
        if document.amounts:
            changes["amounts"] = (
                document.amounts if "amounts" in self._may else (*above.amounts, *document.amounts)
            )
        if document.limits:
            changes["limits"] = (
                document.limits if "limits" in self._may else (*above.limits, *document.limits)
            )
        if document.times:
            replaces = "times" in self._may or not above.times
            changes["times"] = (document.times,) if replaces else (*above.times, document.times)
        if document.approvals:
            changes["approvals"] = {**above.approvals, **self._approvals()}
        return changes

    def _approvals(self) -> dict[Category, ApprovalNeed]:
        above, wanted = self._above.approvals, self._document.approvals
        if "approvals" in self._may:
            return wanted
        for category in above.keys() & wanted.keys():
            for field in ("role", "timeout", "escalate"):
                said, stays = getattr(wanted[category], field), getattr(above[category], field)
                if said and stays and said != stays:
                    self._kept(f"approvals.{category}.{field}", _words(said), _words(stays))
        return {
            category: stronger(above[category], need) if category in above else need
            for category, need in wanted.items()
        }


def _words(said: object) -> object:
    """Of an approval's need: a role, seconds, or who is asked next."""
    if isinstance(said, tuple):
        return ", ".join(f"{step.to} after {span(step.after)}" for step in said)
    return span(said) if isinstance(said, float) else said


def _is_tighter(level: Level | None, before: Level | None) -> bool:
    if level is None:
        return before is None
    return before is None or LEVELS.index(level) <= LEVELS.index(before)


def _tighter_risk(one: Risk, other: Risk) -> Risk:
    def lower(field: str) -> Level | None:
        levels = [level for risk in (one, other) if (level := getattr(risk, field)) is not None]
        return min(levels, key=LEVELS.index, default=None)

    return Risk(
        ask_from=lower("ask_from"),
        ask_named_from=lower("ask_named_from"),
        block_from=lower("block_from"),
        sure_from=max(one.sure_from, other.sure_from),
    )
