"""Hard widgets, shown once with real input and repeated, judged by what the page's server received."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Page

from handrail.compile.tidying import attribution
from handrail.recording import tab
from handrail.recording.browser import Recorder
from handrail.sop.condition import TextIs
from handrail.sop.node import Task
from tests.app import Answer, App
from tests.app import Page as Served
from tests.e2e.conftest import RoundTrip, told
from tests.sweeping import some_of

TELL = """<script>
const tell = (what) => fetch('/tell?what=' + encodeURIComponent(what), {method: 'POST'});</script>"""


def app(body: str, **more: Served) -> App:
    """An app with one page that can tell its server something."""
    extra = {f"/{name}": page for name, page in more.items()}
    return App({"/": f"<title>Widget</title><h1>Widget</h1>{TELL}{body}", "/tell": "ok", **extra})


WELCOME = """<dialog id=d><h2>Welcome</h2><p>New</p><button onclick="d.close()">Got it</button></dialog>
<label>Name <input></label><button onclick="tell(document.querySelector('input').value).then(() => {
s.textContent = 'Saved'; })">Save</button><p role=status id=s></p><script>
if (__FIRST__) setTimeout(() => d.showModal(), 50);</script>"""


@pytest.mark.sweep
async def test_what_the_app_says_the_first_time_only_is_put_away_where_it_comes(
    round_trip: RoundTrip,
) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_role("button", name="Got it").click()
        await page.get_by_label("Name").fill("Ada")
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Saved").wait_for()

    with app("") as served:
        page = f"<title>Widget</title><h1>Widget</h1>{TELL}{WELCOME}"
        for first in ("true", "false", "true"):
            served.pages["/"] = page.replace("__FIRST__", first)
            if round_trip.sop is None:
                await round_trip.show(served.url + "/", drive)
            served.received.clear()
            assert round_trip.sop is not None
            summary = await round_trip.repeat(round_trip.sop, {"name": "Grace"})
            assert summary.outcome == "done", summary.error
            assert told(served) == [("/tell", "Grace")]


async def test_a_form_with_every_native_control(round_trip: RoundTrip) -> None:
    form = """<form method=post action=/save aria-label=Order><label>Name <input name=name></label>
    <label>Colour <select name=colour><option>Red<option>Green<option>Blue</select></label>
    <label>Day <input type=date name=day></label><label>Hour <input type=time name=hour></label>
    <label>Paint <input type=color name=paint value=#000000></label>
    <label>Size <input type=range name=size min=0 max=10 value=5></label>
    <label><input type=checkbox name=gift value=yes> Gift</label>
    <label><input type=radio name=speed value=slow> Slow</label>
    <label><input type=radio name=speed value=fast> Fast</label>
    <label>Note <textarea name=note></textarea></label><button>Order</button></form>"""

    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_label("Name").click()
        await page.keyboard.type("Zoë & Co")
        await page.get_by_label("Colour").focus()
        await page.keyboard.press("ArrowDown")
        await page.keyboard.press("ArrowDown")
        await page.get_by_label("Day").focus()
        await page.keyboard.type("12242026")
        await page.get_by_label("Hour").focus()
        await page.keyboard.type("0245PM")
        await page.get_by_label("Size").focus()
        for _step in range(3):
            await page.keyboard.press("ArrowRight")
        await page.get_by_label("Gift").click()
        await page.get_by_label("Fast").click()
        await page.get_by_label("Note").click()
        await page.keyboard.type("two\nlines")
        await page.get_by_role("button", name="Order").click()
        await page.get_by_text("Thank you").wait_for()

    with app(form, save="<h1>Thank you</h1>") as served:
        shown = await round_trip.same(served, drive)
    assert "colour=Blue&day=2026-12-24&gift=yes&hour=14%3A45" in shown[0][1].replace(":", "%3A")
    assert "size=8&speed=fast" in shown[0][1]


LISTS = """<form method=post action=/save><label>Marks <select name=marks><option value=1>5<option value=2>4
<option value=4>2<option value=5>1</select></label>
<label>Room <select name=room><optgroup label=North><option value=n1>Single<option value=n2>Suite</optgroup>
<optgroup label=South><option value=s1>Single</optgroup></select></label>
<label>Person <select name=person><option value=12>John Smith<option value=45>John Smith
<option value=7>Ada</select></label>
<label>Land <select name=land><option value=CH>Switzerland<option value=AT>Austria
<option value=CH>Switzerland</select></label><button>Save</button></form>"""


@pytest.mark.sweep
async def test_an_option_is_what_it_says_and_no_other_of_that_name_or_value(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_label("Marks").select_option(label="2")
        await page.get_by_label("Room").select_option("s1")
        await page.get_by_label("Person").select_option("45")
        await page.get_by_label("Land").select_option(index=2)
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Thank you").wait_for()

    with app(LISTS, save="<h1>Thank you</h1>") as served:
        shown = await round_trip.same(served, drive)
        assert "land=CH&marks=4&person=45&room=s1" in shown[0][1]
        assert round_trip.sop is not None
        defaults = [variable.default for variable in round_trip.sop.variables.values()]
        assert defaults == ["2", "South › Single", "John Smith (45)", "Switzerland"]
        served.received.clear()
        other = {"marks": "5", "room": "Suite", "person": "12", "land": "AT"}
        assert (await round_trip.repeat(round_trip.sop, other)).outcome == "done"
        assert "land=AT&marks=1&person=12&room=n2" in told(served)[0][1]
        summary = await round_trip.repeat(round_trip.sop, {"person": "John Smith"})
        assert summary.outcome == "stopped before effect" and "2 options 'John Smith'" in str(summary.error)


async def test_a_button_in_nested_frames_of_other_origins(round_trip: RoundTrip) -> None:
    deep = (
        TELL
        + """<label>Code <input id=c></label>
        <button onclick="r.textContent = 'Code was checked'">Check</button><p role=status id=r></p>
        <button onclick="tell(c.value).then(() => document.body.append('Thank you'))">Send</button>"""
    )
    with App({"/deep": deep, "/tell": "ok"}) as inner, App({}, host="localhost") as across:
        across.pages["/middle"] = f"<h2>Middle</h2><iframe title=Deep src='{inner.url}/deep'></iframe>"
        with app(f"<iframe name=middle src='{across.url}/middle'></iframe>") as served:

            async def drive(page: Page, _: Recorder) -> None:
                frame = page.frame_locator("[name=middle]").frame_locator("[title=Deep]")
                await frame.get_by_label("Code").click()
                await page.keyboard.type("X-77")
                await frame.get_by_role("button", name="Check").click()
                await frame.get_by_text("Code was checked").wait_for()
                await frame.get_by_role("button", name="Send").click()
                await frame.get_by_text("Thank you").wait_for()

            sop = await round_trip.show(served.url + "/", drive)
            shown = told(inner)
            inner.received.clear()
            summary = await round_trip.repeat(sop)
            assert summary.outcome == "done", summary
            assert told(inner) == shown == [("/tell", "X-77")]
            checked = next(n for n in sop.walk_nodes() if n.label.startswith("Click 'Check'"))
            (seen,) = checked.done_when
            assert isinstance(seen, TextIs) and seen.target is not None
            assert (seen.contains, len(seen.target.frame)) == ("Code was checked", 2)


@pytest.mark.sweep
async def test_a_form_that_loads_within_its_frame(round_trip: RoundTrip) -> None:
    form = """<h2>Pay</h2><form method=post action=/pay><label>Card <input name=card></label>
    <button>Pay</button></form>"""
    with App({"/form": form, "/pay": "<h2>Payment taken</h2>"}) as inner:
        page = f"<h1>Shop</h1><iframe title=Pay src='{inner.url}/form'></iframe>"
        with app(page) as served:

            async def drive(page: Page, _: Recorder) -> None:
                frame = page.frame_locator("[title=Pay]")
                await frame.get_by_label("Card").click()
                await page.keyboard.type("visa")
                await frame.get_by_role("button", name="Pay").click()
                await frame.get_by_text("Payment taken").wait_for()

            sop = await round_trip.show(served.url + "/", drive)
            inner.received.clear()
            summary = await round_trip.repeat(sop)
            assert summary.outcome == "done", summary
            assert told(inner) == [("/pay", "card=visa")]
            texts = [c for n in sop.walk_nodes() for c in n.done_when if isinstance(c, TextIs)]
            assert [(c.contains, len(c.target.frame)) for c in texts if c.target] == [("Payment taken", 1)]


@pytest.mark.sweep
async def test_going_back_and_forward_in_a_frame(
    round_trip: RoundTrip, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What follows at once on a click may be a script's doing; this person is quick.
    monkeypatch.setattr(tab, "_FOLLOWS_MILLIS", 0)
    monkeypatch.setattr(attribution, "_AT_ONCE_MILLIS", 0)
    first = "<h2>First</h2><a href=/second>On</a>"
    second = f"""<h2>Second</h2>{TELL}
    <button onclick="tell('x').then(() => document.body.append('Told'))">Tell</button>"""

    async def drive(page: Page, recorder: Recorder) -> None:
        frame = page.frame_locator("iframe")
        await frame.get_by_role("link", name="On").click()
        await frame.get_by_role("heading", name="Second").wait_for()
        history = await page.context.new_cdp_session(page)
        for by, heading in ((-1, "First"), (1, "Second")):
            await recorder.settled()
            entries = await history.send("Page.getNavigationHistory")
            entry = entries["entries"][entries["currentIndex"] + by]
            await history.send("Page.navigateToHistoryEntry", {"entryId": entry["id"]})
            await frame.get_by_role("heading", name=heading).wait_for()
        await frame.get_by_role("button", name="Tell").click()
        await frame.get_by_text("Told").wait_for()

    with app("<iframe name=inner src=/first></iframe>", first=first, second=second) as served:
        assert await round_trip.same(served, drive) == [("/tell", "x")]
    assert round_trip.sop is not None
    done = [node for node in round_trip.sop.nodes if isinstance(node, Task)]
    assert [node.action.do for node in done] == ["click", "back", "forward", "click"]
    assert [node.id for node in done if not node.done_when] == []


async def test_open_shadow_roots(round_trip: RoundTrip) -> None:
    body = """<x-outer></x-outer><script>
    customElements.define('x-inner', class extends HTMLElement { connectedCallback() {
      const root = this.attachShadow({mode: 'open'});
      root.innerHTML = '<label>Stars <input></label><button>Rate</button><p></p>';
      root.querySelector('button').onclick = () => { tell(root.querySelector('input').value);
        root.querySelector('p').textContent = 'Rated'; }; }});
    customElements.define('x-outer', class extends HTMLElement { connectedCallback() {
      this.attachShadow({mode: 'open'}).innerHTML = '<section><x-inner></x-inner></section>'; }});
    </script>"""

    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_label("Stars").click()
        await page.keyboard.type("4")
        await page.get_by_role("button", name="Rate").click()
        await page.get_by_text("Rated").wait_for()

    with app(body) as served:
        assert await round_trip.same(served, drive) == [("/tell", "4")]


async def test_an_editable_region(round_trip: RoundTrip) -> None:
    body = """<div id=e contenteditable role=textbox aria-label=Message style="min-height:40px"></div>
    <button onclick="tell(e.innerText.trim())">Send</button>"""

    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_label("Message").click()
        await page.keyboard.type("Hello there")
        await page.get_by_role("button", name="Send").click()

    with app(body) as served:
        assert await round_trip.same(served, drive) == [("/tell", "Hello there")]


async def test_a_modal_dialog_element(round_trip: RoundTrip) -> None:
    body = """<button onclick="d.showModal()">Add note</button><dialog id=d aria-label="Note">
    <form method=dialog><label>Text <input id=t></label><button onclick="tell(t.value)">Keep</button></form>
    </dialog>"""

    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_role("button", name="Add note").click()
        await page.get_by_label("Text").click()
        await page.keyboard.type("Call back")
        await page.get_by_role("button", name="Keep").click()
        await page.get_by_role("dialog").wait_for(state="hidden")

    with app(body) as served:
        assert await round_trip.same(served, drive) == [("/tell", "Call back")]


@pytest.mark.parametrize("accept", some_of([True, False], 0))
async def test_a_confirm_and_a_prompt_get_the_real_answers(round_trip: RoundTrip, accept: bool) -> None:
    body = """<button onclick="tell('sure ' + confirm('Delete the record?'))">Delete</button>
    <button onclick="tell('named ' + prompt('New name?', 'old'))">Rename</button>"""

    async def drive(page: Page, _: Recorder) -> None:
        page.on("dialog", lambda d: d.accept("Nora") if accept else d.dismiss())
        async with page.expect_response("**/tell*"):
            await page.get_by_role("button", name="Delete").click()
        async with page.expect_response("**/tell*"):
            await page.get_by_role("button", name="Rename").click()

    with app(body) as served:
        shown = await round_trip.same(served, drive)
    assert [what for _, what in shown] == (
        ["sure true", "named Nora"] if accept else ["sure false", "named null"]
    )


@pytest.mark.parametrize("how", ["field", "button"])
async def test_a_file_goes_up(round_trip: RoundTrip, how: str, tmp_path: Path) -> None:
    body = """<label>Photo <input type=file id=f></label>
    <button onclick="f.click()">Attach</button>
    <script>f.onchange = async () => tell(f.files[0].name + ':' + await f.files[0].text());</script>"""
    file = tmp_path / "note.txt"
    file.write_text("the content")

    async def drive(page: Page, _: Recorder) -> None:
        async with page.expect_file_chooser() as chooser:
            if how == "field":
                await page.get_by_label("Photo").click()
            else:
                await page.get_by_role("button", name="Attach").click()
        async with page.expect_response("**/tell*"):
            await (await chooser.value).set_files(file)

    with app(body) as served:
        assert await round_trip.same(served, drive) == [("/tell", "note.txt:the content")]


async def test_html_drag_and_drop(round_trip: RoundTrip) -> None:
    body = """<div id=a draggable=true style="width:80px;height:40px">Card</div>
    <div id=b style="width:200px;height:100px;margin-top:40px">Done</div><script>
    a.ondragstart = (e) => e.dataTransfer.setData('text/plain', 'card');
    b.ondragover = (e) => e.preventDefault();
    b.ondrop = (e) => { tell(e.dataTransfer.getData('text/plain')); b.append(a); };</script>"""

    async def drive(page: Page, _: Recorder) -> None:
        async with page.expect_response("**/tell*"):
            await page.locator("#a").drag_to(page.locator("#b"))

    with app(body) as served:
        assert await round_trip.same(served, drive) == [("/tell", "card")]


async def drag_to_the_slot(page: Page, x: float, y: float) -> None:
    """From a place to where the pages below have their slot."""
    async with page.expect_response("**/tell*"):
        await page.mouse.move(x, y)
        await page.mouse.down()
        await page.mouse.move(200, 200, steps=4)
        await page.mouse.move(400, 280, steps=4)
        await page.mouse.up()


async def test_pointer_drag(round_trip: RoundTrip) -> None:
    body = """<style>#a{position:absolute;left:20px;top:120px;width:60px;height:40px;background:#cce}
    #b{position:absolute;left:320px;top:220px;width:160px;height:120px;background:#eee}</style>
    <div id=a>Knob</div><div id=b>Slot</div><script>let from = null;
    a.onpointerdown = (e) => { from = e; };
    onpointermove = (e) => { if (from) { a.style.pointerEvents = 'none'; a.style.left = e.clientX + 'px';
      a.style.top = e.clientY + 'px'; } };
    onpointerup = (e) => { if (from) { from = null;
      a.style.pointerEvents = '';
      const under = document.elementsFromPoint(e.clientX, e.clientY);
      tell(under.includes(b) ? 'in slot' : 'missed'); } };</script>"""

    async def drive(page: Page, _: Recorder) -> None:
        await drag_to_the_slot(page, 50, 140)

    with app(body) as served:
        assert await round_trip.same(served, drive) == [("/tell", "in slot")]


@pytest.mark.sweep
async def test_a_copy_is_dragged_while_the_thing_stays(round_trip: RoundTrip) -> None:
    body = """<style>#a,.copy{width:80px;height:20px;background:#cce}
    #b{position:absolute;left:320px;top:220px;width:160px;height:120px;background:#eee}</style>
    <div id=a>Valve</div><div id=b>Slot</div><script>let copy = null;
    a.onpointerdown = (e) => { e.preventDefault(); copy = a.cloneNode(true); copy.id = '';
      copy.className = 'copy'; copy.style.position = 'absolute'; document.body.append(copy); };
    onpointermove = (e) => { if (!copy) return;
      copy.style.left = e.pageX - 30 + 'px'; copy.style.top = e.pageY - 10 + 'px'; };
    onpointerup = (e) => { if (copy) { copy.remove(); copy = null;
      const under = document.elementsFromPoint(e.clientX, e.clientY);
      tell(under.includes(b) ? 'in slot' : 'missed'); } };</script>"""

    async def drive(page: Page, _: Recorder) -> None:
        box = await page.locator("#a").bounding_box()
        assert box is not None
        await drag_to_the_slot(page, box["x"] + 30, box["y"] + 10)

    with app(body) as served:
        assert await round_trip.same(served, drive) == [("/tell", "in slot")]


async def test_a_select_made_of_divs(round_trip: RoundTrip) -> None:
    body = """<style>.menu{display:none}.open .menu{display:block}</style>
    <div id=s><div class=value tabindex=0>Choose…</div><div class=menu><div class=item>Oslo</div>
    <div class=item>Turin</div><div class=item>Vigo</div></div></div><script>
    s.querySelector('.value').onclick = () => s.classList.toggle('open');
    for (const i of s.querySelectorAll('.item')) i.onclick = () => { s.classList.remove('open');
      s.querySelector('.value').textContent = i.textContent; tell(i.textContent); };</script>"""

    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_text("Choose…").click()
        async with page.expect_response("**/tell*"):
            await page.get_by_text("Turin").click()

    with app(body) as served:
        sop = await round_trip.show(served.url + "/", drive)
        assert [variable.default for variable in sop.variables.values()] == ["Turin"]
        served.received.clear()
        summary = await round_trip.repeat(sop, dict.fromkeys(sop.variables, "Vigo"))
        assert summary.outcome == "done", summary.error
        assert told(served) == [("/tell", "Vigo")]


async def test_an_element_that_is_replaced_while_one_clicks(round_trip: RoundTrip) -> None:
    body = """<div id=h></div><script>let t; const put = () => { h.innerHTML = '<button>Save</button>';
    h.firstChild.onclick = () => { tell('saved'); clearInterval(t); h.textContent = 'All saved'; }; };
    put(); t = setInterval(put, 300);</script>"""

    async def drive(page: Page, _: Recorder) -> None:
        # Where the machine is busy, the page may do it between the demonstration's press and release, too.
        while not await page.get_by_text("All saved").count():
            await page.get_by_role("button", name="Save").click()

    with app(body) as served:
        assert await round_trip.same(served, drive) == [("/tell", "saved")]


async def test_infinite_scroll(round_trip: RoundTrip) -> None:
    body = """<ul id=l></ul><script>let n = 0; const more = () => { for (let i = 0; i < 30; i++)
    l.insertAdjacentHTML('beforeend', '<li style="height:40px"><button>Item ' + (++n) + '</button></li>'); };
    more(); onscroll = () => {
      if (scrollY + innerHeight > document.body.scrollHeight - 60 && n < 90) more(); };
    l.onclick = (e) => tell(e.target.textContent);</script>"""

    async def drive(page: Page, _: Recorder) -> None:
        await page.mouse.move(600, 400)
        while not await page.get_by_role("button", name="Item 55").count():
            await page.mouse.wheel(0, 600)
            await page.evaluate("new Promise(requestAnimationFrame)")
        async with page.expect_response("**/tell*"):
            await page.get_by_role("button", name="Item 55").click()

    with app(body) as served:
        assert await round_trip.same(served, drive) == [("/tell", "Item 55")]


@pytest.mark.parametrize(
    ("how", "head"),
    some_of([("style", "<button>More</button>"), ("script", "<button>More</button>"), ("style", "More")], 1),
)
async def test_a_menu_that_opens_on_hover(round_trip: RoundTrip, how: str, head: str) -> None:
    style = ".m:hover ul{display:block}" if how == "style" else ".m.open ul{display:block}"
    m = "document.querySelector('.m')"
    script = f"{m}.onmouseenter = () => {m}.classList.add('open')" if how == "script" else ""
    body = f"""<style>.m{{width:200px}}.m ul{{display:none}}{style}</style>
    <nav><ul><li class=m>{head}
    <ul><li><a href="#" onclick="tell('archive')">Archive</a></ul></ul></nav>
    <script>{script}</script>"""

    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_text("More").hover()
        async with page.expect_response("**/tell*"):
            await page.get_by_role("link", name="Archive").click()

    with app(body) as served:
        assert await round_trip.same(served, drive) == [("/tell", "archive")]


@pytest.mark.sweep
async def test_what_comes_of_a_click_is_not_taken_for_what_comes_of_the_pointer(
    round_trip: RoundTrip,
) -> None:
    body = """<button id=b>Open</button><p>Some text</p><div id=d hidden style="position:fixed;inset:0;
    background:#fff"><p>Pick one</p><div id=l role=listbox></div><p id=r></p></div><script>
    b.onclick = () => setTimeout(() => { d.hidden = false; setTimeout(() => { d.className = 'in';
      l.innerHTML = '<div role=option><span>Alpha</span></div><div role=option><span>Beta</span></div>';
    }, 100); }, 100);
    l.onmouseover = (e) => {
      for (const o of l.children) o.className = o.contains(e.target) ? 'active' : ''; };
    l.onclick = (e) => { tell(e.target.textContent); r.textContent = 'Picked'; };</script>"""

    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_role("button", name="Open").click()
        # On the way to what the click will bring, and before it is there.
        await page.mouse.move(40, 110)
        await page.get_by_text("Beta").click()
        await page.get_by_text("Picked").wait_for()

    with app(body) as served:
        assert await round_trip.same(served, drive) == [("/tell", "Beta")]
    assert round_trip.sop is not None
    actions = [node.action.do for node in round_trip.sop.nodes if isinstance(node, Task)]
    assert actions == ["click", "click"]


@pytest.mark.sweep
async def test_a_choice_that_the_page_draws_and_makes_itself(round_trip: RoundTrip) -> None:
    option = """<label style="position:relative;display:block" onclick="choose(event, this)"><span style="
    position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)"><input type=radio name=r>
    </span><b aria-hidden=true>o</b> """
    body = f"""{option}Low</label>{option}High</label><button onclick="send()">Go</button><p id=r></p><script>
    const choose = (e, label) => {{ e.preventDefault();
      setTimeout(() => {{ label.control.checked = true; }}); }};
    const send = () => {{ tell([...document.querySelectorAll('input')].map((i) => i.checked));
      r.textContent = 'Sent'; }};</script>"""

    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_text("High").click()
        await page.wait_for_function("document.querySelectorAll('input')[1].checked")
        await page.get_by_role("button", name="Go").click()
        await page.get_by_text("Sent").wait_for()

    with app(body) as served:
        assert await round_trip.same(served, drive) == [("/tell", "false,true")]
    assert round_trip.sop is not None
    assert [node.action.do for node in round_trip.sop.nodes if isinstance(node, Task)] == ["check", "click"]


@pytest.mark.sweep
async def test_a_cell_whose_editor_goes_with_enter(round_trip: RoundTrip) -> None:
    body = """<table><tr><th>Bolt<td id=c>4</table><p id=r></p><script>
    c.ondblclick = () => { c.innerHTML = '<input type=number aria-label=Quantity>';
      const n = c.firstChild; n.focus(); n.onkeydown = (e) => {
        if (e.key == 'Enter') { tell(n.value); r.textContent = 'Kept'; c.textContent = n.value; } }; };
    </script>"""

    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_role("cell", name="4").dblclick()
        await page.keyboard.type("25")
        await page.keyboard.press("Enter")
        await page.get_by_text("Kept").wait_for()

    with app(body) as served:
        sop = await round_trip.show(served.url, drive)
        assert [node.action.do for node in sop.nodes if isinstance(node, Task)] == [
            "double_click",
            "fill",
            "press",
        ]
        # What the cell shows by now does not matter.
        served.pages["/"] = str(served.pages["/"]).replace("id=c>4", "id=c>25")
        summary = await round_trip.repeat(sop, {"quantity": "31"})
        assert (summary.outcome, told(served)[-1]) == ("done", ("/tell", "31")), summary.error


async def test_an_autocomplete_list(round_trip: RoundTrip) -> None:
    body = """<label>City <input id=c autocomplete=off></label><ul id=l role=listbox></ul><script>
    const all = ['Oslo', 'Ostrava', 'Turin']; c.oninput = () => setTimeout(() => {
      l.innerHTML = all.filter((x) => c.value && x.startsWith(c.value))
        .map((x) => `<li role=option>${x}</li>`).join('');
    }, 50);
    l.onclick = (e) => { c.value = e.target.textContent; l.innerHTML = ''; tell(c.value); };</script>"""

    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_label("City").click()
        await page.keyboard.type("Os", delay=20)
        async with page.expect_response("**/tell*"):
            await page.get_by_role("option", name="Ostrava").click()

    with app(body) as served:
        assert await round_trip.same(served, drive) == [("/tell", "Ostrava")]


async def test_a_popup(round_trip: RoundTrip) -> None:
    popup = f"""<title>Details</title><h1>Details</h1>{TELL}<label>Reason <input id=r></label>
    <button onclick="tell(r.value)">Confirm</button>"""

    async def drive(page: Page, _: Recorder) -> None:
        async with page.expect_popup() as opened:
            await page.get_by_role("link", name="Details").click()
        other = await opened.value
        await other.get_by_label("Reason").click()
        await other.keyboard.type("late")
        async with other.expect_response("**/tell*"):
            await other.get_by_role("button", name="Confirm").click()

    with app("<a href=/popup target=_blank>Details</a>", popup=popup) as served:
        assert await round_trip.same(served, drive) == [("/tell", "late")]


@pytest.mark.parametrize("written", some_of(["", "blob"], 1))
@pytest.mark.sweep
async def test_a_popup_that_a_script_writes_has_no_address_to_wait_for(
    round_trip: RoundTrip, written: str
) -> None:
    inside = (
        "<label>Reason <input></label><button onclick=\"opener.tell(document.querySelector('input').value)\">"
    )
    body = f"""<button onclick="show()">Details</button><script>window.tell = tell; function show() {{
    const page = {f"{inside}Confirm</button>"!r};
    if ({written!r}) return window.open(window.URL.createObjectURL(new Blob([page], {{type: 'text/html'}})));
    const popup = window.open('', '_blank'); popup.document.write(page); popup.document.close();
    }}</script>"""

    async def drive(page: Page, _: Recorder) -> None:
        async with page.expect_popup() as opened:
            await page.get_by_role("button", name="Details").click()
        other = await opened.value
        await other.get_by_label("Reason").fill("late")
        async with page.expect_response("**/tell*"):
            await other.get_by_role("button", name="Confirm").click()

    with app(body) as served:
        assert await round_trip.same(served, drive) == [("/tell", "late")]


async def test_a_download(round_trip: RoundTrip) -> None:
    export = Answer("name\nAna\n", headers={"content-disposition": "attachment; filename=export.csv"})

    async def drive(page: Page, recorder: Recorder) -> None:
        async with page.expect_download() as coming:
            await page.get_by_role("link", name="Export").click()
        await (await coming.value).path()
        await page.get_by_role("button", name="Sign off").click()

    with app(
        "<a href=/export>Export</a><button onclick=\"tell('off')\">Sign off</button>", export=export
    ) as served:
        await round_trip.same(served, drive)
    files = list((round_trip.place.home / "sessions").rglob("export.csv"))
    assert [file.read_text() for file in files] == ["name\nAna\n"]


async def test_back_and_reload(round_trip: RoundTrip) -> None:
    pages = {
        "/": f"""{TELL}<title>One</title><h1>One</h1><a href=/two>Two</a>
        <button onclick="tell('one')">Tell</button>""",
        "/two": "<title>Two</title><h1>Two</h1>",
        "/tell": "ok",
    }

    async def drive(page: Page, recorder: Recorder) -> None:
        await page.get_by_role("link", name="Two").click()
        await page.get_by_role("heading", name="Two").wait_for()
        await recorder.settled()
        await page.go_back()
        await page.get_by_role("heading", name="One").wait_for()
        await recorder.settled()
        async with page.expect_response("**/tell*"):
            await page.get_by_role("button", name="Tell").click()

    with App(pages) as served:
        assert await round_trip.same(served, drive) == [("/tell", "one")]
    assert round_trip.sop is not None
    assert "back" in [getattr(getattr(n, "action", None), "do", "") for n in round_trip.sop.walk_nodes()]


async def test_double_click_right_click_and_shortcut(round_trip: RoundTrip) -> None:
    body = """<div id=r style="width:120px;height:40px" tabindex=0>Row one</div><script>
    r.ondblclick = () => tell('double'); r.oncontextmenu = (e) => { e.preventDefault(); tell('context'); };
    onkeydown = (e) => { if (e.key === 's' && e.ctrlKey) {
      e.preventDefault(); tell('shortcut'); } };</script>"""

    async def drive(page: Page, _: Recorder) -> None:
        async with page.expect_response("**/tell*"):
            await page.get_by_text("Row one").dblclick()
        async with page.expect_response("**/tell*"):
            await page.get_by_text("Row one").click(button="right")
        async with page.expect_response("**/tell*"):
            await page.keyboard.press("Control+s")

    with app(body) as served:
        shown = await round_trip.same(served, drive)
    assert [what for _, what in shown] == ["double", "context", "shortcut"]


async def test_enter_in_a_search_field(round_trip: RoundTrip) -> None:
    body = "<form role=search method=post action=/find><input name=q aria-label=Search></form>"

    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_label("Search").click()
        await page.keyboard.type("Acme")
        await page.keyboard.press("Enter")
        await page.get_by_text("Found").wait_for()

    with app(body, find="<h1>Found</h1>") as served:
        assert await round_trip.same(served, drive) == [("/find", "q=Acme")]


async def test_copy_and_paste_between_fields(round_trip: RoundTrip) -> None:
    body = """<label>From <input id=a value="K-4711"></label><label>To <input id=b></label>
    <button onclick="tell(b.value)">Send</button>"""

    async def drive(page: Page, _: Recorder) -> None:
        await page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        await page.get_by_label("From").click()
        await page.keyboard.press("Control+a")
        await page.keyboard.press("Control+c")
        await page.get_by_label("To").click()
        await page.keyboard.press("Control+v")
        await page.get_by_role("button", name="Send").click()

    with app(body) as served:
        assert await round_trip.same(served, drive) == [("/tell", "K-4711")]


async def test_what_a_page_s_own_button_copies_is_asked_for(round_trip: RoundTrip) -> None:
    body = """<code id=c>K-4711</code> <button>Copy</button><label>To <input id=b></label><script>
    document.querySelector('button').onclick = () => { const t = document.createElement('textarea');
      t.value = c.textContent; document.body.append(t); t.select();
      document.execCommand('copy'); t.remove(); };
    </script>"""

    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_role("button").click()
        await page.get_by_label("To").click()
        await page.keyboard.press("Control+v")

    with app(body) as served:
        sop = await round_trip.show(served.url, drive)
    assert [node.action.do for node in sop.nodes if isinstance(node, Task)] == ["click", "paste"]
    assert [(one.default, one.required) for one in sop.variables.values()] == [(None, True)]


async def test_the_same_button_in_many_rows(round_trip: RoundTrip) -> None:
    rows = "".join(
        f"<tr><th>{name}</th><td><button onclick=\"tell('{name}')\">Edit</button></td></tr>"
        for name in ("Acme", "Acme Holdings", "Bolt", "Core")
    )

    async def drive(page: Page, _: Recorder) -> None:
        row = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name="Acme", exact=True))
        async with page.expect_response("**/tell*"):
            await row.get_by_role("button", name="Edit").click()

    with app(f"<table>{rows}</table>") as served:
        assert await round_trip.same(served, drive) == [("/tell", "Acme")]


@pytest.mark.sweep
async def test_a_message_that_names_the_file_names_another_one_as_well(
    round_trip: RoundTrip, tmp_path: Path
) -> None:
    first, other = tmp_path / "march report.pdf", tmp_path / "offer+Ω.pdf"
    for file in (first, other):
        file.write_text(file.name)
    body = """<button>Attach</button><input type=file id=f hidden><p role=status id=s></p>
    <script>document.querySelector('button').onclick = () => f.click();
    f.onchange = async () => { const {name} = f.files[0]; f.value = '';
      await tell(name); s.textContent = `${name} was received`; };</script>"""

    async def drive(page: Page, _: Recorder) -> None:
        async with page.expect_file_chooser() as chooser:
            await page.get_by_role("button", name="Attach").click()
        await (await chooser.value).set_files(first)
        await page.get_by_text("was received").wait_for()

    with app(body) as served:
        sop = await round_trip.show(served.url, drive)
        summary = await round_trip.repeat(sop, {"file": str(other)})
        assert (summary.outcome, told(served)[-1]) == ("done", ("/tell", other.name)), summary.error
