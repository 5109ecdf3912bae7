"""What of the audit is told elsewhere, and for how long sessions are kept: `audit.yaml` in the home."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import Field, model_validator

from handrail._model import Model
from handrail.approvals.document import SecretReference
from handrail.errors import UsageError
from handrail.home.settings import SettingsKind, read_settings

NAME: Final = "audit.yaml"

Minutes = Annotated[float, Field(gt=0)]
Name = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,60}$")]
Url = Annotated[str, Field(pattern=r"^https?://\S+$")]


class Anchor(Model):
    """A place outside of the home to which the end of the audit log is told: one of these."""

    file: str | None = None
    """A file that lines are added to, best on another machine or where lines can only be added."""
    url: Url | None = None
    """Gets a POST of JSON."""
    timestamp: Url | None = None
    """A timestamp authority (RFC 3161)."""
    roots: str | None = None
    """For `timestamp`: a PEM file with the certificate that the authority's own must lead to."""

    @model_validator(mode="after")
    def _one(self) -> Anchor:
        if sum(place is not None for place in (self.file, self.url, self.timestamp)) != 1:
            raise ValueError("an anchor has one of file, url, timestamp")
        if self.roots and not self.timestamp:
            raise ValueError("roots belong to a timestamp authority")
        return self


class Stream(Model):
    """A place to which every entry is sent, at least once, in the order of its session."""

    name: Name
    """How far it has come is kept under this name."""
    webhook: Url | None = None
    syslog: str | None = Field(None, pattern=r"^(tcp|udp|tls)://[^/\s:]+:\d+$|^unix:/\S+$")
    """`tcp://host:601`, `tls://host:6514`, `udp://host:514` or `unix:/dev/log`."""
    otel: Url | None = None
    """An OpenTelemetry collector, as in http://localhost:4318: its log endpoint gets OTLP as JSON."""
    secret: SecretReference | None = None
    """Of the signature of a webhook's body, such as `{{ secret:siem_key }}`."""
    token: SecretReference | None = None
    """A bearer token for `webhook` or `otel`, such as `{{ secret:siem_token }}`."""
    detail: Literal["trail", "full"] = "trail"
    """`trail` sends who did what kind of thing, when, in which step, on whose approval, under which versions,
    and no value; `full` sends the whole event."""
    start: Literal["beginning", "now"] = "beginning"
    """Where a new stream begins."""

    @model_validator(mode="after")
    def _one(self) -> Stream:
        if sum(place is not None for place in (self.webhook, self.syslog, self.otel)) != 1:
            raise ValueError("a stream has one of webhook, syslog, otel")
        return self


class Retention(Model):
    """How long sessions are kept. Those under a hold, or not over, stay."""

    remove_after_days: float | None = Field(None, gt=0)
    """`handrail serve` removes older ones, as `session prune` does."""
    keep_at_least_days: float | None = Field(None, gt=0)
    """`session prune` removes none that is younger, whatever it is told."""

    @model_validator(mode="after")
    def _fits(self) -> Retention:
        if self.remove_after_days and (self.keep_at_least_days or 0) > self.remove_after_days:
            raise ValueError("keep_at_least_days is longer than remove_after_days")
        return self


class AuditSettings(Model):
    """The audit of a home."""

    anchors: tuple[Anchor, ...] = ()
    anchor_every: Minutes = 60
    streams: tuple[Stream, ...] = ()
    retention: Retention = Retention()

    @model_validator(mode="after")
    def _names(self) -> AuditSettings:
        names = [stream.name for stream in self.streams]
        if len(set(names)) != len(names):
            raise ValueError("two streams have the same name")
        return self


_KIND: Final = SettingsKind(
    AuditSettings,
    UsageError,
    "The settings of the audit",
    "It must be a list of settings, such as 'anchor_every: 60'.",
    "docs/audit.md says what may stand there.",
)


def audit_settings(home: Path) -> AuditSettings:
    """The settings of a home; the usual ones where it has no file. Raises UsageError, with file and line."""
    return read_settings(home / NAME, _KIND) or AuditSettings()
