"""A webmail as its server draws it: subjects in a list, a toolbar called by messages, tags for addresses."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from handrail.recording.browser import Recorder
from handrail.sop.node import Task
from tests.app import Answer, App, Received
from tests.e2e.conftest import RoundTrip

PAGE = """<title>Post :: Inbox</title><style>.popup { display: none } .open { display: block }
.away { position: absolute; left: -5000px }</style>
<a class=markmessage href="#">Mark</a><div id=said class=messages></div>
<table><tbody>%s</tbody></table>
<div><label for=to>To</label><div><div><textarea id=to class=away tabindex=-1></textarea>
<ul><li><input id=tag></li></ul></div></div></div>
<label>Priority <select id=priority><option>Normal<option>High<option>Low</select></label>
<div id=popup class=popup><a href="#">Normal</a> <a href="#">High</a> <a href="#">Low</a></div>
<button id=file>File</button><script>
let mail = '';
let fading = 0;
const tell = (text) => { clearTimeout(fading); said.textContent = text; };
for (const link of document.querySelectorAll('td a')) link.onclick = (event) => {
  event.preventDefault();
  mail = link.closest('tr').dataset.id;
  tell('Loading...');
  fading = setTimeout(() => tell(''), 300);
};
priority.onmousedown = (event) => { event.preventDefault(); popup.classList.add('open'); };
popup.onclick = (event) => {
  event.preventDefault();
  priority.value = event.target.textContent;
  popup.classList.remove('open');
};
file.onclick = async () => {
  const body = new URLSearchParams({ mail, to: tag.value, priority: priority.value });
  await fetch('/file', { method: 'POST', body });
  tell('Mail filed');
};
</script>"""
MAILS = (("7", "Omar Haddad", "Invoice 18"), ("8", "Omar Haddad", "Invoice 21"), ("9", "Tom Fox", "Lunch?"))
ROW = '<tr data-id="{}"><td>{} <span>12:30</span> <a href="#{}">{}</a></td></tr>'


def inbox() -> App:
    rows = "".join(ROW.format(number, sender, number, subject) for number, sender, subject in MAILS)
    return App({"/": PAGE % rows, "/file": Answer("{}")})


async def drive(page: Page, _: Recorder) -> None:
    await page.get_by_role("link", name="Invoice 18").click()
    await page.locator("#said:empty").wait_for(state="attached")
    await page.locator("#tag").click()
    await page.keyboard.type("books@here.example")
    await page.get_by_label("Priority").click()
    await page.locator(".open").get_by_text("High").click()
    await page.get_by_role("button", name="File").click()
    await page.get_by_text("Mail filed").wait_for()


async def test_another_mail_of_the_list_is_filed_with_another_priority(round_trip: RoundTrip) -> None:
    with inbox() as app:
        sop = await round_trip.show(app.url, drive)
        given = {name: variable.default for name, variable in sop.variables.items()}
        assert given == {"record": "Invoice 18", "to": "books@here.example", "priority": "High"}
        app.received.clear()
        summary = await round_trip.repeat(
            sop, {"record": "Invoice 21", "to": "a@b.example", "priority": "Low"}
        )
        assert summary.outcome == "done", summary.error
        assert app.posts("/file") == [{"mail": "8", "to": "a@b.example", "priority": "Low"}]


@pytest.mark.sweep
async def test_what_is_under_way_and_what_is_pressed_are_no_messages(round_trip: RoundTrip) -> None:
    with inbox() as app:
        sop = await round_trip.show(app.url, drive)
    steps = [node for node in sop.nodes if isinstance(node, Task)]
    said = [part.contains for node in steps for part in node.done_when if part.kind == "text"]
    assert said == ["Mail filed"]


LIST = """<title>Post :: Inbox</title><h1>Inbox</h1><table>%s</table>
<iframe name=%s width=500 height=200></iframe>"""
LINE = "<tr><td>{}</td><td><a href='/mail?id={}' target={}>{}</a></td></tr>"
MAIL = """<h2>{}</h2><button onclick="fetch('/answer?id={}', {{method: 'POST'}})
.then(() => {{ r.textContent = 'Answer sent' }})">Answer</button><p role=status id=r></p>"""


@pytest.mark.sweep
async def test_a_mail_is_answered_only_where_the_preview_shows_it(round_trip: RoundTrip) -> None:
    subjects = {number: subject for number, _, subject in MAILS}
    frame, late = ["preview"], list[str]()

    def inbox(_: Received) -> str:
        lines = (LINE.format(sender, number, frame[0], subject) for number, sender, subject in MAILS)
        return LIST % ("".join(lines), frame[0])

    def mail(received: Received) -> str:
        # Of a mail whose preview comes late, the one before stays.
        number = "9" if received.query["id"] in late else received.query["id"]
        return MAIL.format(subjects[number], number)

    async def answer(page: Page, _: Recorder) -> None:
        await page.get_by_role("link", name="Invoice 18").click()
        await page.frame_locator("iframe").get_by_role("button", name="Answer").click()
        await page.frame_locator("iframe").get_by_text("Answer sent").wait_for()

    with App({"/": inbox, "/mail": mail, "/answer": Answer("{}")}) as app:
        sop = await round_trip.show(app.url, answer)
        app.received.clear()
        summary = await round_trip.repeat(sop, {"mail": "Invoice 21"})
        assert summary.outcome == "done", summary.error
        frame[0] = "pane"
        summary = await round_trip.repeat(sop, {"mail": "Invoice 18"})
        assert summary.outcome == "done", summary.error
        late.append("8")
        summary = await round_trip.repeat(sop, {"mail": "Invoice 21"}, verify_seconds=1)
        assert summary.outcome == "stopped before effect", summary.error
        assert [r.query for r in app.received if r.method == "POST"] == [{"id": "8"}, {"id": "7"}]
