"""What a model decides, reads and writes, and the checks that its words have to pass."""
