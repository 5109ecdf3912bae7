"""A scripted model for runs, reached over HTTP as a real one is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest

from tests.models.server import ModelServer, Script, model_server

Serve = Callable[[Script], AbstractContextManager[ModelServer]]


@pytest.fixture
def serve_model(monkeypatch: pytest.MonkeyPatch) -> Serve:
    """Serve a script as the model that is set up."""

    @contextmanager
    def serve(script: Script) -> Iterator[ModelServer]:
        with model_server(script) as serving:
            monkeypatch.setenv("HANDRAIL_MODEL", "compatible:scripted")
            monkeypatch.setenv("HANDRAIL_MODEL_BASE_URL", serving.base_url)
            yield serving

    return serve
