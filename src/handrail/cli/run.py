"""`handrail run`: do an SOP, once or for each row of a table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from handrail.cli.loading import loading
from handrail.cli.options import (
    LONGEST_RUN,
    LONGEST_WAIT,
    AllowDisabled,
    AsJson,
    AskEveryStep,
    Autonomy,
    CdpPort,
    Data,
    Headed,
    NoModels,
    PolicyChoice,
    SopToRun,
    TakeOverTimeout,
    Variables,
)


def run(
    sop: SopToRun,
    variable: Variables = None,
    data: Data = None,
    autonomy: Autonomy = "candidates",
    policy: PolicyChoice = None,
    allow_disabled: AllowDisabled = False,
    step: AskEveryStep = False,
    no_models: NoModels = False,
    headed: Headed = False,
    cdp_port: CdpPort = None,
    allow_unverified: Annotated[
        bool, typer.Option("--allow-unverified", help="Count 'done, unverified' as done (exit 0).")
    ] = False,
    find_timeout: Annotated[
        float, typer.Option(min=0.1, max=LONGEST_WAIT, metavar="SECONDS", help="Seconds to find an element.")
    ] = 5,
    verify_timeout: Annotated[
        float,
        typer.Option(
            min=0.1,
            max=LONGEST_WAIT,
            metavar="SECONDS",
            help="Seconds for a completion criterion to come true.",
        ),
    ] = 10,
    navigation_timeout: Annotated[
        float, typer.Option(min=0.1, max=LONGEST_WAIT, metavar="SECONDS", help="Seconds for a page to load.")
    ] = 30,
    run_timeout: Annotated[
        float,
        typer.Option(
            min=1, max=LONGEST_RUN, metavar="SECONDS", help="Seconds for the whole run of one session."
        ),
    ] = 1800,
    take_over_timeout: TakeOverTimeout = 900,
    retries: Annotated[
        int, typer.Option(min=0, max=10, metavar="N", help="Retries of a step after a transient failure.")
    ] = 1,
    failed_rows: Annotated[
        Path | None, typer.Option(metavar="FILE.csv", help="Where to write the rows that failed.")
    ] = None,
    as_json: AsJson = False,
) -> int:
    """Run an SOP in a browser, verify every step, and journal it.

    Secrets come from HANDRAIL_SECRET_<NAME>, from `handrail secret`, or a hidden prompt. Exit codes: 0 done
    and verified, 1 failed, 2 bad input, 3 blocked by policy, 4 waiting for a person, 5 stopped, 6 environment
    missing.
    """

    with loading():
        from handrail.cli.running import Wish, perform
        from handrail.runtime.walk.settings import Settings

    settings = Settings(
        autonomy=autonomy,
        find_seconds=find_timeout,
        verify_seconds=verify_timeout,
        navigation_seconds=navigation_timeout,
        run_seconds=run_timeout,
        take_over_seconds=take_over_timeout,
        retries=retries,
        ask_every_step=step,
        models=not no_models,
    )
    wish = Wish(
        sop=sop,
        assignments=tuple(variable or ()),
        data=data,
        settings=settings,
        headless=not headed,
        allow_unverified=allow_unverified,
        failed_rows=failed_rows,
        as_json=as_json,
        policy=policy,
        allow_disabled=allow_disabled,
        cdp_port=cdp_port,
    )
    return perform(wish)
