"""`handrail policy`: what a policy asks and refuses, why, and what people decided for good."""

from __future__ import annotations

import getpass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from handrail.cli.home import opened_home
from handrail.cli.options import AsJson, SopFile
from handrail.cli.output import give, give_json, say, styled
from handrail.errors import ExitCode
from handrail.named_file import in_shell

if TYPE_CHECKING:
    from handrail.policy import Policy
    from handrail.policy.judging.forecast import Forecast, RefusedRead, RefusedStart
    from handrail.sessions.reports.explaining import Explained
    from handrail.sop.document import Sop

app = typer.Typer(no_args_is_help=True, help="See what a policy asks and refuses, and why.")
rules_app = typer.Typer(no_args_is_help=True, help="See and revoke what people decided for good.")
app.add_typer(rules_app, name="rules")

_Wanted = Annotated[
    str | None,
    typer.Option("--policy", metavar="MODE|FILE", help="As `handrail run` would get it: a mode or a file."),
]


@app.command()
def check(sop: SopFile, policy: _Wanted = None, as_json: AsJson = False) -> int:
    """Say what the policy would ask or refuse in an SOP, before it runs.

    Exit 0 when nothing is refused, 3 when something is. What only the live page shows (amounts, dialogs,
    where forms and redirects lead) is not in it; times, limits and amounts that the policy sets are listed.
    """
    from handrail.policy.judging.forecast import conditions, forecast, refused_reads, refused_starts
    from handrail.sop.format import load

    document = load(sop)
    held = _policy(document, sop, policy)
    found = list(forecast(document, held))
    starts = tuple(refused_starts(document, held))
    reads = tuple(refused_reads(document, held))
    besides = conditions(held)
    blocked = bool(starts or reads) or any(one.verdict.decision == "block" for one in found)
    if as_json:
        steps = [_step(one, held) for one in found]
        refused = {
            "refused_starts": [one._asdict() for one in starts],
            "refused_reads": [one._asdict() for one in reads],
        }
        give_json({"file": str(sop), **_head(held), "steps": steps, **refused, "besides": list(besides)})
    else:
        _tell_check(sop, held, found, (*starts, *reads), besides)
    return ExitCode.BLOCKED if blocked else ExitCode.DONE


@app.command()
def explain(
    subject: Annotated[
        str, typer.Argument(metavar="SESSION|X.sop.json", help="A session (or 'last'), or an SOP file.")
    ],
    step: Annotated[str | None, typer.Argument(metavar="STEP", help="The step's id.")] = None,
    policy: _Wanted = None,
    as_json: AsJson = False,
) -> None:
    """Say why the gate decided as it did about a session's step, or how it would in an SOP.

    Without a step: every decision of the session that was not a plain yes.
    """
    if subject.endswith(".json") or Path(subject).is_file():
        _explain_sop(Path(subject), step, policy, as_json=as_json)
        return
    from handrail.sessions.reports.explaining import explain as explain_session
    from handrail.sessions.service.listing import find_session

    with opened_home() as (store, artefacts):
        found = find_session(store, subject)
        explained = explain_session(store.read(found), artefacts, step)
    if as_json:
        give_json({"session": found, **explained.model_dump(mode="json")})
    else:
        _tell_explained(found, explained)


@app.command()
def schema(as_json: AsJson = False) -> None:
    """Print the JSON Schema (draft 2020-12) of policy files, for editors and other programs."""
    from handrail.policy.documents.schema import policy_schema

    give_json(policy_schema())


@rules_app.command("list")
def list_(
    all_: Annotated[bool, typer.Option("--all", help="Expired and revoked ones, too.")] = False,
    as_json: AsJson = False,
) -> None:
    """List the rules that people's answers have made: what is always allowed, where, and until when."""
    from datetime import UTC, datetime

    from handrail.home import handrail_home
    from handrail.journal.views.rules import rules_of

    now = datetime.now(UTC)
    with opened_home() as (store, _):
        lines = [line for line in rules_of(store, handrail_home()) if all_ or line.status(now) == "in force"]
    if as_json:
        give_json([{**line.rule.model_dump(mode="json"), "status": line.status(now)} for line in lines])
        return
    if not lines:
        say("There is no remembered rule" + ("." if all_ else " in force."))
    for line in lines:
        state = "" if line.status(now) == "in force" else f"  ({line.status(now)})"
        give(f"{line.rule.id}  {line.rule.words}, says {line.rule.by}, until {line.rule.until[:10]}{state}")


