"""What goes wrong beside the runs of a service: told once for as long as it lasts, and tried again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from handrail.errors import HandrailError
from handrail.secrets.kept_out import without


class Troubles:
    """Keeps what fails from ending what goes on beside it."""

    def __init__(self, report: Callable[[str], None]) -> None:
        self._report = report
        self._said: dict[str, str] = {}

    @contextmanager
    def of(self, name: str) -> Iterator[None]:
        """Whatever fails in here is told by this name, and ends nothing."""
        try:
            yield
        except HandrailError as error:
            self.tell(name, str(error))
        except Exception as error:
            self.tell(name, without(f"failed unexpectedly: {type(error).__name__}: {error}"))
        else:
            self.over(name)

    def tell(self, name: str, text: str) -> None:
        """Tell it, unless it was told last of the same name."""
        if self._said.get(name) != text:
            self._said[name] = text
            self._report(f"{name}: {text}")

    def over(self, name: str) -> None:
        """It goes well again: the same trouble would be told anew."""
        self._said.pop(name, None)
