"""What is sent without a step of its own, to read something back: a secret goes to its own hosts alone."""

from __future__ import annotations

from collections.abc import Mapping

from handrail.errors import Blocked
from handrail.secrets.forms import forms
from handrail.secrets.value import SecretValue
from handrail.sop.domains import covers, host_of


def check_bound(secrets: Mapping[str, SecretValue], url: str, headers: Mapping[str, str]) -> None:
    """Raises Blocked where the address or a header holds a secret, in any form, that is bound to other hosts.

    By then it is known no more which part of them was a secret, so the values are looked for.
    """
    host = host_of(url)
    away = {name: value for name, value in secrets.items() if value.hosts and not covers(value.hosts, host)}
    sent = "\n".join((url, *headers.values()))
    for name, value in away.items():
        known = [forms(text) for text in value.lately()]
        if any(form in sent for one in known for form in one.written | one.coded):
            raise Blocked(
                f"The secret '{name}' is for {', '.join(value.hosts)}, and not for '{host}', so nothing was "
                "sent there."
            )
