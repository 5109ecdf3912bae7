"""Acts without those that lead to nothing, and several that make one edit as one."""
