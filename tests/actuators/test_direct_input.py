"""The short way of a press and a text: gone where nothing speaks against it, and nothing else is pressed."""

from __future__ import annotations

import string
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, TypeAlias

import pytest
from playwright.async_api import BrowserContext, CDPSession, Page

from handrail.actuators import Act
from handrail.actuators.browser.direct_input import DirectInput
from handrail.actuators.browser.filling import fill_in
from handrail.actuators.browser.looking import Looking
from handrail.browser import LaunchedBrowser
from handrail.browser.inpage import InPage
from handrail.browser.protocol import tell
from handrail.errors import ElementChanged, TransientError, UnexpectedPage
from handrail.sop.action import Action, Check, Click, Fill, Select, Uncheck
from handrail.sop.target import Target
from handrail.targeting import Match, decide
from handrail.targeting.snapshot import ElementSnapshot
from tests.app import App
from tests.builders import by_role, click, fill, open_page, sop, task
from tests.runtime.conftest import Runner, run

__all__ = ["run"]

Perform: TypeAlias = Callable[..., Awaitable[bool]]

HEARD = """<script>
const heard = [];
for (const kind of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'input', 'change'])
  document.addEventListener(kind, (e) => heard.push(`${kind} ${e.target.id} ${e.isTrusted}`));
</script>"""


@pytest.fixture
async def context(launched: LaunchedBrowser) -> AsyncIterator[BrowserContext]:
    assert launched.browser is not None
    context = await launched.browser.new_context(viewport={"width": 900, "height": 600})
    yield context
    await context.close()


@pytest.fixture
async def page(context: BrowserContext) -> Page:
    return await context.new_page()


@pytest.fixture
def inpage(context: BrowserContext) -> InPage:
    return InPage(context)


@pytest.fixture
def direct(inpage: InPage) -> DirectInput:
    return DirectInput(inpage, find=2, navigation=5)


@pytest.fixture
async def perform(inpage: InPage, page: Page, direct: DirectInput) -> Perform:
    """Look for the element on the page, let `before` happen to it, and do it the short way, or see that it is
    the same still; what `before` leaves as `meanwhile` happens while that is looked at."""
    await inpage.attach(page)
    looking = Looking(inpage, frozenset(), find=2, navigation=5)

    async def perform(action: Action, role: str, name: str, before: str = "", **more: Any) -> bool:
        target = Target.model_validate(by_role(role, name, **more))
        look = await looking.look("main", page, target=target, timeout=2)
        assert look.sighting is not None
        match = decide(target, look.sighting)
        assert isinstance(match, Match)
        if before:
            await page.evaluate(before)
        act = Act(page="main", action=action, target=target, match=match)
        done = await direct.perform(page, act)
        if not done:
            await page.evaluate("if (globalThis.meanwhile) setTimeout(meanwhile, 100)")
            await direct.see_same(page, act)
        return done

    return perform


CLICK = Click.model_validate({"do": "click"})


async def heard(page: Page) -> Any:
    return await page.evaluate("heard")


async def test_a_press_is_one_of_the_mouse_on_the_middle(page: Page, perform: Perform) -> None:
    await page.set_content(f"{HEARD}<p>Words</p><button id=go><b>Go</b> on</button>")
    await page.evaluate("addEventListener('click', (e) => { at = [e.clientX, e.clientY, e.detail]; })")
    assert await perform(CLICK, "button", "Go on")
    kinds = ("pointerdown", "mousedown", "pointerup", "mouseup", "click")
    events = await heard(page)
    assert [event.split()[0] for event in events] == list(kinds)
    assert all(event.endswith("true") for event in events)
    box = await page.locator("#go").bounding_box()
    assert box is not None
    x, y, times = await page.evaluate("at")
    assert abs(x - box["x"] - box["width"] / 2) <= 1 and abs(y - box["y"] - box["height"] / 2) <= 1
    assert times == 1


