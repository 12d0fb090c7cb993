"""Planning and doing undo."""
