"""Forms that explain what their boxes and buttons are for beside them, and what such pages say meanwhile."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from handrail.recording.browser import Recorder
from tests.app import App, Received
from tests.e2e.conftest import RoundTrip, told
from tests.e2e.test_widgets import TELL, app

TICKET = (
    "Every purchase of it represents one person who is allowed to enter. By default, tickets are offered to "
    "be loaded for these products alone, and only those who buy them count as attendees in the statistics."
)
GOODS = (
    "What represents no person. By default, no tickets are offered to be loaded, which the settings of the "
    "event and of the product can change. Examples are merchandise, gift cards, and what is added to another."
)
EXPLAINED = f"""<style>label{{display:block}}</style><form id=form><main>
<div><label for=t>Code</label><div><input id=t></div></div><fieldset><legend>Advanced settings</legend>
<div><div><div><label><input type=checkbox id=a> Reserve a seat</label></div>
<div>If activated, a seat is kept for whoever has the code.</div></div></div>
<div><div><div><label><input type=checkbox id=b> Bypass quota</label></div>
<div>If activated, whoever has the code can buy though nothing is left.</div></div></div></fieldset>
<div><label>Product type</label><div>
<label><input type=radio name=kind value=ticket checked> <b>Ticket</b> <p>{TICKET}</p></label>
<label><input type=radio name=kind value=goods> <b>Goods</b> <p>{GOODS}</p></label></div></div>
<button id=save type=button>Save</button><p role=status id=done></p></main></form><script>
const el = (id) => document.getElementById(id);
el('save').onclick = async () => {{
  await tell([el('t').value, el('a').checked, el('b').checked, el('form').elements.kind.value].join());
  el('done').textContent = 'Code kept'; }};</script>"""


async def test_a_box_and_a_choice_with_what_explains_them_behind_are_inputs(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_label("Code").click()
        await page.keyboard.type("SUMMER")
        await page.get_by_text("Bypass quota").click()
        await page.get_by_text("Goods", exact=True).click()
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Code kept").wait_for()

    with app(EXPLAINED) as served:
        made = await round_trip.show(served.url + "/", drive)
        given = {name: variable.default for name, variable in made.variables.items()}
        assert given == {"code": "SUMMER", "bypass_quota": "true", "product_type": f"Goods {GOODS}"}
        served.received.clear()
        other = {"code": "WINTER", "bypass_quota": "false", "product_type": f"Ticket {TICKET}"}
        summary = await round_trip.repeat(made, other)
        assert (summary.outcome, told(served)) == ("done", [("/tell", "WINTER,false,false,ticket")])


ORDERS = {"SAAA1": "ada@example.org", "SBBB2": "ben@example.org", "SCCC3": "cy@example.org"}


def orders() -> App:
    """A list of orders that is searched for those who gave them, and a page for each, at its code."""

    def listed(request: Received) -> str:
        sought = request.query.get("q", "")
        rows = "".join(
            f"<tr><td><input type=checkbox><td><b><a href='/orders/{code}/'>{code}</a></b><td>{mail}<td>Open"
            for code, mail in ORDERS.items()
            if sought in mail
        )
        return (
            "<title>Orders</title><h1>Orders</h1><form><input type=search name=q aria-label=Search></form>"
            f"<table><thead><tr><th><th>Code<th>User<th>Status<tbody>{rows}</table>"
        )

    def order(request: Received) -> str:
        code, note = request.path.split("/")[2], request.form.get("note")
        done = f"<p role=status>The note was kept: {note}</p>" if note else ""
        return (
            f"<title>Order</title><h1>Order details: {code}</h1>{done}<form method=post>"
            "<label>Note <textarea name=note></textarea></label> <button>Keep</button></form>"
        )

    return App({"/orders/": listed, **{f"/orders/{code}/": order for code in ORDERS}})


@pytest.mark.sweep
async def test_the_order_that_a_search_for_something_else_left_alone_goes_by_its_code(
    round_trip: RoundTrip,
) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_label("Search").click()
        await page.keyboard.type("ada@")
        await page.keyboard.press("Enter")
        await page.get_by_text("ben@example.org").wait_for(state="hidden")
        await page.get_by_role("link", name="SAAA1").click()
        await page.get_by_label("Note").click()
        await page.keyboard.type("Called")
        await page.get_by_role("button", name="Keep").click()
        await page.get_by_text("The note was kept: Called").wait_for()

    with orders() as served:
        made = await round_trip.show(served.url + "/orders/", drive)
        given = {name: variable.default for name, variable in made.variables.items()}
        assert given == {"search": "ada@", "order": "SAAA1", "note": "Called"}
        served.received.clear()
        summary = await round_trip.repeat(made, {"search": "cy", "order": "SCCC3", "note": "Late"})
        assert summary.outcome == "done", summary.error
        assert [(one.path, one.form) for one in served.received if one.method == "POST"] == [
            ("/orders/SCCC3/", {"note": "Late"})
        ]


SECTIONS = """<style>section{border:1px solid;margin:4px;padding:4px}</style><h1>NAME</h1><form>
<section aria-labelledby=h1><h2 id=h1>Email*</h2><input aria-labelledby=h1></section>
<section aria-labelledby=h2><h2 id=h2>Department</h2><div><div id=chosen>Support</div>
<button type=button aria-label=Actions aria-expanded=false>…</button><div id=menu></div></div></section>
<section aria-labelledby=h3><h2 id=h3>Level*</h2>
<select aria-labelledby=h3><option>Junior<option>Lead</select></section>
<section aria-labelledby=h4><h2 id=h4>Manager</h2><div><div>Nobody</div>
<button type=button aria-label=Actions aria-expanded=false>…</button></div></section>
<p role=status id=said></p><button type=button id=save>Save</button></form>
<dialog id=over><h2>Choose a department</h2></dialog><script>
const el = (id) => document.getElementById(id), actions = document.querySelector('[aria-label=Actions]');
actions.onclick = () => { actions.setAttribute('aria-expanded', true);
  el('menu').innerHTML = '<button type=button>Choose another department</button>' +
    '<button type=button>Edit this department</button>';
  el('menu').firstChild.onclick = () => { el('menu').innerHTML = '';
    actions.setAttribute('aria-expanded', false); el('over').showModal(); }; };
