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
