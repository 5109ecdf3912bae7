"""What back offices of forms and tables do, shown once and repeated on other records."""

from __future__ import annotations

import json

import pytest
from playwright.async_api import Page

from handrail.recording.browser import Recorder
from tests.app import Answer, App, Received, redirect
from tests.e2e.conftest import RoundTrip, told
from tests.e2e.test_widgets import app

NAMES = ("Tram 1", "Tram 12", "Tram 2", "Tram 23")


def shed() -> App:
    """A list with a search; every row has a form of its own around its button, and a field called `id`."""

    def listed(request: Received) -> str:
        wanted = request.query.get("q", "")
        rows = "".join(
            f"<tr><td><form method=post action=/delete><input type=hidden name=id value='{name}'>"
            f"<button title='Delete record'>✗</button></form></td><td>{name}</td></tr>"
            for name in NAMES
            if wanted in name
        )
        said = "<p role=alert>Record was deleted.</p>" if request.query.get("gone") else ""
        return f"""<title>Shed</title><h1>Shed</h1>{said}<form><input name=q placeholder=Search></form>
        <table>{rows}</table>"""

    return App({"/": listed, "/delete": lambda request: redirect("/?gone=1")})


@pytest.mark.sweep
async def test_a_button_in_a_form_of_its_own_belongs_to_its_row(round_trip: RoundTrip) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_placeholder("Search").click()
        await page.keyboard.type("Tram 23")
        await page.keyboard.press("Enter")
        await page.get_by_text("Tram 12").wait_for(state="detached")
        await page.get_by_role("button").click()
        await page.get_by_text("Record was deleted.").wait_for()

    with shed() as served:
        sop = await round_trip.show(served.url, drive)
        served.received.clear()
        summary = await round_trip.repeat(sop, {"search": "Tram 1"})
        assert summary.outcome == "done", summary.error
        # Two rows are left by the search, and one of them is meant.
        assert told(served) == [("/delete", "id=Tram 1")]
        served.received.clear()
        summary = await round_trip.repeat(sop, {"search": "Tram"})
        assert (summary.outcome, told(served)) == ("stopped before effect", [])


@pytest.mark.sweep
async def test_saving_in_a_dialog_with_a_way_out_asks_nobody(round_trip: RoundTrip) -> None:
    body = """<button onclick="d.hidden = false">New</button><p id=r></p>
    <div id=d role=dialog aria-label="New record" hidden><form action=# onsubmit="tell('saved ' + n.value);
      r.textContent = 'Author saved'; d.hidden = true; return false">
    <label>Email <input id=n></label> <input type=submit value=Save>
    <a href="#" role=button onclick="d.hidden = true">Cancel</a></form></div>"""

    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_role("button", name="New").click()
        await page.get_by_label("Email").click()
        await page.keyboard.type("ada@x.test")
        await page.get_by_role("button", name="Save").click()
        await page.get_by_text("Author saved").wait_for()

    with app(body) as served:
        assert await round_trip.same(served, drive) == [("/tell", "saved ada@x.test")]


ORDERS = {"Bo": "Ulm", "Cy": "Bonn", "Di": ""}


def counter() -> tuple[App, list[str]]:
    """An order without a city is refused; all that the app is asked has one address, and the status 200."""
    quoted: list[str] = []

    def called(request: Received) -> Answer:
        call = json.loads(request.body)
        said: dict[str, object] = {"id": call["id"], "result": None}
        name = str(call["params"][0])
        if call["method"] == "order.quote" and not ORDERS[name]:
            said = {"id": call["id"], "error": ["UserError", ["An order has a city.", ""]]}
        elif call["method"] == "order.quote":
            quoted.append(name)
        return Answer(json.dumps(said), headers={"content-type": "application/json"})

    rows = "".join(
        f"<tr><td title={name}><a href=#{name}>{name}</a><td>{ORDERS[name]}</tr>" for name in ORDERS
    )
    page = f"""<h1>Orders</h1><table>{rows}</table><p id=p></p><button id=b>Quote</button><dialog id=d
    class=modal><p id=w></p><button onclick="d.close()">OK</button></dialog><script>
    const call = async (method) => (await (await fetch('/rpc/', {{method: 'POST',
      body: JSON.stringify({{id: 1, method, params: [p.textContent]}})}})).json());
    document.querySelector('table').onclick = (e) => {{ p.textContent = e.target.textContent; }};
    b.onclick = async () => {{
      await call('order.read');
      const said = await call('order.quote');
      if (said.error) {{ w.textContent = said.error[1][0]; d.showModal(); }}
      await call('order.read');
    }};</script>"""
    return App({"/": page, "/rpc/": called}), quoted


@pytest.mark.sweep
async def test_an_error_within_an_answer_of_an_app_with_one_address_is_no_success(
    round_trip: RoundTrip,
) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_role("link", name="Bo").click()
        await page.get_by_role("button", name="Quote").click()
        await page.wait_for_timeout(500)

    served, quoted = counter()
    with served:
        sop = await round_trip.show(served.url, drive)
        quoted.clear()
        assert (await round_trip.repeat(sop, {"record": "Cy"})).outcome == "done"
        assert quoted == ["Cy"]
        refused = await round_trip.repeat(sop, {"record": "Di"})
        assert refused.outcome == "needs reconciliation"
        assert "there was: an error" in str(refused.error)


@pytest.mark.sweep
async def test_a_demonstration_that_an_app_with_one_address_refused_is_asked_about(
    round_trip: RoundTrip,
) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_role("link", name="Di").click()
        await page.get_by_role("button", name="Quote").click()
        await page.get_by_role("dialog").wait_for()

    served, _ = counter()
    with served:
        sop = await round_trip.show(served.url, drive)
    asked = [one for one in sop.clarifications if one.required]
    assert [one.question.split("?")[0] for one in asked] == ["Was this done"]


@pytest.mark.sweep
async def test_a_press_that_only_what_reads_came_of_this_time_is_done_once_nothing_else_comes(
    round_trip: RoundTrip,
) -> None:
    async def drive(page: Page, _: Recorder) -> None:
        await page.get_by_role("button", name="New").click()
        await page.wait_for_timeout(500)

    def called(request: Received) -> Answer:
        return Answer(json.dumps({"id": 1, "result": None}), headers={"content-type": "application/json"})

    def counts(request: Received) -> str:
        """What the app asks besides, and not every time."""
        asked = "order.counts" if not served.received[1:] else "order.read"
        return f"""<h1>Orders</h1><button id=b>New</button><script>
        const call = (method) => fetch('/rpc/', {{method: 'POST',
          body: JSON.stringify({{id: 1, method, params: []}})}});
        b.onclick = async () => {{ await call('order.default_get'); await call('{asked}'); }};</script>"""

    with App({"/": counts, "/rpc/": called}) as served:
        sop = await round_trip.show(served.url, drive)
        summary = await round_trip.repeat(sop)
    calls = [json.loads(one.body)["method"] for one in served.received if one.path == "/rpc/"]
    assert calls == ["order.default_get", "order.counts", "order.default_get", "order.read"]
    assert summary.outcome == "done", summary.error
