"""Saving what is typed: drafts, conflicts, merging."""
