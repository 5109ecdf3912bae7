"""Lists that a page draws in the place of the browser's own, judged by what the app received."""

from __future__ import annotations

from tests.app import App
from tests.builders import click, open_page, sop, task
from tests.runtime.conftest import Runner, run

__all__ = ["run"]

# The field lies under what shows its value, its entries say nothing of what they are, and words in the page
# are the same; the browser's own list is kept small, holds what is chosen alone, and one is drawn beside it.
PAGE = """<style>.w { position: relative; width: 200px; height: 24px; border: 1px solid }
.w input, .w span { position: absolute; inset: 0 } .w input { opacity: 0 } .w span { background: #fff }
.h { position: absolute; width: 1px; height: 1px; overflow: hidden; clip: rect(0 0 0 0) }</style>
<p>Active</p><p>Large</p>
<div class=w><input role=combobox aria-label=Status aria-expanded=false><span id=status>Lead</span></div>
<div class=w><div class=h><select aria-label=Size><option>Small</select></div><span>Small</span></div>
<div class=w id=plan><input role=combobox aria-label=Plan aria-expanded=false><span>Basic</span></div>
<button onclick="fetch('/save?what=' + [...document.querySelectorAll('span')].map((s) => s.textContent),
  {method: 'POST'}).then(() => document.body.append('Saved'))">Save</button><script>
for (const box of document.querySelectorAll('.w')) box.onmousedown = () => {
  const [value, list] = [box.querySelector('span'), document.createElement('div')];
  for (const word of ['Small', 'Large', 'Lead', 'Active', 'Team']) {
    const entry = list.appendChild(document.createElement('div'));
    entry.textContent = word;
    entry.onclick = () => { value.textContent = word; list.remove(); };
    if (box.id === 'plan') entry.setAttribute('role', 'option');
  }
  document.body.append(list);
};</script>"""


async def test_a_list_that_is_drawn_by_now_is_opened_where_people_press_it(run: Runner) -> None:
    lists = [
        task(
            f"choose-{at}",
            {"do": "select", "options": [option]},
            "repeatable",
            target={"locators": [{"by": "label", "text": label}]},
        )
        for at, (label, option) in enumerate((("Status", "Active"), ("Size", "Large")))
    ]
    opens = click("Plan", "none")
    opens["target"] = {"role": "combobox", "locators": [{"by": "label", "text": "Plan"}]}
    save = click("Save", "once", done_when=[{"kind": "text", "contains": "Saved"}])
    with App({"/": PAGE, "/save": "ok"}) as app:
        picks = click("Team", "repeatable")
        picks["target"] = {"role": "option", "locators": [{"by": "role", "role": "option", "name": "Team"}]}
        summary = await run(sop([open_page(app.url), *lists, opens, picks, save], [app.host]))
    assert summary.outcome == "done, unverified", summary.error
    assert [one.query["what"] for one in app.received if one.path == "/save"] == ["Active,Large,Team"]
