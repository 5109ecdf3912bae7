"""The cases of `benchmarks/healing.py`: saved real pages and their mutations, practice drift, version drift."""
