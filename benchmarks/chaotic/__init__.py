"""The parts of `benchmarks/chaos.py`: what is run, what disturbs it, and how it is counted."""
