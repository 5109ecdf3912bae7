"""The library: names, versions that are kept, and changes that are not overwritten."""

from __future__ import annotations

from pathlib import Path

import pytest

from handrail.console.library import Changed, Library, document_of, parse_document
from handrail.console.sop_views import findings, sop_lines
from handrail.errors import StoreError, UsageError
from handrail.private import one_at_a_time
from handrail.sessions.service.place import Place
from handrail.sop.document import Sop
from handrail.sop.format import load, save
from tests.builders import fill, open_page, sop


def titled(title: str) -> Sop:
    steps = [open_page("http://a.test"), fill("Name", "{{ name }}")]
    return sop(steps, ["a.test"], {"name": {}}, meta={"id": "add", "title": title})


@pytest.fixture
def library(place: Place, tmp_path: Path) -> Library:
    return Library(tmp_path / "sops", place.artefacts)


def test_a_second_one_of_the_same_id_gets_a_name_of_its_own(library: Library) -> None:
    assert library.add(titled("One"), by="ana").name == "add"
    assert library.add(titled("Two"), by="ana").name == "add-2"
    assert library.names() == ("add", "add-2")
    assert [library.read(name).sop.meta.id for name in library.names()] == ["add", "add-2"]
    assert library.read("add").sop.meta.title == "One"


def test_a_file_that_was_put_there_is_found_by_its_name_and_its_id(library: Library) -> None:
    library.folder.mkdir()
    save(library.folder / "of-another-name.sop.json", titled("One"))
    assert library.named("of-another-name") == library.named("add") == "of-another-name"
    with pytest.raises(UsageError, match="no procedure 'nothing'"):
        library.named("nothing")


def test_a_file_whose_name_is_none_is_told_with_how_to_name_it(library: Library, place: Place) -> None:
    library.folder.mkdir()
    save(library.folder / "My work.sop.json", titled("One"))
    assert (library.names(), library.misnamed()) == ((), ("My work",))
    (line,) = sop_lines(library, place, (), {})
    assert line.error is not None and "'My work.sop.json'" in line.error and "Rename it" in line.error


def test_saving_keeps_what_was_there_and_the_first_time_also_what_was_found(library: Library) -> None:
    library.folder.mkdir()
    save(library.folder / "add.sop.json", titled("Found"))
    found = library.read("add")
    saved = library.save("add", titled("Mine"), base=found.hash, by="ana", note="Better")
    versions = library.versions("add")
    assert [(version.by, version.note) for version in versions] == [
        ("ana", "Better"),
        ("", "As it was found"),
    ]
    titles = [library.at(version.artefact, "add").meta.title for version in versions]
    assert titles == ["Mine", "Found"]
    assert load(saved.path).meta.title == "Mine"


def test_who_edited_an_older_one_overwrites_nothing(library: Library) -> None:
    first = library.add(titled("One"), by="ana")
    library.save("add", titled("Two"), base=first.hash, by="ana")
    with pytest.raises(Changed, match="changed by somebody else"):
        library.save("add", titled("Three"), base=first.hash, by="ben")
    assert library.read("add").sop.meta.title == "Two"


def test_no_amendment_is_accepted_into_it_between_its_look_at_the_file_and_its_writing(
    library: Library, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    base = library.add(titled("One"), by="ana").hash
    refused: list[bool] = []

    def accept_meanwhile(path: Path, changed: Sop) -> None:
        with (
            pytest.raises(StoreError),
            one_at_a_time(place.home / "amending.lock", what="The SOP", seconds=0),
        ):
            raise AssertionError
        refused.append(True)
        save(path, changed)

    monkeypatch.setattr("handrail.console.library.save", accept_meanwhile)
    library.save("add", titled("Two"), base=base, by="ana")
    assert refused and library.read("add").sop.meta.title == "Two"


@pytest.mark.parametrize("name", ["../add", "add/../add", "", "a" * 200, "Add", "."])
def test_no_name_leads_out_of_the_folder(library: Library, name: str) -> None:
    library.add(titled("One"), by="ana")
    with pytest.raises(UsageError):
        library.path(name)


def test_what_people_edit_is_what_the_file_says(library: Library) -> None:
    shelved = library.add(titled("One"), by="ana")
    assert parse_document(document_of(shelved.sop), "add") == shelved.sop
    assert findings(shelved.sop).outline is not None
