"""Acting on what is hard to act on, judged by what the app received."""

from __future__ import annotations

from pathlib import Path
from threading import Event

import pytest

from tests.app import Answer, App, Received
from tests.builders import by_role, click, fill, open_page, sop, task
from tests.runtime.conftest import Runner, run
from tests.sweeping import some_of

__all__ = ["run"]

REPORT = """<script>
const tell = (what) => fetch('/tell?what=' + encodeURIComponent(what), {method: 'POST'});</script>"""


def told(app: App) -> list[str]:
    return [r.query["what"] for r in app.received if r.path == "/tell"]


def heard(text: str) -> list[dict[str, str]]:
    return [{"kind": "text", "contains": text}]


@pytest.mark.sweep
async def test_a_button_in_nested_frames_of_other_origins(run: Runner) -> None:
    inner = REPORT + """<button onclick="tell('deep'); this.textContent = 'Pressed'">Press</button>"""
    with App({"/deep": inner, "/tell": "ok"}) as deep:
        middle = f"<h2>Middle</h2><iframe title=Deep src='{deep.url}/deep'></iframe>"
        with App({"/middle": middle}, host="localhost") as across:
            page = f"<h1>Top</h1><iframe name=middle src='{across.url}/middle'></iframe>"
            with App({"/": page}) as app:
                frame = [
                    {"locators": [{"by": "css", "css": "iframe[name=middle]"}]},
                    {"locators": [{"by": "css", "css": "iframe[title=Deep]"}]},
                ]
                press = click("Press", "once")
                press["target"]["frame"] = frame
                press["done_when"] = [
                    {
                        "kind": "element",
                        "state": "visible",
                        "target": {**by_role("button", "Pressed"), "frame": frame},
                    }
                ]
                procedure = sop([open_page(app.url), press], [app.host, across.host, deep.host])
                summary = await run(procedure)
    assert summary.outcome == "done"
    assert told(deep) == ["deep"]


async def test_a_frame_outside_the_domains_is_not_acted_in(run: Runner) -> None:
    advert = REPORT + "<button onclick=\"tell('x')\">Press</button>"
    with App({"/in": advert}, host="localhost") as evil, App({}) as app:
        app.pages["/"] = f"<iframe title=Ad src='{evil.url}/in'></iframe>"
        press = click("Press", "once")
        press["target"]["frame"] = [{"locators": [{"by": "css", "css": "iframe[title=Ad]"}]}]
        summary = await run(sop([open_page(app.url), press], [app.host]))
    assert summary.outcome == "blocked"
    assert told(evil) == []


SHADOW = (
    REPORT
    + """<x-rating></x-rating><script>
customElements.define('x-rating', class extends HTMLElement { connectedCallback() {
  const root = this.attachShadow({mode: 'open'});
  root.innerHTML = '<label>Stars <input></label><button>Rate</button><p></p>';
  root.querySelector('button').onclick = () => {
    tell(root.querySelector('input').value); root.querySelector('p').textContent = 'Rated';
  };
}});</script>"""
)


@pytest.mark.sweep
async def test_open_shadow_roots_are_looked_into(run: Runner) -> None:
    with App({"/": SHADOW, "/tell": "ok"}) as app:
        steps = [open_page(app.url), fill("Stars", "4"), click("Rate", "once", done_when=heard("Rated"))]
        summary = await run(sop(steps, [app.host]))
    assert summary.outcome == "done"
    assert told(app) == ["4"]


@pytest.mark.sweep
async def test_an_editable_region_gets_its_text(run: Runner) -> None:
    """Some editors look at what they hold when a key is let go, and not before."""
    page = (
        REPORT
        + """<div contenteditable aria-label=Note role=textbox onkeyup="held = this.innerText"></div>
    <script>let held = ''</script><button onclick="tell(held)">Send</button>"""
    )
    with App({"/": page, "/tell": "ok"}) as app:
        summary = await run(sop([open_page(app.url), fill("Note", "Hello José"), click("Send")], [app.host]))
    assert summary.outcome == "done, unverified"
    assert [what.strip() for what in told(app)] == ["Hello José"]


