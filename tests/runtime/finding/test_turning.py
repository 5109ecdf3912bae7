"""Lists that have pages by now: the record is looked for on the following ones."""

from __future__ import annotations

from typing import Any

import pytest

from handrail.runtime.finding.turning import is_listed
from handrail.targeting import ElementSnapshot
from handrail.targeting.paging import leads_to_more
from tests.app import App
from tests.builders import task
from tests.pace import quick
from tests.runtime.conftest import Runner
from tests.runtime.test_nodes import procedure
from tests.sweeping import some_of
from tests.targeting.elements import button, on_page, recorded_from

ROW = {"by": "row", "role": "row", "text": "Part 7", "exact": True}
TAKE = {"by": "role", "role": "button", "name": "Take", "within": ROW}
WANTED = recorded_from(button("Take"), TAKE)
OTHERS = button("Take", near={"row": "Part 1 Take"})
PLAIN: dict[str, Any] = {"attributes": {"type": "button"}, "near": {}}
SAID = [button("1", attributes={"class": "kit-active page", "aria-current": "page"}, near={})]
BACK_AND_FORTH = """`<button ${at ? '' : 'disabled'}>Previous</button>
    <button ${at < 9 ? '' : 'disabled'} onclick="at += 3; draw()">Next</button>`"""
NUMBERS = """[0, 3, 6, 9].map((n) => `<button ${at == n ? 'disabled' : ''}
    onclick="at = ${n}; draw()">${n / 3 + 1}</button>`).join('')"""

IN_ENTRIES = """'<ul>' + [0, 3, 6, 9].map((n) => `<li ${at == n ? 'aria-current=page' : ''}>
    <button onclick="at = ${n}; draw()">${n / 3 + 1}</button></li>`).join('') + '</ul>'"""
CURRENT = """[0, 3, 6, 9].map((n) => `<button ${at == n ? 'aria-current=page' : ''}
    onclick="at = ${n}; draw()">${n / 3 + 1}</button>`).join('')"""
ITEMS = """`<ul onclick="at = 3 * (event.target.textContent - 1); draw()">${[0, 3, 6, 9].map((n) =>
    `<li class="${at == n ? 'is-active' : ''}">${n / 3 + 1}</li>`).join('')}</ul>`"""


def paged(turned_by: str) -> str:
    return f"""<h1>Parts</h1><table><tbody id=list></tbody></table><nav></nav><p></p><script>
let at = 0;
const took = () => {{ document.querySelector('p').textContent = 'Took'; }};
const take = (n) => fetch('/took?n=' + n).then(took);
function draw() {{
  list.innerHTML = [1, 2, 3].map((n) => `<tr><td>Part ${{at + n}}</td>
    <td><button onclick="take(${{at + n}})">Take</button></td></tr>`).join('');
  document.querySelector('nav').innerHTML = {turned_by};
}}
draw();</script>"""


def beside(*names: str, **more: Any) -> list[ElementSnapshot]:
    return [button(name, **{**PLAIN, **more}) for name in names]


@pytest.mark.parametrize(
    ("seen", "leads"),
    [
        ((OTHERS, *beside("Previous", "Next")), "Next"),
        ((OTHERS, *beside("Load more")), "Load more"),
        # A wizard, or a set of pictures; another list; two lists; a form.
        ((OTHERS, *beside("Next")), None),
        ((button("Edit", near={"row": "Part 1 Edit"}), *beside("Load more")), None),
        ((OTHERS, *beside("Load more", "Show more")), None),
        ((OTHERS, *beside("Previous", "Next", form={"method": "post", "action": "/save"})), None),
        ((OTHERS, *beside("Previous", "Next", enabled=False)), None),
        # Signs; numbers but for that of the shown page; the days of a month; records' own numbers.
        ((OTHERS, *beside("‹", "›")), "›"),
        ((OTHERS, button("1", **PLAIN, enabled=False), *beside("2", "3")), "2"),
        ((OTHERS, *beside(*map(str, range(1, 29)))), None),
        ((OTHERS, *beside("7", "9")), None),
        # A scale to choose from; pages of which a class says that it is shown.
        ((OTHERS, *beside("1", "2", "3")), None),
        ((OTHERS, *beside("1", attributes={"class": "page is-active"}), *beside("2", "3")), "2"),
        # The page says it for people, and a class says that all of them can be pressed.
        ((OTHERS, *SAID, *beside("2", "3", attributes={"class": "kit-active page"})), "2"),
        ((OTHERS, *beside("Previous", "Next", enabled=False), *beside("1", "2")), "2"),
        ((OTHERS, *(button(str(n), near={"row": f"{n} Part {n}"}) for n in (1, 2))), None),
    ],
)
def test_a_list_goes_on_where_other_rows_hold_what_is_missed(
    seen: tuple[ElementSnapshot, ...], leads: str | None
) -> None:
    found = leads_to_more(on_page(*seen)) if is_listed(WANTED, on_page(*seen)) else None
    assert (found.element.name if found is not None else None) == leads


def test_each_page_is_turned_to_once_and_those_behind_the_shown_one_first() -> None:
    pager = on_page(
        *beside("1", "2"), button("3", **PLAIN | {"attributes": {"aria-current": "page"}}), *beside("4")
    )
    turned: list[int] = []
    while (leads := leads_to_more(pager, turned)) is not None:
        turned.append(int(leads.element.name))
    assert turned == [4, 1, 2]


@pytest.mark.parametrize(
    "turned_by",
    some_of([BACK_AND_FORTH, NUMBERS, IN_ENTRIES, CURRENT, ITEMS], 0, 3),
    ids=["next", "numbers", "entries", "current", "items"],
)
async def test_the_pages_of_a_list_are_turned_to_the_record_that_is_meant(
    run: Runner, turned_by: str
) -> None:
    within = {**ROW, "text": "{{ part }}"}
    target = {"role": "button", "name": "Take", "locators": [{**TAKE, "within": within}]}
    take = task("take", {"do": "click"}, "repeatable", target=target)
    take["done_when"] = [{"kind": "text", "contains": "Took"}]
    with App({"/": paged(turned_by), "/took": "ok"}) as app:
        variables = {"part": {"default": "Part 7"}}
        sop = procedure(app, [take], [("take", "end")], variables)
        summary = await run(sop, {"part": "Part 7"}, settings=quick(find_seconds=1, retries=0))
    assert summary.outcome == "done", summary.error
    assert [one.query["n"] for one in app.received if one.path == "/took"] == ["7"]
    assert [one.element for one in summary.found_otherwise]


def test_a_badge_that_goes_by_its_place_in_the_row_is_one_of_a_list_where_its_likes_stand() -> None:
    """It has no name of its own, and the record was not looked for on the list's other pages."""
    place = {"by": "css", "css": ":scope > td:nth-of-type(2) > button", "within": ROW}
    badge = recorded_from(button(""), place)
    rows = [button(state, near={"row": f"Part {n} {state}"}) for n, state in ((1, "Low"), (2, "Sold"))]
    assert is_listed(badge, on_page(*rows))
    assert not is_listed(badge, on_page(*rows[:1]))
