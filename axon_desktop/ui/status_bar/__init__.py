"""The status bar and what stands in it."""
