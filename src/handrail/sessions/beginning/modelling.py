"""Models for sessions: whether one is needed and there, and the asker of one session."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from handrail.errors import ModelMissing, SopError
from handrail.journal.views.walked import Walk
from handrail.models import Asker, ModelConfig, Spent, configured
from handrail.models.provider import ModelProvider
from handrail.runtime.finding.ladder import allows
from handrail.runtime.walk.scribe import Scribe
from handrail.runtime.walk.settings import Settings
from handrail.runtime.walk.stopping import StopSignal
from handrail.sessions.beginning.privacy import keeps_prompts, veil_of
from handrail.sessions.service.place import Place
from handrail.sop.document import Sop
from handrail.sop.readiness import asks_model

NOT_KEPT = "(privacy.yaml says that what models are sent is not kept)"
SET_UP = "Set HANDRAIL_MODEL, or write models.toml in Handrail's home; see docs/models.md."


def check_models(sop: Sop, settings: Settings, home: Path, name: str) -> None:
    """Say at the start what would fail on the way; `name` is what the SOP is called in messages.

    Raises SopError where the SOP asks a model and none may be asked; ModelMissing where none is set up, or
    the extra is not installed; UsageError for a set-up that cannot be used.
    """
    needs = asks_model(sop)
    explores = settings.models and allows(settings.autonomy, "explore")
    if needs and not settings.models:
        raise SopError.of(needs, name, what="It cannot be run without models")
    if not needs and not explores:
        return
    who = f"the step {needs[0].place}" if needs else "--autonomy explore"
    if configured(home) is None:
        raise ModelMissing(f"A model is asked by {who}, but none is set up.", place=name, mend=SET_UP)
    if find_spec("pydantic_ai") is None:
        raise ModelMissing(
            f"A model is asked by {who}, but the libraries for it are not installed.",
            place=name,
            mend='Install them: pip install "handrail[models]".',
        )


def asker_of(
    sop: Sop, settings: Settings, place: Place, scribe: Scribe, behind: Walk, stop: StopSignal
) -> Asker | None:
    """The session's asker, with what it has spent and was answered before; none where no model may be asked
    or none is needed. Raises as `check_models` does for a set-up that cannot be used."""
    if not settings.models or not (asks_model(sop) or allows(settings.autonomy, "explore")):
        return None
    config = configured(place.home)
    if config is None:
        return None
    kept = keeps_prompts(place)
    answers = [answer for answer in behind.models if answer.answer is not None]
    return Asker(
        lambda: connected(config),
        budget=config.budget,
        most_input_tokens=config.input_tokens,
        tell=scribe.write,
        keep=lambda text: place.artefacts.put((text if kept else NOT_KEPT).encode(), ".txt"),
        scrub=scribe.scrubbed,
        pause=stop.pause,
        seconds=config.seconds,
        spent=_spent(behind),
        record={answer.question: answer.answer for answer in answers},
        veil=veil_of(place, scribe.session),
    )


def _spent(behind: Walk) -> Spent:
    spent = Spent()
    for answer in behind.models:
        spent.calls += answer.calls
        spent.tokens += answer.input_tokens + answer.output_tokens
        spent.money += answer.cost or 0.0
    return spent


def connected(config: ModelConfig) -> ModelProvider:
    """The model that is set up, to be asked. Raises ModelMissing where the extra is not installed."""
    try:
        from handrail.models.connecting import ConnectedModel
    except ImportError as error:
        raise ModelMissing(
            f"The libraries for models are not installed: {error.name} is missing.",
            mend='Install them: pip install "handrail[models]".',
        ) from error
    return ConnectedModel(config)
