"""The labelled set of `benchmarks/privacy.py`: invented people in lines and pages, in four languages."""
