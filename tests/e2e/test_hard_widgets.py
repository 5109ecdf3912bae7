"""Widgets that pages make of their own, shown once and repeated, judged by what the server received."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Page

from handrail.recording.browser import Recorder
from tests.e2e.conftest import RoundTrip, told
from tests.e2e.test_widgets import app
from tests.sweeping import some_of


@pytest.mark.sweep
async def test_a_list_that_draws_only_what_is_in_view(round_trip: RoundTrip) -> None:
    body = """<div id=list style="height:300px;overflow:auto">
    <div id=all style="position:relative;height:30000px"></div></div><p id=r></p><script>
    function draw() {
      const first = Math.floor(list.scrollTop / 30);
      all.innerHTML = '';
      for (let n = first; n < first + 12; n++) {
        const row = document.createElement('div');
        row.style.cssText = 'position:absolute;top:' + n * 30 + 'px';
        row.innerHTML = '<span>Person ' + n + '</span> <span class=b>Invite</span>';
        row.lastChild.onclick = () => { tell('invite ' + n); r.textContent = 'Invited ' + n; };
        all.append(row);
      }
    }
    list.onscroll = draw; draw();</script>"""

    async def drive(page: Page, recorder: Recorder) -> None:
        await page.locator("#list").hover()
        await page.mouse.wheel(0, 3000)
        await page.get_by_text("Person 104", exact=True).wait_for()
        await recorder.settled()
        await (
            page.locator("div", has=page.get_by_text("Person 104", exact=True))
            .last.get_by_text("Invite")
            .click()
        )
        await page.get_by_text("Invited 104").wait_for()

    with app(body) as served:
        assert await round_trip.same(served, drive) == [("/tell", "invite 104")]


@pytest.mark.sweep
async def test_one_of_two_components_that_are_alike(round_trip: RoundTrip) -> None:
    body = """<x-pick></x-pick><x-pick></x-pick><script>
    customElements.define('x-pick', class extends HTMLElement { connectedCallback() {
      const root = this.attachShadow({mode: 'open'});
      root.innerHTML = '<div class=t>Choose</div><div hidden><div>Alpha</div><div>Beta</div></div>';
      root.querySelector('.t').onclick = () => { root.lastChild.hidden = false; };
      root.lastChild.onclick = (e) => {
        root.lastChild.hidden = true;
        tell([...document.querySelectorAll('x-pick')].indexOf(this) + e.target.textContent);
        root.querySelector('.t').textContent = e.target.textContent; };
    } });</script>"""

    async def drive(page: Page, _: Recorder) -> None:
        second = page.locator("x-pick").nth(1)
        await second.get_by_text("Choose").click()
        await second.get_by_text("Beta").click()
        await second.locator(".t", has_text="Beta").wait_for()

    with app(body) as served:
        assert await round_trip.same(served, drive) == [("/tell", "1Beta")]


@pytest.mark.sweep
async def test_dialogs_out_of_the_middle_of_typing(round_trip: RoundTrip) -> None:
    body = """<label>Age <input id=a></label><label>City <input id=c></label><button>Go</button><p id=r></p>
    <script>a.oninput = () => { if (/x/.test(a.value)) {
      alert('Digits only'); a.value = a.value.replace('x', ''); } };
    a.onchange = () => tell(confirm('Is ' + a.value + ' right?'));
    document.querySelector('button').onclick = () =>
      tell(a.value + ' ' + c.value).then(() => { r.textContent = 'Went'; });</script>"""

    async def drive(page: Page, _: Recorder) -> None:
        page.on("dialog", lambda dialog: dialog.accept() if dialog.type == "alert" else dialog.dismiss())
        await page.get_by_label("Age").click()
        await page.keyboard.type("4x2")
        await page.keyboard.press("Tab")
        await page.keyboard.type("Oslo")
        await page.get_by_role("button", name="Go").click()
        await page.get_by_text("Went").wait_for()

    with app(body) as served:
        assert await round_trip.same(served, drive) == [("/tell", "false"), ("/tell", "42 Oslo")]


async def test_a_file_dropped_from_outside(round_trip: RoundTrip, tmp_path: Path) -> None:
    body = """<div id=zone style="width:300px;height:120px">Drop files here</div><p id=r></p><script>
    zone.ondragover = (e) => e.preventDefault();
    zone.ondrop = async (e) => { e.preventDefault(); const [file] = e.dataTransfer.files;
      await tell(file.name + '=' + await file.text()); r.textContent = 'Taken'; };</script>"""
    file = tmp_path / "a.txt"
    file.write_text("inside")

    async def drive(page: Page, _: Recorder) -> None:
        session = await page.context.new_cdp_session(page)
        data = {"items": [], "files": [str(file)], "dragOperationsMask": 1}
        for kind in ("dragEnter", "dragOver", "drop"):
            at = {"type": kind, "x": 60, "y": 100, "data": data}
            await session.send("Input.dispatchDragEvent", at)
        await page.get_by_text("Taken").wait_for()

    with app(body) as served:
        assert await round_trip.same(served, drive) == [("/tell", "a.txt=inside")]


async def test_an_editor_that_writes_its_own_frame(round_trip: RoundTrip) -> None:
    body = """<iframe title=Editor></iframe><button>Post</button><p id=r></p><script>
    const inner = document.querySelector('iframe').contentDocument;
    inner.open(); inner.write('<body contenteditable=true><p><br></p></body>'); inner.close();
    document.querySelector('button').onclick = () =>
      tell(inner.body.innerText.trim()).then(() => { r.textContent = 'Posted'; });</script>"""

    async def drive(page: Page, _: Recorder) -> None:
        await page.frame_locator("iframe").locator("body").click()
        await page.keyboard.type("Hello there")
        await page.get_by_role("button", name="Post").click()
        await page.get_by_text("Posted").wait_for()

    with app(body) as served:
        assert await round_trip.same(served, drive) == [("/tell", "Hello there")]


async def test_formats_that_are_not_typed_again_are_asked_about(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.locator("[contenteditable]").focus()
        await page.keyboard.type("plain strong")
        await page.keyboard.press("Control+Shift+ArrowLeft")
        await page.keyboard.press("Control+b")

    with app("<div contenteditable=true aria-label=Note></div>") as served:
        sop = await round_trip.show(served.url + "/", drive)
    assert [(c.required, "'Note' was given a format" in c.question) for c in sop.clarifications] == [
        (True, True)
    ]


async def test_text_that_goes_on_in_another_format_is_typed_in_it(round_trip: RoundTrip) -> None:
    body = """<div contenteditable=true aria-label=Note></div><button id=list>List</button>
    <button id=post>Post</button><p id=r></p><script>const note = document.querySelector('div');
    for (const button of document.querySelectorAll('button')) button.onmousedown = (e) => e.preventDefault();
    list.onclick = () => document.execCommand('insertUnorderedList');
    post.onclick = () => tell(note.innerHTML).then(() => { r.textContent = 'Posted'; });</script>"""

    async def drive(page: Page, _: Recorder) -> None:
        await page.locator("[contenteditable]").focus()
        await page.keyboard.type("plain ")
        await page.keyboard.press("Control+b")
        await page.keyboard.type("strong")
        await page.keyboard.press("Enter")
        await page.get_by_role("button", name="List").click()
        await page.keyboard.type("one")
        await page.get_by_role("button", name="Post").click()
        await page.get_by_text("Posted").wait_for()

    with app(body) as served:
        ((_, told),) = await round_trip.same(served, drive)
    assert told == "plain <b>strong</b><div><ul><li><b>one</b></li></ul></div>"


async def test_a_slider_and_a_list_of_several(round_trip: RoundTrip) -> None:
    body = """<div id=track style="width:300px;height:20px;position:relative"><div id=thumb role=slider
    tabindex=0 aria-label=Volume style="position:absolute;left:0;width:20px;height:20px"></div></div>
    <label>Tags <select id=g multiple size=3><option>red<option>green<option>black</select></label>
    <button>Go</button><p id=r></p><script>
    let on = false, v = 0;
    thumb.onpointerdown = (e) => { on = true; thumb.setPointerCapture(e.pointerId); };
    thumb.onpointerup = () => { on = false; };
    thumb.onpointermove = (e) => { if (!on) return;
      v = Math.max(0, Math.min(280, e.clientX - track.getBoundingClientRect().x - 10));
      thumb.style.left = v + 'px'; };
    document.querySelector('button').onclick = () =>
      tell(Math.round(v / 28) + [...g.selectedOptions].map((o) => o.value))
        .then(() => { r.textContent = 'Went'; });
    </script>"""

    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_label("Volume").hover()
        box = await page.get_by_label("Volume").bounding_box()
        assert box is not None
        await page.mouse.down()
        await page.mouse.move(box["x"] + 150, box["y"] + 10, steps=4)
        await page.mouse.up()
        await page.locator("option", has_text="green").click()
        await page.locator("option", has_text="black").click(modifiers=["Control"])
        await page.get_by_role("button", name="Go").click()
        await page.get_by_text("Went").wait_for()

    with app(body) as served:
        assert await round_trip.same(served, drive) == [("/tell", "5green,black")]
        assert round_trip.sop is not None
        # The list says them in its own order, and other data may have fewer.
        for first, second, told_of in (("green", "red", "5red,green"), ("black", "", "5black")):
            served.received.clear()
            summary = await round_trip.repeat(round_trip.sop, {"tags": first, "tags_2": second})
            assert (summary.outcome, told(served)) == ("done", [("/tell", told_of)]), summary.error


@pytest.mark.parametrize(
    ("how", "typed"),
    some_of(
        [
            ("onkeydown = (e) => { if (e.key === ',') { e.preventDefault(); take(); } }", "red,green,blue,"),
            ("oninput = () => { if (tags.value.endsWith(' ')) take(); }", "red green blue "),
        ],
        0,
    ),
    ids=["at a comma", "at a space"],
)
async def test_a_field_that_makes_entries_of_what_is_typed(
    round_trip: RoundTrip, how: str, typed: str
) -> None:
    # The field stands behind its entries, and is known by that: there is another one without a name.
    body = """<section aria-label=Tags><ul><li><input id=tags></li></ul></section>
    <section aria-label=Note><ul><li><input></li></ul></section><button>Keep</button><p id=r></p><script>
    const all = document.querySelector('ul');
    const take = () => { if (!tags.value.trim()) return;
      const entry = document.createElement('li'); entry.textContent = tags.value.trim();
      all.lastElementChild.before(entry); tags.value = ''; };
    tags.HOW;
    document.querySelector('button').onclick = () =>
      tell([...all.children].map((one) => one.textContent).filter(Boolean).join('|'))
        .then(() => { r.textContent = 'Kept'; });
    </script>""".replace("HOW", how)

    async def drive(page: Page, _: Recorder) -> None:
        await page.locator("#tags").click()
        await page.keyboard.type(typed)
        await page.get_by_role("button", name="Keep").click()
        await page.get_by_text("Kept").wait_for()

    with app(body) as served:
        assert await round_trip.same(served, drive) == [("/tell", "red|green|blue")]
        assert round_trip.sop is not None
        served.received.clear()
        end = " " if "' '" in how else ""
        others = {
            name: f"{word}{end}"
            for name, word in zip(round_trip.sop.variables, ("pink", "grey", "gold"), strict=True)
        }
        summary = await round_trip.repeat(round_trip.sop, others)
        assert (summary.outcome, told(served)) == ("done", [("/tell", "pink|grey|gold")]), summary.error


async def test_a_button_that_wants_to_be_held(round_trip: RoundTrip) -> None:
    body = """<button id=b>Hold to confirm</button><p id=r></p><script>
    let timer;
    b.onpointerdown = () => { timer = setTimeout(() => {
      tell('held'); r.textContent = 'Confirmed'; }, 600); };
    b.onpointerup = () => clearTimeout(timer);
    </script>"""

    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_role("button").hover()
        await page.mouse.down()
        await page.get_by_text("Confirmed").wait_for()
        await page.mouse.up()

    with app(body) as served:
        assert await round_trip.same(served, drive) == [("/tell", "held")]


@pytest.mark.sweep
async def test_a_radio_button_beside_the_page_is_ticked_by_its_label(round_trip: RoundTrip) -> None:
    stars = "".join(
        f"<input type=radio name=stars id=s{n} value={n}><label for=s{n} title='{n} stars'>★</label>"
        for n in range(1, 6)
    )
    body = f"""<style>input {{ position: absolute; left: -9999px }}</style>
    <fieldset><legend>Rating</legend>{stars}</fieldset><button>Rate</button><p id=r></p><script>
    document.querySelector('button').onclick = () => tell(document.querySelector(':checked').value)
      .then(() => {{ r.textContent = 'Rated'; }});</script>"""

    async def drive(page: Page, _: Recorder) -> None:
        await page.locator("label[for=s4]").click()
        await page.get_by_role("button", name="Rate").click()
        await page.get_by_text("Rated").wait_for()

    with app(body) as served:
        assert await round_trip.same(served, drive) == [("/tell", "4")]


async def test_what_nobody_outside_can_see_is_asked_about(round_trip: RoundTrip) -> None:
    body = """<x-box style="display:block"></x-box><div id=map style="width:300px;height:200px">Zoom 1</div>
    <button onclick="tell(zoom)">Send</button>
    <script>customElements.define('x-box', class extends HTMLElement {
      constructor() { super(); this.attachShadow({mode: 'closed'}).innerHTML = '<input>'; } });
    let zoom = 1;
    map.addEventListener('wheel', (e) => { e.preventDefault(); map.textContent = 'Zoom ' + ++zoom; });
    </script>"""

    async def drive(page: Page, _: Recorder) -> None:
        await page.locator("x-box").click(position={"x": 20, "y": 10})
        await page.keyboard.type("Q-1")
        await page.locator("#map").hover()
        await page.mouse.wheel(0, -100)
        await page.get_by_text("Zoom 2").wait_for()
        await page.get_by_role("button", name="Send").click()

    with app(body) as served:
        sop = await round_trip.show(served.url + "/", drive)
    questions = " ".join(c.question for c in sop.clarifications if c.required)
    assert "typed into <x-box>" in questions and "the wheel was turned" in questions


async def test_a_list_that_moves_its_entry_while_it_is_dragged(round_trip: RoundTrip) -> None:
    """The entry is dropped on itself: it stands beneath the pointer by then."""
    body = """<h2>To do</h2><ul><li draggable=true>Paint<li draggable=true>Sand</ul>
    <h2>Done</h2><ul id=b><li draggable=true>Cut<li draggable=true>Saw</ul><p id=r></p><script>
    let item;
    document.ondragstart = (e) => { item = e.target; };
    document.ondragover = (e) => { e.preventDefault(); const at = e.target.closest('li');
      // First before what it comes over, and behind that once it goes on.
      if (at && at !== item) at[at.previousElementSibling === item ? 'after' : 'before'](item); };
    document.ondrop = (e) => { e.preventDefault();
      tell(b.innerText.split('\\n').join()).then(() => { r.textContent = 'Kept'; }); };</script>"""

    async def drive(page: Page, _: Recorder) -> None:
        source = await page.get_by_text("Sand").bounding_box()
        goal = await page.get_by_text("Cut").bounding_box()
        assert source and goal
        await page.mouse.move(source["x"] + 20, source["y"] + 5)
        await page.mouse.down()
        await page.mouse.move(source["x"] + 20, goal["y"] + 7, steps=25)
        await page.mouse.move(source["x"] + 20, goal["y"] + 7)
        await page.mouse.up()
        await page.get_by_text("Kept").wait_for()

    with app(body) as served:
        assert await round_trip.same(served, drive) == [("/tell", "Cut,Sand,Saw")]


@pytest.mark.sweep
async def test_stars_that_are_drawn_anew_by_the_press_that_opens_them(round_trip: RoundTrip) -> None:
    """The browser tells of no click where the press took away what it fell on."""
    body = """<div id=c role=gridcell tabindex=0 aria-label=Stars style="width:120px;height:24px"></div>
    <p id=r></p><script>
    const draw = () => { c.innerHTML = '<svg width=20 height=20><circle r=9 cx=10 cy=10></svg>'.repeat(5); };
    let open = false;
    draw();
    c.onmousedown = () => { if (!open) { open = true; draw(); r.textContent = 'Pick'; } };
    c.onclick = ({target}) => tell([...c.children].indexOf(target.closest('svg')) + 1 + '')
      .then(() => { r.textContent = 'Kept'; });</script>"""

    async def drive(page: Page, _: Recorder) -> None:
        box = await page.locator("#c").bounding_box()
        assert box
        await page.mouse.click(box["x"] + 50, box["y"] + 10)
        await page.get_by_text("Pick").wait_for()
        await page.mouse.click(box["x"] + 70, box["y"] + 10)
        await page.get_by_text("Kept").wait_for()

    with app(body) as served:
        assert await round_trip.same(served, drive) == [("/tell", "4")]


@pytest.mark.sweep
async def test_a_list_that_takes_an_entry_in_as_soon_as_it_is_entered(round_trip: RoundTrip) -> None:
    """Nothing is ever held over the list itself: from then on the entry stands beneath the pointer."""
    body = """<style>ul{height:60px}</style><ul><li draggable=true>Paint<li draggable=true>Sand</ul>
    <h2>Done</h2><ul id=b></ul><p id=r></p><script>
    let item;
    document.ondragstart = (e) => { item = e.target; };
    document.ondragenter = (e) => { const list = e.target.closest('ul');
      if (list && list !== item.parentElement) list.append(item); };
    document.ondragover = (e) => e.preventDefault();
    document.ondrop = (e) => { e.preventDefault();
      tell(b.innerText).then(() => { r.textContent = 'Kept'; }); };</script>"""

    async def drive(page: Page, _: Recorder) -> None:
        source = await page.get_by_text("Sand").bounding_box()
        goal = await page.locator("#b").bounding_box()
        assert source and goal
        await page.mouse.move(source["x"] + 20, source["y"] + 5)
        await page.mouse.down()
        await page.mouse.move(source["x"] + 25, source["y"] + 5)
        await page.mouse.move(source["x"] + 20, goal["y"] + 7)
        await page.mouse.move(source["x"] + 20, goal["y"] + 8)
        await page.mouse.up()
        await page.get_by_text("Kept").wait_for()

    with app(body) as served:
        assert await round_trip.same(served, drive) == [("/tell", "Sand")]


@pytest.mark.sweep
async def test_a_list_that_looks_at_a_clock_where_its_entry_is_held(round_trip: RoundTrip) -> None:
    body = """<ul id=a><li>Paint<li>Sand</ul><ul id=b><li>Cut</ul><p id=r></p><script>
    let item, x, y;
    const look = () => { const at = item && document.elementFromPoint(x, y).closest('ul');
      if (at && at !== item.parentElement) at.append(item); };
    document.onpointerdown = (e) => { item = e.target.closest('li'); e.preventDefault(); };
    document.onpointermove = (e) => { [x, y] = [e.clientX, e.clientY]; };
    setInterval(look, 50);
    document.onpointerup = () => { if (item) tell(item.parentElement.id)
      .then(() => { r.textContent = 'Kept'; });
      item = null; };</script>"""

    async def drive(page: Page, recorder: Recorder) -> None:
        source = await page.get_by_text("Sand").bounding_box()
        goal = await page.get_by_text("Cut").bounding_box()
        assert source and goal
        await page.mouse.move(source["x"] + 20, source["y"] + 5)
        await page.mouse.down()
        await page.mouse.move(source["x"] + 20, goal["y"] + 8, steps=8)
        await page.locator("#b", has_text="Sand").wait_for()
        await page.mouse.up()
        await page.get_by_text("Kept").wait_for()

    with app(body) as served:
        assert await round_trip.same(served, drive) == [("/tell", "b")]


async def test_menus_in_menus_that_a_stylesheet_shows(round_trip: RoundTrip) -> None:
    body = """<style>.s {display: none; position: absolute; left: 100px; background: #fff}
    li:hover > .s {display: block} li {width: 100px}</style>
    <ul><li><span>File</span><ul class=s><li><span>Print</span></li><li><span>Export</span><ul class=s>
    <li>As CSV</li><li>As PDF</li></ul></li></ul></li></ul><p id=r style="margin-top: 150px"></p><script>
    document.querySelector('.s .s').onclick = (e) =>
      tell(e.target.textContent).then(() => { r.textContent = 'Sent'; });</script>"""

    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_text("File", exact=True).hover()
        await page.get_by_text("Export", exact=True).hover()
        await page.get_by_text("As PDF").click()
        await page.get_by_text("Sent").wait_for()

    with app(body) as served:
        assert await round_trip.same(served, drive) == [("/tell", "As PDF")]


async def test_an_area_of_a_picture(round_trip: RoundTrip) -> None:
    body = """<img usemap=#m width=200 height=100 alt=Plan
    src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"><map name=m>
    <area shape=rect coords=0,0,100,100 alt=Kitchen href="#k" onclick="send('kitchen')">
    <area shape=rect coords=100,0,200,100 alt=Hall href="#h" onclick="send('hall')"></map><p id=r></p>
    <script>const send = (room) => tell(room).then(() => { r.textContent = 'Booked'; });</script>"""

    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_alt_text("Plan").click(position={"x": 150, "y": 50})
        await page.get_by_text("Booked").wait_for()

    with app(body) as served:
        assert await round_trip.same(served, drive) == [("/tell", "hall")]
