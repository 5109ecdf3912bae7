"""What is known of an action before it is judged: its element, address, request, host and sums."""
