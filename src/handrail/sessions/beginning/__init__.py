"""How a session begins: its settings, policy, privacy and models, and its place in the queue."""
