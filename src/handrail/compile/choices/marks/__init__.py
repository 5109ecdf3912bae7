"""What is ticked or marked and is no record by itself: boxes, days, places in grids, marks of a scale."""