@rules_app.command()
def revoke(
    rule: Annotated[str, typer.Argument(metavar="ID", help="A rule's id, or its beginning.")],
    why: Annotated[str, typer.Option(metavar="TEXT", help="Why it no longer holds.")] = "",
    by: Annotated[str | None, typer.Option(metavar="NAME", help="Who; the user of this machine.")] = None,
    as_json: AsJson = False,
) -> None:
    """Take a remembered rule back: people are asked again."""
    from handrail.home import handrail_home
    from handrail.sessions.people.rules import find_rule
    from handrail.sessions.people.rules import revoke as revoke_rule

    with opened_home() as (store, _):
        line = find_rule(store, handrail_home(), rule)
        revoke_rule(store, handrail_home(), line, by=by or getpass.getuser(), why=why)
    if as_json:
        give_json({"revoked": line.rule.id})
    else:
        give(f"{line.rule.id} is no longer in force: {line.rule.words}.")


def _policy(sop: Sop, path: Path, wanted: str | None) -> Policy:
    from handrail.home import handrail_home
    from handrail.sessions.beginning.policies import policy_in_force
    from handrail.sessions.people.rules import with_rules

    # What would be, may be asked of the mode `disabled` as well.
    folder, home = path.absolute().parent, handrail_home()
    policy = policy_in_force(sop, home, folder=folder, wanted=wanted, allow_disabled=True)
    if not home.is_dir():
        return policy
    with opened_home() as (store, _):
        return with_rules(policy, store, home, sop.meta.id)


def _head(policy: Policy) -> dict[str, object]:
    return {"mode": policy.mode, "layers": list(policy.layers), "notes": list(policy.notes)}


def _step(one: Forecast, policy: Policy) -> dict[str, object]:
    verdict = one.verdict
    return {
        "node": one.task.id,
        "way": one.place + 1,
        "label": one.task.label,
        "decision": verdict.decision,
        "rule": verdict.rule,
        "source": policy.source_of(verdict.rule),
        "reason": verdict.reason,
        "risk": verdict.risk,
        "factors": list(verdict.factors),
        "categories": list(verdict.categories),
        "if_healed": one.if_healed.decision,
    }


_STYLES = {"allow": "green", "ask": "yellow", "block": "red"}


def _tell_check(
    path: Path,
    policy: Policy,
    found: list[Forecast],
    refused: tuple[RefusedStart | RefusedRead, ...],
    besides: tuple[str, ...],
) -> None:
    import sys

    give(f"{path}: policy {policy.mode} ({' · '.join(policy.layers)})")
    for note in policy.notes:
        give(f"  {styled(note, 'yellow', sys.stdout)}")
    quiet = 0
    for one in found:
        verdict = one.verdict
        if verdict.decision == "allow" and one.if_healed.decision == "allow":
            quiet += 1
            continue
        word = styled(f"{verdict.decision:5}", _STYLES[verdict.decision], sys.stdout)
        give(f"  {word} {one.words}: {verdict.reason} [{verdict.rule}; risk {verdict.risk}]")
        if verdict.decision == "allow":
            doubtful = one.if_healed
            give(f"        {doubtful.decision}, if its element is not found for sure: {doubtful.reason}")
    word = styled("block", _STYLES["block"], sys.stdout)
    for one_refused in refused:
        give(f"  {word} {one_refused.words}, and {one_refused.reason} [{one_refused.rule}]")
    give(f"  {quiet} of {len(found)} steps need no remark: they are allowed, as far as the SOP shows")
    for one_more in besides:
        give(f"  besides: {one_more}")


def _explain_sop(path: Path, step: str | None, wanted: str | None, *, as_json: bool) -> None:
    from handrail.errors import UsageError
    from handrail.policy.judging.forecast import forecast
    from handrail.sop.format import load

    document = load(path)
    held = _policy(document, path, wanted)
    found = [one for one in forecast(document, held) if step is None or one.task.id == step]
    if not found:
        raise UsageError(
            f"There is no task '{step}' in this SOP.",
            mend=f"`handrail show --ids {in_shell(path)}` lists the steps with their ids.",
        )
    if as_json:
        give_json({"file": str(path), **_head(held), "steps": [_step(one, held) for one in found]})
        return
    for one in found:
        verdict = one.verdict
        give(f"{one.words}: {verdict.decision}, because {verdict.reason}")
        _tell_why(verdict.rule, held.source_of(verdict.rule), verdict.risk, verdict.factors)


def _tell_explained(session: str, explained: Explained) -> None:
    give(f"{session}: policy {explained.mode} ({' · '.join(explained.layers)})")
    for note in explained.notes:
        give(f"  {note}")
    if not explained.decisions:
        give("  nothing was asked or refused")
    for one in explained.decisions:
        give(f"{one.at[:19]}Z {one.node}: {one.decision}, because {one.reason}")
        give(f"  action: {one.action}")
        _tell_why(one.rule, one.source, one.risk, one.factors)
        for answer in one.answers:
            give(f"  {answer}")


def _tell_why(rule: str, source: str, risk: str, factors: tuple[str, ...]) -> None:
    give(f"  rule: {rule}, from {source}")
    give(f"  risk: {risk}" + (f" ({'; '.join(factors)})" if factors else ""))
