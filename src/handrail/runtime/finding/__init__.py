"""The rungs by which a step finds its element where the page has changed."""