@pytest.mark.parametrize(
    "markup",
    [
        "<button id=go disabled>Go</button>",
        "<fieldset disabled><button id=go>Go</button></fieldset>",
        "<div aria-disabled=true><button id=go>Go</button></div>",
        "<button id=go style='position:absolute;top:900px'>Go</button>",
        "<button id=go>Go</button><div style='position:fixed;inset:0'></div>",
        "<button id=go style='animation:m 3s'>Go</button><style>@keyframes m{50%{top:9px}}</style>",
        "<button id=go style='pointer-events:none'>Go</button>",
    ],
    ids=["disabled", "fieldset", "aria", "below", "covered", "animated", "passed through"],
)
async def test_what_speaks_against_a_press_is_left_to_be_waited_for(
    page: Page, perform: Perform, markup: str
) -> None:
    await page.set_content(HEARD + markup)
    assert not await perform(CLICK, "button", "Go")
    assert await heard(page) == []


async def test_what_pulses_for_ever_is_pressed_in_its_middle(page: Page, perform: Perform) -> None:
    pulses = "@keyframes m{50%{transform:scale(1.1)}}"
    await page.set_content(
        f"{HEARD}<style>{pulses} #go {{animation:m .5s infinite}}</style><button id=go>Go</button>"
    )
    assert await perform(CLICK, "button", "Go")
    assert "click" in (await heard(page))[-1]


async def test_what_moves_by_a_script_is_left_until_it_stands_still(page: Page, perform: Perform) -> None:
    await page.set_content(f"{HEARD}<button id=go style='position:absolute;left:0'>Go</button>")
    moving = """() => { const go = document.getElementById('go'); let left = 0;
        const move = () => { go.style.left = `${++left}px`; if (left < 400) requestAnimationFrame(move); };
        move(); }"""
    assert not await perform(CLICK, "button", "Go", before=moving)
    assert await heard(page) == []


async def test_what_comes_under_the_mouse_at_the_last_moment_is_not_pressed(
    page: Page, perform: Perform
) -> None:
    await page.set_content(
        HEARD
        + """<button id=go>Go</button><div id=other hidden style="position:fixed;inset:0">Delete all</div>
        <script>go.onmousemove = () => { other.hidden = false; };</script>"""
    )
    assert not await perform(CLICK, "button", "Go")
    assert await heard(page) == []
    # Only that press is kept from the page.
    await page.locator("#other").click()
    assert "click other true" in await heard(page)


async def test_only_the_press_itself_is_kept_from_the_page(page: Page, perform: Perform) -> None:
    await page.set_content(HEARD + "<button id=go>Go</button><button id=other>Other</button>")
    assert await perform(CLICK, "button", "Go")
    await page.locator("#other").click()
    assert "click other true" in await heard(page)


async def test_a_press_that_a_frame_came_under_is_not_taken_for_done(page: Page, perform: Perform) -> None:
    await page.set_content(
        HEARD
        + """<button id=go>Go</button><iframe id=over hidden
        style="position:fixed;inset:0;width:100%;height:100%" srcdoc="<button>Delete all</button>"></iframe>
        <script>go.onmousemove = () => { over.hidden = false; };</script>"""
    )
    with pytest.raises(UnexpectedPage, match="A frame of another page came over") as raised:
        await perform(CLICK, "button", "Go")
    assert raised.value.dispatched


SHIFTED = """<input id=q value=Nora><div id=hint>Press Enter</div><ul><li><button id=go>Go</button></li>
<li><button id=other>Other</button></li></ul><i id=over></i><script>q.focus();
%s
</script>"""


async def test_a_press_that_its_element_slips_from_is_no_press(page: Page, perform: Perform) -> None:
    # What was typed into is left by the press, and the page draws itself anew before the button is let go.
    await page.set_content(HEARD + SHIFTED % "q.onblur = () => { hint.style.height = '60px'; };")
    assert not await perform(CLICK, "button", "Go")
    assert not any(event.startswith("click") for event in await heard(page))
    assert await perform(CLICK, "button", "Go")
    assert [event for event in await heard(page) if event.startswith("click")] == ["click go true"]


