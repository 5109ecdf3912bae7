"""Who is asked, and how: the home's file `approvals.yaml`.

It holds no secret: passwords and keys are references, `{{ secret:smtp_password }}`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Final, Literal, TypeAlias
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field, field_validator, model_validator

from handrail._model import Model
from handrail._web import LOOPBACK, travels_safely
from handrail.approvals.approver import may_be_same, same_person
from handrail.errors import PolicyError
from handrail.home.settings import SettingsKind, read_settings
from handrail.policy.documents.document import ApprovalNeed, Escalation, Seconds

FILE_NAME: Final = "approvals.yaml"
APPROVALS_VARIABLE: Final = "HANDRAIL_APPROVALS"
"""The file in a home; the variable names another one."""

_REFERENCE: Final = re.compile(r"\{\{\s*secret:([A-Za-z_][\w.-]*)\s*\}\}")
_NAME: Final = r"^[A-Za-z0-9][A-Za-z0-9_.@-]{0,79}$"


def secret_named(reference: str) -> str:
    """The name of the secret that a reference means."""
    found = _REFERENCE.fullmatch(reference.strip())
    assert found is not None
    return found[1]


def _reference(value: str) -> str:
    if not _REFERENCE.fullmatch(value.strip()):
        raise ValueError("a secret is not written here but named, such as '{{ secret:smtp_password }}'")
    return value


def _web_address(value: str) -> str:
    parts = urlsplit(value)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ValueError(f"'{value}' is no web address")
    if not travels_safely(value):
        raise ValueError(f"'{value}' is not https: what is asked would travel in clear")
    return value.rstrip("/")


SecretReference = Annotated[str, AfterValidator(_reference)]
WebAddress = Annotated[str, AfterValidator(_web_address)]


class Person(Model):
    """Somebody who may be asked."""

    mail: str | None = Field(default=None, pattern=r"^[^@\s]+@[^@\s]+$")
    roles: tuple[str, ...] = ("approver",)
    """What the person is, as the policies call it: `approver`, `finance`, …"""


class MailChannel(Model):
    """Mail by way of an SMTP server."""

    kind: Literal["mail"]
    host: str
    port: int = Field(default=587, ge=1, le=65535)
    security: Literal["starttls", "tls", "none"] = "starttls"
    """`none` is for a server on this machine alone."""
    user: str | None = None
    password: SecretReference | None = None
    sender: str = Field(alias="from")
    ca_file: Path | None = None
    """Certificates that the server's own is checked against; the system's without one."""
    tell_withdrawn: bool = False
    """Whether a second mail tells those who were asked that somebody else has answered."""

    @model_validator(mode="after")
    def _encrypted(self) -> MailChannel:
        if self.security == "none" and self.host not in LOOPBACK:
            raise ValueError("mail to another machine must be encrypted: 'starttls' or 'tls'")
        if self.password is not None and self.user is None:
            raise ValueError("there is a password and no user")
        return self


class WebhookChannel(Model):
    """An HTTP address that gets every question as signed JSON."""

    kind: Literal["webhook"]
    url: WebAddress
    secret: SecretReference
    """Of the signature: HMAC-SHA-256."""
    person: str | None = None
    """In whose name the link in it answers. Without one there is no link: an address that several people
    read says of nobody who answered."""
    picture: bool = False
    """Whether the picture of the page is sent along."""
    tell_withdrawn: bool = True


Channel: TypeAlias = Annotated[MailChannel | WebhookChannel, Field(discriminator="kind")]


class LinkRules(Model):
    """The signed links by which people answer."""

    valid: Seconds = 24 * 3600


class ApprovalsDocument(Model):
    """Who is asked, and how."""

    version: Literal[1] = 1
    address: WebAddress | None = None
    """Where `handrail serve` is reached by the people who are asked: links lead there. None: no links."""
    links: LinkRules = LinkRules()
    people: dict[Annotated[str, Field(pattern=_NAME)], Person] = Field(default_factory=dict)
    channels: dict[Annotated[str, Field(pattern=_NAME)], Channel] = Field(default_factory=dict)
    ask: tuple[str, ...] = ()
    """Who is asked at once: people, roles, channels."""
    timeout: Seconds | None = None
    """How long an answer is waited for, where the policy does not say it."""
    on_timeout: Literal["deny", "wait"] = "wait"
    escalate: tuple[Escalation, ...] = ()
    """Who is asked next, where the policy does not say it."""

    @field_validator("people")
    @classmethod
    def _each_once(cls, people: dict[str, Person]) -> dict[str, Person]:
        names = list(people)
        for place, name in enumerate(names):
            if any(same_person(name, other) for other in names[:place]):
                raise ValueError(f"'{name}' stands here a second time, written otherwise")
        return people

    @model_validator(mode="after")
    def _known(self) -> ApprovalsDocument:
        for name in (*self.ask, *(step.to for step in self.escalate)):
            if not self.knows(name):
                raise ValueError(f"'{name}' is neither one of the people, nor a role of one, nor a channel")
        for name, channel in self.channels.items():
            if name in self.people:
                raise ValueError(f"'{name}' is a person and a channel")
            if isinstance(channel, WebhookChannel) and channel.person and channel.person not in self.people:
                raise ValueError(f"the channel '{name}' answers for '{channel.person}', who is not known")
        return self

    @property
    def patience(self) -> ApprovalNeed:
        """What holds where the policy says nothing of times."""
        return ApprovalNeed(timeout=self.timeout, on_timeout=self.on_timeout, escalate=self.escalate)

    @property
    def mail(self) -> str | None:
        """The channel by which people get mail: the first of its kind."""
        found = (name for name, channel in self.channels.items() if isinstance(channel, MailChannel))
        return next(found, None)

    def knows(self, name: str) -> bool:
        """Whether it is a person, a role that one of them has, or a channel."""
        return name in self.people or name in self.channels or bool(self.with_role(name))

    def with_role(self, role: str) -> tuple[str, ...]:
        """The people who have a role."""
        return tuple(name for name, person in self.people.items() if role in person.roles)

    def may_be_one(self, one: str, other: str) -> bool:
        """Whether two names may be one person's here: whoever signs in by a mail address is the person who
        gets mail there, and two who share an address are one. It gives nobody a role."""
        own, others = self._names_of(one), self._names_of(other)
        return any(may_be_same(name, also) for name in own for also in others)

    def _names_of(self, name: str) -> tuple[str, ...]:
        meant = [
            (known, person.mail)
            for known, person in self.people.items()
            if may_be_same(known, name) or (person.mail is not None and may_be_same(person.mail, name))
        ]
        return (name, *(also for both in meant for also in both if also is not None))

    def roles_of(self, name: str) -> frozenset[str]:
        """The roles that somebody has by this file."""
        for known, person in self.people.items():
            if same_person(known, name):
                return frozenset(person.roles)
        return frozenset()


_KIND: Final = SettingsKind(
    ApprovalsDocument,
    PolicyError,
    "The file of people and channels",
    "It must be a list of settings, such as 'ask: [ana]'.",
    "docs/approvals.md shows a whole file.",
)


def approvals_of(home: Path, named: str | None = None) -> ApprovalsDocument:
    """The file of a home, or the one that is `named`; an empty document where a home has none.

    Raises PolicyError for one that cannot be read.
    """
    path = Path(named).expanduser() if named else home / FILE_NAME
    known = read_settings(path, _KIND)
    if known is None and named:
        raise PolicyError(
            "There is no such file of people and channels.",
            place=str(path),
            mend=f"Correct {APPROVALS_VARIABLE}, or unset it.",
        )
    return known or ApprovalsDocument()
