"""The hash chain, its signatures and checks, and the seams to where it and its files are kept."""
