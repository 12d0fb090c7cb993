"""Many changes as one list with one answer."""
