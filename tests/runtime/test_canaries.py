"""A secret that a hostile page repeats in odd places and forms stands nowhere in what the product wrote."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from urllib.parse import quote

import pytest

from handrail.secrets import SecretValue
from tests.app import Answer, App, redirect
from tests.builders import Json, by_role, click, fill, open_page, sop, task
from tests.runtime.conftest import Runner
from tests.runtime.models import Serve
from tests.runtime.test_nodes import procedure
from tests.sweeping import some_of

CANARY = "Zq7/kÄn\"Ary&42x'Wv"
_PIECE = 6
"""Signs of a secret that nobody should learn together."""

ECHO = """<title>Sign in</title><label>Token <input id=t></label><div id=out></div><script>
t.oninput = () => {{ const s = t.value; document.title = 'Hello ' + s; {script} }}</script>"""


def pieces() -> set[str]:
    return {CANARY[at : at + _PIECE] for at in range(len(CANARY) - _PIECE + 1)}


def leaked(home: Path, *texts: str) -> list[str]:
    """Where a piece of the canary stands, in any case, as text, as JSON or in an address."""
    said = {form for one in pieces() for form in (one, json.dumps(one)[1:-1], quote(one, safe=""))}
    said = {one.casefold() for one in said}
    found = []
    written = [(str(path.relative_to(home)), path) for path in home.rglob("*") if path.is_file()]
    for name, path in written:
        content = path.read_bytes().decode("utf-8", "replace").casefold() + name.casefold()
        found += [f"{name}: {one}" for one in said if one in content]
    found += [f"told: {one}" for text in texts for one in said if one in text.casefold()]
    return found


SHOWN = "out.innerHTML = `<h1></h1><button>Use it</button><pre></pre>`; const [h, b, p] = out.children;"
ECHOES = {
    "in capitals, by style": f"{SHOWN} b.style.textTransform = 'uppercase'; b.textContent = 'Use it ' + s",
    "in capitals": f"{SHOWN} h.textContent = s.toUpperCase()",
    "cut in its middle": f"{SHOWN} b.textContent = 'Use it ' + 'x'.repeat({{cut}}) + s",
    "as JSON": f"{SHOWN} p.textContent = JSON.stringify({{{{ token: s }}}})",
    "escaped twice": f"{SHOWN} b.title = encodeURIComponent(encodeURIComponent(s))",
    "in base64, behind a name": f"{SHOWN} b.id = btoa(unescape(encodeURIComponent('ana:' + s)))",
    "in an error": f"{SHOWN} console.error('bad token ' + s); throw new Error('refused ' + s)",
    "by a style sheet": f"{SHOWN} b.dataset.x = 'Use it ' + s; document.head.insertAdjacentHTML('beforeend', "
    "'<style>button::after {{{{ content: attr(data-x) }}}}</style>')",
    "in a request that is not sent": f"{SHOWN} b.onclick = () => fetch('/x?t=' + encodeURIComponent(s), "
    "{{{{ method: 'DELETE' }}}})",
    "in a message": f"{SHOWN} alert('your token is ' + s)",
}


def told(run: Runner) -> list[str]:
    return [event.model_dump_json() for event in run.events]


@pytest.mark.parametrize("script", some_of(ECHOES.values(), *range(1, len(ECHOES), 4)), ids=ECHOES)
async def test_wherever_the_page_repeats_it(run: Runner, script: str) -> None:
    for cut in (0,) if "cut" not in script else (60, 72, 90, 140):
        with App({"/": ECHO.format(script=script.format(cut=cut))}) as app:
            steps = [open_page(app.url), fill("Token", "{{ secret:api }}"), click("Use it", "once")]
            summary = await run(sop(steps, [app.host]), {}, {"api": CANARY})
        assert (
            leaked(run.place.home, summary.model_dump_json(), *(e.model_dump_json() for e in run.events))
            == []
        )


async def test_an_address_and_a_downloads_name_with_it(run: Runner) -> None:
    twice = quote(quote(CANARY, safe=""), safe="")
    page = f"""<title>Files</title><a href="/file?token={quote(CANARY, safe="")}">Report</a>
    <a href="http://127.0.0.1:9/?next={twice}">Away</a>"""
    sent = Answer(b"x", headers={"content-disposition": f"attachment; filename*=UTF-8''{quote(CANARY)}.txt"})
    with App({"/": page, "/file": sent}) as app:
        taken = task("take", {"do": "download", "into": "file"}, target=by_role("link", "Report"))
        summary = await run(
            sop([open_page(app.url), taken, click("Away", "none")], [app.host], {"file": {"output": True}}),
            {},
            {"api": CANARY},
        )
    assert leaked(run.place.home, summary.model_dump_json()) == []


async def test_where_it_is_bound_no_other_host_is_sent_it_by_an_address_a_redirect_or_to_read_back(
    run: Runner,
) -> None:
    reads = {"kind": "http", "headers": {"X-Key": "{{ secret:api }}"}}
    with App({"/": "<title>x</title>"}) as own, App({"/": "<title>y</title>"}) as other:
        domains = [own.host, other.host]
        api = SecretValue(CANARY, hosts=(own.host,))
        for url, outcome in ((own.url, "done"), (other.url, "stopped before effect")):
            step = open_page(own.url) | {"done_when": [{**reads, "url": f"{url}/"}]}
            assert (await run(sop([step], domains), {}, {"api": api})).outcome == outcome
        away = task("away", {"do": "open", "url": f"{other.url}/?k={{{{ secret:api }}}}"})
        assert (await run(sop([open_page(own.url), away], domains), {}, {"api": api})).outcome == "blocked"
        own.pages["/go"] = Answer(status=307, headers={"location": f"{other.url}/x"})
        sent = {"do": "request", "method": "POST", "url": f"{own.url}/go", "body": {"k": "{{ secret:api }}"}}
        assert (await run(sop([task("send", sent)], domains), {}, {"api": api})).outcome == "blocked"
        assert other.received == []


async def test_a_request_that_fails_with_it(run: Runner) -> None:
    refused = Answer(f"token {CANARY} refused", 500)
    basic = base64.b64encode(f"ana:{CANARY}".encode()).decode()
    with App(
        {"/": "<title>x</title>", "/in": redirect(f"/echo?auth={quote(basic)}"), "/echo": refused}
    ) as app:
        asked = {"do": "request", "method": "GET", "url": f"{app.url}/in?k={{{{ secret:api }}}}"}
        summary = await run(sop([open_page(app.url), task("ask", asked)], [app.host]), {}, {"api": CANARY})
    assert leaked(run.place.home, summary.model_dump_json(), *told(run)) == []
    kept = b"".join(path.read_bytes() for path in run.place.home.rglob("*") if path.is_file())
    assert basic[8:20].encode() not in kept


async def test_what_a_model_and_a_person_are_asked_and_the_code_of_the_moment(
    run: Runner, serve_model: Serve
) -> None:
    script = "out.textContent = 'Code ' + s; history.replaceState(0, '', '/?t=' + encodeURIComponent(s))"
    decision: Json = {"id": "fine", "type": "decision", "label": "Fine?", "question": "Is it fine?"}
    decision |= {"outcomes": ["yes", "no"], "default": "no"}
    read: Json = {"id": "read", "type": "extract", "label": "Read", "into": "said", "shape": "value"}
    read |= {
        "fields": [{"name": "said", "target": {"role": None, "locators": [{"by": "css", "css": "#out"}]}}]
    }
    unsure = {"outcome": "unsure", "quote": "", "reason": "it does not say"}
    code = SecretValue("JBSWY3DPEHPK3PXP", kind="totp")
    typed = fill("Token", "{{ secret:code }}", id="code", done_when=[])
    edges = [
        ("code", "read"),
        ("read", "fill-token"),
        ("fill-token", "fine"),
        ("fine", "end", "yes"),
        ("fine", "end", "no"),
    ]
    with App({"/": ECHO.format(script=script)}) as app, serve_model(lambda heard: unsure) as model:
        steps = [typed, read, fill("Token", "{{ secret:api }}"), decision]
        asking = procedure(app, steps, edges, {"said": {"output": True}})
        summary = await run(asking, {}, {"api": CANARY, "code": code})
    assert summary.outputs == {"said": "Code •••"}
    (request,) = run.asked
    assert leaked(run.place.home, request.model_dump_json(), model.heard[0].request) == []
