"""Lists of which a page holds a part: drawn where it is in view, loaded at the end, on several pages."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.journal.views.summary import Summary
from handrail.sop.document import Sop
from tests.app import App, Received
from tests.builders import Json, by_role, click, task
from tests.pace import quick
from tests.runtime.conftest import Runner
from tests.runtime.test_nodes import css, procedure, read
from tests.sweeping import some_of

QUICK = quick(find_seconds=2, verify_seconds=2, retries=0)
SOON = quick(find_seconds=0.5, verify_seconds=2, retries=0)

DRAWN = """<h1>Parts</h1><p id=told></p><div id=list style="height:200px;overflow:auto"><div id=room
 style="position:relative"></div></div><script>
const parts = [...Array(90)].map((_, n) => n === 41 ? 'Part 40' : `Part ${n}`), high = 20;
const told = document.querySelector('#told'), list = document.querySelector('#list'), room = list.firstChild;
room.style.height = parts.length * high + 'px';
const drawn = [...Array(14)].map(() => room.appendChild(document.createElement('div')));
function draw() {
  const first = Math.floor(list.scrollTop / high);
  drawn.forEach((_, n) => {
    // The elements are used again, so that their order is not that of what they show.
    const row = drawn[(first + n) % drawn.length], name = parts[first + n];
    if (row.dataset.n === `${first + n}`) return;
    row.dataset.n = first + n;
    row.hidden = !name;
    row.className = 'part';
    row.style = `position:absolute;top:${(first + n) * high}px;height:${high}px`;
    row.innerHTML = `<span>${name}</span> <b>${first + n}</b> <button>Take</button>`;
    row.querySelector('button').onclick = () => {
      fetch('/took?n=' + (first + n)).then(() => { told.textContent = 'Took ' + (first + n); });
    };
  });
}
list.onscroll = () => requestAnimationFrame(draw);
draw();
</script>"""

LOADED = """<h1>News</h1><ul id=list></ul><script>
let count = 0;
const list = document.querySelector('#list');
const more = () => {
  for (const end = Math.min(count + 20, 70); count < end; count++) list.insertAdjacentHTML('beforeend',
    `<li style="height:40px">News ${count}</li>`);
};
more();
addEventListener('scroll', () => {
  if (scrollY + innerHeight >= document.body.scrollHeight - 50) fetch('/more').then(more);
});
</script>"""


def reading(app: App, fields: list[Json], **more: object) -> Sop:
    node = read("all", fields, shape="records", **more)
    return procedure(app, [node], [("read", "end")], {"all": {"output": True, "type": "list"}})


def taking(app: App, **more: object) -> Sop:
    take = task(
        "take",
        {"do": "click"},
        effect="repeatable",
        target={
            "role": "button",
            "name": "Take",
            "locators": [
                {"by": "css", "css": "button", "within": {"by": "xpath", "xpath": "//*[b='{{ part.n }}']"}}
            ],
        },
        done_when=[{"kind": "text", "contains": "Took {{ part.n }}"}],
    )
    loop: Json = {
        "type": "loop",
        "id": "each",
        "label": "Each part",
        "over": "elements",
        "elements": css(".part"),
        "fields": [{"name": "n", "target": css("b")}],
        "key": "n",
        "item": "part",
        "bound": 200,
        "children": [take],
        **more,
    }
    return procedure(app, [loop], [("each", "end")])


def records(summary: Summary) -> Any:
    return summary.outputs["all"]


def taken(app: App) -> list[int]:
    return [int(request.query["n"]) for request in app.received if request.path == "/took"]


class TestDrawnInView:
    async def test_all_records_are_read_in_their_order(self, run: Runner) -> None:
        with App({"/": DRAWN}) as app:
            summary = await run(reading(app, [{"name": "name", "target": css("span")}], each=css(".part")))
        assert (summary.outcome, summary.error) == ("done", None)
        names = [record["name"] for record in records(summary)]
        assert names == [f"Part {40 if n == 41 else n}" for n in range(90)]

    async def test_what_is_there_at_once_is_read_where_the_sop_says_so(self, run: Runner) -> None:
        with App({"/": DRAWN}) as app:
            fields: list[Json] = [{"name": "name", "target": css("span")}]
            summary = await run(reading(app, fields, each=css(".part"), scroll=False))
        assert [record["name"] for record in records(summary)] == [f"Part {n}" for n in range(14)]

    @pytest.mark.sweep
    async def test_a_loop_comes_to_every_element_once(self, run: Runner) -> None:
        with App({"/": DRAWN.replace("Array(90)", "Array(45)"), "/took": ""}) as app:
            summary = await run(taking(app), settings=QUICK)
        assert (summary.outcome, summary.error) == ("done", None)
        assert taken(app) == list(range(45))


def taking_one(app: App) -> Sop:
    """The step that takes a part that the data name."""
    take = task(
        "take",
        {"do": "click"},
        target={
            "role": "button",
            "name": "Take",
            "locators": [
                {
                    "by": "role",
                    "role": "button",
                    "name": "Take",
                    "within": {"by": "xpath", "xpath": "//*[span='{{ part }}']"},
                }
            ],
        },
        done_when=[{"kind": "text", "contains": "Took"}],
    )
    return procedure(app, [take], [("take", "end")], {"part": {}})


class TestOneThatIsOutOfView:
    @pytest.mark.parametrize("number", some_of([57, 89], 1))
    async def test_it_is_scrolled_to(self, run: Runner, number: int) -> None:
        with App({"/": DRAWN, "/took": ""}) as app:
            summary = await run(taking_one(app), {"part": f"Part {number}"}, settings=SOON)
        assert (summary.outcome, summary.error) == ("done", None)
        assert taken(app) == [number]

    async def test_a_cell_that_only_its_place_in_the_row_tells_is_scrolled_to(self, run: Runner) -> None:
        """In a grid, whose cells are called by what they show."""
        page = DRAWN.replace("row.className = 'part'", "row.role = 'row'").replace("<b>", "<b role=gridcell>")
        page = page.replace("row.querySelector('button').onclick", "row.querySelector('b').onclick")
        row = {"by": "row", "text": "{{ part }}"}
        target = {
            "tag": "b",
            "role": "gridcell",
            "locators": [{"by": "css", "css": "b:nth-of-type(1)", "within": row}],
        }
        told = [{"kind": "text", "contains": "Took"}]
        take = task("take", {"do": "click"}, target=target, done_when=told)
        with App({"/": page, "/took": ""}) as app:
            steps = procedure(app, [take], [("take", "end")], {"part": {}})
            summary = await run(steps, {"part": "Part 57"}, settings=SOON)
        assert (summary.outcome, taken(app)) == ("done", [57])

    async def test_what_is_in_no_list_stops_the_step(self, run: Runner) -> None:
        with App({"/": DRAWN, "/took": ""}) as app:
            summary = await run(taking_one(app), {"part": "Part 90"}, settings=SOON)
        assert summary.outcome == "stopped before effect"
        assert taken(app) == []


class TestLoadedAtTheEnd:
    async def test_all_records_are_read(self, run: Runner) -> None:
        with App({"/": LOADED, "/more": ""}) as app:
            summary = await run(reading(app, [{"name": "title"}], each=css("li")))
        assert [record["title"] for record in records(summary)] == [f"News {n}" for n in range(70)]

    async def test_a_list_without_end_is_told(self, run: Runner) -> None:
        with App({"/": LOADED, "/more": ""}) as app:
            sop = reading(app, [{"name": "title"}], each=css("li"), bound=2)
            summary = await run(sop, settings=QUICK)
        assert summary.outcome == "stopped before effect"
        assert summary.error is not None and "has grown each time" in summary.error

    async def test_more_on_a_button_is_read_once(self, run: Runner) -> None:
        page = """<ul><li>1<li>2</ul><button onclick="const ul = document.querySelector('ul');
        for (let n = 0; n < 2; n++) ul.insertAdjacentHTML('beforeend', `<li>${ul.children.length + 1}</li>`);
        if (ul.children.length > 5) this.remove()">Load more</button>"""
        with App({"/": page}) as app:
            more = by_role("button", "Load more")
            fields: list[Json] = [{"name": "n", "type": "number"}]
            summary = await run(reading(app, fields, each=css("li"), next=more))
        assert records(summary) == [{"n": n} for n in range(1, 7)]