@pytest.mark.sweep
async def test_a_modal_dialog_is_opened_filled_and_closed(run: Runner) -> None:
    page = (
        REPORT
        + """<button onclick="d.showModal()">Add note</button><dialog id=d aria-label="Note">
    <form method=dialog><label>Text <input id=t></label><button onclick="tell(t.value)">Keep</button></form>
    </dialog>"""
    )
    with App({"/": page, "/tell": "ok"}) as app:
        opened = [{"kind": "element", "state": "visible", "target": by_role("dialog", "Note")}]
        closed = [{"kind": "element", "state": "hidden", "target": by_role("dialog", "Note")}]
        steps = [
            open_page(app.url),
            click("Add note", done_when=opened),
            fill("Text", "Call back"),
            click("Keep", "once", done_when=closed),
        ]
        summary = await run(sop(steps, [app.host]))
    assert summary.outcome == "done"
    assert told(app) == ["Call back"]


@pytest.mark.sweep
async def test_a_file_goes_up_through_a_field_and_through_a_chooser(run: Runner, tmp_path: Path) -> None:
    page = (
        REPORT
        + """<label>Photo <input type=file id=f></label>
    <button onclick="g.click()">Attach</button><input type=file id=g hidden>
    <script>for (const i of [f, g]) i.onchange = async () => tell(i.id + await i.files[0].text());</script>"""
    )
    file = tmp_path / "note.txt"
    file.write_text("content")
    with App({"/": page, "/tell": "ok"}) as app:
        upload = {"do": "upload", "files": ["{{ file }}"]}
        field = {"label": "Photo", "tag": "input", "locators": [{"by": "label", "text": "Photo"}]}
        steps = [
            open_page(app.url),
            task(
                "photo",
                upload,
                "repeatable",
                target=field,
                done_when=[{"kind": "value", "equals": file.name}],
            ),
            task("attach", upload, "repeatable", target=by_role("button", "Attach")),
        ]
        summary = await run(sop(steps, [app.host], {"file": {"type": "file"}}), {"file": str(file)})
    assert summary.outcome == "done, unverified"
    assert told(app) == ["fcontent", "gcontent"]


@pytest.mark.sweep
async def test_drag_and_drop_of_html(run: Runner) -> None:
    page = (
        REPORT
        + """<div id=a draggable=true style="width:80px;height:40px">Card</div>
    <div id=b style="width:200px;height:100px" aria-label=Done role=region>Done</div><script>
    a.ondragstart = (e) => e.dataTransfer.setData('text/plain', 'card');
    b.ondragover = (e) => e.preventDefault();
    b.ondrop = (e) => { tell(e.dataTransfer.getData('text/plain')); b.append(a); };</script>"""
    )
    with App({"/": page, "/tell": "ok"}) as app:
        card = {"text": "Card", "tag": "div", "locators": [{"by": "text", "text": "Card"}]}
        onto = {"locators": [{"by": "css", "css": "#b"}]}
        inside = {"locators": [{"by": "css", "css": "#b #a"}]}
        drag = task(
            "drag",
            {"do": "drag", "onto": onto},
            "once",
            target=card,
            done_when=[{"kind": "element", "state": "visible", "target": inside}],
        )
        summary = await run(sop([open_page(app.url), drag], [app.host]))
    assert summary.outcome == "done"
    assert told(app) == ["card"]


@pytest.mark.sweep
async def test_an_element_that_is_replaced_while_one_clicks(run: Runner) -> None:
    page = (
        REPORT
        + """<div id=h></div><script>let n = 0; const put = () => {
    h.innerHTML = '<button>Save</button>'; h.firstChild.onclick = () => { tell('saved'); clearInterval(t);
    document.body.append('All saved'); }; }; put(); const t = setInterval(put, 120);</script>"""
    )
    with App({"/": page, "/tell": "ok"}) as app:
        steps = [open_page(app.url), click("Save", "once", done_when=heard("All saved"))]
        summary = await run(sop(steps, [app.host]))
    assert summary.outcome == "done"
    assert told(app) == ["saved"]


