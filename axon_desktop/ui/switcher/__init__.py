"""The quick switcher: a note by some letters of its name."""
