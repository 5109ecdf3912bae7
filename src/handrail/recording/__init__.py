"""Recordings: the events of somebody's work, the recorder that hears them, merging, and the store."""