@pytest.mark.sweep
async def test_more_content_comes_by_scrolling(run: Runner) -> None:
    page = (
        REPORT
        + """<ul id=l></ul><script>let n = 0; const more = () => { for (let i = 0; i < 30; i++)
    l.insertAdjacentHTML('beforeend', '<li style="height:40px"><button>Item ' + (++n) + '</button></li>'); };
    more(); onscroll = () => {
    if (scrollY + innerHeight > document.body.scrollHeight - 50 && n < 90) more(); };
    l.onclick = (e) => tell(e.target.textContent);</script>"""
    )
    with App({"/": page, "/tell": "ok"}) as app:
        shown = {"kind": "element", "state": "present", "target": by_role("button", "Item 60")}
        steps = [
            open_page(app.url),
            task("scroll", {"do": "scroll", "to_end": True}, done_when=[shown]),
            click("Item 55"),
        ]
        summary = await run(sop(steps, [app.host]))
    assert summary.outcome == "done, unverified"
    assert told(app) == ["Item 55"]


@pytest.mark.sweep
async def test_a_popup_is_acted_in_by_its_name(run: Runner) -> None:
    page = """<a href=/popup target=_blank>Details</a>"""
    popup = REPORT + "<button onclick=\"tell('popup')\">Confirm</button>"
    with App({"/": page, "/popup": popup, "/tell": "ok"}) as app:
        steps = [
            open_page(app.url),
            click("Details", role="link", opens="tab-2"),
            {**click("Confirm", "once"), "page": "tab-2"},
            task("close", {"do": "close_tab"}, page="tab-2"),
            task("look", {"do": "wait"}, done_when=[{"kind": "url", "path": "/"}]),
        ]
        summary = await run(sop(steps, [app.host]))
    assert summary.outcome == "done, unverified"
    assert told(app) == ["popup"]


@pytest.mark.sweep
async def test_a_menu_that_opens_on_hover(run: Runner) -> None:
    page = (
        REPORT
        + """<style>.m ul{display:none}.m:hover ul{display:block}</style>
    <nav class=m><button>More</button><ul><li><a href="#" onclick="tell('archive')">Archive</a></ul></nav>"""
    )
    with App({"/": page, "/tell": "ok"}) as app:
        shown = {"kind": "element", "state": "visible", "target": by_role("link", "Archive")}
        steps = [
            open_page(app.url),
            task("more", {"do": "hover"}, target=by_role("button", "More"), done_when=[shown]),
            click("Archive", role="link"),
        ]
        summary = await run(sop(steps, [app.host]))
    assert summary.outcome == "done, unverified"
    assert told(app) == ["archive"]


@pytest.mark.sweep
async def test_dates_times_colours_and_ranges_are_filled(run: Runner) -> None:
    page = (
        REPORT
        + """<label>Day <input type=date id=d></label><label>Hour <input type=time id=t></label>
    <label>Paint <input type=color id=c></label><label>Size <input type=range id=r min=0 max=10></label>
    <button onclick="tell([d, t, c, r].map((e) => e.value).join())">Send</button>"""
    )

    def field(label: str, kind: str, value: str) -> dict[str, object]:
        target = {"label": label, "input_type": kind, "locators": [{"by": "label", "text": label}]}
        return fill(label, value, target=target)

    with App({"/": page, "/tell": "ok"}) as app:
        steps = [
            open_page(app.url),
            field("Day", "date", "2026-03-31"),
            field("Hour", "time", "14:05"),
            field("Paint", "color", "#12ab34"),
            field("Size", "range", "7"),
            click("Send"),
        ]
        summary = await run(sop(steps, [app.host]))
    assert summary.outcome == "done, unverified"
    assert told(app) == ["2026-03-31,14:05,#12ab34,7"]


HIDDEN = "input{position:absolute;clip:rect(0 0 0 0);width:0;height:0;display:none}"
DRAWN_OVER = """div{position:relative} input{position:absolute;opacity:0;z-index:-1;left:0;margin:0}
label{padding-left:20px}
label::before{content:'';position:absolute;left:0;width:16px;height:16px;border:1px solid}"""

BESIDE_ITS_LABEL = (
    "input{position:absolute;clip:rect(0,0,0,0);pointer-events:none;left:0} label{margin-left:40px}"
)
"""As Bootstrap draws radio buttons in a row: each lies under the first one's label, and takes no press."""

FADING = """<p id=over style="position:fixed;inset:0;z-index:9;background:white" hidden></p>
<button onclick="over.hidden=false;setTimeout(()=>over.remove(),600)">Pick</button>"""
"""What lies over the page for a while, once it was used."""


