"""What form builders draw: tables of questions, lists around native ones or closed by scrolling, boxes."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from handrail.recording.browser import Recorder
from tests.e2e.conftest import RoundTrip, begun_at, told
from tests.e2e.test_widgets import TELL, app

QUESTIONS = """<h1>Survey</h1><form id=f>
<table><thead><tr><td></td><th>Poor</th><th>Fair</th><th>Good</th></tr></thead><tbody id=a></tbody></table>
<fieldset><legend>How often</legend>
<table role=presentation><thead><tr><td></td><th>Never</th><th>Often</th></tr></thead><tbody id=b></tbody>
</table></fieldset>
<button>Send</button></form><p id=s role=status></p><script>
const rows = (body, questions, answers, more) => {
  body.innerHTML = questions.map((one) => `<tr><td>${one}</td>` +
  answers.map((answer) => `<td><input type=radio name="${one}" value="${answer}" ${more(one, answer)}>
  </td>`)
  .join('') + '</tr>').join(''); };
rows(a, ['Speed', 'Quality', 'Price'], ['Poor', 'Fair', 'Good'], () => '');
rows(b, ['Phone', 'Mail'], ['Never', 'Often'], (one, answer) => `aria-label="${one}: ${answer}"`);
f.onsubmit = (event) => { event.preventDefault();
  tell([...new FormData(f).values()].join()).then(() => { s.textContent = 'Thank you'; }); };
</script>"""


async def test_what_each_row_of_a_table_asks_is_for_the_run_to_answer(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        shown = {"Speed": "Good", "Quality": "Fair", "Price": "Poor", "Phone": "Never", "Mail": "Often"}
        for question, answer in shown.items():
            await page.locator(f"[name={question}][value={answer}]").click()
        await page.get_by_role("button", name="Send").click()
        await page.get_by_text("Thank you").wait_for()

    with app("", survey=f"<title>Survey</title>{TELL}{QUESTIONS}") as served:
        sop = await round_trip.show(served.url + "/survey", drive)
        given = {name: one.default for name, one in sop.variables.items()}
        answers = {"speed": "Good", "quality": "Fair", "price": "Poor"}
        assert given == {**answers, "phone": "Phone: Never", "mail": "Mail: Often"}
        served.received.clear()
        other = {
            "speed": "Poor",
            "quality": "Good",
            "price": "Fair",
            "phone": "Phone: Often",
            "mail": "Mail: Never",
        }
        summary = await round_trip.repeat(sop, other)
        assert summary.outcome in {"done", "done, unverified"}, summary.error
        assert told(served) == [("/tell", "Poor,Good,Fair,Often,Never")]


ROLES = """<h1>People</h1><form id=f>
<table><thead><tr><th>Person</th><th>Mail</th><th>Reader</th><th>Editor</th></tr></thead>
<tbody id=a></tbody></table>
<button>Send</button></form><p id=s role=status></p><script>
a.innerHTML = ['Ada', 'Carl', 'Emmy'].map((one) => `<tr><td>${one}</td><td>${one}@x.org</td>` +
  ['Reader', 'Editor'].map((role) =>
  `<td><input type=radio name="${one}" value="${role}" aria-label="${role}"></td>`)
  .join('') + '</tr>').join('');
f.onsubmit = (event) => { event.preventDefault();
  tell([...new FormData(f).entries()].join(';')).then(() => { s.textContent = 'Thank you'; }); };
</script>"""


@pytest.mark.sweep
async def test_a_row_that_says_more_than_a_question_is_a_record_still(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.locator("[name=Ada][value=Editor]").click()
        await page.locator("[name=Carl][value=Editor]").click()
        await page.get_by_role("button", name="Send").click()
        await page.get_by_text("Thank you").wait_for()

    with app("", people=f"<title>People</title>{TELL}{ROLES}") as served:
        sop = await round_trip.show(served.url + "/people", drive)
        assert {one.default for one in sop.variables.values()} == {"Ada", "Carl"}
        served.received.clear()
        summary = await round_trip.repeat(sop, dict(zip(sop.variables, ("Emmy", "Carl"), strict=True)))
        assert summary.outcome in {"done", "done, unverified"}, summary.error
        assert told(served) == [("/tell", "Carl,Editor;Emmy,Editor")]


TAKEN_IN = """<h1>Order</h1><div id=all></div><button id=send>Send</button><p role=status id=s></p>
<style>.list{width:314px}.box{border:1px solid;width:300px;padding:6px}.menu{display:none;border:1px solid}
.open .menu{display:block}</style><script>
const id = () => 'e' + Math.random().toString(36).slice(2, 8);
const fields = { Country: ['France', 'Greece', 'Italy', 'Japan'], Unit: ['Piece', 'Crate', 'Pallet'] };
for (const [name, options] of Object.entries(fields)) {
  const own = id();
  all.insertAdjacentHTML('beforeend', `<div id="${own}"><label for="${own}-in">${name}</label>
  <div role=combobox tabindex=-1 aria-haspopup=true aria-expanded=false class=list>
  <div class=box tabindex=0>
  <select id="${own}-in" hidden tabindex=-1></select><span class=shown>&nbsp;</span></div>
  <div class=menu><input aria-label=false placeholder="Type to search" type=text role=textbox>
  <div role=listbox>${options.map((one) => `<div role=option>${one}</div>`).join('')}</div></div></div>
  <input aria-label=autocomplete tabindex=-1
  style="position:absolute;opacity:0;width:1px;height:1px"></div>`); }
