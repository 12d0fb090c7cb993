"""What is dropped or pasted."""
