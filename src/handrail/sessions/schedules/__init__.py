"""Sessions that begin by name or by the clock."""
