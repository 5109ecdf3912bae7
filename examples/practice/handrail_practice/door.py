"""The door of both apps: signing in and out."""

from starlette.responses import Response
from starlette.routing import Route

from handrail_practice.session import close_session, open_session
from handrail_practice.visit import Visit, page, public, set_session_cookie


def ask(visit: Visit) -> Response:
    if visit.session.user is not None:
        return visit.go("/")
    return visit.page("sign_in.html", email="", error=None, next=visit.query("next"))


def sign_in(visit: Visit) -> Response:
    email, wanted = visit.form.get("email"), visit.form.get("next")
    if not visit.site.account.accepts(email, visit.form.get("password")):
        error = "The address or the password is wrong."
        return visit.page("sign_in.html", 422, email=email, error=error, next=wanted)
    close_session(visit.db, visit.session)
    # "//host" would leave the site.
    local = wanted.startswith("/") and not wanted.startswith(("//", "/\\"))
    response = visit.go(wanted if local else "/")
    set_session_cookie(response, visit.site, open_session(visit.db, visit.site.account.email))
    return response


def sign_out(visit: Visit) -> Response:
    close_session(visit.db, visit.session)
    response = visit.go("/sign-in")
    response.delete_cookie(visit.site.session_cookie)
    return response


routes = [
    Route("/sign-in", public(ask), methods=["GET"]),
    Route("/sign-in", public(sign_in), methods=["POST"]),
    Route("/sign-out", page(sign_out), methods=["POST"]),
]
