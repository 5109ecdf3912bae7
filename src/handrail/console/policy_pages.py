"""The console's pages of policies: the organisation's file, what it would say, and what people decided."""

from __future__ import annotations

from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from fastapi import APIRouter
from pydantic import Field

from handrail._model import Model
from handrail.console.asking import Administrator, FilesFrom, Here, Operator, Viewer
from handrail.console.bodies import WholeSigns
from handrail.console.keeping import write_text
from handrail.console.library import parse_document
from handrail.console.library_pages import Edited, Shelves, known
from handrail.errors import PolicyError, StoreError, UsageError
from handrail.journal.views.rules import RuleStatus, rules_of
from handrail.named_file import read_named
from handrail.policy import Policy, Proposal
from handrail.policy.documents.document import Level, Mode
from handrail.policy.documents.reading import read_policy
from handrail.policy.judging.decision import judge
from handrail.policy.judging.forecast import forecast
from handrail.policy.rules.layers import Layer, layered
from handrail.policy.words.vocabulary import Category
from handrail.sessions.beginning.policies import organisation_file, policy_in_force
from handrail.sessions.people.rules import find_rule, revoke, with_rules
from handrail.sop.node import Effect
from handrail.targeting.snapshot import ElementSnapshot

router = APIRouter(prefix="/api/console", tags=["policy"], route_class=WholeSigns)

Decision = Literal["allow", "ask", "block"]


class Rule(Model):
    """Something that people decided for good."""

    id: str
    words: str
    by: str
    until: str
    status: RuleStatus


class PolicyPage(Model):
    """The organisation's policy as it is now."""

    path: str
    text: str
    """Empty where there is no file: then the built-in `standard` holds."""
    hash: str
    """Of the text: whoever saves names what was edited."""
    error: str | None
    mode: Mode
    layers: tuple[str, ...]
    categories: dict[Category, str]
    rules: tuple[Rule, ...]


class PolicyText(Model):
    """A policy as somebody edits it."""

    text: str = Field(max_length=200_000)


class PolicySaving(PolicyText):
    """An edited policy to keep."""

    base: str


class PolicyFindings(Model):
    """What a text would be as the organisation's policy."""

    error: str | None = None
    mode: Mode | None = None
    categories: dict[Category, str] = Field(default_factory=dict)
    notes: tuple[str, ...] = ()


class Trial(PolicyText):
    """An action to test a policy with, as a page would show it."""

    kind: str = "click"
    name: str = ""
    """What the element is called."""
    url: str = "https://app.example/"
    """The page that it is on."""
    leads_to: str = ""
    value: str = ""
    effect: Effect = "once"
    named: bool = True
    """Whether a step of the SOP names it."""


class Judgement(Model):
    """The gate's verdict, in words."""

    decision: Decision
    rule: str
    source: str
    reason: str
    risk: Level
    factors: tuple[str, ...]
    categories: tuple[Category, ...]


class StepForecast(Judgement):
    """What the policy would say of a step."""

    node: str
    label: str
    if_healed: Decision
    """Should its element be found with doubt."""


class Forecasts(Model):
    """What the policy would say of an SOP's steps, before it runs."""

    mode: Mode
    layers: tuple[str, ...]
    notes: tuple[str, ...]
    steps: tuple[StepForecast, ...]


class Revoking(Model):
    """Why a rule shall not hold any more."""

    why: str = ""


@router.get("/policy")
def policy(service: Here, user: Viewer) -> PolicyPage:
    """The organisation's policy, and the rules that people's answers have made."""
    path = organisation_file(service.place.home)
    text = _text(path)
    found, error = _held(text, path)
    now = datetime.now(UTC)
    rules = tuple(
        Rule(
            id=line.rule.id,
            words=line.rule.words,
            by=line.rule.by,
            until=line.rule.until,
            status=line.status(now),
        )
        for line in rules_of(service.place.store, service.place.home)
    )
    return PolicyPage(
        path=str(path),
        text=text,
        hash=_hash(text),
        error=error,
        mode=found.mode,
        layers=found.layers,
        categories=_categories(found),
        rules=rules,
    )


@router.put("/policy")
def save_policy(saving: PolicySaving, service: Here, user: Administrator) -> dict[str, str]:
    """Keep the organisation's policy; the sessions that begin from now on obey it."""
    path = organisation_file(service.place.home)
    if _hash(_text(path)) != saving.base:
        raise UsageError(
            "The policy was changed by somebody else since it was opened.",
            mend="Open it again, and repeat the change.",
        )
    read_policy(saving.text, path.name)
    write_text(path, saving.text)
    return {"hash": _hash(saving.text)}


