"""What component kits lay over a page, and entries that hold a field: a run keeps out of both."""

from __future__ import annotations

from playwright.async_api import Page

from handrail.recording.browser import Recorder
from tests.app import Answer, App
from tests.e2e.conftest import RoundTrip, told


def _app(page: str) -> App:
    script = "const tell = (what) => fetch('/tell?what=' + encodeURIComponent(what), {method: 'POST'});"
    return App({"/": f"<title>Visits</title><script>{script}</script>{page}", "/tell": Answer("{}")})


OVER_THE_PAGE = """<h1>New visit</h1>
<p><label for=name>Until</label> <input id=name></p>
<p><label for=day>Day</label> <input id=day autocomplete=off></p>
<p><label for=phone>Phone</label> <input id=phone></p>
<div id=picker role=dialog aria-label="Choose a day" hidden
 style="position: fixed; left: 0; right: 0; top: 165px; bottom: 0; background: #eee">
 <table role=grid><tr><td>1<td>2<td>3</table></div>
<p style="margin-top: 60px"><button id=save>Save</button></p><p role=status id=s></p>
<script>
const by = (id) => document.getElementById(id);
by('day').onfocus = () => { by('picker').hidden = false; };
document.onmousedown = (e) => {
  if (!by('picker').contains(e.target) && e.target !== by('day')) by('picker').hidden = true; };
by('save').onclick = () => tell([by('name').value, by('phone').value].join(' | '))
  .then(() => { by('s').textContent = 'Saved'; });
</script>"""


async def test_what_tab_brought_up_is_put_away_by_the_press_that_put_it_away(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_label("Until").fill("24.12.2026")
        await page.get_by_label("Until").press("Tab")
        await page.get_by_role("dialog").wait_for()
        await page.wait_for_timeout(600)
        await page.get_by_label("Phone").click()
        await page.keyboard.type("555")
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Saved").wait_for()

    with _app(OVER_THE_PAGE) as app:
        sop = await round_trip.show(app.url + "/", drive)
        app.received.clear()
        summary = await round_trip.repeat(sop, {"until": "31.01.2027", "phone": "777"})
        assert summary.outcome == "done", summary.error
        assert told(app) == [("/tell", "31.01.2027 | 777")]


FIELD_IN_AN_ENTRY = """<h1>New visit</h1><label for=with>Hosts</label>
<ul role=listbox id=chosen style="padding: 0"><li role=option style="display: inline-block; padding: 8px">
<input id=with role=combobox autocomplete=off></li></ul>
<ul role=listbox id=list hidden></ul><p><button id=save>Save</button></p><p role=status id=s></p>
<script>
const by = (id) => document.getElementById(id), hosts = [];
const people = ['Ada Byron', 'Carl Gauss', 'Emmy Noether'];
let waiting;
by('with').oninput = () => { clearTimeout(waiting); waiting = setTimeout(() => {
  const found = people.filter((one) => one.includes(by('with').value));
  by('list').innerHTML = found.map((one) => `<li role=option>${one}</li>`).join('');
  by('list').hidden = false; }, 400); };
by('list').onclick = (e) => { hosts.push(e.target.textContent);
  by('list').hidden = true; by('with').value = '';
  by('chosen').insertAdjacentHTML('afterbegin',
    `<li role=option style="display: inline-block">${hosts.at(-1)}</li>`); };
by('save').onclick = () => tell(hosts.join(' | ')).then(() => { by('s').textContent = 'Saved'; });
</script>"""


async def test_an_entry_that_holds_the_field_is_not_the_one_that_says_what_is_typed(
    round_trip: RoundTrip,
) -> None:
    """It was pressed in its place, and the run was done without the person."""

    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_label("Hosts").press_sequentially("Ada")
        await page.get_by_role("option", name="Ada Byron", exact=True).click()
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Saved").wait_for()

    with _app(FIELD_IN_AN_ENTRY) as app:
        sop = await round_trip.show(app.url + "/", drive)
        assert {name: one.default for name, one in sop.variables.items()} == {"hosts": "Ada Byron"}
        app.received.clear()
        summary = await round_trip.repeat(sop, {"hosts": "Emmy Noether"})
        assert summary.outcome == "done", summary.error
        assert told(app) == [("/tell", "Emmy Noether")]