async def test_a_row_that_is_drawn_anew_elsewhere_is_not_pressed(page: Page, perform: Perform) -> None:
    anew = """q.onblur = () => { const list = document.querySelector('ul');
        list.innerHTML = list.innerHTML; list.prepend(list.lastElementChild); };"""
    await page.set_content(HEARD + SHIFTED % anew)
    assert not await perform(CLICK, "button", "Go")
    assert not any(event.startswith("click") for event in await heard(page))


async def test_the_tag_that_a_press_made_of_an_entry_is_not_pressed_in_its_place(
    page: Page, perform: Perform
) -> None:
    tag = "<button class=tag>Go</button>"
    taken = f"list.onmousedown = () => {{ list.remove(); tags.innerHTML = '{tag}'; }};"
    entry = "<div id=list><button class=entry>Go</button></div><p id=tags style='margin-top: 200px'></p>"
    await page.set_content(f"{HEARD}{entry}<script>{taken}</script>")
    assert await perform(CLICK, "button", "Go")
    assert await page.locator(".tag").is_visible()


async def test_an_element_that_is_put_anew_under_the_mouse_is_pressed_there(
    page: Page, perform: Perform
) -> None:
    put = "h.innerHTML = '<button id=go>Go</button>'"
    anew = f"let times = 2; h.onpointermove = () => {{ if (times-- > 0) {put}; }};"
    await page.set_content(f"{HEARD}<div id=h></div><script>{put}; {anew}</script>")
    assert await perform(CLICK, "button", "Go")
    assert [event.split()[0] for event in await heard(page)] == [
        "pointerdown",
        "mousedown",
        "pointerup",
        "mouseup",
        "click",
    ]


async def test_an_element_that_is_always_put_anew_is_left_to_playwright(page: Page, perform: Perform) -> None:
    put = "h.innerHTML = '<button id=go>Go</button>'"
    await page.set_content(
        f"{HEARD}<div id=h></div><script>{put}; h.onpointermove = () => {{ {put}; }}</script>"
    )
    assert not await perform(CLICK, "button", "Go")
    assert not await heard(page)


