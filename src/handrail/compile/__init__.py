"""From a recording to an SOP, without a model: `compile_recording`."""

from handrail.compile.compiler import compile_recording

__all__ = ["compile_recording"]