@pytest.mark.parametrize(
    "style,over",
    some_of([(HIDDEN, ""), (DRAWN_OVER, ""), (DRAWN_OVER, FADING), (BESIDE_ITS_LABEL, "")], 2, 3),
)
async def test_a_hidden_check_box_is_ticked_through_its_label(run: Runner, style: str, over: str) -> None:
    page = (
        REPORT
        + f"""{over}<style>{style}</style><div><input type=checkbox id=v><label for=v>VIP</label></div>
    <button onclick="tell(v.checked)">Send</button>"""
    )
    with App({"/": page, "/tell": "ok"}) as app:
        target = {"tag": "input", "input_type": "checkbox", "locators": [{"by": "css", "css": "#v"}]}
        steps = [
            open_page(app.url),
            *([click("Pick")] if over else []),
            task(
                "vip",
                {"do": "check"},
                "repeatable",
                target=target,
                done_when=[{"kind": "element", "state": "checked"}],
            ),
            click("Send"),
        ]
        summary = await run(sop(steps, [app.host]))
    assert summary.outcome == "done, unverified"
    assert told(app) == ["true"]


async def test_a_box_that_a_picture_is_laid_over_is_ticked_by_that(run: Runner) -> None:
    """Its label would press it twice: by itself, and by the part that both stand in."""
    page = (
        REPORT
        + """<style>b{position:relative} input{position:absolute;opacity:0} svg{position:relative}
    </style><script>const turn = () => { v.checked = !v.checked; tell(v.checked); };</script>
    <div onclick="event.preventDefault(); setTimeout(turn)">
    <b><input type=checkbox id=v><svg width=24 height=24><rect width=24 height=24 /></svg></b>
    <label for=v>VIP</label></div>"""
    )
    with App({"/": page, "/tell": "ok"}) as app:
        done = [{"kind": "element", "state": "checked"}]
        tick = task("vip", {"do": "check"}, target=by_role("checkbox", "VIP"), done_when=done)
        summary = await run(sop([open_page(app.url), tick], [app.host]))
    assert summary.outcome == "done", summary.error
    assert told(app) == ["true"]


async def test_a_hidden_button_that_is_a_switch_is_turned_by_its_label(run: Runner) -> None:
    """The middle of what is drawn around both, which is seen as well, says nothing."""
    page = (
        REPORT
        + """<style>button[role]{position:absolute;clip:rect(0,0,0,0);width:1px;height:1px;margin:-9px}
    </style><div style="padding-top:99px"><button type=button id=v role=switch aria-checked=false
    aria-labelledby=l></button><label for=v id=l>VIP</label></div><script>
    v.onclick = () => { v.ariaChecked = String(v.ariaChecked === 'false'); tell(v.ariaChecked); };</script>"""
    )
    with App({"/": page, "/tell": "ok"}) as app:
        done = [{"kind": "element", "state": "checked"}]
        tick = task("vip", {"do": "check"}, target=by_role("switch", "VIP"), done_when=done)
        summary = await run(sop([open_page(app.url), tick], [app.host]))
    assert summary.outcome == "done", summary.error
    assert told(app) == ["true"]


DRAWN_SLIDER = (
    REPORT
    + """<span style="position:absolute;width:1px;height:1px;overflow:hidden">
<input type=range aria-label=Size min=0 max=10 value=5></span><p id=drawn>5</p><p id=has></p><script>
const field = document.querySelector('input');
field.oninput = () => { drawn.textContent = field.value; };
field.onkeydown = (event) => {
  const way = {ArrowUp: 1, ArrowDown: -1}[event.key];
  if (!way) return;
  event.preventDefault();
  field.valueAsNumber += way;
  field.oninput();
};
// The app is told once somebody lets go, and not of a value that is merely written into the field.
field.onkeyup = () => tell(field.value).then(() => { has.textContent = `Told ${field.value}`; });
</script>"""
)


