"""Work that is done by keys alone, in widgets of a page's own, and repeated on other data."""

from __future__ import annotations

import json

from playwright.async_api import Page

from handrail.recording.browser import Recorder
from tests.app import Answer, App
from tests.e2e.conftest import RoundTrip, told

WIDGETS = """<h1>Desk</h1><div role=radiogroup aria-label=Priority id=p>
<span role=radio tabindex=0 aria-checked=true>Low</span> <span role=radio aria-checked=false>Normal</span>
<span role=radio aria-checked=false>High</span></div>
<fieldset><legend>Size</legend><label><input type=radio name=size value=S checked> S</label>
<label><input type=radio name=size value=M> M</label><label><input type=radio name=size value=L> L</label>
</fieldset><p><span role=switch id=r tabindex=0 aria-checked=false aria-label=Renew>◐</span></p>
<p id=cl>Colour</p><div role=listbox id=c tabindex=0 aria-labelledby=cl><div role=option id=c0>Red</div>
<div role=option id=c1>Green</div><div role=option id=c2>Blue</div></div>
<p id=wl>Warehouse</p><div role=combobox id=w tabindex=0 aria-labelledby=wl aria-haspopup=listbox
 aria-controls=o>North</div><div role=listbox id=o hidden><div role=option id=o0>North</div>
<div role=option id=o1>South</div><div role=option id=o2>East</div></div>
<p>Seats <span role=spinbutton id=s tabindex=0 aria-label=Seats aria-valuenow=1>1</span></p>
<button>Save</button><p role=status id=t></p><script>
const moved = (key, at, length) => Math.max(0, Math.min(length - 1,
  at + ({ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1}[key] ?? 0)));
const radios = [...p.children];
const check = (n) => { radios[n].tabIndex = 0; radios[n].focus();
  radios.forEach((one, at) => { one.ariaChecked = at === n; }); };
radios.forEach((one, n) => { one.onclick = () => check(n);
  one.onkeydown = ({key}) => { const to = moved(key, n, 3); if (to !== n) check(to); }; });
r.onclick = () => { r.ariaChecked = r.ariaChecked !== 'true'; };
r.onkeydown = ({key}) => { if (key === ' ') r.click(); };
const choose = (list, n, chosen) => {
  [...list.children].forEach((one, at) => { one.ariaSelected = at === n; });
  chosen.setAttribute('aria-activedescendant', list.children[n].id); };
const at = (list) => Math.max(0, [...list.children].findIndex((one) => one.ariaSelected === 'true'));
c.onclick = ({target}) => choose(c, [...c.children].indexOf(target), c);
c.onkeydown = ({key}) => { if (key.startsWith('Arrow')) choose(c, moved(key, at(c), 3), c); };
const take = (entry) => { w.textContent = entry.textContent; o.hidden = true; };
w.onclick = () => { o.hidden = false; };
o.onclick = ({target}) => take(target);
w.onkeydown = ({key}) => { if (key === 'Enter' && o.hidden) { o.hidden = false; choose(o, 0, w); return; }
  if (key === 'Enter') take(o.children[at(o)]); else choose(o, moved(key, at(o), 3), w); };
s.onkeydown = ({key}) => {
  if (key === 'ArrowUp') s.ariaValueNow = s.textContent = Number(s.textContent) + 1; };
document.querySelector('button').onclick = async () => {
  const chosen = (list, mark) => list.querySelector(`[aria-${mark}=true]`)?.textContent;
  const size = document.querySelector('[name=size]:checked').value;
  const body = new URLSearchParams({size, priority: chosen(p, 'checked'), colour: chosen(c, 'selected'),
    seats: s.textContent, renew: r.ariaChecked, warehouse: w.textContent});
  await fetch('/tell', {method: 'POST', body});
  t.textContent = 'Saved'; };
</script>"""


async def test_what_was_chosen_by_keys_is_an_input(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        down = ("ArrowDown", "ArrowDown")
        seats = ("Tab", "ArrowUp", "ArrowUp")
        for key in ("Tab", *down, "Tab", *down, "Tab", "Space", "Tab", *down, "Tab", "Enter", *down, "Enter"):
            await page.keyboard.press(key)
        for key in (*seats, "Tab", "Enter"):
            await page.keyboard.press(key)
        await page.get_by_text("Saved").wait_for()

    def saved(**values: str) -> tuple[str, str]:
        return "/tell", "&".join(f"{name}={value}" for name, value in sorted(values.items()))

    with App({"/": WIDGETS, "/tell": "ok"}) as served:
        sop = await round_trip.show(served.url, drive)
        shown = {"priority": "High", "size": "L", "renew": "true", "colour": "Blue", "warehouse": "East"}
        assert told(served) == [saved(**shown, seats="3")]
        assert {name: variable.default for name, variable in sop.variables.items()} == shown
        given = {
            "priority": "Normal",
            "size": "M",
            "renew": "false",
            "colour": "Green",
            "warehouse": "South",
        }
        summary = await round_trip.repeat(sop, given)
        assert summary.outcome in {"done", "done, unverified"}, json.dumps(summary.error)
        assert told(served)[1:] == [saved(**given, seats="3")]


SHELF = """<style>#list {position: absolute; background: #fff; border: 1px solid}</style><h1>Order</h1>
<p><span id=l>Country</span> <button type=button id=field role=combobox aria-haspopup=listbox
 aria-expanded=false aria-labelledby=l aria-controls=list>Choose</button></p><button id=save>Save</button>
<p role=status id=said></p>
<div id=list role=listbox tabindex=0 aria-labelledby=l hidden></div><script>
const names = ['Austria', 'France', 'Italy', 'Spain'];
const take = (name) => { field.textContent = name; list.hidden = true; field.focus(); };
const mark = (at) => list.setAttribute('aria-activedescendant', `entry${at}`);
field.onclick = () => {
  list.innerHTML = names.map((one, at) => `<div role=option id=entry${at}>${one}</div>`).join('');
  list.hidden = false;
  list.focus();
};
list.onclick = ({target}) => take(target.textContent);
list.onkeydown = (event) => {
  if (event.key === 'Enter') {
    event.preventDefault();
    take(document.getElementById(list.getAttribute('aria-activedescendant')).textContent);
  } else mark(names.findIndex((one) => one.toLowerCase().startsWith(event.key)));
};
save.onclick = () => fetch('/tell?what=' + field.textContent, {method: 'POST'})
  .then(() => { said.textContent = 'Saved'; });
</script>"""


async def test_what_a_letter_came_to_in_a_list_that_came_up_is_an_input(
    round_trip: RoundTrip,
) -> None:
    """Ark UI's `Select`: the list itself takes the keys, and says which entry is marked."""

    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_role("combobox").focus()
        for key in ("Enter", "s", "Enter"):
            await page.keyboard.press(key)
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Saved").wait_for()

    with App({"/": SHELF, "/tell": Answer("{}")}) as served:
        sop = await round_trip.show(served.url + "/", drive)
        assert {name: one.default for name, one in sop.variables.items()} == {"country": "Spain"}
        served.received.clear()
        summary = await round_trip.repeat(sop, {"country": "France"})
        assert summary.outcome in {"done", "done, unverified"}, summary.error
        assert [one.query["what"] for one in served.received if one.method == "POST"] == ["France"]
