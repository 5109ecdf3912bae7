"""What a click made of a box, or of an entry of a list of which several may be chosen."""

from pathlib import Path

from handrail.compile import compile_recording
from handrail.recording.event import CheckChange, Click
from handrail.recording.store import load_recording
from handrail.sop.node import Task
from tests.app import App
from tests.recording.conftest import Recorded

# A component draws the list around entries that are given to it, and each entry draws its own words.
COMPONENT = """<h1>People</h1><x-list><x-entry>Ada</x-entry><x-entry>Ben</x-entry></x-list><script>
customElements.define('x-list', class extends HTMLElement { connectedCallback() {
  this.attachShadow({mode: 'open'}).innerHTML =
    '<div style="position:absolute"><div role=listbox aria-multiselectable=true><slot></slot></div></div>';
} });
customElements.define('x-entry', class extends HTMLElement { connectedCallback() {
  this.role = 'option';
  this.ariaSelected = 'false';
  this.attachShadow({mode: 'open'}).innerHTML = '<div><slot></slot> <i>person</i></div>';
  this.onclick = () => { this.ariaSelected = String(this.ariaSelected === 'false'); };
} });
</script>"""


async def test_an_entry_of_several_that_a_component_draws_tells_what_a_press_made_of_it(
    tmp_path: Path, recorded: Recorded
) -> None:
    with App({"/": COMPONENT}) as app:
        async with recorded(app.url, tmp_path / "r") as recorder:
            await recorder.page.get_by_text("person").first.click()
            await recorder.page.get_by_text("person").last.click()
            await recorder.page.get_by_text("person").first.click()
            await recorder.page.get_by_role("heading").click()
    events = load_recording(tmp_path / "r").events
    assert [event.checked for event in events if isinstance(event, CheckChange)] == [True, True, False]


# A list that lies over the page, and says nowhere that several may be chosen; one that lets one be chosen.
LISTS = """<h1>Staff</h1><div style="position:absolute"><ul role=listbox id=several>
<li role=option aria-selected=false>Ada<li role=option aria-selected=false>Ben</ul><ul role=listbox id=one>
<li role=option aria-selected=false>Kiel<li role=option aria-selected=false>Bonn</ul></div><script>
several.onclick = ({ target }) => { target.ariaSelected = String(target.ariaSelected === 'false'); };
one.onclick = ({ target }) => { for (const li of one.children) li.ariaSelected = String(li === target); };
</script>"""


async def test_the_second_entry_that_a_list_keeps_tells_that_the_first_was_one_of_several(
    tmp_path: Path, recorded: Recorded
) -> None:
    with App({"/": LISTS}) as app:
        async with recorded(app.url, tmp_path / "r") as recorder:
            for text in ("Kiel", "Bonn", "Ada", "Ben"):
                await recorder.page.get_by_text(text).click()
            await recorder.page.get_by_role("heading").click()
    recording = load_recording(tmp_path / "r")
    told = [event.target.name for event in recording.events if isinstance(event, CheckChange)]
    assert told == ["Ada", "Ben"]
    tasks = [node for node in compile_recording(recording).nodes if isinstance(node, Task)]
    assert [bool(node.before) for node in tasks if node.target and node.target.role == "option"] == [
        *(False, False),
        *(True, True),
    ]


# The entries are drawn in the label of the native list behind them, which the browser passes the press on to.
IN_LABEL = """<label>Room <span style="position:relative;display:inline-block">
<select tabindex=-1 style="position:absolute;opacity:0;width:1px"><option>Attic<option>Cellar</select>
<span><b>Select</b><p><span style="cursor:pointer">Attic</span><span style="cursor:pointer">Cellar</span></p>
</span></span></label><script>document.querySelector('p').onclick = ({ target }) => {
  document.querySelector('b').textContent = target.textContent;
  document.querySelector('p').remove();
};
</script>"""


async def test_a_press_on_an_entry_that_is_drawn_in_a_list_s_label_is_one_press(
    tmp_path: Path, recorded: Recorded
) -> None:
    with App({"/": IN_LABEL}) as app:
        async with recorded(app.url, tmp_path / "r") as recorder:
            await recorder.page.locator("p span").first.click()
    events = load_recording(tmp_path / "r").events
    assert [e.target.text for e in events if isinstance(e, Click) and e.target] == ["Attic"]
