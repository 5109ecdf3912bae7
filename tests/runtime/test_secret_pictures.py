"""A secret that an app shows itself cannot be read in a picture."""

from __future__ import annotations

import io

from PIL import Image, ImageChops
from playwright.async_api import Page

from handrail.actuators.browser.camera import Camera
from handrail.approvals import Approval
from handrail.browser import InPage, LaunchedBrowser
from handrail.journal.events.event import Pictured
from handrail.secrets.value import SecretValue
from handrail.sessions.service.place import Place
from handrail.sop.action import Fill
from tests.app import App
from tests.builders import click, fill, open_page, sop
from tests.runtime.conftest import Runner
from tests.runtime.test_resuming import Session

SECRET = "s3cret-key"
SHOWN = {
    "a text": "at.textContent = s.toUpperCase()",
    "a text in groups, over elements": "at.innerHTML = s.replace(/.{1,4}/g, '<b>$&</b> ')",
    "a text that is selected": "at.textContent = s; getSelection().selectAllChildren(at)",
    "a drawing's text": "at.innerHTML = `<svg><text y=40 fill=red>${s}</text></svg>`",
    "a field to copy it from": "at.innerHTML = `<input readonly style='transition: all 9s' value='${s}'>`",
    "a component": "at.attachShadow({ mode: 'open' }).innerHTML = `<b>${s}</b>`",
    "a frame": "at.innerHTML = '<iframe></iframe>'; const d = at.firstChild.contentDocument; "
    "d.write(`<b style='color: red; font-size: 40px'>${s}</b>`); d.close()",
    "a button": "at.innerHTML = `<input type=button style='background: none' value='${s}'>`",
    "the label of a list's entry": "at.innerHTML = `<select style='appearance: none'>"
    "<option label='${s}'>Ann</select>`",
    "the name of a list's group": "at.innerHTML = `<select size=2><optgroup label='${s}'></select>`",
    "words for a picture that did not come": "at.innerHTML = `<img alt='${s}' src='data:,'>`",
    "a dialog over it all": "at.innerHTML = `<dialog>${s}</dialog>`; at.firstChild.showModal()",
}
"""What an app does with what was typed; all of it is red, and in a row of its own."""
ROW = 58
PAGE = f"""<title>Keys</title>
<style>div, div *, ::selection {{ color: #f00; font: bold 40px sans-serif; border: 0 }}
div {{ position: absolute; height: {ROW}px }} dialog, dialog::backdrop {{ background: none }}
dialog {{ position: fixed; margin: 0; top: {ROW * (len(SHOWN) - 1)}px }}</style>
{"".join(f"<div style='top: {ROW * row}px'></div>" for row in range(len(SHOWN)))}
<main style="margin-left: 900px"><label>Token <input id=t></label><button id=send>Send</button></main><script>
const ways = [{", ".join(f"(at, s) => {{ {script} }}" for script in SHOWN.values())}];
send.onclick = () => {{ document.querySelectorAll('div').forEach((at, n) => ways[n](at, t.value));
  t.value = ''; document.title = 'Saved' }};</script>"""


def seen(picture: bytes) -> list[str]:
    """The ways that show the value in the picture."""
    red, green, _ = Image.open(io.BytesIO(picture)).convert("RGB").split()
    tints = ImageChops.subtract(red, green)
    rows = (tints.crop((0, ROW * row, 850, ROW * (row + 1))) for row in range(len(SHOWN)))
    return [name for name, row in zip(SHOWN, rows, strict=True) if sum(row.histogram()[60:]) > 0]


async def test_what_the_app_shows_of_a_typed_secret_is_veiled(run: Runner) -> None:
    press = click("Send", "once", done_when=[{"kind": "title", "equals": "Saved"}])
    with App({"/": PAGE}) as app:
        for value, secrets in (("{{ secret:key }}", {"key": SECRET}), (SECRET, {})):
            made = sop([open_page(app.url), fill("Token", value), press], [app.host])
            assert (await run(made, {}, secrets)).outcome == "done"
            pictures = [run.place.artefacts.get(e.picture) for e in run.events if isinstance(e, Pictured)]
            # What is no secret is seen: the picture is of the moment at which the app shows it.
            assert seen(pictures[-1]) == ([] if secrets else list(SHOWN))


