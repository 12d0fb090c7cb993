"""What is seen: the only Qt code."""
