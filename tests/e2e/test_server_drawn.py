"""A page that its server draws over a web socket: no request, no other address, elements made anew."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest
from playwright.async_api import Page
from websockets.asyncio.server import ServerConnection, serve

from handrail.recording.browser import Recorder
from handrail.sop.condition import TextIs
from handrail.sop.document import Sop
from handrail.sop.node import Task
from tests.app import App
from tests.e2e.conftest import RoundTrip

PAGE = """<title>Desk</title><h1>Orders</h1><button id=new>New</button><p id=said role=status></p>
<label>Size <span class=arrow aria-hidden=true>arrow_drop_down</span><input id=size value=M></label>
<div id=at></div><table><tbody id=rows></tbody></table><script>
const socket = new WebSocket('ws://127.0.0.1:%d');
const say = (...what) => socket.send(JSON.stringify(what));
const icon = (what) => `<button onclick="say('${what}', this.closest('tr').cells[0].textContent)">`
  + `<i aria-hidden=true>${what}</i></button>`;
socket.onmessage = (message) => {
  const told = JSON.parse(message.data);
  if (told.dialog !== undefined) at.innerHTML = told.dialog;
  if (told.said) said.textContent = told.said;
  if (told.gift) document.querySelector('[role=switch]').setAttribute('aria-checked', told.gift);
  if (told.rows) rows.innerHTML = told.rows.map((name) =>
    `<tr><td>${name}</td><td>${icon('edit')}${icon('delete')}</td></tr>`).join('');
};
document.getElementById('new').onclick = () => say('new');
</script>"""
DIALOG = """<div role=dialog style="position:fixed;inset:0;background:#fff">
<label>Name <input id=name></label>
<div role=switch tabindex=0 aria-checked=false aria-label=Gift onclick="say('turn')">gift</div>
<button onclick="say('save', document.getElementById('name').value)">Save</button></div>"""


@dataclass
class Desk:
    """What the server knows: the orders, in order, and every order that was ever saved or deleted."""

    orders: list[str] = field(default_factory=lambda: ["Anna", "Bert"])
    done: list[str] = field(default_factory=list)
    gift: bool = False

    async def talk(self, socket: ServerConnection) -> None:
        await socket.send(json.dumps({"rows": self.orders}))
        async for message in socket:
            answer = self.answer(*json.loads(message))
            # Longer than a page must be quiet to be thought at rest.
            await asyncio.sleep(0.4 if "said" in answer else 0)
            await socket.send(json.dumps(answer))

    def answer(self, what: str, name: str = "") -> dict[str, object]:
        match what:
            case "new":
                self.gift = False
                return {"dialog": DIALOG}
            case "turn":
                self.gift = not self.gift
                return {"gift": str(self.gift).lower()}
            case "save":
                self.orders.append(name)
            case "delete":
                self.orders.remove(name)
        self.done.append(f"{what} {name}{' as a gift' if what == 'save' and self.gift else ''}")
        return {"dialog": "", "said": f"Order {what}d", "rows": self.orders}


@asynccontextmanager
async def served(desk: Desk) -> AsyncIterator[App]:
    async with serve(desk.talk, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        with App({"/": PAGE % port}) as app:
            yield app


def step(sop: Sop, label: str) -> Task:
    return next(node for node in sop.nodes if isinstance(node, Task) and label in node.label)


async def add(page: Page, _: Recorder) -> None:
    await page.get_by_role("button", name="New").click()
    await page.get_by_label("Name").click()
    await page.keyboard.type("Carol")
    await page.get_by_role("switch").click()
    await page.locator("[aria-checked=true]").wait_for()
    await page.get_by_role("button", name="Save").click()
    await page.get_by_text("Order saved").wait_for()


async def test_what_is_told_over_a_web_socket_is_done_once_and_on_other_data(round_trip: RoundTrip) -> None:
    desk = Desk()
    async with served(desk) as app:
        sop = await round_trip.show(app.url, add)
        summary = await round_trip.repeat(sop, {"name": "Dora"})
    assert (summary.outcome, desk.done) == ("done", ["save Carol as a gift", "save Dora as a gift"])
    save = step(sop, "Save")
    assert (save.effect, save.effect_reason) == ("once", "'save' told the app something over a web socket")
    assert TextIs(kind="text", contains="Order saved") in save.done_when
    assert step(sop, "Gift").action.do == "check"
    assert {node.action.do for node in sop.nodes if isinstance(node, Task)} == {"click", "fill", "check"}


@pytest.mark.sweep
async def test_a_button_with_a_picture_alone_in_the_row_of_another_record(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_label("Size").fill("Anna")
        row = page.get_by_role("row", name="Anna")
        await row.get_by_role("button").nth(1).click()
        await page.get_by_text("Order deleted").wait_for()

    desk = Desk(["Zoe", "Anna", "Bert", "Yves"])
    async with served(desk) as app:
        sop = await round_trip.show(app.url, drive)
        assert list(sop.variables) == ["size"]
        summary = await round_trip.repeat(sop, {"size": "Yves"})
    assert (summary.outcome, desk.orders) == ("done", ["Zoe", "Bert"]), summary.error