def paged(request: Received) -> str:
    number = int(request.query.get("page", "1"))
    rows = "".join(
        f"<p class=part><b>{number}{n}</b> <button onclick=\"fetch('/took?n={number}{n}');"
        f"document.querySelector('h1').textContent = 'Took {number}{n}'\">Take</button></p>"
        for n in range(2)
    )
    return f"<h1>Parts</h1>{rows}" + (f"<a href='/?page={number + 1}'>Next</a>" if number < 3 else "")


class TestPages:
    async def test_a_loop_turns_the_pages(self, run: Runner) -> None:
        with App({"/": paged, "/took": ""}) as app:
            summary = await run(taking(app, next=by_role("link", "Next")), settings=QUICK)
        assert (summary.outcome, summary.error) == ("done", None)
        assert taken(app) == [10, 11, 20, 21, 30, 31]

    async def test_a_list_where_an_item_failed_is_not_taken_for_its_own(self, run: Runner) -> None:
        other = "<h1>Part</h1><p class=part><b>7</b> <button>Keep</button></p>"
        with App({"/": paged, "/took": "", "/part": other}) as app:
            loop = taking(app, on_item_failure="skip").model_dump(mode="json", by_alias=True)
            loop["nodes"][0]["children"].insert(
                0, task("open", {"do": "open", "url": f"{app.url}/part"}, done_when=[])
            )
            loop["edges"].append({"from": "open", "to": "take"})
            summary = await run(Sop.model_validate(loop), settings=quick(find_seconds=0.7, retries=0))
        assert summary.outcome == "done with exceptions"
        assert [failed.item for failed in summary.exceptions] == ["10", "11"]

    async def test_another_list_than_before_stops_the_loop(self, run: Runner) -> None:
        """Its filter was in the page's memory: opened again, it shows what was not asked for."""
        page = """<input><ul></ul><script>
        const field = document.querySelector('input'), names = ['Ada', 'Bob', 'Cid', 'Ann'];
        const show = () => {
          const fits = names.filter((name) => name.startsWith(field.value)).slice(0, 2);
          const items = fits.map((name) => `<li class=part><b>${name}</b></li>`);
          document.querySelector('ul').innerHTML = items.join('');
        };
        field.oninput = show;
        show();
        </script>"""
        with App({"/": page, "/part": "<h1>Part</h1>"}) as app:
            loop = taking(app, on_item_failure="skip").model_dump(mode="json", by_alias=True)
            loop["nodes"][0]["children"].insert(
                0, task("open", {"do": "open", "url": f"{app.url}/part"}, done_when=[])
            )
            search = task("search", {"do": "fill", "value": "A"}, target=css("input"))
            loop["nodes"].insert(0, search)
            loop["edges"] += [{"from": "search", "to": "each"}, {"from": "open", "to": "take"}]
            summary = await run(Sop.model_validate(loop), settings=quick(find_seconds=0.7, retries=0))
        assert summary.stopped_at == "each"
        assert summary.error is not None and "not in it ('Ann')" in summary.error