@router.post("/policy/check")
def check_policy(edited: PolicyText, user: Viewer) -> PolicyFindings:
    """What is wrong with the text, or what it would say."""
    found, error = _held(edited.text, Path("policy.yaml"))
    if error is not None:
        return PolicyFindings(error=error)
    return PolicyFindings(mode=found.mode, categories=_categories(found), notes=found.notes)


@router.post("/policy/test")
def test_policy(trial: Trial, user: Viewer) -> Judgement:
    """What the gate would say of an action under the text as the organisation's policy."""
    held = layered([Layer("organisation", read_policy(trial.text, "the policy"))], domains=_hosts(trial))
    element = None
    if trial.kind not in ("open", "request"):
        # An address that a click leads to is what a link says.
        role = "link" if trial.leads_to else "textbox" if trial.kind in ("fill", "type") else "button"
        tag = {"link": "a", "textbox": "input", "button": "button"}[role]
        element = ElementSnapshot(
            tag=tag, role=role, name=trial.name, text=trial.name, href=trial.leads_to or None
        )
    proposal = Proposal(
        node="trial",
        attempt=1,
        rung="exact",
        action=f"{trial.kind} '{trial.name}'",
        kind=trial.kind,
        effect=trial.effect,
        page_url="" if trial.kind in ("open", "request") else trial.url,
        leads_to=trial.leads_to or (trial.url if trial.kind in ("open", "request") else None),
        element=element,
        named=trial.named,
        values=(trial.value,) if trial.value else (),
        now=datetime.now().astimezone(),
    )
    verdict = judge(proposal, held)
    return Judgement(
        decision=verdict.decision,
        rule=verdict.rule,
        source=held.source_of(verdict.rule),
        reason=verdict.reason,
        risk=verdict.risk,
        factors=verdict.factors,
        categories=verdict.categories,
    )


@router.post("/policy/rules/{rule}/revoke", status_code=204)
def revoke_rule(rule: str, body: Revoking, service: Here, user: Operator) -> None:
    """Take a remembered rule back: people are asked again."""
    store = service.place.store
    revoke(
        store,
        service.place.home,
        find_rule(store, service.place.home, rule),
        by=user.name,
        why=body.why or "Revoked in the console.",
    )


@router.post("/sops/{name}/forecast")
def forecast_sop(
    name: str,
    edited: Edited,
    service: Here,
    library: Shelves,
    user: Viewer,
    files_from: FilesFrom,
    mode: Mode | None = None,
) -> Forecasts:
    """What the policy in force, or a mode for the session, would say of each step of an edited SOP."""
    sop = parse_document(edited.document, known(library, name))
    place = service.place
    held = policy_in_force(
        sop, place.home, folder=library.folder, files_from=files_from, wanted=mode, allow_disabled=True
    )
    held = with_rules(held, place.store, place.home, sop.meta.id)
    steps = tuple(
        StepForecast(
            node=one.task.id,
            label=one.task.label,
            decision=one.verdict.decision,
            rule=one.verdict.rule,
            source=held.source_of(one.verdict.rule),
            reason=one.verdict.reason,
            risk=one.verdict.risk,
            factors=one.verdict.factors,
            categories=one.verdict.categories,
            if_healed=one.if_healed.decision,
        )
        for one in forecast(sop, held)
        if not one.place
    )
    return Forecasts(mode=held.mode, layers=held.layers, notes=held.notes, steps=steps)


def _hosts(trial: Trial) -> tuple[str, ...]:
    """The SOP's domains of a trial: those of its page, so that only the rest of the policy speaks."""
    host = urlsplit(trial.url).hostname
    return (host,) if host else ()


def _categories(held: Policy) -> dict[Category, str]:
    return dict(held.categories.items())


def _held(text: str, path: Path) -> tuple[Policy, str | None]:
    """The policy that a text makes below the built-in one, or that alone and what is wrong."""
    try:
        return layered(
            [Layer("organisation", read_policy(text, path.name), path.name)] if text.strip() else []
        ), None
    except PolicyError as error:
        return layered([]), str(error)


def _text(path: Path) -> str:
    if not path.is_file():
        return ""
    return read_named(path, what="The policy", error=StoreError, mend="Correct the file, or remove it.")


def _hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()
