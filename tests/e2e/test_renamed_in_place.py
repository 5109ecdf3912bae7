"""A record of a list is given another name in the very place where it stands."""

from __future__ import annotations

from itertools import count

import pytest
from playwright.async_api import Page

from handrail.recording.browser import Recorder
from tests.app import App, Received
from tests.e2e.conftest import RoundTrip, told
from tests.e2e.test_widgets import TELL
from tests.sweeping import some_of

FILES = ("alpha.txt", "beta.txt", "gamma.txt", "delta.txt")
RENAMED = """<style>li{cursor:pointer}</style><script>
for (const item of document.querySelectorAll('li')) item.oncontextmenu = (event) => {
  event.preventDefault();
  const menu = Object.assign(document.createElement('div'), {innerHTML: '<div role=menuitem>Rename</div>'});
  menu.setAttribute('role', 'menu');
  document.body.append(menu);
  menu.firstChild.onclick = () => {
    const [shown, field] = [item.firstChild, document.createElement('input')];
    const was = field.value = shown.textContent;
    menu.remove(); shown.replaceChildren(field); field.focus(); field.select();
    field.onkeydown = ({key}) => { if (key !== 'Enter') return;
      tell(was + ' is ' + field.value).then(() => { shown.textContent = field.value; }); };
  };
};</script>"""


def files(item: str) -> App:
    """A list of files that says how long ago each was changed: something else each time."""
    looks = count(1)

    def listed(_: Received) -> str:
        ages = range(9 * next(looks), 99)
        items = "".join(
            item.format(name=name, age=f"{age}s ago") for name, age in zip(FILES, ages, strict=False)
        )
        return (
            f"<title>Files</title>{TELL}<div><p>Name Modified</p><div><ul>{items}</ul></div></div>{RENAMED}"
        )

    return App({"/": listed, "/tell": "ok"})


@pytest.mark.parametrize(
    "item",
    some_of(
        [
            "<li><span class=name>{name}</span><span class=age>{age}</span></li>",
            "<li><span>{name}</span><span>{age}</span></li>",
        ],
        1,
    ),
    ids=["parts of a kind each", "parts alike"],
)
async def test_it_is_found_though_the_record_before_it_and_its_age_are_others(
    round_trip: RoundTrip, item: str
) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_text("beta.txt").click(button="right")
        await page.get_by_role("menuitem", name="Rename").click()
        await page.keyboard.type("budget.txt")
        await page.keyboard.press("Enter")
        await page.get_by_text("budget.txt").wait_for()

    with files(item) as served:
        made = await round_trip.show(served.url + "/", drive)
        record, name = made.variables
        assert [one.default for one in made.variables.values()] == ["beta.txt", "budget.txt"]
        assert "alpha" not in name
        served.received.clear()
        summary = await round_trip.repeat(made, {record: "delta.txt", name: "dinner.txt"})
        assert summary.outcome == "done", summary.error
        assert told(served) == [("/tell", "delta.txt is dinner.txt")]
