"""Secrets in templates: the reference that people and journals see, and the mark on the value in clear."""

from __future__ import annotations

from handrail.sop.template.parsing import SECRET_PREFIX


class Secret(str):
    """A secret's value in clear: no message ever quotes it."""

    __slots__ = ()


class Hidden(str):
    """The text that stands for a secret: filters leave it as it is."""

    __slots__ = ()


def secret_reference(name: str) -> Hidden:
    """The visible text that stands for a secret wherever people or journals see it."""
    return Hidden(f"{{{{ {SECRET_PREFIX}{name.removeprefix(SECRET_PREFIX)} }}}}")
