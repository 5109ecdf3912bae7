"""What is pressed in one of several items made alike, by nothing but a sign without words."""

from __future__ import annotations

from pathlib import Path

from handrail.compile import compile_recording
from handrail.recording.event import Changed, Click, Hover, Scroll
from handrail.recording.store import load_recording
from handrail.sop.node import Task
from tests.app import App
from tests.recording.conftest import Recorded

ITEMS = "".join(
    f"<li><a><i style='padding:5px'></i></a><b>{name}</b>" for name in ("depot.iso", "fair.iso", "shop.iso")
)
STORIES = "".join(
    f"<li><div><i class=s>star</i> <i class=s>feed</i></div><b>{name}</b> <b>Ann</b>"
    for name in ("Fire", "Flood", "Frost")
)
PAGE = f"""<title>Files</title><h1>Files</h1><ul style='line-height:2'>{ITEMS}</ul><ol>{STORIES}</ol><script>
const list = document.querySelector('ul')
document.querySelector('ol').addEventListener('click', () => fetch('/start', {{ method: 'POST' }}))
list.addEventListener('mousedown', (event) => {{ event.target.closest('li').className = 'current-file' }})
list.addEventListener('click', () => fetch('/start', {{ method: 'POST' }}))
</script>"""


async def test_a_sign_that_is_all_of_its_link_is_a_command_of_the_item_that_it_stands_in(
    tmp_path: Path,
    recorded: Recorded,
) -> None:
    """The item before it is another record's: nothing is said of that. The pressed one is marked at once, and
    no other has a class."""
    with App({"/": PAGE, "/start": lambda r: "{}"}) as app:
        async with recorded(app.url, tmp_path / "r") as recorder:
            await recorder.settled()
            await recorder.page.locator("i").nth(1).click()
            await recorder.settled()
            await recorder.page.get_by_text("star").nth(1).click()
            await recorder.settled()
    recording = load_recording(tmp_path / "r")
    told = [event.among for event in recording.events if isinstance(event, Click)]
    # So is one of two signs that stand beside each other in each item.
    assert [(among.same, among.others) for among in told if among] == [(True, 2), (True, 2)]
    sop = compile_recording(recording)
    assert [one.default for one in sop.variables.values()] == ["fair.iso", "Flood"]
    (step, _) = (node for node in sop.nodes if isinstance(node, Task))
    assert step.target is not None and (step.target.tag, step.target.near.before) == ("i", None)
    assert "depot" not in step.label


ROLES = "".join(
    f"<div class=r><div>{role}</div>{'<div><span class=box></span></div>' * 3}<div class=hour></div></div>"
    for role in ("Auditor", "Editor", "Guest")
)
RIGHTS = f"""<style>.r{{display:flex}} .r>div{{width:90px}}
.box{{display:inline-block;width:16px;height:16px}}
.menu{{position:absolute;left:90px;top:0}} #more{{position:relative;width:80px}}</style>
<div><div class=r><div>Role</div><div>Read</div><div>Write</div><div>Delete</div><div>Noon</div></div>
{ROLES}</div>
<div id=more onmouseenter="if (!more.querySelector('.menu')) more.insertAdjacentHTML('beforeend',
  '<div class=menu><div>North</div><div>South</div></div>')">Move to</div><script>
onclick = ({{ target }}) => {{ if (target.matches('.box')) target.textContent = '✓' }}
</script>"""


async def test_what_is_merely_drawn_in_each_row_of_a_grid_belongs_to_the_row_and_a_column(
    tmp_path: Path,
    recorded: Recorded,
) -> None:
    """Neither the row nor the column was asked for. What a script hangs into the entry that the pointer rests
    on, beside that, needs the pointer there: the press on it alone finds nothing."""
    with App({"/": RIGHTS}) as app:
        async with recorded(app.url, tmp_path / "r") as recorder:
            await recorder.settled()
            for place in (5, 3):
                await recorder.page.locator(".box").nth(place).click()
            await recorder.page.locator(".hour").nth(1).click()
            await recorder.page.get_by_text("Move to").hover()
            await recorder.page.get_by_text("South").click()
            await recorder.settled()
    recording = load_recording(tmp_path / "r")
    told = [event.among for event in recording.events if isinstance(event, Click)]
    assert [(one.same, one.column) for one in told[:3] if one] == [
        (True, "Delete"),
        (True, "Read"),
        (True, None),
    ]
    assert [event.target.text for event in recording.events if isinstance(event, Hover)] == ["Move to"]
    sop = compile_recording(recording)
    assert "Editor" in [one.default for one in sop.variables.values()]


TERMS = """<div id=terms style='height:80px;overflow:auto'><p style='height:400px'>Terms</div>
<button disabled>Accept</button><p>Ada</p><button disabled>Send</button>
<ul role=listbox><li role=option><b>Ada</b><i>draft</i></ul>
<script>terms.onscroll = () => { document.querySelector('button').disabled = false }
document.querySelectorAll('p')[1].onclick =
  ({target}) => { target.nextElementSibling.disabled = false }</script>"""


async def test_what_scrolling_or_a_press_lets_be_pressed_is_told_and_what_the_only_option_says(
    tmp_path: Path, recorded: Recorded
) -> None:
    with App({"/": TERMS}) as app:
        async with recorded(app.url, tmp_path / "r") as recorder:
            await recorder.page.locator("#terms").hover()
            await recorder.page.mouse.wheel(0, 400)
            await recorder.page.get_by_role("button", disabled=False).click()
            await recorder.page.get_by_text("Ada").first.click()
            await recorder.page.get_by_role("option").click()
    events = load_recording(tmp_path / "r").events
    changes = [event for event in events if isinstance(event, Changed)]
    assert [(one.before_state.disabled, one.state.disabled) for one in changes if one.state.disabled == 0][
        :1
    ] == [(1, 0)]
    assert [event.enables for event in events if isinstance(event, Scroll)][:1] == [True]
    told = [event.among for event in events if isinstance(event, Click)][-1]
    assert told is not None and (told.others, told.says) == (0, ("Ada", "draft"))
