"""`handrail doctor`: what this machine has and lacks."""

from __future__ import annotations

import asyncio

from handrail.cli.options import AsJson
from handrail.cli.output import give, give_json, say, styled


def doctor(
    as_json: AsJson = False,
) -> int:
    """Look at everything that a run needs, and say how to mend what is missing or slow.

    Exit code 0 where nothing is lacking, else 6.
    """
    return asyncio.run(_doctor(as_json))


async def _doctor(as_json: bool) -> int:
    from handrail.errors import ExitCode
    from handrail.home import handrail_home
    from handrail.sessions.operating.doctor import Check, examine

    checks: list[Check] = []
    async for check in examine(handrail_home()):
        checks.append(check)
        if not as_json:
            _tell(check.name, check.standing, check.found, check.mend)
    lacking = any(check.standing == "lacking" for check in checks)
    if as_json:
        give_json({"good": not lacking, "checks": [check.model_dump(mode="json") for check in checks]})
    return ExitCode.ENVIRONMENT if lacking else ExitCode.DONE


def _tell(name: str, standing: str, found: str, mend: str | None) -> None:
    mark, style = {"good": ("✓", "green"), "slow": ("!", "yellow")}.get(standing, ("✗", "red"))
    give(f"{mark} {name}: {found}")
    if mend:
        say(styled(f"  {mend}", style))
