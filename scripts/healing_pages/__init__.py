"""How the saved pages of `benchmarks/healing_pages` were made: from packages, frozen by a real browser."""
