"""Planning and performing undo."""
