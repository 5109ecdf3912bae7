"""`handrail record`: record a person's work in a browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, ClassVar, Final

import typer

from handrail.cli.options import AsJson, CdpPort
from handrail.cli.output import give_json, say, styled
from handrail.named_file import in_shell

if TYPE_CHECKING:
    from handrail.recording.event import RecordedEvent


def record(
    url: Annotated[str, typer.Argument(metavar="URL", help="Start address.")],
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="DIR", help="A new folder for the recording.")
    ],
    headless: Annotated[bool, typer.Option("--headless", help="Show no browser window.")] = False,
    cdp_port: CdpPort = None,
    profile: Annotated[
        Path | None, typer.Option(metavar="DIR", help="A browser profile to use; a fresh one by default.")
    ] = None,
    sign_in: Annotated[
        str | None, typer.Option("--sign-in", metavar="NAME", help="Start from a saved sign-in state.")
    ] = None,
    save_sign_in: Annotated[
        str | None,
        typer.Option(
            "--save-sign-in", metavar="NAME", help="Save the sign-in state when you end with Ctrl-C."
        ),
    ] = None,
    sign_in_days: Annotated[
        float,
        typer.Option(
            min=0.01, max=3650, metavar="DAYS", help="How long the saved sign-in state may be used."
        ),
    ] = 30,
    scrub: Annotated[
        bool | None,
        typer.Option("--scrub/--raw", help="Keep no personal data; by default as privacy.yaml says."),
    ] = None,
    viewport: Annotated[str, typer.Option(metavar="WxH", help="The page's size in pixels.")] = "1280x720",
    as_json: AsJson = False,
) -> int:
    """Record what you do in a browser until you close it or press Ctrl-C.

    Only trusted input is recorded, in all frames and tabs. Passwords and codes are masked in the page and
    never reach the disk. With --scrub nothing personal does: the disk holds a sealed file until the end, and
    then the recording with pseudonyms, redacted pictures and no files.
    """
    import asyncio

    from handrail.browser.reaching import full_address
    from handrail.cli.recording import Wish, perform
    from handrail.errors import UsageError

    if profile is not None and profile.exists() and not profile.is_dir():
        raise UsageError("A profile is a folder.", place=str(profile), mend="Choose another with --profile.")

    wish = Wish(
        url=full_address(url),
        folder=output,
        headless=headless,
        cdp_port=cdp_port,
        profile=profile,
        sign_in=sign_in,
        save_sign_in=save_sign_in,
        sign_in_days=sign_in_days,
        viewport=_size(viewport),
        scrub=scrub,
    )
    result = asyncio.run(perform(wish, Teller()))
    if as_json:
        give_json({"recording": str(output), "events": result.events, "ended": result.reason})
    say(f"{result.events} events in {output} ({result.reason})")
    made = in_shell(f"{output}.sop.json")
    say(styled(f"  handrail compile {in_shell(output)} -o {made}", "dim"))
    return 0


_LARGEST: Final = 10_000


def _size(text: str) -> tuple[int, int]:
    from handrail.errors import UsageError

    width, _, height = text.partition("x")
    # What no browser takes, or no picture of it could hold, is told before one is started.
    if not all(side.isdecimal() and len(side) <= 5 and 0 < int(side) <= _LARGEST for side in (width, height)):
        raise UsageError(f"'{text}' is not a size.", mend="Write for example --viewport 1280x720.")
    return int(width), int(height)


_BROWSERS_OWN_PAGE = "chrome-error:"
"""What it shows where a page cannot be reached, which is told in words."""


class Teller:
    """Shows what is recorded, a line for each act."""

    _SHOWN: ClassVar = {
        "navigated": "page",
        "input": "fill",
        "click": "click",
        "double_click": "double click",
        "context_menu": "right click",
        "select": "choose",
        "check": "tick",
        "upload": "upload",
        "download": "download",
        "drag_drop": "drag",
        "dialog": "dialog",
        "tab_opened": "new tab",
        "raw": "not expressed",
        "interrupted": "interrupted",
    }

    def __init__(self) -> None:
        self._last = ""

    def __call__(self, event: RecordedEvent) -> None:
        word = self._SHOWN.get(event.kind)
        if word is None or event.url.startswith(_BROWSERS_OWN_PAGE):
            return
        target = getattr(event, "target", None)
        what = (target.name or target.label or target.text or target.tag) if target else event.url
        line = f"  {word}: {what}"
        # A field is told once, and not with each of its letters; its value, never.
        if event.kind != "input" or line != self._last:
            say(styled(line, "dim"))
        self._last = line
