"""A site: what an app is made of besides its routes: its name, account, words, templates, files."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Route

from handrail_practice.drift import Variant, VariantMiddleware
from handrail_practice.renaming import rename_css, rename_html, rename_script
from handrail_practice.session import Account

_FRAME = Path(__file__).parent / "frame"


@dataclass(frozen=True)
class Site:
    name: str
    cookie: str
    """The prefix of the app's cookies; cookies ignore ports, so each app needs its own."""
    account: Account
    database: Path
    folder: Path
    renamed: Mapping[str, str]
    """What the words in the templates become under `renamed-labels`."""
    partner_url: str | None = None
    """Where a link on every page leads out of the site; without it there is none."""

    @property
    def session_cookie(self) -> str:
        return f"{self.cookie}_session"

    def app(
        self,
        routes: Collection[BaseRoute],
        *,
        drift: frozenset[str],
        fault: str | None,
        slow_seconds: float,
    ) -> Starlette:
        app = Starlette(
            routes=[*routes, Route("/static/{naming}/{name}", _static)],
            middleware=[Middleware(VariantMiddleware, cookie=self.cookie, slow_seconds=slow_seconds)],
        )
        app.state.site = self
        app.state.variant = Variant().drifting(drift).failing(fault)
        return app

    def render(self, template: str, variant: Variant, **values: Any) -> str:
        def say(words: str) -> str:
            return self.renamed.get(words, words) if variant.renamed_labels else words

        html = self._templates.get_template(template).render(
            site=self,
            variant=variant,
            say=say,
            static="/static/changed" if variant.changed_ids else "/static/plain",
            **values,
        )
        return rename_html(html) if variant.changed_ids else html

    def file(self, name: str) -> Path | None:
        for folder in (self.folder / "static", _FRAME / "static"):
            if (path := folder / name).parent == folder and path.is_file():
                return path
        return None

    @cached_property
    def _templates(self) -> Environment:
        environment = Environment(
            loader=FileSystemLoader([self.folder / "templates", _FRAME / "templates"]),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        environment.filters |= {"day": _day, "moment": _moment}
        return environment


def _static(request: Request) -> Response:
    site: Site = request.app.state.site
    path = site.file(request.path_params["name"])
    if path is None:
        raise HTTPException(404)
    headers = {"Cache-Control": "max-age=60"}
    rename = {".css": rename_css, ".js": rename_script}.get(path.suffix)
    if request.path_params["naming"] == "plain" or rename is None:
        return FileResponse(path, headers=headers)
    media_type = "text/css" if path.suffix == ".css" else "text/javascript"
    return Response(rename(path.read_text("utf-8")), media_type=media_type, headers=headers)


def _day(text: str) -> str:
    """`2026-03-09` as `9 Mar 2026`, the same in every locale."""
    if not text:
        return ""
    day = date.fromisoformat(text[:10])
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


def _moment(text: str) -> str:
    moment = datetime.fromisoformat(text)
    return f"{_day(text)}, {moment:%H:%M}"


_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