@pytest.mark.parametrize("size", some_of(["7", "0", "10"], 0))
async def test_the_app_is_told_of_a_slider_that_is_drawn_for_a_hidden_one(run: Runner, size: str) -> None:
    with App({"/": DRAWN_SLIDER, "/tell": "ok"}) as app:
        to_size = task("size", {"do": "fill", "value": size}, target=by_role("slider", "Size"))
        ended = {"done_when": heard(f"Told {size}")}
        summary = await run(sop([open_page(app.url), {**to_size, **ended}], [app.host]))
    assert summary.outcome == "done", summary.error
    assert told(app) == [size]


PART_OF_DATE = """<span role=spinbutton aria-label=Month aria-valuenow=11 contenteditable>11</span><p></p>
<script>
const part = document.querySelector('span');
let entered = '';
part.onfocus = () => { entered = ''; };
const show = (text) => {
  entered = text;
  part.textContent = text.padStart(2, '0');
  document.querySelector('p').textContent = `month ${Number(text)}`;
};
part.onkeydown = (event) => {
  if (/^[0-9]$/.test(event.key)) show(entered + event.key);
  if (event.key === 'Backspace') show(part.textContent.slice(0, -1));
};
part.onbeforeinput = (event) => {
  event.preventDefault();
  if (event.inputType.startsWith('delete')) show(part.textContent.slice(0, -1));
};
</script>"""


async def test_a_part_of_a_date_begins_anew_by_itself(run: Runner) -> None:
    with App({"/": PART_OF_DATE}) as app:
        typed = task(
            "month", {"do": "type", "text": "2", "replaces": True}, target=by_role("spinbutton", "Month")
        )
        summary = await run(sop([open_page(app.url), {**typed, "done_when": heard("month 2")}], [app.host]))
    assert summary.outcome == "done", summary.error


async def test_a_paste_reaches_an_editor_that_handles_it_itself(run: Runner) -> None:
    page = (
        REPORT
        + """<div id=e contenteditable role=textbox aria-label=Body></div><label>Plain <input id=p></label>
    <script>e.onpaste = (v) => { v.preventDefault();
    e.textContent = '[' + v.clipboardData.getData('text') + ']'; };
    </script><button onclick="tell(e.textContent + p.value)">Send</button>"""
    )
    with App({"/": page, "/tell": "ok"}) as app:
        paste = {"do": "paste", "text": "x & y"}
        steps = [
            open_page(app.url),
            task("body", paste, "repeatable", target=by_role("textbox", "Body")),
            task("plain", paste, "repeatable", target=by_role("textbox", "Plain")),
            click("Send"),
        ]
        await run(sop(steps, [app.host]))
    assert told(app) == ["[x & y]x & y"]


async def test_a_press_of_a_key_goes_where_it_was_recorded(run: Runner) -> None:
    page = (
        REPORT
        + """<label>Search <input id=s></label><script>
    s.onkeydown = (e) => { if (e.key === 'Enter') tell('search ' + s.value); };
    onkeydown = (e) => { if (e.key === 's' && e.ctrlKey) {
    e.preventDefault(); tell('shortcut'); } };</script>"""
    )
    with App({"/": page, "/tell": Answer("ok")}) as app:
        steps = [
            open_page(app.url),
            fill("Search", "Acme"),
            task("enter", {"do": "press", "keys": "Enter"}, target=by_role("textbox", "Search")),
            task("save", {"do": "press", "keys": "Control+s"}),
        ]
        await run(sop(steps, [app.host]))
    assert told(app) == ["search Acme", "shortcut"]


