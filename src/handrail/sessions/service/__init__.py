"""What all of a service works on: its home, its sessions, the queue, and who asks."""
