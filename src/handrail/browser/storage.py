"""What a browser keeps for a session's pages, so that the session can go on in another browser.

The form is that of Playwright's storage state, with `sessionStorage` beside `localStorage` in each origin.
It may hold sign-ins: it is kept in the session's own folder, readable by its user alone, and nowhere else.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, TypeAlias

from playwright.async_api import Browser, BrowserContext

from handrail.errors import StoreError

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


def save_storage(path: Path, state: dict[str, Any]) -> None:
    """Write a storage state, readable by this user alone, whole or not at all. Raises StoreError."""
    temporary = path.with_suffix(".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump(state, file)
        temporary.replace(path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise StoreError(
            f"The sign-in state could not be saved: {error.strerror}.", place=str(path)
        ) from error


def read_storage(path: Path) -> dict[str, Any] | None:
    """A saved storage state; none where there is none, or none that can be read."""
    try:
        state = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return state if isinstance(state, dict) else None


async def context_with(browser: Browser, state: dict[str, Any] | None, **options: Any) -> BrowserContext:
    """A new browser context that holds a storage state; an empty one without."""
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
