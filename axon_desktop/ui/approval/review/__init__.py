"""The review: many changes as one list with one answer."""
