"""Small set-ups of real applications, each with a few records, served on loopback to be saved from."""
