"""What a browser keeps for a session's pages, so that the session can go on in another browser.

The form is that of Playwright's storage state, with `sessionStorage` beside `localStorage` in each origin.
It may hold sign-ins: it is kept in the session's own folder, readable by its user alone, and encrypted where
the library for that is installed.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final, TypeAlias

from playwright.async_api import Browser, BrowserContext

from handrail.browser.outlet import NO_PEERS
from handrail.private import write_private
from handrail.secrets.keys import KeyRing
from handrail.secrets.sealed import NotOpened, is_possible, label_of, seal, unseal

KEY: Final = "sign-ins"
"""Name of the key that seals what browsers keep."""

StoredOrigin: TypeAlias = dict[str, Any]

_BRING_BACK = """(stored => {
  const entries = stored[location.origin];
  if (!entries || sessionStorage.length) return;
  for (const { name, value } of entries) sessionStorage.setItem(name, value);
})"""


def note_origin(origins: dict[str, StoredOrigin], kept: dict[str, Any]) -> None:
    """Take over what a page said it keeps."""
    origin = kept["origin"]
    origins[origin] = {
        "origin": origin,
        "localStorage": [{"name": name, "value": value} for name, value in kept["local"]],
        "sessionStorage": [{"name": name, "value": value} for name, value in kept["session"]],
    }


def save_storage(path: Path, state: dict[str, Any], home: Path) -> None:
    """Write a session's storage state, for this user alone, whole or not at all. Raises StoreError."""
    text = json.dumps(state)
    if is_possible():
        text = seal(text.encode(), KeyRing(home).secret_key(KEY), {"kind": "browser"})
    write_private(path, text, what="What the browser keeps", durable=False)


def read_storage(path: Path, home: Path) -> dict[str, Any] | None:
    """A session's storage state; none where there is none, or none that can be read."""
    try:
        text = path.read_text(encoding="utf-8")
        if label_of(text) is not None:
            text = unseal(text, KeyRing(home).secret_key(KEY)).decode()
        state = json.loads(text)
    except (OSError, ValueError, NotOpened):
        return None
    return state if isinstance(state, dict) else None


async def context_with(
    browser: Browser, state: dict[str, Any] | None, *, way_out: str | None = None, **options: Any
) -> BrowserContext:
    """A new browser context that holds a storage state; an empty one without. With the address of an `outlet`
    everything that its pages ask for leaves by that."""
    if way_out is not None:
        options["proxy"] = {"server": way_out}
    context = await _holding(browser, state, options)
    if way_out is not None:
        await context.add_init_script(NO_PEERS)
    return context


async def _holding(browser: Browser, state: dict[str, Any] | None, options: dict[str, Any]) -> BrowserContext:
    if state is None:
        return await browser.new_context(**options)
    plain = {
        "cookies": state.get("cookies", []),
        "origins": [
            {"origin": origin["origin"], "localStorage": origin.get("localStorage", [])}
            for origin in state.get("origins", [])
        ],
    }
    context = await browser.new_context(storage_state=plain, **options)  # type: ignore[arg-type]
    held = {o["origin"]: o["sessionStorage"] for o in state.get("origins", []) if o.get("sessionStorage")}
    if held:
        await context.add_init_script(f"{_BRING_BACK}({json.dumps(held)})")
    return context
