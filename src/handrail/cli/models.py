"""`handrail models`: how well a model does what Handrail asks of models."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from handrail.cli.output import give, give_json, say, styled
from handrail.errors import ExitCode, ModelMissing

if TYPE_CHECKING:
    from handrail.models import ModelConfig
    from handrail.models.scoring import Figures, Graded, Score

app = typer.Typer(no_args_is_help=True, help="See how well a model decides, before you choose it.")


@app.callback()
def _models() -> None:
    """Keeps `score` a command of its own, as long as it is the only one."""


@app.command()
def score(
    model: Annotated[
        str | None, typer.Option(metavar="PROVIDER:NAME", help="Another model than the one that is set up.")
    ] = None,
    base_url: Annotated[
        str | None, typer.Option("--base-url", metavar="URL", help="Its address, for `compatible:NAME`.")
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Your own page states, in place of the built-in ones."),
    ] = None,
    sample: Annotated[int, typer.Option(metavar="N", min=0, help="Ask only this many; 0 for all.")] = 0,
    money: Annotated[
        float | None,
        typer.Option(metavar="USD", min=0, help="What it may cost; by default the configured budget."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")] = False,
) -> int:
    """Ask a model over a hundred labelled yes/no questions about pages, and tell how well it decides.

    Each is asked as a `decision` of an SOP is: the quote must occur on the page, else the answer counts as
    unsure. Wrong and sure is what hurts: nobody would notice.
    """
    from handrail.models.scoring import labelled_states, sampled
    from handrail.models.scoring import score as score_of
    from handrail.sessions.beginning.modelling import connected
    from handrail.sessions.operating.scoring import graded

    states = sampled(labelled_states(data), sample)
    config = _config(model, base_url)
    say(styled(f"{len(states)} questions to {config.model}", "dim"))
    answers = asyncio.run(graded(states, config, lambda: connected(config), money=money, told=_tell))
    scored = score_of(config.model, answers)
    if as_json:
        give_json(scored.model_dump(mode="json"))
    else:
        _give(scored)
    return ExitCode.DONE


def _config(model: str | None, base_url: str | None) -> ModelConfig:
    from handrail.home import handrail_home
    from handrail.models import configured
    from handrail.sessions.beginning.modelling import SET_UP

    config = configured(handrail_home(), model, base_url)
    if config is None:
        raise ModelMissing("There is no model to score.", mend=f"{SET_UP} Or give --model.")
    return config


def _tell(one: Graded) -> None:
    if one.failed:
        say(styled(f"{one.id}: no answer, {one.failed}", "yellow"))
    elif one.said not in ("unsure", one.right):
        say(styled(f"{one.id}: sure of '{one.said}', and it is '{one.right}'", "yellow"))


def _give(scored: Score) -> None:
    give(f"{scored.model}: {_line(scored)}")
    give(f"  unusable answers {scored.failed}, quotes that do not occur {scored.misquoted}")
    cost = "price unknown" if scored.cost is None else f"${scored.cost:.4f}"
    give(
        f"  {scored.tokens} tokens, {cost}; {scored.seconds_p50:.2f} s an answer (p50), "
        f"{scored.seconds_p95:.2f} s (p95)"
    )
    for name, figures in (*scored.by_language.items(), *scored.by_kind.items()):
        give(f"  {name:13} {_line(figures)}")


def _line(figures: Figures) -> str:
    return (
        f"{figures.cases:4} questions, right {figures.accuracy:.0%}, unsure {figures.unsure_rate:.0%}, "
        f"wrong and sure {figures.wrong_and_sure_rate:.0%}"
    )
