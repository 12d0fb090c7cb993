"""The database of conversations and the one thread that writes it."""