async def test_xpath_finds_elements_in_documents_frames_and_shadow_trees(run: Runner) -> None:
    page = (
        REPORT
        + """<section><h2>Danger</h2><button onclick="tell('wrong')">Go</button></section>
        <section><h2>Work</h2><button onclick="tell('right')">Go</button></section>
        <my-box></my-box>
        <iframe title=First src="about:blank"></iframe><iframe title=Second src="/in"></iframe>
        <script>customElements.define('my-box', class extends HTMLElement { connectedCallback() {
          const p = document.createElement('p');
          const b = document.createElement('button');
          b.setAttribute('part', 'x'); b.textContent = 'Go'; b.onclick = () => tell('shadow'); p.append(b);
          this.attachShadow({mode: 'open'}).append(p); } })</script>"""
    )
    inner = REPORT + "<p><button onclick=\"tell('frame')\">Go</button></p>"

    def at(xpath: str, **more: object) -> dict[str, object]:
        return {"locators": [{"by": "xpath", "xpath": xpath}], **more}

    with App({"/": page, "/in": inner, "/tell": "ok"}) as app:
        go = [
            at("//section[h2='Work']/button"),
            at("(//button[@part='x'])"),
            at("//*[@part='x'] | //button[@nothing]", shadow=["my-box"]),
            at("//p/button", frame=[{"locators": [{"by": "xpath", "xpath": "(//iframe | //frame)[2]"}]}]),
            {
                "locators": [
                    {"by": "xpath", "xpath": "//button", "within": {"by": "xpath", "xpath": "//section[1]"}}
                ]
            },
        ]
        clicks = [task(f"go-{i}", {"do": "click"}, target=target) for i, target in enumerate(go)]
        summary = await run(sop([open_page(app.url), *clicks], [app.host]))
    assert summary.outcome == "done, unverified", summary.error
    assert sorted(told(app)) == sorted(["right", "shadow", "shadow", "frame", "wrong"])


async def test_a_broken_xpath_finds_nothing(run: Runner) -> None:
    with App({"/": "<button>Go</button>"}) as app:
        broken = {"locators": [{"by": "xpath", "xpath": "//button["}]}
        summary = await run(sop([open_page(app.url), task("go", {"do": "click"}, target=broken)], [app.host]))
    assert summary.outcome == "stopped before effect"
    assert "xpath //button[ finds nothing" in str(summary.error)


async def test_filling_a_native_select_chooses_its_option(run: Runner) -> None:
    page = """<label>Stage <select><option>Lead<option value=won>Closed</select></label>
    <label>Day <select><option>1<option>2</select></label>"""
    with App({"/": page}) as app:
        target = {"locators": [{"by": "label", "text": "Stage"}]}
        by_value = fill("Stage", "won", target=target, id="by-value")
        by_text = fill("Stage", "Lead", target=target, id="by-text")
        # Tables add zeros, and drop them.
        day = {"tag": "select", "locators": [{"by": "label", "text": "Day"}]}
        by_number = task("number", {"do": "select", "options": ["02"]}, "repeatable", target=day)
        by_number["done_when"] = [{"kind": "value", "target": day, "equals": "02"}]
        summary = await run(sop([open_page(app.url), by_value, by_text, by_number], [app.host]))
    assert summary.outcome == "done", summary.error


async def test_what_the_last_step_set_going_is_not_cut_off(run: Runner) -> None:
    """Long after the page came to rest, and by a chain of requests whose first is answered late."""
    page = """<p id=p>waiting</p><script>
    const send = async () => { await fetch('/slow'); await fetch('/tell?what=last', {method: 'POST'}); };
    setTimeout(() => { p.textContent = 'ready'; }, 800);
    </script><button onclick="send()">Send</button>"""

    def slow(request: Received) -> str:
        Event().wait(0.4)
        return "ok"

    with App({"/": page, "/slow": slow, "/tell": "ok"}) as app:
        there = task("there", {"do": "wait"}, done_when=[{"kind": "text", "contains": "ready"}])
        summary = await run(sop([open_page(app.url), there, click("Send", "once")], [app.host]))
    assert summary.outcome == "done, unverified"
    assert told(app) == ["last"]


async def test_a_button_that_its_own_label_lies_over_is_pressed_through_it(run: Runner) -> None:
    """A field that is one label around a button which nobody sees, as for a list in a dialog."""
    style = "label{position:relative;display:block} button{position:absolute;inset:0;opacity:0;z-index:-1}"
    pick = (
        "<label>Kind <span>none</span><button id=k aria-label=Kind onclick=\"tell('open')\"></button></label>"
    )
    with App({"/": REPORT + f"<style>{style}</style>{pick}", "/tell": "ok"}) as app:
        summary = await run(sop([open_page(app.url), click("Kind")], [app.host]))
    assert summary.outcome == "done, unverified", summary.error
    assert told(app) == ["open"]


