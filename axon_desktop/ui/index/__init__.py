"""What the window knows about the index."""
