"""Fields of kits of which a person presses what is drawn beside the part that says what it is."""

from __future__ import annotations

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
