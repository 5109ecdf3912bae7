"""What a run may take: times, retries, and how much is asked."""

from __future__ import annotations

from handrail._model import Model
from handrail.sop.node import Rung


class Settings(Model):
    """Limits of one run; times in seconds. A node's own `timeout` and `retry` go before."""

    find_seconds: float = 5
    """For an element to be there, and to be ready for the action."""
    verify_seconds: float = 10
    """For a completion criterion to come true."""
    navigation_seconds: float = 30
    run_seconds: float = 1800
    grace_seconds: float = 10
    """After a crash: how long what was sent last may still be on its way before a read-back that finds
    nothing is believed."""
    retries: int = 1
    """For transient failures of a step."""
    retry_seconds: float = 0.5
    """Before the first retry; each further one waits twice as long, and by chance up to half as much more."""
    retry_at_most: float = 30
    """The longest wait before a retry."""
    take_over_seconds: float = 900
    """How long a person who took over may do nothing before the session is put aside."""
    autonomy: Rung = "candidates"
    """How high the ladder may go; a node's own limit holds as well."""
    ask_every_step: bool = False
    models: bool = True
    """Whether models may be asked at all."""