async def test_what_comes_over_the_element_before_the_button_is_let_go_hears_of_nothing(
    page: Page, perform: Perform, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def click(self: DirectInput, page: Page, aim: Any) -> None:
        await page.mouse.move(aim.x, aim.y)
        await page.mouse.down()
        await page.evaluate("over.style.cssText = 'position:fixed;inset:0'")
        await page.mouse.up()

    monkeypatch.setattr(DirectInput, "_click", click)
    await page.set_content(HEARD + SHIFTED % "")
    assert not await perform(CLICK, "button", "Go")
    assert not [event for event in await heard(page) if event.split()[0] in {"pointerup", "mouseup", "click"}]


@pytest.mark.parametrize(
    "acts",
    [
        pytest.param("go.setAttribute('aria-expanded', true); hint.style.height = '60px';", id="opened"),
        pytest.param("go.parentElement.remove();", id="taken away"),
        pytest.param("go.setAttribute('role', 'option'); hint.style.height = '60px';", id="chosen"),
        pytest.param("over.style.cssText = 'position:fixed;inset:0';", id="covered"),
    ],
)
async def test_what_the_press_alone_has_done_is_not_done_twice(
    page: Page, perform: Perform, acts: str
) -> None:
    await page.set_content(HEARD + SHIFTED % f"go.onmousedown = () => {{ {acts} }};")
    assert await perform(CLICK, "button", "Go")


REDRAWN = """<table><tr><td role=gridcell id=one>1</td><td role=gridcell id=two data-testid=day>2</td></tr>
</table><p id=p></p><script>const acts = [];
two.onpointerup = () => { acts.push('done'); p.textContent = acts; two.removeAttribute('data-testid'); };
</script>"""


async def test_what_the_page_changes_because_of_the_press_is_no_reason_to_press_again(
    page: Page, perform: Perform
) -> None:
    # A calendar takes a day as the button is let go, and draws itself anew before the click.
    await page.set_content(REDRAWN)
    locators = [{"by": "test_id", "value": "day"}]
    assert await perform(CLICK, "gridcell", "2", locators=locators)
    assert await page.evaluate("acts") == ["done"]


REUSED = """<p id=pressed></p><table></table><script>
const table = document.querySelector('table');
const draw = (names) => { names.forEach((name, i) => {
  const row = table.rows[i] ?? table.insertRow();
  row.innerHTML ||= '<td></td><td><button>Edit</button></td>';
  row.cells[0].textContent = row.dataset.name = name;
}); while (table.rows.length > names.length) table.deleteRow(-1); };
draw(['Ada', 'Bea', 'Cy']);
table.onmousedown = (e) => { if (e.target.matches('button')) draw(%s); };
table.onclick = (e) => { pressed.textContent = e.target.closest('tr')?.dataset.name; };
</script>"""


@pytest.mark.parametrize("then", [["Bea", "Ada", "Cy"], ["Bea", "Cy"]], ids=["sorted", "filtered"])
async def test_a_row_that_the_press_itself_makes_another_records_gets_no_click(
    page: Page, perform: Perform, then: list[str]
) -> None:
    # The rows are used again for others, as the list is drawn anew because the button goes down.
    await page.set_content(REUSED % then)
    edit = [{"by": "role", "role": "button", "name": "Edit", "within": {"by": "row", "text": "Ada"}}]
    with pytest.raises(TransientError, match="answered the press, and changed the element"):
        await perform(CLICK, "button", "Edit", locators=edit)
    assert await page.locator("#pressed").text_content() == ""


BY_TEST_ID = [{"by": "test_id", "value": "inbox"}]
RENAMED = "() => { document.getElementById('box').textContent = 'Inbox 10'; }"


async def test_what_the_page_makes_something_else_of_is_told_at_once(page: Page, perform: Perform) -> None:
    await page.set_content("<button id=box data-testid=inbox>Inbox 11</button>")
    with pytest.raises(ElementChanged):
        await perform(CLICK, "button", "Inbox 11", before=RENAMED, locators=BY_TEST_ID)


@pytest.mark.parametrize(
    "before",
    [
        pytest.param(
            """() => { const box = document.getElementById('box'); box.textContent = '…';
            globalThis.meanwhile = () => { box.textContent = 'Inbox 11'; }; }""",
            id="named again",
        ),
        pytest.param("() => { document.getElementById('box').remove(); }", id="taken away"),
        pytest.param("() => { document.getElementById('box').disabled = true; }", id="disabled"),
    ],
)
async def test_what_may_become_again_what_it_was_is_waited_for(
    page: Page, perform: Perform, before: str
) -> None:
    await page.set_content("<button id=box data-testid=inbox>Inbox 11</button>")
    assert not await perform(CLICK, "button", "Inbox 11", before=before, locators=BY_TEST_ID)


async def test_what_is_no_plain_click_is_not_taken_for_the_one_before(
    page: Page, perform: Perform, direct: DirectInput
) -> None:
    await page.set_content("<button>Add</button>")
    assert await perform(CLICK, "button", "Add")
    assert direct.pressed is page
    middle = Click.model_validate({"do": "click", "button": "middle"})
    assert not await perform(middle, "button", "Add")
    assert direct.pressed is None


async def test_what_stands_in_a_slot_is_a_part_of_the_button_around_it(page: Page, perform: Perform) -> None:
    await page.set_content(
        HEARD
        + """<x-button id=host><i style="display:inline-block;width:60px;height:20px">Go</i></x-button>
        <script>host.attachShadow({mode: 'open'}).innerHTML =
        '<button aria-label=Go><slot></slot></button>';</script>"""
    )
    assert await perform(CLICK, "button", "Go")
    assert any(event.startswith("click") for event in await heard(page))


async def test_a_text_takes_the_place_of_what_stood_there(page: Page, perform: Perform) -> None:
    await page.set_content(f"{HEARD}<input id=f aria-label=Name value=Old maxlength=6>")
    assert await perform(Fill(do="fill", value="Nora Quist"), "textbox", "Name")
    assert await page.locator("#f").input_value() == "Nora Q"
    events = await heard(page)
    assert "input f true" in events and not any("false" in event for event in events)


@pytest.mark.parametrize("how", ["readonly", "disabled", "aria-readonly=true", "type=number", "type=date"])
async def test_other_fields_are_left_alone(page: Page, perform: Perform, how: str) -> None:
    await page.set_content(f"<input aria-label=Name value='' {how}>")
    role = "spinbutton" if "number" in how else "textbox"
    if how == "type=date":
        await page.set_content(f"<input aria-label=Name role=textbox {how}>")
    assert not await perform(Fill(do="fill", value="7"), role, "Name")


LISTED = f"""{HEARD}<select id=s aria-label=Stage><option value="">Choose</option>
<option value=a>First  meeting
</option><option value=b disabled>Lost</option></select>"""


@pytest.mark.parametrize(("options", "value"), [(("a",), "a"), (("First meeting",), "a"), (("",), "")])
async def test_an_option_is_chosen_by_value_or_words_and_the_page_is_told(
    page: Page, perform: Perform, options: tuple[str, ...], value: str
) -> None:
    await page.set_content(LISTED)
    await page.evaluate("s.selectedIndex = 2")
    assert await perform(Select(do="select", options=options), "combobox", "Stage")
    assert await page.evaluate("s.value") == value
    assert await heard(page) == ["input s false", "change s false"]


@pytest.mark.parametrize("options", [("b",), ("Won",), ("a", "b")])
async def test_an_option_that_is_not_there_or_disabled_is_left_to_be_waited_for(
    page: Page, perform: Perform, options: tuple[str, ...]
) -> None:
    await page.set_content(LISTED)
    assert not await perform(Select(do="select", options=options), "combobox", "Stage")
    assert await page.evaluate("s.value") == ""
    assert await heard(page) == []


@pytest.mark.parametrize(
    ("kind", "value"),
    [("date", "2026-12-08"), ("time", "09:30"), ("month", "2026-12"), ("color", "#ff0000")],
)
async def test_a_field_that_nobody_types_into_is_set_and_the_page_is_told(
    page: Page, perform: Perform, kind: str, value: str
) -> None:
    await page.set_content(f"{HEARD}<input id=f type={kind} aria-label=When role=textbox>")
    fill_in = Fill(do="fill", value=value)
    assert await perform(fill_in, "textbox", "When", input_type=kind)
    assert await page.evaluate("f.value") == value
    assert await heard(page) == ["input f false", "change f false"]


async def test_a_slider_is_left_to_what_sees_whether_the_page_draws_it(page: Page, perform: Perform) -> None:
    await page.set_content(f"{HEARD}<input id=f type=range aria-label=Size role=slider value=5>")
    assert not await perform(Fill(do="fill", value="7"), "slider", "Size", input_type="range")
    assert await page.evaluate("f.value") == "5"
    assert await heard(page) == []


@pytest.mark.parametrize("how", ["", "readonly", "disabled"])
async def test_a_value_that_a_field_does_not_take_leaves_it_as_it_was(
    page: Page, perform: Perform, how: str
) -> None:
    await page.set_content(
        f"{HEARD}<input id=f type=date value=2026-01-02 aria-label=When role=textbox {how}>"
    )
    value = "2026-12-08" if how else "8 December"
    assert not await perform(Fill(do="fill", value=value), "textbox", "When", input_type="date")
    assert await page.evaluate("f.value") == "2026-01-02"
    assert await heard(page) == []


FOCUS_MOVES = """<input id=user aria-label=User value=ann><input id=pass aria-label=Pass type=password>
<script>const heard = []; let times = {times};
for (const kind of ['keydown', 'beforeinput', 'input']) user.addEventListener(kind, () => heard.push(kind));
pass.addEventListener('focus', () => {{
  if (times-- > 0) queueMicrotask(() => {{ user.focus(); user.select(); }});
}});</script>"""


@pytest.mark.parametrize(("times", "text"), [(1, "tiger1"), (2, "tiger1"), (2, "é"), (1, "7")])
async def test_a_text_does_not_go_where_the_page_takes_the_focus_meanwhile(
    page: Page, perform: Perform, times: int, text: str
) -> None:
    """As a sign-in page does that sets the focus some time after it came."""
    await page.set_content(FOCUS_MOVES.format(times=times))
    assert await perform(Fill(do="fill", value=text), "textbox", "Pass", input_type="password")
    assert await page.evaluate("[user.value, pass.value, heard]") == ["ann", text, []]


@pytest.mark.parametrize("text", ["lis", "l"])
async def test_a_field_that_takes_letters_only_once_it_was_pressed_is_pressed(
    page: Page, perform: Perform, text: str
) -> None:
    """As of a list that filters its entries: until it is open, the page takes back what was typed. Of one
    letter, that may be what a page does with each that it has read."""
    await page.set_content("<label>City <input id=city></label>")
    await page.evaluate("""() => {
      let open = false;
      city.onclick = () => { open = true; };
      city.oninput = () => { if (!open) { city.value = ''; } };
    }""")
    assert await perform(Fill(do="fill", value=text), "textbox", "City")
    assert await page.input_value("#city") == (text if len(text) > 1 else "")


async def test_a_text_that_the_page_will_not_take_is_told(page: Page, perform: Perform) -> None:
    await page.set_content(FOCUS_MOVES.format(times=9))
    with pytest.raises(TransientError, match="took the focus away"):
        await perform(Fill(do="fill", value="tiger1"), "textbox", "Pass", input_type="password")
    assert await page.evaluate("[user.value, heard]") == ["ann", []]


@pytest.mark.parametrize("direct_only", [True, False])
async def test_a_page_that_keeps_texts_without_spaces_around_them_takes_those_between_words(
    page: Page, perform: Perform, direct_only: bool
) -> None:
    """It shows what it keeps again where that is another one than before, as with a model that trims."""
    trim = "kept = ''; oninput = ({target}) => { const now = target.value.trim(); "
    trim += "if (now !== kept) { kept = now; if (target.value !== now) target.value = now; } }"
    await page.set_content(f"<input id=f aria-label=Name><script>{trim}</script>")
    if direct_only:
        assert await perform(Fill(do="fill", value="Room 7"), "textbox", "Name")
    else:
        await fill_in(page.locator("#f"), ElementSnapshot(tag="input", input_type="text"), "Room 7", 5000)
    assert await page.locator("#f").input_value() == "Room 7"


async def test_a_page_may_lead_on_because_of_the_text(page: Page, perform: Perform) -> None:
    """As with a code, each digit of which has a box of its own."""
    lead = 'oninput="b.value = this.value.slice(1); this.value = this.value[0]; b.focus()"'
    await page.set_content(f"<input id=a aria-label=Code {lead}><input id=b>")
    assert await perform(Fill(do="fill", value="123"), "textbox", "Code")
    assert await page.evaluate("[a.value, b.value]") == ["1", "23"]


async def test_a_page_may_lead_on_a_moment_after_the_text(
    page: Page, perform: Perform, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def tell_late(session: CDPSession, method: str, params: dict[str, Any]) -> dict[str, Any]:
        if params.get("type") == "keyDown":
            assert await page.evaluate("a.value") == "1", (
                "a box of one letter has its own before the next comes"
            )
            await page.wait_for_function("document.activeElement === b")
        return await tell(session, method, params)

    monkeypatch.setattr("handrail.actuators.browser.direct_input.tell", tell_late)
    lead = 'oninput="setTimeout(() => b.focus())"'
    await page.set_content(f"<input id=a aria-label=Code maxlength=1 {lead}><input id=b>")
    assert await perform(Fill(do="fill", value="12"), "textbox", "Code")
    assert await page.evaluate("[a.value, b.value]") == ["1", "2"]


@pytest.mark.parametrize("text", ["Café", "Straß", "Ваня"])
async def test_a_page_that_looks_as_a_key_is_let_go_hears_of_any_letter(
    page: Page, perform: Perform, text: str
) -> None:
    await page.set_content("<input aria-label=Name onkeyup='document.title = value'>")
    assert await perform(Fill(do="fill", value=text), "textbox", "Name")
    assert await page.title() == text


KEPT = {
    "the page keeps the key's end to itself": (
        "<script>addEventListener('keyup', (e) => e.stopImmediatePropagation(), true)</script>"
        "<input id=a aria-label=Code>"
    ),
    "a frame gets the key's end": (
        "<input id=a aria-label=Code oninput=\"value === 'abc' && document.querySelector('iframe').focus()\">"
        "<iframe srcdoc='<input autofocus>'></iframe>"
    ),
}


@pytest.mark.parametrize("way", KEPT)
async def test_a_text_has_arrived_also_where_nobody_hears_its_last_key_let_go(
    page: Page, perform: Perform, way: str
) -> None:
    await page.set_content(KEPT[way])
    assert await perform(Fill(do="fill", value="abc"), "textbox", "Code")
    assert await page.locator("#a").input_value() == "abc"


@pytest.mark.sweep
async def test_the_last_letter_is_a_key_as_a_keyboard_presses_it(page: Page, perform: Perform) -> None:
    """Each sign, and letters and digits for all, held against what Playwright's own keyboard makes of it."""
    await page.set_content("""<input id=a aria-label=Name><script>
      const heard = [];
      const hear = (e) =>
        heard.push([e.type, e.key, e.code, e.keyCode, e.data, e.location, e.shiftKey, a.value].join(' '));
      for (const kind of ['keydown', 'keypress', 'beforeinput', 'input', 'keyup'])
        a.addEventListener(kind, hear);
    </script>""")
    for letter in f" azAZ09{string.punctuation}":
        assert await perform(Fill(do="fill", value=f"ab{letter}"), "textbox", "Name")
        ours = await page.evaluate("heard.splice(0)")
        await page.evaluate("a.value = 'ab'; heard.length = 0")
        await page.keyboard.type(letter)
        # What is put in before it tells of no key.
        assert [event for event in ours if "insertText" not in event][-5:] == await page.evaluate(
            "heard.splice(0)"
        )


async def test_a_page_that_hears_too_late_of_a_text_for_a_field_does_nothing(
    page: Page, perform: Perform, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("handrail.actuators.browser.direct_input._SELECTING_SECONDS", -1, raising=False)
    await page.set_content("<input id=a aria-label=Code><input id=b>")
    assert not await perform(Fill(do="fill", value="12"), "textbox", "Code")
    assert await page.evaluate("document.activeElement.tagName") == "BODY"


async def test_a_text_that_could_not_be_put_in_keeps_no_other_from_the_page(
    page: Page, perform: Perform, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor is what was sent along with it still on its way, which would reach the next field."""
    under_way: list[str] = []

    async def fail(session: CDPSession, method: str, params: dict[str, Any]) -> dict[str, Any]:
        if method == "Input.dispatchKeyEvent":
            raise TransientError("No key.")
        under_way.append(method)
        answer = await tell(session, method, params)
        under_way.remove(method)
        return answer

    monkeypatch.setattr("handrail.actuators.browser.direct_input.tell", fail)
    await page.set_content("<input id=a aria-label=Code><input id=b>")
    with pytest.raises(TransientError, match="No key"):
        await perform(Fill(do="fill", value="12"), "textbox", "Code")
    assert not under_way
    await page.evaluate("b.focus()")
    await page.keyboard.type("x")
    assert await page.evaluate("b.value") == "x"


async def test_a_box_turns_once_and_only_where_it_has_to(page: Page, perform: Perform) -> None:
    await page.set_content(f"{HEARD}<input type=checkbox id=b aria-label=VIP>")
    for action in (Check(do="check"), Check(do="check"), Uncheck(do="uncheck")):
        assert await perform(action, "checkbox", "VIP")
        assert await page.locator("#b").is_checked() == isinstance(action, Check)
    assert sum(event.startswith("click") for event in await heard(page)) == 2


SLOW = """<input type=checkbox id=b aria-label=VIP><script>
b.onclick = (e) => {
  e.preventDefault();
  fetch('/asked', {method: 'POST'}).then(() => { b.checked = true; });
};</script>"""


async def test_a_box_whose_page_asks_its_server_first_is_clicked_once(page: Page, perform: Perform) -> None:
    with App({"/": SLOW, "/asked": "yes"}) as app:
        await page.goto(app.url)
        assert await perform(Check(do="check"), "checkbox", "VIP")
        assert await page.locator("#b").is_checked()
        assert len(app.posts("/asked")) == 1


FORM = """<title>New</title><h1>Contacts</h1><form method=post action=/save>
<label>Name <input name=name></label><button>Save</button></form>"""


async def test_what_a_sent_form_leads_to_is_waited_for(run: Runner) -> None:
    # The heading stands on both pages: that it is seen on the first one shows nothing.
    with App({"/": FORM, "/save": "<h1>Contacts</h1><a href=/>Nora</a>"}) as app:
        done = [{"kind": "text", "contains": "Contacts"}]
        saving = click("Save", "once", done_when=done)
        link = task("again", {"do": "click"}, target=by_role("link", "Nora"), done_when=done)
        summary = await run(sop([open_page(app.url), fill("Name", "Nora"), saving, link], [app.host]))
        assert app.posts("/save") == [{"name": "Nora"}]
    assert summary.outcome == "done", summary.error


USED_AGAIN = """<table><tr><td>Ann</td><td><button>Pay</button></td></tr>
<tr><td>Bob</td><td><button>Pay</button></td></tr></table><p role=status></p><script>
const rows = [...document.querySelectorAll('tr')];
const swap = () => {
  const names = rows.map((row) => row.cells[0].textContent).reverse();
  rows.forEach((row, place) => { row.cells[0].textContent = names[place]; });
};
addEventListener('WHEN', swap, {once: true, capture: true});
rows.forEach((row) => row.cells[1].firstChild.onclick = () =>
  fetch('/paid', {method: 'POST', body: new URLSearchParams({name: row.cells[0].textContent})})
    .then(() => { document.querySelector('p').textContent = 'Paid'; }));
</script>"""


@pytest.mark.parametrize("when", ["pointermove", "pointerdown", "mouseup"])
async def test_a_row_that_becomes_another_record_as_it_is_pressed_is_looked_for_again(
    run: Runner, when: str
) -> None:
    with App({"/": USED_AGAIN.replace("WHEN", when), "/paid": "ok"}) as app:
        locator = {"by": "role", "role": "button", "name": "Pay", "within": {"by": "row", "text": "Ann"}}
        target = {"role": "button", "name": "Pay", "locators": [locator]}
        paid = [{"kind": "text", "contains": "Paid"}]
        paying = task("pay", {"do": "click"}, "once", target=target, done_when=paid)
        summary = await run(sop([open_page(app.url), paying], [app.host]))
        assert app.posts("/paid") == [{"name": "Ann"}]
    assert summary.outcome == "done", summary.error


AT_THE_SIDE = """<style>
nav { position: fixed; left: 0; top: 0; width: 80px; height: 100%; background: white; z-index: 1 }
nav:hover { width: 60% } main { margin-left: 100px }</style><nav><a href=/list>List</a></nav><main>
<button onclick="fetch('/opened', {method: 'POST'}).then(() => document.title = 'Opened')">Open</button>
</main>"""


@pytest.mark.parametrize("above", ["", "<p style='height:2000px'></p>"], ids=["in sight", "below"])
async def test_what_unfolds_under_the_resting_mouse_and_covers_the_element_is_left(
    run: Runner, above: str
) -> None:
    # In a tab in which it was never moved, the mouse rests in the corner.
    page = AT_THE_SIDE.replace("<main>", f"<main>{above}")
    with App({"/": page, "/opened": "ok"}) as app:
        opening = click("Open", done_when=[{"kind": "title", "equals": "Opened"}])
        summary = await run(sop([open_page(app.url), opening], [app.host]))
        assert len(app.posts("/opened")) == 1, summary.error
    assert summary.outcome == "done", summary.error
