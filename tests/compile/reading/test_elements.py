"""What elements are called in an SOP."""

from __future__ import annotations

import pytest

from handrail.compile.reading.elements import list_opened_by
from handrail.sop.target import Neighbourhood
from tests.compile.recordings import button


@pytest.mark.parametrize(("says", "called"), [("None selected", "Extras"), ("Add extras", "Add extras")])
def test_a_list_whose_button_says_that_nothing_is_chosen_is_called_by_what_stands_before_it(
    says: str, called: str
) -> None:
    """The input was called `none_selected`."""
    opener = button(says).model_copy(update={"near": Neighbourhood(group="Extras:", before="Extras:")})
    assert list_opened_by(opener) == called
