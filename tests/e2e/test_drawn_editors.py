"""Editors that the browser tells what is typed by an `EditContext`, and that draw their text themselves."""

from __future__ import annotations

from playwright.async_api import Page

from handrail.recording.browser import Recorder
from tests.e2e.conftest import RoundTrip, told
from tests.e2e.test_widgets import app

EDITOR = """<form onsubmit="return false"><p><label>Name <input></label></p>
<div><label>Value</label><div><div style="display:flex"><div aria-hidden=true><div>1</div></div>
<div id=e contenteditable=true role=textbox aria-multiline=true style="min-width:200px;min-height:20px"></div>
</div></div></div><button>Save</button></form><p role=status id=s></p><script>
const context = new EditContext({text: __HELD__});
e.editContext = context;
const draw = () => e.replaceChildren(...context.text.split('\\n').map((text) => {
  const line = document.createElement('div');
  line.textContent = text;
  return line;
}));
let [from, to] = [0, 0];
const write = (text) => {
  context.updateText(from, to, text);
  from = to = from + text.length;
  context.updateSelection(from, to);
  draw();
};
context.addEventListener('textupdate', (event) => {
  [from, to] = [event.selectionStart, event.selectionEnd];
  draw();
});
e.onkeydown = (event) => {
  if (event.key === 'Enter') write('\\n');
  else if (event.key === 'Delete' && from < to) write('');
  else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
    [from, to] = [0, context.text.length];
    context.updateSelection(from, to);
  } else return;
  event.preventDefault();
};
draw();
document.querySelector('button').onclick = () =>
  tell(context.text).then(() => { s.textContent = 'Saved'; });
</script>"""


async def test_what_is_written_there_is_an_input_and_takes_the_place_of_what_another_record_has(
    round_trip: RoundTrip,
) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_label("Name").fill("stage")
        await page.get_by_role("textbox", name="", exact=True).last.click()
        await page.keyboard.press("Control+a")
        await page.keyboard.type('"prod"')
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Saved").wait_for()

    with app(EDITOR.replace("__HELD__", "'v-stage'")) as served:
        sop = await round_trip.show(served.url + "/", drive)
        assert told(served) == [("/tell", '"prod"')]
        assert sop.variables["value"].default == '"prod"'
        served.pages["/"] = str(served.pages["/"]).replace("'v-stage'", "'north\\n42'")
        served.received.clear()
        summary = await round_trip.repeat(sop, {"name": "region", "value": '{"a": [1, 2]}'})
        assert summary.outcome == "done", summary.error
        assert told(served) == [("/tell", '{"a": [1, 2]}')]
