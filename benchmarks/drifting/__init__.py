"""The cases of `benchmarks/healing.py`: mutated pages, practice drift, version drift."""
