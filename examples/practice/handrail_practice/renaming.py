"""The `changed-ids` drift: other ids, classes, hooks and field names, undone when a form is posted.

The new name is the old one in rot13, so that it means nothing to a reader yet can be turned back.
"""

import codecs
import re

_MARK = "k_"
_KEPT_NAMES = {"viewport", "q"}

_NAMING_ATTRIBUTE = re.compile(
    r"(?<=\s)(id|for|class|name|form|data-testid|data-hook|aria-labelledby|aria-describedby"
    r'|aria-controls)="([^"]*)"'
)
_CLASS_SELECTOR = re.compile(r"\.([a-zA-Z][\w-]*)")
_HOOK = re.compile(r'data-hook="([^"]*)"')


def changed(name: str) -> str:
    return _MARK + codecs.encode(name, "rot13")


def original(name: str) -> str:
    """The name behind a changed one; any other name is returned as it is."""
    return codecs.decode(name.removeprefix(_MARK), "rot13") if name.startswith(_MARK) else name


def rename_html(html: str) -> str:
    def attribute(match: re.Match[str]) -> str:
        kind, value = match.groups()
        names = (n if n in _KEPT_NAMES else changed(n) for n in value.split())
        return f'{kind}="{" ".join(names)}"'

    return _NAMING_ATTRIBUTE.sub(attribute, html)


def rename_css(css: str) -> str:
    return _CLASS_SELECTOR.sub(lambda match: f".{changed(match[1])}", css)


def rename_script(script: str) -> str:
    return _HOOK.sub(lambda match: f'data-hook="{changed(match[1])}"', script)
