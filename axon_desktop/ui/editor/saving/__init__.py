"""Saving typed text: drafts, conflicts, merging."""
