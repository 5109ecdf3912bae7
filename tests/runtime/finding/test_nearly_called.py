"""An entry that is missed is told together with those that are called nearly so."""

from __future__ import annotations

import pytest

from tests.app import App
from tests.builders import click, open_page, sop
from tests.runtime.conftest import Runner
from tests.sweeping import some_of

PAGE = """<title>User</title><button onclick="list.hidden = false">Language</button>
<ul id=list hidden><li>English</li><li>French (France)</li><li>French (Canada)</li><li>German</li></ul>"""


@pytest.mark.parametrize(
    ("wanted", "told"),
    some_of(
        [
            ("French", "(there is: 'French (Canada)', 'French (France)')"),
            ("Germann", "(there is: 'German')"),
            ("Welsh", "(text 'Welsh') is shown"),
        ],
        0,
    ),
)
async def test_those_that_are_called_nearly_so_are_told(run: Runner, wanted: str, told: str) -> None:
    shown = {
        "kind": "element",
        "state": "visible",
        "target": {"tag": "li", "locators": [{"by": "text", "text": wanted}]},
    }
    with App({"/": PAGE}) as app:
        summary = await run(sop([open_page(app.url), click("Language", done_when=[shown])], [app.host]))
    assert summary.error is not None and summary.error.endswith(f"{told}."), summary.error
