"""Finding and revoking what people decided for good."""

from __future__ import annotations

from pathlib import Path

from handrail.errors import UsageError
from handrail.journal.chain.store import JournalStore, JournalWriter
from handrail.journal.events.event import RuleRevoked, SessionId
from handrail.journal.views.rules import RuleLine, rules_in_force, rules_of, take_back
from handrail.journal.views.state import state
from handrail.policy import Policy
from handrail.sessions.people.amending import started_of
from handrail.sessions.service.listing import is_running


def with_rules(policy: Policy, store: JournalStore, home: Path, sop: str) -> Policy:
    """The policy with what people decided for good of this SOP. Raises StoreError, JournalBroken."""
    remembered = rules_in_force(store, home, sop, SessionId(""))
    return policy.model_copy(update={"remembered": remembered})


def find_rule(store: JournalStore, home: Path, wanted: str) -> RuleLine:
    """The rule that an id or its beginning means. Raises UsageError, StoreError, JournalBroken."""
    fitting = [line for line in rules_of(store, home) if wanted and line.rule.id.startswith(wanted.lower())]
    if not fitting:
        raise UsageError(
            f"There is no rule '{wanted}'.",
            mend="`handrail policy rules list --all` lists all rules.",
        )
    if len(fitting) > 1:
        names = ", ".join(line.rule.id for line in fitting)
        raise UsageError(f"'{wanted}' begins several ids: {names}.", mend="Give more of the id.")
    return fitting[0]


def revoke(store: JournalStore, home: Path, line: RuleLine, *, by: str, why: str) -> None:
    """From now on the rule does not hold, in running sessions either. Raises UsageError, StoreError."""
    if line.revoked is not None:
        raise UsageError(
            f"The rule '{line.rule.id}' was revoked by {line.revoked.by} at {line.revoked_at[:19]}Z."
        )
    ended = state(store.read(line.session)).ended is not None
    # Its process continues the chain from what it wrote last; an entry in between would stop it.
    if not ended and is_running(started_of(store, line.session)):
        raise UsageError(
            f"The session '{line.session}', in which it was made, still runs.",
            mend=f"Wait for its end, or stop it: `handrail session stop {line.session}`.",
        )
    take_back(home, line.rule.id)
    event = RuleRevoked(kind="rule_revoked", rule=line.rule.id, by=by, why=why)
    JournalWriter(store, line.session).write(event, durable=True)
    # Of two who revoke at the same moment, one may have written over the other's note. Each is in the journal
    # by now, or comes here after it.
    take_back(home, *(one.rule.id for one in rules_of(store, home) if one.revoked is not None))
