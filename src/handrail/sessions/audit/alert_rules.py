"""Rules over the journal, and where alerts go: `alerts.yaml` in the home."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal

from pydantic import Field, model_validator

from handrail._model import Model
from handrail.approvals.document import MailChannel, SecretReference
from handrail.errors import UsageError
from handrail.home.settings import SettingsKind, read_settings
from handrail.journal.events.event import Outcome
from handrail.sessions.audit.audit_settings import Name, Url

NAME: Final = "alerts.yaml"

When = Literal["blocked", "records", "new host", "healed", "failed sign-ins", "unusual approver", "ended"]


class Rule(Model):
    """One thing to be told of."""

    name: str = Field(min_length=1, max_length=120)
    when: When
    """`blocked`: the gate refused an action. `records`: more records were written than `more_than` within
    `minutes`, or more in one session than `times_usual` times the median of the SOP's sessions. `new host`:
    an action on a host where this SOP never acted. `healed`: a step's element was found otherwise than
    recorded more often than `more_than`. `failed sign-ins` to the API. `unusual approver`: an answer of
    somebody who never answered for this SOP, or is not in `usual`. `ended`: with one of `outcomes`."""
    more_than: int | None = Field(None, ge=0)
    minutes: float | None = Field(None, gt=0)
    """The length of the window that `more_than` is about."""
    times_usual: float | None = Field(None, gt=1)
    usual: tuple[str, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    sops: tuple[str, ...] = ()
    """Ids of the SOPs that it is about; all of them without one."""

    @model_validator(mode="after")
    def _fits(self) -> Rule:
        counting = self.when in ("records", "healed", "failed sign-ins")
        if self.when == "records" and self.more_than is None and self.times_usual is None:
            raise ValueError("'records' needs more_than or times_usual")
        if self.when in ("healed", "failed sign-ins") and self.more_than is None:
            raise ValueError(f"'{self.when}' needs more_than")
        if not counting and (self.more_than is not None or self.minutes is not None):
            raise ValueError(f"'{self.when}' counts nothing: leave more_than and minutes out")
        if self.times_usual is not None and self.when != "records":
            raise ValueError("times_usual belongs to 'records'")
        if (self.when == "ended") != bool(self.outcomes):
            raise ValueError("'ended' and outcomes belong together")
        if self.usual and self.when != "unusual approver":
            raise ValueError("usual belongs to 'unusual approver'")
        if self.sops and self.when == "failed sign-ins":
            raise ValueError("'failed sign-ins' is about no SOP")
        return self

    @property
    def window(self) -> float:
        """The window in minutes: an hour where none is given, a day for healing."""
        return self.minutes or (1440.0 if self.when == "healed" else 60.0)


class Email(MailChannel):
    """A mail to somebody, by way of a server as `approvals.yaml` describes one."""

    kind: Literal["mail"] = "mail"
    to: tuple[str, ...] = Field(min_length=1)


class Channel(Model):
    """Where alerts go: one of these."""

    name: Name
    webhook: Url | None = None
    """Gets a POST of JSON; `text` in it is what chat services show."""
    secret: SecretReference | None = None
    """Of the signature of a webhook's body, such as `{{ secret:chat_key }}`."""
    email: Email | None = None

    @model_validator(mode="after")
    def _one(self) -> Channel:
        if (self.webhook is None) == (self.email is None):
            raise ValueError("a channel has one of webhook, email")
        return self


class AlertSettings(Model):
    """The alerts of a home."""

    rules: tuple[Rule, ...] = ()
    channels: tuple[Channel, ...] = ()

    @model_validator(mode="after")
    def _names(self) -> AlertSettings:
        for names in ([rule.name for rule in self.rules], [channel.name for channel in self.channels]):
            if len(set(names)) != len(names):
                raise ValueError("two of the same name")
        return self


_KIND: Final = SettingsKind(
    AlertSettings,
    UsageError,
    "The alerts",
    "It is a list of settings: rules, and channels.",
    "docs/audit.md says what may stand there.",
)


def alert_settings(home: Path) -> AlertSettings:
    """The rules and channels of a home; none where it has no file. Raises UsageError, with file and line."""
    return read_settings(home / NAME, _KIND) or AlertSettings()
