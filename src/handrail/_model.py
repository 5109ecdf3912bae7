"""The base of every document and event model: frozen, and strict about fields it does not know."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Model(BaseModel):
    """A frozen value; an unknown field is an error that names the place."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)
