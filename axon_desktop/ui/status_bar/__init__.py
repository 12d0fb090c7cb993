"""The status bar and its parts."""
