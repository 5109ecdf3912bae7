"""One task from its proposal to its proof."""
