"""Groups and loops, and the lists and tables that they go over."""
