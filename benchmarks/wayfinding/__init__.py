"""The cases of `benchmarks/explore.py`: things that are elsewhere in an app, and things that are gone."""
