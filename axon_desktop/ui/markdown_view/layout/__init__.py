"""The column of laid-out documents, and positions in it."""
