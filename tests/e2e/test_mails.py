"""Mails in a page of plain boxes: a tile answers the one that is open, and its head is above the text."""

from __future__ import annotations

from playwright.async_api import Page

from handrail.recording.browser import Recorder
from tests.app import App
from tests.e2e.conftest import RoundTrip, told
from tests.e2e.test_widgets import TELL

MAILS = [
    ["Mureil", "Broken lamp in hall 2", "The lamp above the second door is broken, and somebody fell there."],
    [
        "Rae",
        "Keys",
        "Are there more keys for the bicycle shed? Two of us have none since the move in May, I hear.",
    ],
    [
        "Chere",
        "Coffee",
        "The machine on the third floor makes tea only, whatever button one presses, since Monday.",
    ],
    [
        "Sher",
        "Parking",
        "May I have a place near the door for three weeks? I broke my leg on the stairs of hall 2.",
    ],
]
PAGE = """<title>Mails</title><style>.line,.tile{cursor:pointer} .tile{display:inline-block;margin:4px}
.icon{width:18px;height:18px;background:gray;margin:auto}</style>%s<main></main><script>
const mails = %s, main = document.querySelector('main');
const line = ([by, subject, body], at) => `<div class=line data-at=${at}>
  <div>${by}</div><div class=subject>${subject}</div><div>${body.slice(0, 18)}..</div></div>`;
const tile = (name) => `<span class="tile ${name}"><div class=icon></div><div>${name}</div></span>`;
const open = ([by, subject, body]) => {
  main.innerHTML = `<div>${subject}</div><div>${by} to me</div><div>${body}</div>
    <div>${tile('Reply')}${tile('Forward')}</div>`;
  main.querySelector('.Reply').addEventListener('click', () => answer(by, subject));
};
const answer = (by, subject) => {
  main.innerHTML = `<div><div>to: ${by}</div><div>subject: Re: ${subject}</div></div>
    <div><textarea id=answer-text></textarea></div><button>Send</button>`;
  main.querySelector('button').addEventListener('click', () =>
    tell(by + ': ' + main.querySelector('textarea').value)
      .then(() => main.innerHTML = '<p role=status>Sent</p>'));
};
main.innerHTML = mails.map(line).join('');
for (const one of main.children) one.addEventListener('click', () => open(mails[one.dataset.at]));
</script>"""


async def test_another_mail_is_answered_with_another_text(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_text("Broken lamp in hall 2").click()
        await page.locator(".Reply .icon").click()
        await page.locator("textarea").fill("We come on Monday.")
        await page.get_by_role("button", name="Send").click()
        await page.get_by_text("Sent").wait_for()

    with App({"/": PAGE % (TELL, MAILS), "/tell": "ok"}) as served:
        made = await round_trip.show(served.url + "/", drive)
        assert list(made.variables) == ["record", "answer_text"]
        served.received.clear()
        summary = await round_trip.repeat(made, {"record": "Keys", "answer_text": "Ask Bo."})
        assert summary.outcome == "done", summary.error
        assert told(served) == [("/tell", "Rae: Ask Bo.")]
