"""The pages and mails that are written from Jinja templates inside of the package."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

# Few commands write a page: the library comes with the first one.
if TYPE_CHECKING:
    from jinja2 import Environment


def templates(
    package: str, folder: str = "templates", *, finalize: Callable[[Any], Any] | None = None
) -> Environment:
    """The templates in a package's folder: a name that is not given is an error, and `.html` is escaped.

    `finalize` is called with each value before it is written.
    """
    from jinja2 import Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=PackageLoader(package, folder),
        autoescape=lambda name: bool(name and name.endswith(".html")),
        undefined=StrictUndefined,
        finalize=finalize,
        trim_blocks=True,
        lstrip_blocks=True,
    )
