"""How a generated app is drawn: one choice for each kind of control, list, question and request.

`redrawn` is the app's next version: some of the choices are drawn anew, and its trade and records stay.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Final

STYLES: Final[Mapping[str, tuple[str, ...]]] = {
    # Fields, by kind.
    "text": ("input", "input", "input", "textarea", "editable", "behind"),
    "area": ("textarea", "textarea", "editable", "growing"),
    "number": ("number", "number", "text", "steps", "stepper", "range"),
    "date": ("native", "text", "text-us", "calendar", "calendar", "pickers", "parts", "inline", "years"),
    "time": ("native", "text", "slots", "parts", "clock"),
    "choice": (
        "select", "radio", "drawn-radio", "segments", "dropdown", "roleless", "cards", "chips", "menu",
        "arrows",
        "behind-select",
    ),
    "many": ("select", "combobox", "async", "dialog", "dropdown", "grouped", "datalist", "roleless",
    "scrolling"),
    "several": ("boxes", "drawn-boxes", "chips", "tags", "multi", "dual", "native"),
    "yesno": ("box", "switch", "drawn", "radio", "buttons", "select", "card"),
    "rating": ("stars", "drawn-stars", "radio", "select", "numbers"),
    # The form.
    "label": ("for", "wrap", "above", "aria", "row", "legend", "list", "float", "starred", "hinted",
    "beside"),
    "form": ("page", "page", "dialog", "native-dialog", "drawer", "overlay", "below", "wizard", "tabs",
    "sections"),
    "save": ("Save", "Save changes", "Submit", "Apply", "OK", "Done", "✓"),
    "saving": ("button", "button", "button", "form", "sticky", "own"),
    "detail": ("form", "form", "view"),
    # The list.
    "list": ("table", "table", "grid", "cards", "rows", "items", "columns", "split", "tree"),
    "open": ("link", "button", "icon", "menu", "row", "double", "context", "hover", "name-button", "expand"),
    "search": ("none", "live", "button", "enter", "columns", "icon"),
    "paging": ("none", "none", "numbers", "next", "more", "scroll"),
    "extras": ("none", "none", "summary", "tabs", "sidebar", "breadcrumb"),
    "ticks": ("box", "drawn-box", "press", "star"),
    "bar": ("always", "ticked", "menu"),
    "quick": ("select", "menu", "badge", "buttons", "drag"),
    "ask": ("confirm", "dialog", "dialog", "popover", "twice", "type", "none", "native-dialog", "drawn"),
    "add": ("New", "Add", "Create", "+", "New record"),
    "notes": ("shown", "behind"),
    # What is under it.
    "marks": ("plain", "hashed", "named", "testids", "utility"),
    "ids": ("stable", "random", "none"),
    "address": ("hash", "history", "none"),
    "request": ("json", "form", "rpc", "put", "graphql"),
    "pace": ("0", "0", "120", "500"),
    "notice": ("toast", "banner", "none", "inline"),
    "look": ("light", "dark", "dense"),
}  # fmt: skip


def style_of(seed: int) -> dict[str, str]:
    draw = random.Random(f"style {seed}")
    return {name: draw.choice(choices) for name, choices in STYLES.items()}


def redrawn(style: Mapping[str, str], seed: int) -> dict[str, str]:
    """The next version: up to a third of the choices drawn anew, more than most releases change."""
    draw = random.Random(f"again {seed}")
    share = draw.uniform(0.08, 0.35)
    return {n: draw.choice(STYLES[n]) if draw.random() < share else v for n, v in style.items()}
