"""Numbers that nobody types, between a plus and a minus button: how many there are is an input."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from handrail.recording.browser import Recorder
from tests.app import Answer, App
from tests.e2e.conftest import RoundTrip
from tests.sweeping import some_of

ICON = "<svg width=12 height=12><rect width=12 height=12 /></svg>"
SCRIPT = """<script>
const show = () => { for (const [name, number] of Object.entries(counts)) draw(name, number); };
const counts = {adults: 1, children: 0};
window.count = (name, by) => { counts[name] += by; document.forms[0][name].value = counts[name]; show(); };
const draw = (name, number) => { document.getElementById(name).innerHTML = part(name, number); };
const part = (name, number) => `%s`;
show();
</script>"""
BUTTON = "<button type=button {1} onclick='count(\"${{name}}\", {0})'>{2}</button>"
WAYS = {
    "a text between signs": BUTTON.format(-1, "", "−") + "<span>${number}</span>" + BUTTON.format(1, "", "+"),
    "a text between signs that are no buttons": (
        BUTTON.format(-1, "style=cursor:pointer", "−").replace("button", "span")
        + "<b>${number}</b>"
        + BUTTON.format(1, "style=cursor:pointer", "+").replace("button", "span")
    ),
    "a field that is only read": (
        BUTTON.format(-1, "", "-") + "<input readonly size=2 value=${number}>" + BUTTON.format(1, "", "+")
    ),
    "icons by their labels, above each other": (
        "<div>${number}</div><div>"
        + BUTTON.format(1, "aria-label=Increase", ICON)
        + BUTTON.format(-1, "aria-label=Decrease ${number ? '' : 'disabled'}", ICON)
        + "</div>"
    ),
}


def form(way: str) -> str:
    rows = "".join(
        f"<li><div>{title}<small> {more}</small></div><div id={name}></div>"
        f"<input type=hidden name={name}></li>"
        for title, more, name in (("Adults", "from 13", "adults"), ("Children", "2 to 12", "children"))
    )
    return (
        f"<title>Stay</title><h1>Stay</h1><form action=/sent method=post><ul>{rows}</ul><button>Book</button>"
        f"</form>{SCRIPT % WAYS[way]}"
    )


@pytest.mark.parametrize("way", some_of(list(WAYS), 0))
async def test_how_many_there_are_is_given_by_other_data(round_trip: RoundTrip, way: str) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        for name, times in (("adults", 2), ("children", 1)):
            for _time in range(times):
                await page.locator(f"#{name} [onclick*=' 1)']").click()
        await page.get_by_role("button", name="Book").click()
        await page.get_by_role("heading", name="Thank you").wait_for()

    with App({"/": form(way), "/sent": Answer("<title>Sent</title><h1>Thank you</h1>")}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        assert [one.default for one in sop.variables.values()] == ["3", "1"]
        adults, children = sop.variables
        app.received.clear()
        summary = await round_trip.repeat(sop, {adults: "1", children: "4"})
        assert summary.outcome == "done", summary.error
        assert [one.form for one in app.received if one.method == "POST"] == [{"adults": "", "children": "4"}]
        summary = await round_trip.repeat(sop, {adults: "5", children: "half"})
        assert summary.error is not None and "'half' is not a number" in summary.error