for (const name of ['Finance', 'Support', 'Sales', 'Trade']) {
  const link = Object.assign(document.createElement('a'), {href: '#', textContent: name});
  link.onclick = (event) => { event.preventDefault(); el('chosen').textContent = name; el('over').close(); };
  el('over').append(link, ' ');
}
el('save').onclick = async () => { const [mail, level] = document.querySelectorAll('form input, select');
  await tell(['NAME', el('chosen').textContent, level.value].join()); el('said').textContent = 'All kept'; };
</script>"""


@pytest.mark.sweep
async def test_a_choice_from_a_dialog_is_called_after_the_command_that_brought_it_up(
    round_trip: RoundTrip,
) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_role("link", name="Cy Porter").click()
        await page.get_by_label("Actions").first.click()
        await page.get_by_role("button", name="Choose another").click()
        await page.get_by_role("link", name="Sales").click()
        await page.get_by_role("combobox", name="Level").select_option("Lead")
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("All kept").wait_for()

    names = {2: "Ada North", 3: "Cy Porter", 4: "Eva Rossi"}
    people = "".join(f"<tr><td><a href='/people/{id}'>{name}</a><td>Staff" for id, name in names.items())
    with app(f"<table>{people}</table>") as served:
        head = f"<title>Person</title>{TELL}"
        pages = {f"/people/{id}": head + SECTIONS.replace("NAME", name) for id, name in names.items()}
        served.pages.update(pages)
        made = await round_trip.show(served.url + "/", drive)
        given = {name: variable.default for name, variable in made.variables.items()}
        assert given == {"people": "Cy Porter", "choose_another_department": "Sales", "level": "Lead"}
        served.received.clear()
        other = {"people": "Eva Rossi", "choose_another_department": "Finance", "level": "Junior"}
        summary = await round_trip.repeat(made, other)
        assert (summary.outcome, told(served)) == ("done", [("/tell", "Eva Rossi,Finance,Junior")])
