"""Lists that a page brings up for choosing: what opened one, how it was searched, what was picked in it."""
