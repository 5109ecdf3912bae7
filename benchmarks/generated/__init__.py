"""The apps of `benchmarks/roundtrips.py`: each is drawn from a number, shown, and worked on once more."""
