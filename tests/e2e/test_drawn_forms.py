"""Forms of component kits: fields, boxes and lists that are drawn around inputs which nobody sees."""

from __future__ import annotations

from playwright.async_api import Page

from handrail.recording.browser import Recorder
from handrail.sop.document import Sop
from handrail.sop.node import Task
from tests.e2e.conftest import RoundTrip, told
from tests.e2e.test_widgets import app


def tasks_of(sop: Sop) -> list[Task]:
    return [node for node in sop.walk_nodes() if isinstance(node, Task)]


LISTS = """<div id=form></div><div id=at role=listbox style="position:fixed;top:300px"></div>
<button onclick="tell(picked.Customer + ' ' + picked.Category)">Save</button><script>
const picked = {};
const draw = (name, options) => {
  const field = document.createElement('div');
  field.innerHTML = `<div role=combobox aria-haspopup=listbox style="width:200px;border:1px solid">
    <label id=l${name}>${name}</label> <span></span>
    <input role=combobox aria-labelledby=l${name} style="pointer-events:none;width:20px" readonly></div>`;
  field.firstChild.onclick = () => {
    at.innerHTML = options.map((one) => `<div role=option>${one}</div>`).join('');
    for (const option of at.children) option.onclick = () => {
      picked[name] = field.querySelector('input').value = option.textContent;
      field.querySelector('span').textContent = option.textContent;
      at.innerHTML = '';
    };
  };
  form.append(field);
};
draw('Customer', ['Acme', 'Bolt', 'Cargo']);
draw('Category', ['Travel', 'Meals', 'Hotel']);
</script>"""


async def test_a_list_is_found_below_another_that_shows_what_was_chosen(
    round_trip: RoundTrip,
) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        for field, option in ((0, "Cargo"), (1, "Hotel")):
            await page.locator("div[role=combobox]").nth(field).click()
            await page.get_by_role("option", name=option).click()
        await page.get_by_role("button", name="Save").click()

    with app(LISTS) as served:
        sop = await round_trip.show(served.url + "/", drive)
        served.received.clear()
        assert list(sop.variables) == ["customer", "category"]
        summary = await round_trip.repeat(sop, {"customer": "Bolt", "category": "Meals"})
        assert summary.outcome in {"done", "done, unverified"}, summary.error
        assert told(served) == [("/tell", "Bolt Meals")]


BOXES = """<style>.away {position: absolute; width: 0; height: 0; opacity: 0; margin: 0}
.core {display: inline-block; width: 40px; height: 20px; border: 1px solid}</style>
<div class=item>Billable <div class=switch><input class=away type=checkbox role=switch aria-label=Billable>
  <span class=core></span></div></div>
<div id=stars></div><button onclick="tell(on + ' ' + stars.dataset.value)">Save</button><script>
let on = false;
const box = document.querySelector('.away');
document.querySelector('.switch').onclick = () => { on = !on; box.checked = on; };
for (const number of [1, 2, 3, 4]) {
  const star = document.createElement('span');
  star.innerHTML = `<input class=away type=radio name=stars aria-label="${number} stars">
    <svg width=20 height=20 viewBox="0 0 20 20"><path d="M10 0l10 20H0z"/></svg>`;
  star.onclick = () => { stars.dataset.value = number; star.firstChild.checked = true; };
  stars.append(star);
}</script>"""


