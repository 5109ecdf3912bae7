"""Fields of kits of which a person presses what is drawn beside the part that says what it is."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from handrail.recording.browser import Recorder
from tests.app import Answer, App
from tests.e2e.conftest import RoundTrip, told

LEVELS = "".join(
    f"<div class=item onmouseenter='this.className += \" over\"' onmouseleave='this.className = \"item\"' "
    f"onclick='level(this)'><div role=radio aria-checked=false aria-labelledby=l{place}></div>"
    f"<div id=l{place}>{name}</div></div>"
    for place, name in enumerate(["Junior", "Senior", "Lead"])
)
FORM = f"""<title>Staff</title><style>.item {{display: inline-flex; cursor: pointer; margin: 8px}}
[role=radio] {{width: 16px; height: 16px; border: 1px solid; border-radius: 8px}}
.frame {{border: 1px solid; width: 320px; margin-top: 4px}} .tags {{min-height: 30px}}
.tags input {{width: 0; border: 0; padding: 0; height: 20px}} .tags span {{background: #ddd; margin: 2px}}
[role=option] {{padding: 4px; cursor: pointer}}</style>
<h1>New person</h1>
<label id=asked>Level</label><div role=radiogroup tabindex=0 aria-labelledby=asked>{LEVELS}</div>
<label for=skills>Skills</label><div class=frame><div class=tags onclick="opens()"><input id=skills
 role=combobox aria-haspopup=listbox aria-expanded=false readonly></div></div>
<div id=over role=dialog aria-label=Dropdown hidden><div role=listbox aria-label=Items></div></div>
<button onclick="save()">Save</button><p role=status id=said></p>
<script>
const tags = document.querySelector('.tags'), field = document.getElementById('skills');
const over = document.getElementById('over'), list = over.firstElementChild;
const chosen = [];
let grade = '';
const level = (item) => {{
  grade = item.textContent;
  for (const one of document.querySelectorAll('[role=radio]'))
    one.ariaChecked = String(one === item.firstElementChild);
}};
const opens = () => {{
  list.innerHTML = ['Excel', 'German', 'Python', 'Welding']
    .map((name) => `<div role=option aria-selected=${{chosen.includes(name)}}>${{name}}</div>`).join('');
  over.hidden = false;
  field.ariaExpanded = 'true';
}};
list.onclick = (event) => {{
  const name = event.target.textContent;
  event.target.ariaSelected = 'true';
  chosen.push(name);
  field.insertAdjacentHTML('beforebegin', `<span>${{name}}</span>`);
  over.hidden = true;
  field.ariaExpanded = 'false';
}};
const save = () => fetch('/save?what=' + JSON.stringify([grade, chosen]), {{method: 'POST'}})
  .then(() => {{ document.getElementById('said').textContent = 'Saved'; }});
</script>"""


async def test_words_beside_a_choice_and_the_box_around_a_field_for_tags_are_pressed_for_them(
    round_trip: RoundTrip,
) -> None:
    """DevExtreme: the words name the radio button beside them, and the field is no wider than nothing."""

    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_text("Senior").click()
        for name in ("German", "Python"):
            await page.locator(".tags").click(position={"x": 250, "y": 15})
            await page.get_by_role("option", name=name).click()
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Saved").wait_for()

    with App({"/": FORM, "/save": Answer("{}")}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        assert {name: one.default for name, one in sop.variables.items()} == {
            "level": "Senior",
            "skills": "German",
            "skills_2": "Python",
        }
        assert [node.action.do for node in sop.nodes if node.type == "task"] == ["check", *["click"] * 5]
        app.received.clear()
        summary = await round_trip.repeat(sop, {"level": "Lead", "skills": "Welding", "skills_2": "Excel"})
        assert summary.outcome == "done", summary.error
        assert told(app) == [("/save", '["Lead",["Welding","Excel"]]')]


HEADS = "".join(
    f"<td role=columnheader aria-colindex={place}>{name}</td>"
    for place, name in enumerate(["Id", "Name", "Department", "Active"], 1)
)
GRID = f"""<title>Staff</title><style>table {{border-collapse: collapse; table-layout: fixed; width: 660px}}
td {{padding: 4px; overflow: visible}} [role=checkbox] {{width: 14px; height: 14px; border: 1px solid}}
[aria-checked=true] {{background: #08c}} .frame {{display: flex; border: 1px solid; width: 110px}}
.frame input {{width: 80px; border: 0}} .frame div {{width: 20px; background: #bbb; cursor: pointer}}
#list {{position: absolute; top: 320px; background: #fff; border: 1px solid}}</style>
<h1>Staff</h1><div role=grid aria-label=Staff><table role=presentation><tbody role=presentation>
<tr role=row>{HEADS}<td role=gridcell aria-colindex=5>&nbsp;</td></tr></tbody></table>
<table role=presentation><tbody role=presentation id=rows></tbody></table></div>
<div id=list role=listbox aria-label=Items hidden></div><p role=status id=said></p>
<script>
const people = [['1', 'Ada', 'Sales', true], ['2', 'Ben', 'Legal', false], ['3', 'Cyril', 'Legal', true],
  ['4', 'Dee', 'Sales', false]];
let edited = null, chosen = null;
const rows = document.getElementById('rows'), list = document.getElementById('list');
const link = (words, does) => `<a href="#" onclick="event.preventDefault(); ${{does}}">${{words}}</a>`;
const cells = (texts) => texts
  .map((text, at) => `<td role=gridcell aria-colindex=${{at + 1}}>${{text}}</td>`).join('');
const box = (on, free) =>
  `<div role=checkbox aria-checked=${{on}} ${{free ? 'tabindex=0 onclick="turn(this)"' : ''}}></div>`;
const arrow = '<div role=button aria-label=Select onclick="offer()">&nbsp;</div>';
const draw = () => {{
  rows.innerHTML = people.map((one, at) => `<tr role=row>` + (at === edited
    ? cells([one[0], `<input type=text aria-label="Column Name" value="${{one[1]}}">`,
      `<div class=frame><input type=text role=combobox aria-haspopup=listbox aria-label=Department
       value="${{one[2]}}">${{arrow}}</div>`, box(one[3], true),
      link('Save', 'save()') + link('Cancel', 'stop()')])
    : cells([one[0], one[1], one[2], box(one[3], false),
      link('Edit', `edit(${{at}})`) + link('Delete', '')]))
    + '</tr>').join('');
}};
const edit = (at) => {{ edited = at; draw(); }};
const stop = () => edit(null);
const turn = (one) => {{ one.ariaChecked = String(one.ariaChecked !== 'true'); }};
const offer = () => {{
  list.innerHTML = ['Legal', 'Sales', 'Support'].map((name) => `<div role=option>${{name}}</div>`).join('');
  list.hidden = false;
}};
list.onclick = ({{target}}) => {{
  rows.querySelector('[role=combobox]').value = target.textContent;
  list.hidden = true;
}};
const save = () => {{
  const [name, dept] = [...rows.querySelectorAll('input')].map((one) => one.value);
  const on = rows.children[edited].querySelector('[role=checkbox]').ariaChecked;
  fetch('/save?what=' + [edited + 1, name, dept, on], {{method: 'POST'}}).then(() => {{
    people[edited] = [String(edited + 1), name, dept, on === 'true'];
    document.getElementById('said').textContent = 'Saved ' + name;
    stop();
  }});
}};
draw();
</script>"""


@pytest.mark.sweep
async def test_a_row_that_is_written_in_in_its_place_is_not_called_by_its_commands(
    round_trip: RoundTrip,
) -> None:
    """Its record's name stands in a field then, and other rows have boxes as well."""

    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_role("row", name="Cyril").get_by_text("Edit").click()
        await page.get_by_role("button", name="Select").click()
        await page.get_by_role("option", name="Support").click()
        await page.get_by_role("checkbox").nth(2).click()
        await page.get_by_text("Save").click()
        await page.get_by_text("Saved Cyril").wait_for()

    with App({"/": GRID, "/save": Answer("{}")}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        recorded = {name: one.default for name, one in sop.variables.items()}
        assert recorded == {"record": "Cyril", "department": "Support", "active": "false"}
        app.received.clear()
        for record, department, active in (("Ada", "Legal", "true"), ("Dee", "Support", "true")):
            values = {"record": record, "department": department, "active": active}
            summary = await round_trip.repeat(sop, values)
            assert summary.outcome == "done", summary.error
        assert told(app) == [("/save", "1,Ada,Legal,true"), ("/save", "4,Dee,Support,true")]


DAYS = ["Ada", "Bruno", "Carla", "Dora"]


def column(place: int, drawn: list[str]) -> str:
    cells = "".join(
        f"<div role=gridcell aria-rowindex={row} aria-colindex={place}>{text}</div>"
        for row, text in enumerate(drawn, 1)
    )
    return f"<div class=column>{cells}</div>"


def by_columns(names: list[str]) -> str:
    """A grid as Webix draws it: no element holds a row."""
    signs = ["<i title=Edit>✎</i><i title=Delete onclick='take(this)'>⌫</i>"] * len(names)
    boxes = ["<input type=checkbox onchange='tick(this)'>"] * len(names)
    columns = [
        [str(place) for place in range(1, len(names) + 1)],
        names,
        ["Sales"] * len(names),
        boxes,
        signs,
    ]
    return f"""<title>Staff</title><style>.column {{float: left; width: 120px}}
[role=gridcell] {{height: 24px}}</style>
<div role=grid aria-label=Staff><div role=rowgroup>
{"".join(column(place, drawn) for place, drawn in enumerate(columns, 1))}</div></div>
<p role=status id=said></p>
<script>
const rowOf = (one) => one.closest('[role=gridcell]').getAttribute('aria-rowindex');
const named = (one) =>
  document.querySelector(`[aria-colindex="2"][aria-rowindex="${{rowOf(one)}}"]`).textContent;
const tell = (what, one) => fetch('/save?what=' + [what, named(one)], {{method: 'POST'}})
  .then(() => {{ document.getElementById('said').textContent = what + ' ' + named(one); }});
const take = (one) => tell('Deleted', one), tick = (one) => tell('Ticked', one);
</script>"""


@pytest.mark.sweep
@pytest.mark.parametrize("what", ["Deleted", "Ticked"])
async def test_a_row_of_a_grid_that_is_drawn_by_columns_is_its_record_s(
    round_trip: RoundTrip, what: str
) -> None:
    """Only a number says which cells are of one row: by its place, another order names another record."""

    async def drive(page: Page, _: Recorder) -> None:
        place = page.get_by_title("Delete") if what == "Deleted" else page.get_by_role("checkbox")
        await place.nth(2).click()
        await page.get_by_text(f"{what} Carla").wait_for()

    with App({"/": by_columns(DAYS), "/save": Answer("{}")}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        assert [one.default for one in sop.variables.values()] == ["Carla"]
        (name,) = sop.variables
        app.received.clear()
        app.pages["/"] = by_columns(DAYS[::-1])
        for record in ("Carla", "Bruno"):
            summary = await round_trip.repeat(sop, {name: record})
            assert summary.outcome == "done", summary.error
        assert told(app) == [("/save", f"{what},Carla"), ("/save", f"{what},Bruno")]


LEVELS_TIED = "".join(
    f"<div role=presentation><div><input type=radio name=level value={name} id={name} style='display:none'>"
    f"<button type=button role=radio aria-checked=false aria-label='{said}' onclick='grade(this)'>○</button>"
    f"</div><label for={name}>{name}</label></div>"
    for name, said in (("Junior", "Level Junior"), ("Senior", "Senior"), ("Lead", "Lead"))
)
SHIFTS = "".join(
    f"<button type=button role=tab aria-selected={on} onclick='turn(this)'>{name}</button>"
    for name, on in (("Day", "true"), ("Night", "false"), ("Weekend", "false"))
)
TWINS = f"""<title>Staff</title><style>.track {{width: 50px; height: 26px; background: #ccc}}
.track button {{width: 24px; height: 24px; padding: 0}}</style><h1>Person</h1><div role=form>
<label for=Junior>Level</label><div role=radiogroup>{LEVELS_TIED}</div>
<div><label>Shift</label><div role=tablist aria-label=Shift>{SHIFTS}</div></div>
<div><label for=a>Active</label><span><input id=a type=checkbox style="display:none"
 onchange="twin(this)"><button type=button role=checkbox aria-checked=false aria-label=Active
 onclick="tick(this)">☐</button></span></div>
<div><label>Remote</label><div class=track onclick="slide()"><button id=knob type=button role=checkbox
 aria-checked=false aria-label=Remote></button></div></div>
<button type=button onclick="save()">Save</button></div><p role=status id=said></p>
<script>
const all = (role) => [...document.querySelectorAll(`[role=${{role}}]`)];
const grade = (one) => {{
  one.previousElementSibling.checked = true;
  for (const other of all('radio')) other.ariaChecked = String(other.previousElementSibling.checked);
}};
for (const box of document.querySelectorAll('[type=radio]'))
  box.onchange = () => grade(box.nextElementSibling);
const turn = (one) => {{ for (const other of all('tab')) other.ariaSelected = String(other === one); }};
const twin = (box) => {{ box.nextElementSibling.ariaChecked = String(box.checked); }};
const tick = (one) => {{
  one.previousElementSibling.checked = !one.previousElementSibling.checked;
  twin(one.previousElementSibling);
}};
const slide = () => {{ knob.ariaChecked = String(knob.ariaChecked !== 'true'); }};
const save = () => fetch('/save?what=' + [document.querySelector('[type=radio]:checked').value,
  all('tab').find((one) => one.ariaSelected === 'true').textContent, document.getElementById('a').checked,
  knob.ariaChecked], {{method: 'POST'}})
  .then(() => {{ document.getElementById('said').textContent = 'Saved'; }});
</script>"""


@pytest.mark.sweep
async def test_what_is_drawn_beside_a_hidden_box_is_one_with_it(round_trip: RoundTrip) -> None:
    """Webix: a label ticks the browser's box, and a press what says itself that it is a box."""

    async def drive(page: Page, _: Recorder) -> None:
        await page.locator("label", has_text="Senior").click()
        await page.get_by_role("tab", name="Night").click()
        await page.get_by_role("checkbox", name="Active").click()
        await page.locator(".track").click(position={"x": 40, "y": 12})
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Saved").wait_for()

    with App({"/": TWINS, "/save": Answer("{}")}) as app:
        sop = await round_trip.show(app.url + "/", drive)
        recorded = {"level": "Senior", "shift": "Night", "active": "true", "remote": "true"}
        assert {name: one.default for name, one in sop.variables.items()} == recorded
        app.received.clear()
        others = ({**recorded, "level": "Junior", "active": "false"}, {"level": "Lead", "shift": "Weekend"})
        for values in others:
            summary = await round_trip.repeat(sop, values)
            assert summary.outcome == "done", summary.error
        assert told(app) == [("/save", "Junior,Night,false,true"), ("/save", "Lead,Weekend,true,true")]
