"""From a recording to an SOP, without a model: `compile_recording`.

`passes` leads from events to steps, `compiler` from steps to the SOP. In between, from the ground up:
`reading` (what was recorded), `tidying` (what is no step), `effects`, `choices` (which of several is meant),
`criteria` (what shows that a step is done), `values` (what other data say instead) and `clarifying` (what is
asked). `importers` and `exporters` are for other tools' documents.
"""

from handrail.compile.compiler import compile_recording

__all__ = ["compile_recording"]
