"""Rolodesk put together."""

from pathlib import Path

from starlette.applications import Starlette

from handrail_practice import door
from handrail_practice.crm import contact_pages, firm_profile, interface, orders, readback
from handrail_practice.crm.seeds import prepare
from handrail_practice.crm.words import RENAMED
from handrail_practice.session import Account
from handrail_practice.site import Site

ACCOUNT = Account("ana@practice.test", "practice-crm", token="rolodesk-practice-token")


def create_app(
    database: Path,
    *,
    drift: frozenset[str] = frozenset(),
    fault: str | None = None,
    slow_seconds: float = 1.5,
    partner_url: str | None = None,
) -> Starlette:
    """The CRM on this database, which is made and seeded if it is new.

    `drift` and `fault` are what visitors meet who did not ask for others; `partner_url` is another site that
    every page has a link to.
    """
    prepare(database)
    site = Site("Rolodesk", "crm", ACCOUNT, database, Path(__file__).parent, RENAMED, partner_url)
    return site.app(
        [
            *door.routes,
            *contact_pages.routes,
            *orders.routes,
            *firm_profile.routes,
            *readback.routes,
            *interface.routes,
        ],
        drift=drift,
        fault=fault,
        slow_seconds=slow_seconds,
    )
