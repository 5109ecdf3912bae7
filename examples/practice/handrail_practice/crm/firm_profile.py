"""The firm profile: a small page of its own that the record shows in a frame."""

from starlette.responses import Response
from starlette.routing import Route

from handrail_practice.visit import Visit, now, page


def show(visit: Visit) -> Response:
    firm = visit.query("firm")
    profile = visit.db.execute(
        "SELECT focus, ticket FROM firm_profiles WHERE firm = ?", (firm,)
    ).fetchone() or {"focus": "", "ticket": ""}
    return visit.fragment("firm_profile.html", firm=firm, profile=profile, updated=False)


def update(visit: Visit) -> Response:
    firm = visit.query("firm")
    profile = {"focus": visit.form.get("focus"), "ticket": visit.form.get("ticket")}
    visit.db.execute(
        "INSERT INTO firm_profiles (firm, focus, ticket, updated_at) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (firm) DO UPDATE SET focus = excluded.focus, ticket = excluded.ticket,"
        " updated_at = excluded.updated_at",
        (firm, profile["focus"], profile["ticket"], now()),
    )
    return visit.fragment("firm_profile.html", firm=firm, profile=profile, updated=True)


routes = [
    Route("/embed/firm", page(show), methods=["GET"]),
    Route("/embed/firm", page(update), methods=["POST"]),
]