@pytest.mark.parametrize("after", some_of([10, 100], 1))
async def test_letters_wait_for_the_mask_that_a_field_draws_as_it_is_come_to(run: Runner, after: int) -> None:
    mask = """<label>Phone <input id=p></label><button onclick="tell(p.value)">Send</button><script>
    p.onfocus = () => setTimeout(() => { p.value = '___-____'; p.setSelectionRange(0, 0); }, 10);
    p.onkeydown = (event) => { if (!/[0-9]/.test(event.key)) return; event.preventDefault();
      const at = p.value.indexOf('_', p.selectionStart);
      p.value = p.value.slice(0, at) + event.key + p.value.slice(at + 1);
      p.setSelectionRange(at + 1, at + 1); };</script>""".replace("10);", f"{after});")
    with App({"/": REPORT + mask, "/tell": "ok"}) as app:
        field = {"tag": "input", "input_type": "text", "locators": [{"by": "css", "css": "#p"}]}
        typed = task("phone", {"do": "type", "text": "3334444"}, "repeatable", target=field)
        summary = await run(sop([open_page(app.url), typed, click("Send")], [app.host]))
    assert summary.outcome == "done, unverified", summary.error
    assert told(app) == ["333-4444"]


async def test_a_text_without_a_target_goes_to_what_has_the_focus(run: Runner) -> None:
    page = (
        REPORT
        + """<table><tr><td tabindex=0 onclick="this.focus()">Rome</td></tr></table>
<button onclick="tell(said)">Send</button>
<script>let said = ''; document.querySelector('td').onkeydown = (e) => { said += e.key; };</script>"""
    )
    cell = task("cell", {"do": "click"}, target=by_role("cell", "Rome"), effect="none")
    with App({"/": page, "/tell": "ok"}) as app:
        typed = task("type", {"do": "type", "text": "Oslo"}, effect="repeatable")
        await run(sop([open_page(app.url), cell, typed, click("Send", "once")], [app.host]))
    assert told(app) == ["Oslo"]


async def test_a_region_s_lines_are_paragraphs_and_its_text_goes_on_at_the_end(run: Runner) -> None:
    page = (
        REPORT
        + """<div id=e contenteditable role=textbox aria-label=Body>old</div><label>Subject <input></label>
<button onclick="tell([...e.childNodes].map((one) => one.textContent).join('|'))">Send</button>"""
    )
    body = by_role("textbox", "Body")
    lines = {"do": "type", "text": "Dear Ada,\nsee below", "replaces": True}
    typed = task("type", lines, "repeatable", target=body)
    # The focus is elsewhere in between, as where something was pressed.
    press = click("Send", "once")
    on = task("on", {"do": "type", "text": "!"}, "repeatable", target=body)
    # A field takes the caret with it, and the region would begin anew.
    more, last = fill("Subject", "Hello"), {**press, "id": "last"}
    with App({"/": page, "/tell": "ok"}) as app:
        steps = [
            open_page(app.url),
            typed,
            press,
            on,
            {**press, "id": "again"},
            more,
            {**on, "id": "more"},
            last,
        ]
        await run(sop(steps, [app.host]))
    assert told(app) == ["Dear Ada,|see below", "Dear Ada,|see below!", "Dear Ada,|see below!!"]


async def test_a_form_is_sent_once_its_editor_has_written_its_text_into_the_form(run: Runner) -> None:
    page = """<form action=/sent method=post><div><div>
<input type=hidden name=text><div id=e contenteditable role=textbox aria-label=Body></div></div></div>
<button>Send</button></form><script>let timer;
const write = () => { document.forms[0].text.value = JSON.stringify(e.innerText.split('\\n')); };
e.oninput = () => { clearTimeout(timer); timer = setTimeout(write, 400); };</script>"""
    lines = {"do": "fill", "value": "Dear Ada,\nsee below"}
    written = task("fill", lines, "repeatable", target=by_role("textbox", "Body"))
    with App({"/": page, "/sent": "<h1>Thanks</h1>"}) as app:
        await run(sop([open_page(app.url), written, click("Send", "once")], [app.host]))
        (sent,) = (one.form["text"] for one in app.received if one.path == "/sent")
    assert sent == '["Dear Ada,","see below"]'


