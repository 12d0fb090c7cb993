"""Folding of headings and list items, and what is painted beside the lines."""
