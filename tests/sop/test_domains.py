"""Which host an address leads to, and whether a list of domains covers it."""

from __future__ import annotations

import pytest

from handrail.sop.domains import covers, host_of


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
        ("[0:0::1]:8000", "[::1]:8000", True),
        ("[::1]:8000", "[::1]", False),
    ],
)
def test_a_domain_covers_a_host_in_whichever_way_it_is_written(
    domain: str, host: str, is_covered: bool
) -> None:
    assert covers([domain], host) is is_covered


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("http://evil.test\\@crm.example/x", "evil.test"),
        ("http:\\\\evil.test\\@crm.example", "evil.test"),
        ("\\\\evil.test\\@crm.example", "evil.test"),
        (" HT\nTPS:/\\evil.test:8443\\@crm.example", "evil.test:8443"),
        ("http://crm.example/a?b=c\\d@e", "crm.example"),
        ("http://crm.example#\\@evil.test", "crm.example"),
        ("http://h%72.crm.example/", "hr.crm.example"),
        ("http://H%52.crm.example:81/", "hr.crm.example:81"),
        ("http://evil.test%00.crm.example/", "invalid"),
        ("http://evil.test%2f.crm.example/", "invalid"),
        ("http://evil.test%5C@crm.example/", "crm.example"),
        ("http://crm.example%40evil.test/", "invalid"),
        ("mailto:a\\@b", ""),
        ("http://[::1]:8000/", "[::1]:8000"),
        ("http://[0:0:0:0:0:0:0:1]/", "[::1]"),
        ("http://[FE80::0:1]:443/", "[fe80::1]:443"),
        ("http://[::1:8000]/", "[::1:8000]"),
        ("http://[1:2]/", "invalid"),
    ],
)
def test_the_host_of_an_address_is_the_one_that_browsers_go_to(url: str, host: str) -> None:
    assert host_of(url) == host
