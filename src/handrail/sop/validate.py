"""Whether an SOP holds together: everything that is wrong or doubtful in it, before anything is run."""

from __future__ import annotations

from handrail.errors import Problem
from handrail.sop.document import Sop
from handrail.sop.rules.doing import check_doing
from handrail.sop.rules.ground import Ground
from handrail.sop.rules.inputs import check_inputs
from handrail.sop.rules.naming import check_names
from handrail.sop.rules.ranging import check_range
from handrail.sop.rules.walking import check_walk

__all__ = ["Problem", "problems"]


def problems(sop: Sop) -> tuple[Problem, ...]:
    """Every problem of the SOP, errors before warnings, each with its place and its mend.

    It says whether the document holds together; what this version cannot run yet is said by
    `readiness.blocking`. An SOP without errors can be walked to an end.
    """
    ground = Ground(sop)
    rules = (check_walk, check_doing, check_names, check_inputs, check_range)
    found = [problem for rule in rules for problem in rule(ground)]
    return tuple(sorted(dict.fromkeys(found), key=lambda problem: problem.severity))