TABLE = """<table border=1><thead>
<tr><th rowspan=2>Number<th rowspan=2>Firm<th colspan=2>Asked<th colspan=2>Paid</tr>
<tr><th>Net<th>Gross<th>Net<th>Total</tr></thead><tbody>
<tr class=r><td colspan=6>Asked by mail</tr>
<tr class=r><td>1<td rowspan=2>Quist<td>10<td>12<td>8<td>9</tr>
<tr class=r><td>2<td>20<td>24<td>18<td><table><tr><td>19</tr></table></tr>
</tbody></table>"""
ROLES = """<div role=grid>
<div role=row><div role=columnheader>Number</div><i></i><div role=columnheader>Firm</div><i></i>
<div role=columnheader>Gross</div></div>
<div role=row class=r><div role=gridcell>1</div><div role=gridcell>Quist</div>
<div role=gridcell>12</div></div></div>"""
APART = """<table style="width:600px;table-layout:fixed"><tr><th>Number<th>Firm<th>Gross</table>
<div><table style="width:600px;table-layout:fixed"><tr class=r><td>1<td>Quist<td>12</table></div>"""


class TestColumns:
    @pytest.mark.parametrize(
        ("page", "each", "found"),
        some_of(
            [
                (TABLE, ".r", [("1", "Quist", "12"), ("2", "Quist", "24")]),
                (TABLE, "table[border] > * > tr", [("1", "Quist", "12"), ("2", "Quist", "24")]),
                (ROLES, "[role=row]", [("1", "Quist", "12")]),
                (APART, ".r", [("1", "Quist", "12")]),
            ],
            *(0, 2, 3),
        ),
        ids=["two rows of headings", "rows of headings are no records", "roles", "headings apart"],
    )
    async def test_a_cell_is_that_under_its_heading(
        self, run: Runner, page: str, each: str, found: list[tuple[str, str, str]]
    ) -> None:
        fields: list[Json] = [{"name": name, "column": name} for name in ("Number", "Firm", "Gross")]
        fields.append({"name": "asked", "column": "Asked Net", "required": False})
        with App({"/": page}) as app:
            summary = await run(reading(app, fields, each=css(each)))
        assert summary.error is None
        seen = [(r["Number"], r["Firm"], r["Gross"]) for r in records(summary) if r["Number"]]
        assert seen == found
        if page is TABLE:
            assert [r["asked"] for r in records(summary) if r["Number"]] == ["10", "20"]

    @pytest.mark.parametrize(
        ("column", "told"),
        [
            ("Net", "stands over several columns ('Asked Net', 'Paid Net')"),
            ("Totals", "no column 'Totals' for the field 'x'; did you mean 'Total'?"),
        ],
    )
    async def test_a_heading_that_is_not_there_once_is_told(
        self, run: Runner, column: str, told: str
    ) -> None:
        with App({"/": TABLE}) as app:
            summary = await run(reading(app, [{"name": "x", "column": column}], each=css(".r")))
        assert summary.outcome == "stopped before effect"
        assert summary.error is not None and told in summary.error


async def test_a_row_of_a_shadow_tree_is_known_by_what_its_slots_show(run: Runner) -> None:
    page = """<p id=told></p><x-grid><b slot=a>One</b>
    <button slot=b onclick="told.textContent = 'Took One'">Take</button></x-grid><script>
    customElements.define('x-grid', class extends HTMLElement {
      connectedCallback() {
        this.attachShadow({mode: 'open'}).innerHTML =
          '<table><tr><td><slot name=a></slot></td><td><slot name=b></slot></td></tr></table>';
      }
    });
    </script>"""
    button = by_role("button", "Take")
    button["locators"][0]["within"] = {"by": "row", "text": "One"}
    take = click("Take", "repeatable", target=button, done_when=[{"kind": "text", "contains": "Took One"}])
    with App({"/": page}) as app:
        summary = await run(procedure(app, [take], [("click-take", "end")]), settings=QUICK)
    assert (summary.outcome, summary.error) == ("done", None)
