"""Building the index: scanning and preparing files."""
