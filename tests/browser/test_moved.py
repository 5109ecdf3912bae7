"""Choices side by side of which the pressed one looks otherwise since, whatever its classes are called."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from handrail.browser.inpage import inpage_source

STYLE = "<style>.c{display:inline-block;padding:6px;cursor:pointer}</style>"
FLAT, DARK = "c bg-white text-gray-700", "c bg-blue-600 text-white"
SCRIPT = """<script>const all = [...document.querySelectorAll('.c')];
all.forEach((one) => one.onclick = () => all.forEach((other) => other.className = LOOK));</script>"""
MOVES = f"other === one ? '{DARK}' : '{FLAT}'"
AIM = "{locator: {by: 'text', text: name}}, null, 5000"


async def pressed(page: Page, looks: tuple[str, ...], answer: str) -> list[str]:
    """What each choice says of itself, once a run has pressed the last one."""
    choices = "".join(f"<span class='{look}'>Way {place}</span>" for place, look in enumerate(looks))
    script = SCRIPT.replace("LOOK", answer)
    await page.set_content(f"{STYLE}<div><b>How</b>{choices}<button>Next</button></div>{script}")
    names = [f"Way {place}" for place in range(len(looks))]
    await page.evaluate(f"async (name) => {{ {inpage_source()}; await handrail.aim({AIM}); }}", names[-1])
    await page.get_by_text(names[-1]).click()
    conditions = [
        {"kind": "element", "state": "checked", "target": {"locators": [{"by": "text", "text": name}]}}
        for name in names
    ]
    request = {"conditions": conditions, "locators": None, "strong": 0, "timeout": 0, "again": False}
    found = await page.evaluate("request => handrail.look(request)", request)
    return [one["seen"] for one in found["findings"]]


@pytest.mark.parametrize("looks", [(FLAT, FLAT, FLAT), (DARK, FLAT, FLAT), (DARK, FLAT)])
async def test_the_choice_that_took_over_the_look_of_the_one_before_is_on(
    page: Page, looks: tuple[str, ...]
) -> None:
    assert await pressed(page, looks, MOVES) == [*["unchecked"] * (len(looks) - 1), "checked"]


@pytest.mark.parametrize(
    ("looks", "answer"),
    [
        ((FLAT, FLAT), MOVES),
        ((FLAT, FLAT, FLAT), f"other === one ? '{FLAT} is-loading' : '{FLAT}'"),
        ((FLAT, FLAT, FLAT), f"other === one ? '{DARK}' : '{FLAT} ' + other.textContent"),
    ],
    ids=["one of two commands", "what is under way", "each looks otherwise"],
)
async def test_what_else_looks_otherwise_is_no_choice(
    page: Page, looks: tuple[str, ...], answer: str
) -> None:
    assert set(await pressed(page, looks, answer)) == {"unchecked"}


async def test_the_tag_of_what_is_chosen_says_nothing_of_the_choice_that_is_called_so_as_well(
    page: Page,
) -> None:
    choices = "".join(f"<span class='{FLAT}'>Way {place}</span>" for place in range(5))
    chooses = f"one.className = '{DARK}'; tag.textContent = one.textContent"
    script = f"for (const one of document.querySelectorAll('.c')) one.onclick = () => {{ {chooses} }}"
    await page.set_content(f"{STYLE}<b id=tag></b><div>{choices}</div><script>{script}</script>")
    await page.evaluate(f"async (name) => {{ {inpage_source()}; await handrail.aim({AIM}); }}", "Way 3")
    await page.get_by_text("Way 3").click()
    target = {"locators": [{"by": "text", "text": "Way 3"}]}
    condition = {"kind": "element", "state": "checked", "target": target}
    request = {"conditions": [condition], "locators": None, "strong": 0, "timeout": 0, "again": False}
    found = await page.evaluate("request => handrail.look(request)", request)
    assert found["findings"][0]["held"]
