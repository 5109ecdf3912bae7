"""Inputs that are personal data by the field that they go into, whatever their variables are called."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import JsonValue

from handrail.journal.chain.store import JournalStore
from handrail.journal.events.event import SessionId
from handrail.journal.keeping.private import household_behind
from handrail.runtime.steps.editing import variable_of
from handrail.sop.document import Sop
from handrail.sop.node import Task


def learn_inputs(store: JournalStore, session: SessionId, sop: Sop, inputs: Mapping[str, JsonValue]) -> None:
    """Before anything is written of a session: what is typed into "Date of birth" is known for one from then
    on, wherever it stands. Raises StoreError, EnvironmentLack."""
    household = household_behind(store)
    if household is None or household.config.keep.journal != "scrub":
        return
    scrubber = household.scrubber(session)
    for node in sop.walk_nodes():
        if not isinstance(node, Task) or node.target is None:
            continue
        value = inputs.get(variable_of(node) or "")
        field = node.target.label or node.target.name or node.target.placeholder
        if isinstance(value, str) and field:
            scrubber.text(value, field)
