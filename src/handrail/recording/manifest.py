"""`recording.json`: the head of a recording folder; `events.jsonl` beside it holds the events."""

from __future__ import annotations

from typing import Literal

from handrail._model import Model
from handrail.recording.event import Address


class Manifest(Model):
    """What a recording is, and how it came to be."""

    schema_version: Literal[1] = 1
    id: str
    started: str
    """UTC, ISO 8601."""
    start_url: Address
    viewport: tuple[int, int]
    browser: str
    handrail_version: str
    sign_in: str | None = None
    scrubbed: bool = False
    """Personal data has pseudonyms in its place; files are not kept."""
    ended: str | None = None
    """UTC, ISO 8601; none while recording, or where the recorder itself was killed."""
    end_reason: str | None = None
