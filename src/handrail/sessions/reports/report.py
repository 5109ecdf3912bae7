"""The report of a session, or of a table of rows, as one HTML file that needs nothing else.

It is a view of the journal: the same entries give the same bytes. Values of secrets are never in a journal;
the references that stand for them are shown as `•••`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Any, Final, NamedTuple

from jinja2 import Environment
from markupsafe import Markup

from handrail._templates import templates
from handrail.journal.chain.artefacts import Artefacts
from handrail.journal.chain.linking import Head
from handrail.journal.chain.log import AuditLog
from handrail.journal.chain.verification import verify
from handrail.journal.events.event import Entry, Outcome, SessionId
from handrail.journal.views.amendments import amendments
from handrail.journal.views.fold import walk
from handrail.journal.views.outcome import batch_outcome
from handrail.journal.views.summary import OnceEffect, Summary, summary_of
from handrail.journal.views.waited import WORTH_TELLING_SECONDS
from handrail.journal.views.walked import Walk
from handrail.privacy.copies import Copying, veiled
from handrail.secrets.forms import MASK
from handrail.sessions.reports.report_steps import Album, StepView, Tone, duration, step_view
from handrail.sop.document import Sop
from handrail.sop.node import Group, Loop
from handrail.sop.values import text_of

_SECRET: Final = re.compile(r"\{\{\s*secret:[^{}]*\}\}")

TONES: Final[dict[Outcome, Tone]] = {
    "done": "good",
    "done, unverified": "warn",
    "done with exceptions": "warn",
    "stopped before effect": "warn",
    "needs reconciliation": "bad",
    "waiting": "calm",
    "blocked": "bad",
    "cancelled": "idle",
    "failed": "bad",
}

_UNGUARDED: Final = "Attention: the policy was disabled. Nothing was asked or refused."

MEANINGS: Final[dict[Outcome, str]] = {
    "done": "Every step was done and verified.",
    "done, unverified": "Every step was done, but not every one could be verified.",
    "done with exceptions": "The end was reached; something on the way failed.",
    "stopped before effect": "It stopped before anything that cannot be repeated was done.",
    "needs reconciliation": "Something that cannot be repeated may have been done. Look in the app before "
    "it is run again.",
    "waiting": "A person must answer before it goes on.",
    "blocked": "The policy refused an action.",
    "cancelled": "A person or a limit stopped it.",
    "failed": "It stopped after something that cannot be repeated was done.",
}

_INTERRUPTED: Final = " The journal has no end: the session still runs, or its process was killed."


class Figure(NamedTuple):
    """A number of the summary."""

    name: str
    value: str
    of: str = ""


@dataclass(frozen=True)
class SessionView:
    """What the templates show of one session."""

    session: str
    title: str
    subtitle: str
    word: Outcome
    tone: Tone
    meaning: str
    error: str | None
    suggestion: str | None
    stopped_at: str | None
    figures: list[Figure]
    in_doubt: list[str]
    unverified: list[tuple[str, str]]
    tables: list[tuple[str, list[tuple[str, str]]]]
    once_done: list[str]
    steps: list[StepView]
    proof: str
    faults: list[str]
    hash: str

    @property
    def good(self) -> bool:
        return self.tone == "good" and not self.faults


@dataclass(frozen=True)
class RowView:
    """A row of a table's report."""

    number: int
    cells: list[str]
    steps: str
    time: str
    view: SessionView


def report_html(
    entries: Iterable[Entry],
    artefacts: Artefacts,
    sop: Sop | None,
    *,
    head: Head | None = None,
    log: AuditLog | None = None,
    scrub: Copying | None = None,
) -> str:
    """One session's report. With `head`, its proof also covers entries that were cut off the end; `log` tells
    of what was erased by right; `scrub` takes personal data out of it.

    Without the SOP it lacks the names of groups, and every variable counts as an output. Raises
    `JournalBroken` when an entry cannot be read.
    """
    chain = tuple(entries)
    gathered = walk(chain)
    album = _album(artefacts, scrub, chain)
    view = _session_view(chain, gathered, summary_of(gathered, sop), album, artefacts, sop, head, log)
    if scrub is not None:
        view = veiled(view, scrub.text)
    return _pages().get_template("session.html").render(view=view)


