"""`{{ name | filter }}` templates in the strings of an SOP: reading, rendering, and finding them in a model.

`{{ name }}` stands for a variable, `{{ name.part.0 }}` for a part of one, `{{ name | trim | lower }}` for
what filters make of it, `{{ secret:name }}` for a secret that no variable declares, and `{{ "{{" }}` for the
two braces themselves. Where a value comes from is the caller's affair: rendering asks a look-up for it.

It is no program: there are no attributes, no calls but the filters of `filters.py`, and nothing that could
run without end.
"""

from handrail.sop.template.evaluating import Lookup, evaluate, value_at, value_of
from handrail.sop.template.hiding import Hidden, Secret, secret_reference
from handrail.sop.template.models import FieldPath, is_pattern, names_in_model, render_model, templates
from handrail.sop.template.parsing import (
    SECRET_NAME,
    SECRET_PREFIX,
    VARIABLE_NAME,
    Filter,
    Part,
    Reference,
    literal,
    names_in,
    parse,
    references_in,
    split_path,
)
from handrail.sop.template.rendering import render, render_address, render_pattern, stand_in

__all__ = [
    "SECRET_NAME",
    "SECRET_PREFIX",
    "VARIABLE_NAME",
    "FieldPath",
    "Filter",
    "Hidden",
    "Lookup",
    "Part",
    "Reference",
    "Secret",
    "evaluate",
    "is_pattern",
    "literal",
    "names_in",
    "names_in_model",
    "parse",
    "references_in",
    "render",
    "render_address",
    "render_model",
    "render_pattern",
    "secret_reference",
    "split_path",
    "stand_in",
    "templates",
    "value_at",
    "value_of",
]
