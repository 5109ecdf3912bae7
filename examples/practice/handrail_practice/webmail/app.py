"""Postbox put together."""

from pathlib import Path

from starlette.applications import Starlette

from handrail_practice import door
from handrail_practice.session import Account
from handrail_practice.site import Site
from handrail_practice.webmail import readback, reading, writing
from handrail_practice.webmail.mailbox import OWNER_EMAIL
from handrail_practice.webmail.seeds import prepare
from handrail_practice.webmail.words import RENAMED

ACCOUNT = Account(OWNER_EMAIL, "practice-mail")


def create_app(
    database: Path,
    *,
    drift: frozenset[str] = frozenset(),
    fault: str | None = None,
    slow_seconds: float = 1.5,
    partner_url: str | None = None,
) -> Starlette:
    """The webmail on this database, which is made and seeded if it is new.

    `drift` and `fault` are what visitors meet who did not ask for others; `partner_url` is another site that
    every page has a link to.
    """
    prepare(database)
    site = Site("Postbox", "webmail", ACCOUNT, database, Path(__file__).parent, RENAMED, partner_url)
    return site.app(
        [*door.routes, *reading.routes, *writing.routes, *readback.routes],
        drift=drift,
        fault=fault,
        slow_seconds=slow_seconds,
    )
