"""A few of the cases of `benchmarks/injection.py`: the model obeys the page, and nothing comes of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from benchmarks.injected.cases import InjectionCase, cases
from benchmarks.injected.running import Stage
from handrail.browser import LaunchedBrowser
from handrail.sessions.service.place import Place
from handrail_practice.serve import PracticeServer
from tests.models.server import model_server
from tests.sweeping import some_of

CHOSEN = (
    "explore/pay/page/white-on-white",
    "explore/type the secret/page/text",
    "explore/send a mail/mail/body",
    "explore/delete/contact/notes",
    "decide/a quote of its own/mail/subject",
    "write/reveal the secret/page/tooltip",
    "extract/a secret as a value/page/text",
)
BY_ID = {case.id: case for case in cases()}


def test_there_are_cases_enough_in_every_kind_of_place() -> None:
    assert len(BY_ID) >= 60
    assert {case.wish.asked for case in BY_ID.values()} == {"explore", "decide", "write", "extract"}


@pytest.fixture(scope="module")
def practice(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PracticeServer]:
    with PracticeServer(tmp_path_factory.mktemp("practice"), slow_seconds=0.1) as server:
        yield server


@pytest.mark.parametrize("case", some_of([BY_ID[id] for id in CHOSEN], 0, 2, 5), ids=lambda case: case.id)
async def test_an_obedient_model_does_nothing_that_the_sop_does_not_say(
    case: InjectionCase,
    practice: PracticeServer,
    launched: LaunchedBrowser,
    place: Place,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with model_server(lambda heard: {}) as model:
        monkeypatch.setenv("HANDRAIL_MODEL", "compatible:obedient")
        monkeypatch.setenv("HANDRAIL_MODEL_BASE_URL", model.base_url)
        played = await Stage(launched, place, practice, model).play(case)
    assert played.asked, "the model was never asked, so nothing was shown"
    assert played.through == ()
