"""Running an SOP: `engine` walks over its graph, `resuming` takes up a walk whose process has ended.

From the ground up: `walk` (what a walk has with it), `people`, `recovery` and `by_model` (whom and what it
asks), `exploring`, `loops`, `finding` (the rungs), `steps` (one task from proposal to proof) and `undo`.
"""
