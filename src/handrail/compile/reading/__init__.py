"""What a recording tells: acts, their elements, addresses, texts and requests, and draft steps of them."""