async def test_what_is_drawn_for_a_hidden_box_ticks_the_box(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.locator(".core").click()
        await page.locator("svg").nth(2).click()
        await page.get_by_role("button", name="Save").click()

    with app(BOXES) as served:
        assert await round_trip.same(served, drive) == [("/tell", "true 3")]
    assert round_trip.sop is not None
    ticked = [(task.action.do, task.target.name) for task in tasks_of(round_trip.sop) if task.target]
    assert ticked == [("check", "Billable"), ("check", "3 stars"), ("click", "Save")]


NUMBER = """<label>Amount <input id=n inputmode=decimal></label><p role=status id=r></p>
<button onclick="tell(n.value)">Save</button><script>
let digits = '';
n.onkeydown = (event) => {
  if (!/^[0-9]$/.test(event.key)) return;
  event.preventDefault();
  digits += event.key;
  n.value = '€' + Number(digits).toFixed(2);
  r.textContent = 'Written as ' + n.value;
};</script>"""


async def test_a_number_that_its_field_writes_in_a_format_is_a_variable(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_label("Amount").click()
        for digit, shown in (("7", "€7.00"), ("5", "€75.00")):
            await page.keyboard.press(digit)
            await page.get_by_text(f"Written as {shown}").wait_for()
            await page.wait_for_timeout(400)
        await page.get_by_role("button", name="Save").click()

    with app(NUMBER) as served:
        sop = await round_trip.show(served.url + "/", drive)
        served.received.clear()
        assert {name: one.default for name, one in sop.variables.items()} == {"amount": "75"}
        summary = await round_trip.repeat(sop, {"amount": "320"})
        assert summary.outcome in {"done", "done, unverified"}, summary.error
        assert told(served) == [("/tell", "€320.00")]


IN_LABEL = """<style>label {display: block; width: 400px; border: 1px solid} .go {cursor: pointer}</style>
<label for=f_8d2faa01-42fa-4b15-84bc-ac4146f00794>Customer
  <input id=f_8d2faa01-42fa-4b15-84bc-ac4146f00794 type=search aria-label=Customer role=combobox>
  <span id=chosen></span> <i aria-hidden=true>arrow_drop_down</i></label>
<label for=f_1c31bb42-2fa7-4b15-84bc-ac4146f00795>Date
  <input id=f_1c31bb42-2fa7-4b15-84bc-ac4146f00795 aria-label=Date>
  <i class=go aria-hidden=true>event</i></label><div id=at role=listbox></div>
<button onclick="tell(chosen.textContent + ' ' + at.title)">Save</button><script>
const search = document.querySelector('input');
search.oninput = () => {
  const found = ['Acme', 'Bolt', 'Cargo'].filter((one) => search.value && one.startsWith(search.value));
  at.innerHTML = found.map((one) => `<div role=option>${one}</div>`).join('');
  for (const option of at.children) option.onclick = () => {
    chosen.textContent = option.textContent; search.value = ''; at.innerHTML = ''; };
};
document.querySelector('.go').onclick = () => { at.title = 'opened'; document.title = 'Opened'; };
</script>"""


async def test_fields_that_are_drawn_within_their_labels(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_label("Customer").click()
        await page.keyboard.type("Car")
        await page.get_by_role("option", name="Cargo").click()
        await page.locator("i.go").click()
        await page.get_by_role("button", name="Save").click()

    with app(IN_LABEL) as served:
        sop = await round_trip.show(served.url + "/", drive)
        served.received.clear()
        # One value, though the field is empty again; and no secret, though its random id spells "2fa".
        assert {name: (one.default, one.secret) for name, one in sop.variables.items()} == {
            "customer": ("Cargo", False)
        }
        written = sop.model_dump_json()
        assert "f_8d2f" not in written.replace('"id":"f_', "") and "arrow_drop_down" not in str(sop.variables)
        summary = await round_trip.repeat(sop, {"customer": "Bolt"})
        assert summary.outcome in {"done", "done, unverified"}, summary.error
        assert told(served) == [("/tell", "Bolt opened")]


LATE = """<style>header {position: fixed; inset: 0 0 auto 0; height: 50px}</style><div id=top></div>
<div id=rest style="margin-top:60px"></div><script>
const until = performance.now() + 1100;
while (performance.now() < until);
document.getElementById('top').innerHTML = '<header>Top</header>';
setTimeout(() => { rest.innerHTML = '<button onclick="tell(1)">New claim</button>'; }, 200);</script>"""


async def test_a_page_drawn_beneath_a_resting_pointer_was_not_hovered_over(
    round_trip: RoundTrip,
) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_role("button", name="New claim").click()

    with app(LATE) as served:
        sop = await round_trip.show(served.url + "/", drive)
        assert [task.action.do for task in tasks_of(sop)] == ["click"]


DIALOG = """<div role=dialog aria-label=Claim><p>Claim</p>
<p class=row><label>Customer <input id=c></label></p><p class=row><label>Amount <input id=n></label></p>
<div>Payment <label><input type=radio name=p> Card</label></div>
<button onclick="tell(n.value + %s)">Save</button></div>"""


async def test_what_a_dialog_s_fields_are_called_is_no_question(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_label("Customer").click()
        await page.keyboard.type("Delete & Pay Ltd")
        await page.get_by_label("Amount").click()
        await page.keyboard.type("75")
        await page.get_by_label("Card").click()
        await page.get_by_role("button", name="Save").click()

    with app(DIALOG.replace("%s", "c.value")) as served:
        assert await round_trip.same(served, drive) == [("/tell", "75Delete & Pay Ltd")]
