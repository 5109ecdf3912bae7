"""Which host an address leads to, and whether a list of domains covers it."""

from __future__ import annotations

import pytest

from handrail.sop.domains import covers


@pytest.mark.parametrize(
    ("domain", "host", "is_covered"),
    [
        ("crm.example", "CRM.example", True),
        ("crm.example:8443", "crm.example.:8443", True),
        ("*.crm.example", "a.crm.example", True),
        ("*.crm.example", "crm.example", False),
        ("bücher.example", "xn--bcher-kva.example", True),
        ("xn--bcher-kva.example", "BÜCHER.example", True),
        ("bücher.example", "bucher.example", False),
        ("*.bücher.example:81", "a.xn--bcher-kva.example:81", True),
        # Browsers keep these letters; the older standard made another host of the name.
        ("straße.example", "xn--strae-oqa.example", True),
        ("straße.example", "strasse.example", False),
        ("φάρος.example", "xn--hxa2bffq.example", True),
        ("例え。example", "xn--r8jz45g.example", True),
        ("[::1]:8000", "[::1]:8000", True),
    ],
)
def test_a_domain_covers_a_host_in_whichever_way_it_is_written(
    domain: str, host: str, is_covered: bool
) -> None:
    assert covers([domain], host) is is_covered