async def test_a_star_that_is_a_clear_radio_button_beneath_others_is_chosen_by_its_label(run: Runner) -> None:
    star = "<input type=radio name=stars id=s{0} value={0}><label for=s{0}>★</label>"
    page = (
        REPORT
        + "<style>input{position:absolute;left:9px;top:9px;opacity:0} label{font-size:30px}</style><form>"
        + "".join(star.format(number) for number in (1, 2, 3))
        + """</form><button onclick="tell(document.forms[0].elements.stars.value)">Send</button>"""
    )
    second = {"role": "radio", "name": "★", "tag": "input", "locators": [{"by": "css", "css": "#s2"}]}
    tick = task("tick", {"do": "check"}, "repeatable", target=second)
    with App({"/": page, "/tell": "ok"}) as app:
        await run(sop([open_page(app.url), tick, click("Send", "once")], [app.host]))
    assert told(app) == ["2"]


async def test_an_amount_that_a_field_writes_with_its_currency_is_the_one_that_was_given(run: Runner) -> None:
    amounts = {"€ 1.234.567,80": "1234567,8", "$1,250.00": "1250", "12.5 %": "12.5", "1.000": "1"}
    page = "".join(f"<label>F{n} <input value='{held}'></label>" for n, held in enumerate(amounts))
    same = [
        {"kind": "value", "equals": given, "target": by_role("textbox", f"F{n}")}
        for n, given in enumerate(amounts.values())
    ]
    # A thousand is not one.
    same[3] = {"kind": "not", "condition": same[3]}
    with App({"/": page}) as app:
        summary = await run(sop([{**open_page(app.url), "done_when": same}], [app.host]))
    assert summary.outcome == "done"


async def test_a_list_without_the_option_says_which_it_has(run: Runner) -> None:
    many = "".join(f"<option>Option {number}" for number in range(1, 13))
    options = f"<option disabled>Choose<option value=s>Small{many}"
    page = f"<title>A</title><label>Size <select>{options}</select></label>"
    size = {"locators": [{"by": "label", "text": "Size"}], "tag": "select"}
    chosen = task("choose", {"do": "select", "options": ["Huge"]}, "repeatable", target=size)
    with App({"/": page}) as app:
        summary = await run(sop([open_page(app.url), chosen], [app.host]))
    assert summary.error == "The list has no option 'Huge'."
    shown = ", ".join(f"'Option {number}'" for number in range(1, 10))
    assert summary.suggestion == f"Give a value that the list offers: 'Small', {shown} and 3 more."


async def test_a_field_is_left_before_the_next_one_is_chosen_in(run: Runner) -> None:
    """A form that is drawn anew of what it has taken over takes a text over when its field is left."""
    page = (
        REPORT
        + """<label>City <input id=c></label>
    <label>Country <select id=s><option>-<option>Austria</select></label><button>Save</button>
    <script>const held = {city: '', country: '-'};
    const draw = () => { c.value = held.city; s.value = held.country; };
    c.addEventListener('focusout', () => { held.city = c.value; });
    s.addEventListener('change', () => { held.country = s.value; draw(); });
    document.querySelector('button').onclick = () => tell(held.city + ' ' + held.country);</script>"""
    )
    country = {"locators": [{"by": "label", "text": "Country"}], "tag": "select"}
    chosen = task("choose", {"do": "select", "options": ["Austria"]}, "repeatable", target=country)
    with App({"/": page, "/tell": "ok"}) as app:
        steps = [open_page(app.url), fill("City", "Wien"), chosen, click("Save")]
        summary = await run(sop(steps, [app.host]))
    assert summary.outcome == "done, unverified"
    assert told(app) == ["Wien Austria"]


async def test_a_switch_that_is_called_otherwise_once_it_is_turned_has_turned(run: Runner) -> None:
    """The run told that nothing had happened, and had paused the app's work."""
    turns = "tell('paused').then(() => { this.ariaChecked = 'false'; this.ariaLabel = 'Resume work'; })"
    switch = f"""<button role=switch aria-checked=true aria-label="Pause work" onclick="{turns}">ǁ</button>"""
    with App({"/": REPORT + switch, "/tell": "ok"}) as app:
        turn = task("pause", {"do": "uncheck"}, target=by_role("switch", "Pause work"))
        turn["target"]["locators"].append({"by": "css", "css": "button"})
        assert (await run(sop([open_page(app.url), turn], [app.host]))).outcome == "done, unverified"
        assert told(app) == ["paused"]