def batch_report_html(
    sessions: Sequence[Sequence[Entry]],
    artefacts: Artefacts,
    sop: Sop | None,
    *,
    log: AuditLog | None = None,
    scrub: Copying | None = None,
) -> str:
    """The report of the sessions of one table of rows, in the order given, each with its steps; `log` and
    `scrub` as above.

    Raises `JournalBroken` when an entry cannot be read.
    """
    album = _album(artefacts, scrub, [entry for chain in sessions for entry in chain])
    rows, summaries = [], []
    columns = _input_columns(sessions, sop)
    for position, chain in enumerate(sessions, start=1):
        gathered = walk(chain)
        summary = summary_of(gathered, sop)
        inputs = gathered.started.inputs if gathered.started else {}
        summaries.append(summary)
        rows.append(
            RowView(
                number=summary.row or position,
                cells=[text_of(inputs.get(column)) for column in columns],
                steps=f"{summary.steps_done} of {summary.steps}",
                time=duration(summary.elapsed_seconds),
                view=_session_view(tuple(chain), gathered, summary, album, artefacts, sop, None, log),
            )
        )
    title = summaries[0].title if summaries else ""
    if scrub is not None:
        rows, title = veiled(rows, scrub.text), scrub.text(title)
    word = batch_outcome([summary.outcome for summary in summaries])
    first = summaries[0] if summaries else None
    return (
        _pages()
        .get_template("batch.html")
        .render(
            word=word,
            tone=TONES[word],
            meaning=_batch_meaning(summaries),
            title=title,
            subtitle=f"Version {first.sop_version}, {_moment(first.started)}" if first else "",
            figures=_batch_figures(summaries),
            columns=columns,
            rows=rows,
        )
    )


def _album(artefacts: Artefacts, scrub: Copying | None, entries: Iterable[Entry]) -> Album:
    """The pictures; where they are scrubbed, what is in them is known by all that the entries say."""
    if scrub is None:
        return Album(artefacts)
    for entry in entries:
        scrub.knows(entry.body)
    return Album(artefacts, hide=scrub.picture)


def _session_view(
    chain: tuple[Entry, ...],
    gathered: Walk,
    summary: Summary,
    album: Album,
    artefacts: Artefacts,
    sop: Sop | None,
    head: Head | None,
    log: AuditLog | None,
) -> SessionView:
    session = SessionId(summary.session) if summary.session else None
    verification = verify(chain, artefacts, head, log, session)
    faults = [message for _, message in verification.faults]
    labels = {visit.node: visit.label for visit in gathered.visits}
    return SessionView(
        session=summary.session or "",
        title=summary.title or "A session without a beginning",
        subtitle=_subtitle(gathered, summary),
        word=summary.outcome,
        tone=TONES[summary.outcome],
        meaning=_meaning(summary),
        error=summary.error,
        suggestion=summary.suggestion,
        stopped_at=labels.get(summary.stopped_at) if summary.stopped_at else None,
        figures=_figures(summary),
        in_doubt=[_effect(effect) for effect in summary.in_doubt],
        unverified=[(item.label, item.why) for item in summary.unverified],
        tables=[
            ("Inputs", _inputs(gathered, sop)),
            ("Results", [(name, text_of(value)) for name, value in summary.outputs.items()]),
            ("Undone", [(item.label, item.how) for item in summary.undone]),
            ("Not undone", [(item.label, item.how) for item in summary.not_undone]),
            ("Cannot be undone", [(item.label, item.action) for item in summary.cannot_be_undone]),
            ("Learned, and proposed as amendments", _amendments(gathered, labels)),
        ],
        once_done=[item.label for item in summary.once_done],
        steps=_steps(gathered, album, sop),
        proof=_proof(len(chain), faults),
        faults=faults,
        hash=verification.hash,
    )


def _amendments(gathered: Walk, labels: Mapping[str, str]) -> list[tuple[str, str]]:
    pairs = []
    for line in amendments(gathered.amendments, {}):
        event = line.first.event
        pairs.append((labels.get(event.node, event.node), f"{event.change.words} ({line.id}, {line.status})"))
    return pairs


def _effect(effect: OnceEffect) -> str:
    return f"{effect.label}: {effect.action}"


def _meaning(summary: Summary) -> str:
    meaning = MEANINGS[summary.outcome] + (_INTERRUPTED if summary.interrupted else "")
    return f"{meaning} {_UNGUARDED}" if summary.policy == "disabled" else meaning


