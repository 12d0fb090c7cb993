"""Pure functions on strings: comparing, merging, searching, scripts."""
