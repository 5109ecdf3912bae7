"""Locators: concrete ways to find an element, most of which have their twins in Playwright."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from handrail._model import Model


class RoleLocator(Model):
    """By ARIA role and accessible name (WAI-ARIA 1.2, accname 1.2), like Playwright's `get_by_role`."""

    by: Literal["role"]
    role: str
    name: str | None = None
    within: Locator | None = None


class LabelLocator(Model):
    """A form control by the whole text of its label; Playwright's `get_by_label(exact=True)`."""

    by: Literal["label"]
    text: str
    within: Locator | None = None


class PlaceholderLocator(Model):
    """A field by its placeholder; Playwright's `get_by_placeholder(exact=True)`."""

    by: Literal["placeholder"]
    text: str
    within: Locator | None = None


class TextLocator(Model):
    """The innermost element with exactly this text; Playwright's `get_by_text(exact=True)`."""

    by: Literal["text"]
    text: str
    within: Locator | None = None


class TestIdLocator(Model):
    """By a test id; `attribute` is the attribute that carries it."""

    __test__ = False

    by: Literal["test_id"]
    value: str
    attribute: str = "data-testid"
    within: Locator | None = None


class RowLocator(Model):
    """A table row, list item or card whose text contains `text`: the record that an effect is about.

    A row with a part, as a cell, that says just `text` goes before others. With `exact` only such a row will
    do: "Desk" is never taken for "Desk Lamp". `column` is the heading under which a table's row says it:
    a row that says it under another heading, as whom a record is assigned to, is another record's.
    """

    by: Literal["row"]
    text: str
    role: str = "row"
    exact: bool = False
    column: str | None = None
    within: Locator | None = None


class HeadingLocator(Model):
    """A heading with this text; and as `within`, what stands under it: the nearest heading before it says so.

    It tells fields and buttons of the same names apart where nothing else holds their parts of the page
    together, as the streets of two addresses. Playwright has no twin of it.
    """

    by: Literal["heading"]
    text: str
    within: Locator | None = None


class GroupLocator(Model):
    """As `within`, the choices of the group that the page calls so: the answers to one question of several.

    It tells radio buttons of the same names apart where no `fieldset` and no role holds each group together,
    as where "Yes" and "No" stand behind one question after the other. The name is that of the group element
    if there is one, else the text right before the first choice. Playwright has no twin of it.
    """

    by: Literal["group"]
    text: str
    within: Locator | None = None


class CssLocator(Model):
    """By a CSS selector, inside one document or shadow root."""

    by: Literal["css"]
    css: str
    within: Locator | None = None


class XpathLocator(Model):
    """By an XPath 1.0 expression: for files of other tools, which name elements so.

    It is read from the top of the document, of each open shadow root, or of the element that `within` finds.
    """

    by: Literal["xpath"]
    xpath: str
    within: Locator | None = None


Locator = Annotated[
    RoleLocator
    | LabelLocator
    | PlaceholderLocator
    | TextLocator
    | TestIdLocator
    | RowLocator
    | HeadingLocator
    | GroupLocator
    | CssLocator
    | XpathLocator,
    Field(discriminator="by"),
]

for _model in (
    RoleLocator,
    LabelLocator,
    PlaceholderLocator,
    TextLocator,
    TestIdLocator,
    RowLocator,
    HeadingLocator,
    GroupLocator,
    CssLocator,
    XpathLocator,
):
    _model.model_rebuild()
