"""Choices of a page's own making that say nothing of being on before the first is made, or nothing at all."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from handrail.recording.browser import Recorder
from tests.app import Answer, App
from tests.e2e.conftest import RoundTrip

SIZES = "".join(f"<span class=size>{size}</span> " for size in ("S", "M", "L"))
STARS = "".join(
    f"<input type=radio name=stars id=s{one} value={one}><label for=s{one} title='{one} stars'>☆</label>"
    for one in range(1, 6)
)
COLOURS = "".join(
    f"<a href=# class=colour title={one} style='background: {one}'></a>" for one in ("red", "green", "blue")
)
ORDER = f"""<title>Order</title><style>
.size {{cursor: pointer; padding: 4px}} .on {{background: #cef}}
.colour {{display: inline-block; width: 20px; height: 20px}}</style>
<h1>Order</h1><form action=/sent method=post><div>Size {SIZES}</div><div>Rating {STARS}</div>
<div>Colour {COLOURS}</div>
<p>Guests <button type=button onclick="guests.value++">+</button>
 <input id=guests name=guests value=1 readonly size=2></p>
<input type=hidden name=size><input type=hidden name=colour><button>Send</button></form>
<script>
const sizes = [...document.querySelectorAll('.size')], form = document.querySelector('form');
for (const one of sizes) one.onclick = () => {{
  sizes.forEach((each) => each.classList.toggle('on', each === one));
  form.size.value = one.textContent;
}};
for (const one of document.querySelectorAll('.colour')) one.onclick = () => {{
  form.colour.value = one.title;
  return false;
}};
</script>"""


async def test_what_says_its_state_once_chosen_is_an_input_and_what_never_does_is_asked_about(
    round_trip: RoundTrip,
) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_text("M", exact=True).click()
        await page.locator("label[for=s4]").click()
        await page.locator("[title=green]").click()
        for _time in range(2):
            await page.get_by_role("button", name="+").click()
        await page.get_by_role("button", name="Send").click()
        await page.get_by_role("heading", name="Thank you").wait_for()

    with App({"/": ORDER, "/sent": Answer("<title>Sent</title><h1>Thank you</h1>")}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        names = {one.default: name for name, one in sop.variables.items()}
        assert set(names) == {"M", "4 stars"}
        asked = [one.question for one in sop.clarifications if not one.id.startswith("read-back")]
        assert len(asked) == 2
        assert "'green'" in asked[0]
        assert "'+'" in asked[1]
        app.received.clear()
        summary = await round_trip.repeat(sop, {names["M"]: "L", names["4 stars"]: "2 stars"})
        # That the colour was chosen is to be seen nowhere.
        assert summary.outcome == "done, unverified", summary.error
        sent = [one.form for one in app.received if one.method == "POST"]
        assert sent == [{"size": "L", "stars": "2", "colour": "green", "guests": "3"}]


ASKED = "".join(
    f"<p>{question}? <button type=button>Yes</button><button type=button>No</button>"
    f"<input type=hidden name={question.lower()}></p>"
    for question in ("Smoker", "Driver")
)
PROFILE = f"""<title>Profile</title><style>.on {{background: #cef}}</style><h1>Profile</h1>
<form action=/sent method=post>{ASKED}<button>Send</button></form>
<script>
for (const line of document.querySelectorAll('p')) {{
  const answers = [...line.querySelectorAll('button')];
  for (const one of answers) one.onclick = () => {{
    answers.forEach((each) => each.classList.toggle('on', each === one));
    line.querySelector('input').value = one.textContent;
  }};
}}
</script>"""


@pytest.mark.sweep
async def test_the_same_answers_as_buttons_behind_two_questions_are_inputs(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_role("button", name="Yes").nth(0).click()
        await page.get_by_role("button", name="No").nth(1).click()
        await page.get_by_role("button", name="Send").click()
        await page.get_by_role("heading", name="Thank you").wait_for()

    with App({"/": PROFILE, "/sent": Answer("<title>Sent</title><h1>Thank you</h1>")}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        assert {name: one.default for name, one in sop.variables.items()} == {"smoker": "Yes", "driver": "No"}
        app.received.clear()
        summary = await round_trip.repeat(sop, {"smoker": "No", "driver": "Yes"})
        assert summary.outcome == "done", summary.error
        assert [one.form for one in app.received if one.method == "POST"] == [
            {"smoker": "No", "driver": "Yes"}
        ]
