"""What the benchmarks measure with must itself be right."""
