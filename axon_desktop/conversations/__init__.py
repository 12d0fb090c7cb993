"""What was said: conversations as data, their JSON, and the store that keeps them."""