document.querySelectorAll('.list').forEach((list) => {
  const turn = (open) => { list.classList.toggle('open', open); list.setAttribute('aria-expanded', open); };
  list.querySelector('.box').onclick = () => turn(true);
  list.querySelectorAll('[role=option]').forEach((one) => { one.onclick = () => {
    list.querySelector('select').innerHTML = `<option>${one.textContent}</option>`;
    list.querySelector('.shown').innerHTML = one.textContent +
      '<button type=button aria-label="Remove item">Remove item</button>';
    turn(false); }; }); });
send.onclick = () => tell([...document.querySelectorAll('select')].map((one) => one.value).join())
  .then(() => { s.textContent = 'Sent'; });
</script>"""


@pytest.mark.sweep
async def test_a_list_drawn_around_one_of_the_browsers_own_is_called_by_its_label(
    round_trip: RoundTrip,
) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        for place, choice in enumerate(("Greece", "Crate")):
            await page.locator(".box").nth(place).click()
            await page.get_by_role("option", name=choice).click()
        await page.get_by_role("button", name="Send").click()
        await page.get_by_text("Sent").wait_for()

    with app("", order=f"<title>Order</title>{TELL}{TAKEN_IN}") as served:
        sop = await round_trip.show(served.url + "/order", drive)
        assert {name: one.default for name, one in sop.variables.items()} == {
            "country": "Greece",
            "unit": "Crate",
        }
        served.received.clear()
        summary = await round_trip.repeat(sop, {"country": "Japan", "unit": "Pallet"})
        assert summary.outcome in {"done", "done, unverified"}, summary.error
        assert told(served) == [("/tell", "Japan,Pallet")]


CLOSING = """<h1>Order</h1><label>Name <input></label><div style="height:900px"></div>
<span id=u>Unit</span><div role=combobox tabindex=0 aria-labelledby=u aria-haspopup=listbox id=box
style="border:1px solid;width:200px;height:24px"></div>
<ul role=listbox id=menu hidden style="position:fixed;left:300px;top:100px"><li role=option>Piece</li>
<li role=option>Crate</li><li role=option>Pallet</li></ul>
<div style="height:900px"></div><button id=send>Send</button><p role=status id=s></p><script>
box.onclick = () => { menu.hidden = false; };
document.addEventListener('scroll', () => { menu.hidden = true; });
menu.onclick = ({target}) => { box.textContent = target.textContent; menu.hidden = true; };
send.onclick = () => tell(box.textContent).then(() => { s.textContent = 'Sent'; });
</script>"""


@pytest.mark.sweep
async def test_a_list_that_scrolling_closes_is_scrolled_to_before_it_is_opened(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        box = page.get_by_role("combobox")
        await box.scroll_into_view_if_needed()
        await page.wait_for_timeout(200)
        await box.click()
        await page.get_by_role("option", name="Crate").click()
        await page.get_by_role("button", name="Send").click()
        await page.get_by_text("Sent").wait_for()

    with app("", order=f"<title>Order</title>{TELL}{CLOSING}") as served:
        sop = await round_trip.show(served.url + "/order", drive)
        for unit in ("Pallet", "Piece"):
            served.received.clear()
            summary = await round_trip.repeat(sop, {"unit": unit})
            assert summary.outcome in {"done", "done, unverified"}, summary.error
            assert told(served) == [("/tell", unit)]


TURNED = """<style>.box{position:relative;display:inline-block}
.box input{position:absolute;opacity:0;z-index:-1}
.box label{position:relative;display:block;padding-left:26px}</style><h1>Order</h1><div id=all></div>
<button id=send>Send</button><p role=status id=s></p><script>
const box = (type, name, value) => `<div><div class=box><input type=${type} name=${name} value=${value}
  tabindex=0><label>${value}</label></div></div>`;
all.innerHTML = box('checkbox', 'u', 'Urgent') + box('checkbox', 'n', 'Newsletter') + '<p>Shipping</p><div>' +
  ['Road', 'Rail', 'Air'].map((one) => box('radio', 'ship', one)).join('') + '</div>';
document.querySelectorAll('.box').forEach((one) => { const input = one.firstChild;
  one.onclick = ({target}) => {
    if (target === input) return;
    input.checked = input.type === 'radio' || !input.checked; input.dispatchEvent(new Event('change')); }; });
if (location.search) document.querySelector('[name=u]').checked = true;
send.onclick = () => tell([...document.querySelectorAll(':checked')].map((one) => one.value).join())
  .then(() => { s.textContent = 'Sent'; });
</script>"""


@pytest.mark.sweep
async def test_a_box_that_the_page_turns_by_the_label_beside_it_is_ticked_as_the_run_says(
    round_trip: RoundTrip,
) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        for one in ("Urgent", "Newsletter", "Rail"):
            await page.get_by_text(one, exact=True).click()
        await page.get_by_role("button", name="Send").click()
        await page.get_by_text("Sent").wait_for()

    with app("", order=f"<title>Order</title>{TELL}{TURNED}") as served:
        sop = await round_trip.show(served.url + "/order", drive)
        given = {name: one.default for name, one in sop.variables.items()}
        assert given == {"urgent": "true", "newsletter": "true", "shipping": "Rail"}
        other = {"urgent": "true", "newsletter": "false", "shipping": "Air"}
        # There the first one is ticked before.
        for start in (sop, begun_at(sop, served.url + "/order?urgent")):
            served.received.clear()
            summary = await round_trip.repeat(start, other)
            assert summary.outcome in {"done", "done, unverified"}, summary.error
            assert told(served) == [("/tell", "Urgent,Air")]
