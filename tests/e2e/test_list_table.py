"""A list of records as its server draws it: actions beside the page until one points at the row."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from handrail.recording.browser import Recorder
from handrail.sop.node import Task
from tests.app import Answer, App, Received
from tests.e2e.conftest import RoundTrip

SIGN_IN = """<title>Sign in</title><form action=/posts method=get><label>User <input name=user></label>
<label>Password <input type=password></label><button>Log in</button></form>"""
LIST = """<title>Posts</title><style>.actions { position: relative; left: -9999px }
tr:hover .actions { left: 0 } .sr { position: absolute; width: 1px; height: 1px; overflow: hidden }</style>
<ul class=menu><li>Posts</li></ul><h1>Posts</h1><div class=notice hidden><p>Post updated.</p>
<button><span class=sr>Dismiss this notice.</span></button></div>
<table><tbody>%s</tbody></table><script>
fetch('/beat', { method: 'POST' });
for (const quick of document.querySelectorAll('.quick')) quick.onclick = () => {
  const row = quick.closest('tr');
  const form = document.createElement('tr');
  form.innerHTML = `<td colspan=2><label><span>Title</span> <input></label> <button>Update</button></td>`;
  row.replaceWith(form);
  form.querySelector('input').value = row.dataset.title;
  form.querySelector('button').onclick = async () => {
    const title = form.querySelector('input').value;
    await fetch('/save', { method: 'POST', body: new URLSearchParams({ post: row.id, title }) });
    document.querySelector('.notice').hidden = false;
  };
};
</script>"""
ROW = """<tr id=post-{0} data-title="{1}"><td><a href="#{0}" aria-label="“{1}” (Edit)">{1}</a>
<div class=actions><button class=quick aria-label="Quick edit “{1}”">Quick</button></div></td>
<td>clerk</td></tr>"""
TITLES = ("Hello world", "Second post", "Third post")


def posts() -> App:
    rows = "".join(ROW.format(number, title) for number, title in enumerate(TITLES))
    return App({"/": SIGN_IN, "/posts": LIST % rows, "/beat": Answer("{}"), "/save": Answer("{}")})


async def rename(page: Page, _: Recorder) -> None:
    await page.get_by_label("User").click()
    await page.keyboard.type("clerk")
    await page.keyboard.press("Tab")
    await page.keyboard.type("secret-word")
    await page.get_by_role("button", name="Log in").click()
    row = page.get_by_role("row").filter(has_text="Hello world")
    await row.hover()
    await row.get_by_role("button").click()
    await page.get_by_label("Title").fill("Hello everybody")
    await page.get_by_role("button", name="Update").click()
    await page.get_by_text("Post updated").wait_for()


async def test_an_action_beside_the_row_of_another_record(round_trip: RoundTrip) -> None:
    with posts() as app:
        sop = await round_trip.show(app.url, rename)
        given = {name: variable.default for name, variable in sop.variables.items() if not variable.secret}
        assert given == {"user": "clerk", "post": "Hello world", "title": "Hello everybody"}
        (secret,) = (name for name, variable in sop.variables.items() if variable.secret)
        app.received.clear()
        summary = await round_trip.repeat(
            sop, {"post": "Third post", "title": "Last"}, {secret: "secret-word"}
        )
        assert summary.outcome == "done", summary.error
        assert app.posts("/save") == [{"post": "post-2", "title": "Last"}]
    update = next(node for node in sop.nodes if isinstance(node, Task) and "Update" in node.label)
    assert [part.contains for part in update.done_when if part.kind == "text"] == ["Post updated."]


FORM = """<title>New user</title><form action=/users method=post><table>
<tr><th><label for=login>Username <i>(required)</i></label></th><td><input id=login name=login></td></tr>
<tr><th><label for=role>Role</label></th><td><select id=role name=role>
<option>Reader<option>Author<option>Editor</select></td></tr></table><button>Add user</button></form>"""


@pytest.mark.sweep
async def test_a_form_in_a_table_is_no_list_of_records(round_trip: RoundTrip) -> None:
    def users(request: Received) -> str:
        return "<title>Users</title><h1>Users</h1>"

    async def add(page: Page, _: Recorder) -> None:
        await page.get_by_label("Username").click()
        await page.keyboard.type("ada")
        await page.get_by_label("Role").focus()
        await page.keyboard.press("ArrowDown")
        await page.get_by_role("button", name="Add user").click()
        await page.get_by_role("heading", name="Users").wait_for()

    with App({"/": FORM, "/users": users}) as app:
        sop = await round_trip.show(app.url, add)
        assert {name: variable.default for name, variable in sop.variables.items()} == {
            "username": "ada",
            "role": "Author",
        }
        app.received.clear()
        summary = await round_trip.repeat(sop, {"username": "bob", "role": "Editor"})
        assert (summary.outcome, app.posts("/users")) == ("done", [{"login": "bob", "role": "Editor"}])


@pytest.mark.sweep
@pytest.mark.parametrize("head", ["<thead>{}</thead>", "{}"])
async def test_a_cell_that_is_written_in_is_known_by_what_stands_over_its_column(
    round_trip: RoundTrip, head: str
) -> None:
    """Its place in the row is another column's where the columns stand in another order."""
    order = ["Item", "Qty", "Price"]

    def stock(_: Received) -> str:
        heads = "".join(f"<th>{one}</th>" for one in order)
        rows = ""
        for name in ("Lamp", "Chair", "Desk"):
            cells = (f"<td data-c={one}>{name if one == 'Item' else 5}</td>" for one in order)
            rows += f"<tr>{''.join(cells)}</tr>"
        headed = head.format(f"<tr>{heads}</tr>")
        return f"""<h1>Stock</h1><table>{headed}{rows}</table><script>
        document.querySelectorAll('td').forEach((td) => {{ td.ondblclick = () => {{
          td.innerHTML = '<input>'; td.firstChild.focus(); td.firstChild.onkeydown = (e) => {{
            if (e.key !== 'Enter') return; td.textContent = td.firstChild.value;
            fetch(`/save?${{td.parentNode.firstChild.textContent}}.${{td.dataset.c}}=${{td.textContent}}`,
              {{method: 'POST'}}); }}; }}; }});</script>"""

    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_role("row").filter(has_text="Chair").get_by_role("cell").nth(1).dblclick()
        await page.keyboard.type("7")
        async with page.expect_response("**/save*"):
            await page.keyboard.press("Enter")

    with App({"/": stock, "/save": "ok"}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        values = {name: "Desk" if one.default == "Chair" else "8" for name, one in sop.variables.items()}
        assert len(values) == 2
        assert (await round_trip.repeat(sop, values)).outcome == "done"
        order[1:] = ["Price", "Qty"]
        summary = await round_trip.repeat(sop, values)
        assert summary.outcome == "stopped before effect"
        assert "it says 'Price', not 'Qty'" in (summary.error or "")
        assert [one.query for one in app.received if one.path == "/save"] == [
            {"Chair.Qty": "7"},
            {"Desk.Qty": "8"},
        ]


@pytest.mark.sweep
async def test_a_list_that_its_cell_shows_for_a_choice_is_gone_with_it(round_trip: RoundTrip) -> None:
    names = ("Lamp", "Chair", "Desk", "Shelf")
    rows = "".join(f"<tr><td>{name}</td><td>9.5{at}</td><td>Open</td></tr>" for at, name in enumerate(names))
    stock = f"""<h1>Stock</h1><table><tr><th>Item</th><th>Price</th><th>State</th></tr>{rows}</table><script>
    onclick = ({{target}}) => {{ if (!target.matches('td + td') || target.children.length) return;
      const field = document.createElement(target.cellIndex === 1 ? 'input' : 'select');
      for (const one of ['Open', 'Held', 'Sold']) if (target.cellIndex === 2) field.add(new Option(one));
      field.value = target.textContent; target.replaceChildren(field); field.focus();
      field.onchange = () => {{ const value = field.value, row = target.parentNode;
        target.textContent = value;
        fetch(`/save?what=${{row.cells[0].textContent}} ${{value}}`, {{method: 'POST'}}); }}; }};</script>"""

    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_role("row", name="Chair").get_by_role("cell").nth(1).click()
        await page.keyboard.press("Control+a")
        await page.keyboard.type("7")
        async with page.expect_response("**/save*"):
            await page.keyboard.press("Enter")
        await page.get_by_role("row", name="Lamp").get_by_role("cell").nth(2).click()
        async with page.expect_response("**/save*"):
            await page.get_by_role("combobox").select_option("Held")

    with App({"/": stock, "/save": Answer("{}")}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        assert [one.id for one in sop.clarifications if one.id != "read-back"] == []
        app.received.clear()
        values = {"Chair": "Shelf", "7": "8", "Lamp": "Desk", "Held": "Sold"}
        given = {name: values[str(one.default)] for name, one in sop.variables.items()}
        summary = await round_trip.repeat(sop, given)
        assert summary.outcome == "done", summary.error
        assert [r.query["what"] for r in app.received if r.path == "/save"] == ["Shelf 8", "Desk Sold"]


@pytest.mark.sweep
async def test_the_link_that_a_row_begins_with_is_its_record_without_a_heading_of_its_page(
    round_trip: RoundTrip,
) -> None:
    """The last page of a list may have two rows, in which each cell tells the one from the other."""
    who = {"Lamp": "Meier", "Chair": "Silva"}
    rows = "".join(
        f"<tr><td><a href=/item/{at}>{name}</a></td><td>{who[name]}</td></tr>"
        for at, name in enumerate(who, 301)
    )
    item = """<div>Item</div><label>Note <input id=n></label><button onclick="
    fetch(`/save?what=${location.pathname.slice(6)} ${n.value}`, {method: 'POST'})">Save</button>"""

    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_role("link", name="Lamp").click()
        await page.get_by_label("Note").fill("First")
        async with page.expect_response("**/save*"):
            await page.get_by_role("button", name="Save").click()

    pages = {"/": f"<table><tr><th>Item<th>Who</tr>{rows}</table>", "/item/301": item, "/item/302": item}
    with App({**pages, "/save": Answer("{}")}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        assert sorted(str(one.default) for one in sop.variables.values()) == ["First", "Lamp"]
        app.received.clear()
        given = {name: "Chair" if one.default == "Lamp" else "Next" for name, one in sop.variables.items()}
        assert (await round_trip.repeat(sop, given)).outcome in {"done", "done, unverified"}
        assert [r.query["what"] for r in app.received if r.path == "/save"] == ["302 Next"]