def _subtitle(gathered: Walk, summary: Summary) -> str:
    started = gathered.started
    if started is None:
        return ""
    facts = [f"Version {started.sop_version}", _moment(summary.started)]
    if started.row is not None:
        facts.append(f"row {started.row}")
    facts.append(f"policy {started.policy_mode}")
    if started.user:
        facts.append(f"by {started.user}" + (f" on {started.machine}" if started.machine else ""))
    facts += [started.browser] if started.browser else []
    facts += [f"Handrail {started.handrail_version}"] if started.handrail_version else []
    return " · ".join(facts)


def _moment(at: str) -> str:
    return f"{datetime.fromisoformat(at).astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC" if at else ""


def _of_which_waited(summary: Summary) -> str:
    waited = summary.waited_seconds
    return f"{duration(waited)} of it for an answer" if waited >= WORTH_TELLING_SECONDS else ""


def _figures(summary: Summary) -> list[Figure]:
    figures = [
        Figure("Steps verified", str(summary.steps_done), f"of {summary.steps}"),
        Figure("Time", duration(summary.elapsed_seconds), _of_which_waited(summary)),
        Figure("Retries", str(summary.retries)),
        Figure("Not verified", str(len(summary.unverified))),
    ]
    if summary.approvals_asked:
        figures.append(Figure("Answers", str(summary.approvals_answered), f"of {summary.approvals_asked}"))
    others = sum(count for rung, count in summary.rungs.items() if rung != "exact")
    if others:
        figures.append(Figure("Found otherwise", str(others), f"of {sum(summary.rungs.values())}"))
    return [*figures, Figure("Model calls", str(summary.model_calls))]


def _inputs(gathered: Walk, sop: Sop | None) -> list[tuple[str, str]]:
    inputs = gathered.started.inputs if gathered.started else {}
    given = {name: text_of(value) for name, value in inputs.items()}
    if sop is None:
        return list(given.items())
    # In the order of the SOP: that of the journal is the alphabet's.
    secrets = {name: MASK for name, variable in sop.variables.items() if variable.secret}
    shown = given | secrets
    order = [
        *(name for name in sop.variables if name in shown),
        *(name for name in given if name not in sop.variables),
    ]
    return [(name, shown[name]) for name in order]


def _steps(gathered: Walk, album: Album, sop: Sop | None) -> list[StepView]:
    containers = {node.id for node in sop.walk_nodes() if isinstance(node, Group | Loop)} if sop else set()
    views = []
    number = 0
    for visit in gathered.visits:
        if visit.is_step or (visit.status == "running" and visit.node not in containers):
            number += 1
            views.append(step_view(visit, number, album))
        elif visit.node in containers:
            views.append(StepView(number=None, label=visit.label))
    return views


def _proof(entries: int, faults: Sequence[str]) -> str:
    if faults:
        return "This journal does not hold: it was changed after it was written."
    return f"The chain of all {entries} entries holds, and every kept file is as it was written."


def _input_columns(sessions: Sequence[Sequence[Entry]], sop: Sop | None) -> list[str]:
    names: dict[str, None] = {}
    for chain in sessions:
        started = walk(chain[:1]).started
        names.update(dict.fromkeys(started.inputs if started else ()))
    order = list(sop.variables) if sop else []
    return sorted(names, key=lambda name: order.index(name) if name in order else len(order))


def _batch_meaning(summaries: Sequence[Summary]) -> str:
    counts = Counter(summary.outcome for summary in summaries)
    return "Rows: " + "; ".join(f"{count} {outcome}" for outcome, count in counts.most_common()) + "."


def _batch_figures(summaries: Sequence[Summary]) -> list[Figure]:
    done = sum(summary.outcome == "done" for summary in summaries)
    return [
        Figure("Rows done", str(done), f"of {len(summaries)}"),
        Figure("Time", duration(sum(summary.elapsed_seconds for summary in summaries))),
        Figure("Retries", str(sum(summary.retries for summary in summaries))),
        Figure("Not verified", str(sum(len(summary.unverified) for summary in summaries))),
        Figure("Model calls", str(sum(summary.model_calls for summary in summaries))),
    ]


def _masked(value: Any) -> Any:
    """References to secrets become the mask, wherever in a page they stand."""
    if isinstance(value, str) and not isinstance(value, Markup):
        return _SECRET.sub(MASK, value)
    return value


@cache
def _pages() -> Environment:
    return templates("handrail.sessions", "report_page", finalize=_masked)