async def test_it_is_veiled_as_well_when_the_session_is_taken_up_again(
    launched: LaunchedBrowser, place: Place
) -> None:
    field = "<label>Token <input name=t></label><button>Send</button>"
    form = f"<title>In</title><form method=post action=/keys>{field}</form>"
    keys = f"<title>Keys</title><b style='color: red; font-size: 40px'>{SECRET}</b><button>Look</button>"
    human = {"id": "wait", "type": "human", "label": "Wait", "request": "Go on?"}
    session = Session(launched, place)
    session.secrets = {"key": SECRET}
    with App({"/": form, "/keys": keys}) as app:
        sent = click("Send", "once", done_when=[{"kind": "title", "equals": "Keys"}])
        steps = [open_page(app.url), fill("Token", "{{ secret:key }}"), sent, human, click("Look", "once")]
        session.begin(sop(steps, [app.host]))
        assert (await session.go_on()).outcome == "waiting"
        await session.go_on(answer=lambda request: Approval(answer="answer", text="", by="ana"))
    pictures = [e for e in session.events if isinstance(e, Pictured) and e.node == "click-look"]
    assert pictures
    for event in pictures:
        assert not is_red(place.artefacts.get(event.picture))


async def test_what_a_dialog_was_answered_with_is_a_typed_secret(run: Runner) -> None:
    page = """<title>In</title><b id=b style='color: red; font-size: 40px'></b><button>Look</button>
    <button onclick="b.textContent = prompt('Password?'); document.title = 'Open'">Unlock</button>"""
    answers = [{"kind": "prompt", "text": "{{ secret:key }}"}]
    opened = [{"kind": "title", "equals": "Open"}]
    unlock = click("Unlock", "once", dialogs=answers, done_when=opened)
    with App({"/": page}) as app:
        made = sop([open_page(app.url), unlock, click("Look", "once", done_when=opened)], [app.host])
        assert (
            await run(made, {}, {"key": SecretValue(SECRET, hosts=("elsewhere.test",))})
        ).outcome == "blocked"
        assert (await run(made, {}, {"key": SecretValue(SECRET, hosts=(app.host,))})).outcome == "done"
    pictures = [e.picture for e in run.events if isinstance(e, Pictured) and e.node == "click-look"]
    assert pictures and not any(is_red(run.place.artefacts.get(picture)) for picture in pictures)


def is_red(picture: bytes) -> bool:
    red, green, _ = Image.open(io.BytesIO(picture)).convert("RGB").split()
    return sum(ImageChops.subtract(red, green).histogram()[60:]) > 0


class Late(InPage):
    """A page that shows something in the very moment at which its picture is taken."""

    shows = ""
    taken = 0

    async def picture(self, page: Page) -> bytes:
        self.taken += 1
        await page.evaluate(self.shows)
        return await super().picture(page)


async def test_a_picture_is_not_kept_where_the_secret_came_up_meanwhile(launched: LaunchedBrowser) -> None:
    assert launched.browser is not None
    with App({"/": "<title>Keys</title><div></div>"}) as app:
        async with await launched.browser.new_context() as context:
            page, inpage = await context.new_page(), Late(context)
            await inpage.attach(page)
            await page.goto(app.url)
            camera = Camera(inpage)
            camera.typed(page, None, Fill(do="fill", value=SECRET))
            inpage.shows = f"document.querySelector('div').textContent = '{SECRET}'"
            assert await camera.take(page, lambda: None) is None
            inpage.shows = ""
            assert await camera.take(page) is not None
            inpage.shows = f"document.body.append('{SECRET}')"
            assert await camera.take(page) is None
            assert inpage.taken == 5, "where nothing waits for it, it is tried again"
