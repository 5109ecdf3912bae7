"""Whether a session's journal still holds what acting by it needs."""

from __future__ import annotations

from handrail.errors import UsageError
from handrail.journal.events.event import SessionId
from handrail.journal.views.walked import Walk


def refuse_erased(behind: Walk, session: SessionId) -> None:
    """Raises UsageError for a session out of whose journal values were erased: the app would get the word
    that stands in their place."""
    if behind.erased:
        raise UsageError(
            f"Values were erased from the session '{session}', and nothing can be done by it any more.",
            mend="Run the SOP again for a new one.",
        )
