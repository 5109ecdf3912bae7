"""The first sheet of an Excel workbook, as the texts that a person would type."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from pathlib import Path, PurePosixPath
from typing import IO
from xml.etree import ElementTree

from handrail.errors import DataError
from handrail.sop.numbers import number_text


@dataclass(frozen=True)
class Cell:
    """What a cell says, and whether it is a number, a date or a time, which its program writes in other ways,
    too."""

    text: str
    is_value: bool = False


def read_grid(path: Path) -> list[list[Cell]]:
    """The sheet's rows from its very first on, all of one width.

    Raises DataError for what is no workbook, and for a cell without a value of its own: the reader gives an
    empty text for these, which would stand for the default. OSError for a file that cannot be read.
    """
    from python_calamine import CalamineError, CalamineWorkbook

    try:
        sheet = CalamineWorkbook.from_path(path).get_sheet_by_index(0)
        grid = [[_cell(value) for value in row] for row in sheet.to_python(skip_empty_area=False)]
    except CalamineError as error:
        raise DataError(
            f"The file is not an Excel workbook: {error}.", place=str(path), mend="Save it as .xlsx."
        ) from error
    for place, what in _without_value(path):
        raise DataError(
            f"The cell {place} {what}.",
            place=str(path),
            mend="Correct its formula in the spreadsheet program, and save the file there.",
        )
    return grid


def _cell(value: object) -> Cell:
    """A cell as a person would type it: whole numbers without a point, dates as ISO 8601, times without the
    seconds that nobody gave."""
    match value:
        case bool():
            return Cell("true" if value else "false")
        case float():
            # A workbook keeps what was computed with more digits than the 15 that its program shows. A whole
            # number may be one that somebody was given, as that of a card.
            shown = value if value.is_integer() else float(f"{value:.15g}")
            return Cell(number_text(shown), is_value=True)
        case datetime() if (value.hour, value.minute, value.second) == (0, 0, 0):
            return Cell(value.date().isoformat(), is_value=True)
        case datetime() | date():
            return Cell(value.isoformat(), is_value=True)
        case time():
            return Cell(value.isoformat().removesuffix(":00"), is_value=True)
        case timedelta():
            minutes, seconds = divmod(round(value.total_seconds()), 60)
            return Cell(f"{minutes // 60}:{minutes % 60:02}" + (f":{seconds:02}" if seconds else ""))
        case _:
            return Cell(str(value))


def _without_value(path: Path) -> Iterator[tuple[str, str]]:
    """Cells whose formula failed (`#N/A`), or was never computed, as the first sheet's own markup says."""
    try:
        with zipfile.ZipFile(path) as book, book.open(_first_sheet(book)) as sheet:
            for cell in _elements(sheet, "c"):
                formula, value = _child(cell, "f"), _child(cell, "v")
                place = cell.get("r", "")
                if cell.get("t") == "e":
                    yield place, f"holds an error, {value.text if value is not None else '?'}"
                elif formula is not None and not _computed(cell, value):
                    yield place, "holds a formula that no program has computed"
                cell.clear()
    except (KeyError, zipfile.BadZipFile, ElementTree.ParseError, StopIteration):
        # Another layout than is known, which the reader has read all the same.
        return


def _computed(cell: ElementTree.Element, value: ElementTree.Element | None) -> bool:
    """An empty value is one only where it says that it is a text."""
    return value is not None and (bool(value.text) or cell.get("t") == "str")


def _first_sheet(book: zipfile.ZipFile) -> str:
    """The file of the sheet that stands first. Raises KeyError or StopIteration for another layout."""
    with book.open("xl/workbook.xml") as about:
        sheet = next(_elements(about, "sheet"))
    wanted = next(value for name, value in sheet.attrib.items() if name.endswith("}id"))
    with book.open("xl/_rels/workbook.xml.rels") as links:
        target = next(
            one.attrib["Target"] for one in _elements(links, "Relationship") if one.get("Id") == wanted
        )
    return str(PurePosixPath("/xl", target)).removeprefix("/")


def _elements(file: IO[bytes], name: str) -> Iterator[ElementTree.Element]:
    for _, element in ElementTree.iterparse(file):
        if element.tag.rpartition("}")[2] == name:
            yield element


def _child(element: ElementTree.Element, name: str) -> ElementTree.Element | None:
    return next((child for child in element if child.tag.rpartition("}")[2] == name), None)
