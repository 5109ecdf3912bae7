"""The canonical text: the same bytes again and again, in an order for people, written whole or not at all."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from handrail.errors import UsageError
from handrail.sop.document import Sop
from handrail.sop.format import content_hash, load, loads, save, sop_bytes
from tests.builders import by_role, click, fill, open_page, sop, task
from tests.sop.strategies import sops


def _sample() -> Sop:
    return sop(
        [open_page("http://localhost:1"), fill("Name", "{{ name }} – Ünïcode"), click("Save", "once")],
        ["localhost:1"],
        {"name": {"example": "Ada"}, "id": {}},
    )


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(sops())
def test_saving_and_loading_gives_the_same_sop_and_the_same_bytes(document: Sop) -> None:
    content = sop_bytes(document)
    again = loads(content.decode(), "x")
    assert again == document
    assert sop_bytes(again) == content


def test_the_text_is_for_people() -> None:
    assert sop_bytes(_sample()).decode() == _EXPECTED


_EXPECTED = """\
{
  "schema_version": 1,
  "meta": {"id": "test", "title": "Test"},
  "environment": {"domains": ["localhost:1"]},
  "variables": {
    "name": {"example": "Ada"},
    "id": {}
  },
  "nodes": [
    {
      "type": "task",
      "id": "open",
      "label": "open",
      "done_when": [
        {"kind": "url", "path": "/"}
      ],
      "action": {"do": "open", "url": "http://localhost:1/"},
      "effect": "none"
    },
    {
      "type": "task",
      "id": "fill-name",
      "label": "fill-name",
      "done_when": [
        {"kind": "value", "equals": "{{ name }} – Ünïcode"}
      ],
      "action": {"do": "fill", "value": "{{ name }} – Ünïcode"},
      "target": {
        "role": "textbox",
        "name": "Name",
        "locators": [
          {"by": "role", "role": "textbox", "name": "Name"}
        ]
      },
      "effect": "repeatable"
    },
    {
      "type": "task",
      "id": "click-save",
      "label": "click-save",
      "action": {"do": "click"},
      "target": {
        "role": "button",
        "name": "Save",
        "locators": [
          {"by": "role", "role": "button", "name": "Save"}
        ]
      },
      "effect": "once"
    },
    {"type": "end", "id": "end"}
  ],
  "edges": [
    {"from": "open", "to": "fill-name"},
    {"from": "fill-name", "to": "click-save"},
    {"from": "click-save", "to": "end"}
  ]
}
"""


def test_a_whole_number_has_no_fraction_and_long_objects_get_lines() -> None:
    target = by_role("button", "A" * 60, box={"x": 100.0, "y": 0.5, "width": 20, "height": 10})
    text = sop_bytes(sop([click("Go", target=target)], ["x"])).decode()
    assert '"box": {"x": 100, "y": 0.5, "width": 20, "height": 10}' in text
    assert max(len(line) for line in text.splitlines()) <= 100


def test_attributes_and_variables_keep_their_order() -> None:
    target = by_role("button", "Go", attributes={"name": "n", "id": "i", "type": "t"})
    document = sop([click("Go", target=target)], ["x"], {"zeta": {}, "label": {}, "alpha": {}})
    text = sop_bytes(document).decode()
    assert '"attributes": {"name": "n", "id": "i", "type": "t"}' in text
    assert list(json.loads(text)["variables"]) == ["zeta", "label", "alpha"]


def test_objects_in_lists_of_lists_are_kept() -> None:
    body = [[{"id": 1}, {"id": 2}], [], [[{"id": 3}]]]
    request = {"do": "request", "method": "POST", "url": "http://localhost:1/", "body": body}
    document = sop([task("send", request)], ["localhost:1"])
    assert loads(sop_bytes(document).decode(), "x") == document


def test_the_hash_changes_with_the_content_alone() -> None:
    document = _sample()
    other = document.model_copy(update={"meta": document.meta.model_copy(update={"goal": "x"})})
    assert content_hash(document) == content_hash(_sample())
    assert content_hash(document) != content_hash(other)
    assert len(content_hash(document)) == len("sha256:") + 64


def test_a_saved_file_is_loaded_again_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "x.sop.json"
    save(path, _sample())
    assert load(path) == _sample()
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    path = tmp_path / "x.sop.json"
    path.write_bytes(b"\xef\xbb\xbf" + sop_bytes(_sample()).replace(b"\n", b"\r\n"))
    assert load(path) == _sample()


@pytest.mark.skipif(os.name != "posix", reason="rights are those of POSIX")
def test_a_saved_file_has_the_rights_of_the_one_before_it(tmp_path: Path) -> None:
    path = tmp_path / "x.sop.json"
    save(path, _sample())
    assert stat.S_IMODE(path.stat().st_mode) & stat.S_IRUSR
    path.chmod(0o640)
    save(path, _sample())
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real.sop.json", tmp_path / "link.sop.json"
    save(real, _sample())
    link.symlink_to(real)
    other = sop([open_page("http://localhost:2")], ["localhost:2"])
    save(link, other)
    assert link.is_symlink() and load(real) == other


def test_a_place_that_cannot_be_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is not there"):
        save(tmp_path / "missing" / "x.sop.json", _sample())
    with pytest.raises(UsageError, match="is a folder"):
        save(tmp_path, _sample())


_FULL_DISK = """
import resource, sys
from pathlib import Path
from handrail.errors import StoreError
from handrail.sop.format import load, save
path = Path(sys.argv[1])
sop = load(path)
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
try:
    save(path, sop.model_copy(update={"edges": ()}))
except StoreError as error:
    print(error)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="the limit stands in for a full disk")
def test_a_full_disk_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "x.sop.json"
    save(path, _sample())
    ran = subprocess.run(
        [sys.executable, "-c", _FULL_DISK, str(path)], capture_output=True, text=True, check=True
    )
    assert ran.stdout.startswith(f"{path}: There is no space left")
    assert load(path) == _sample()
    assert list(tmp_path.iterdir()) == [path]
