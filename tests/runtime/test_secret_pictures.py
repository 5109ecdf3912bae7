"""A secret that an app shows itself cannot be read in a picture."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageChops

from handrail.journal.event import Pictured
from tests.app import App
from tests.builders import click, fill, open_page, sop
from tests.runtime.conftest import Runner

WIDGETS = {
    "a text": "out.textContent = 'Your key is ' + s.toUpperCase()",
    "a field to copy it from": "out.innerHTML = '<input readonly>'; out.firstChild.value = s",
    "a component": "out.attachShadow({mode: 'open'}).innerHTML = '<b>' + s + '</b>'",
    "a dialog over it all": "out.innerHTML = '<dialog>' + s + '</dialog>'; const d = out.firstChild; "
    "d.append(save); d.showModal()",
}
PAGE = """<style>#out, #out * {{ color: #f00; font: bold 40px sans-serif }}
#out button {{ color: #000 }} dialog {{ border: 0 }}</style>
<label>Token <input id=t></label><div id=out></div>
<button id=save onclick="document.title = 'Saved'">Save</button><script>
t.onchange = () => {{ const s = t.value; {script} }}; </script>"""


def has_red(picture: bytes) -> bool:
    red, green, _ = Image.open(io.BytesIO(picture)).convert("RGB").split()
    return sum(ImageChops.subtract(red, green).histogram()[120:]) > 100


@pytest.mark.parametrize("script", WIDGETS.values(), ids=WIDGETS)
async def test_what_the_app_shows_of_a_typed_secret_is_covered(run: Runner, script: str) -> None:
    with App({"/": PAGE.format(script=script)}) as app:
        for value, secrets in (("{{ secret:key }}", {"key": "s3cret-key"}), ("plain-key", {})):
            press = click("Save", "once", done_when=[{"kind": "title", "equals": "Saved"}])
            made = sop([open_page(app.url), fill("Token", value), press], [app.host])
            summary = await run(made, {}, secrets)
            assert summary.outcome == "done"
            pictures = [run.place.artefacts.get(e.picture) for e in run.events if isinstance(e, Pictured)]
            # What is no secret is seen: the picture is of the moment at which the app shows it.
            assert has_red(pictures[-1]) is (not secrets)
