"""The commands of `axon`, one file for each or for a few that are alike; without Qt."""

DONE, FAILED, INTERRUPTED = 0, 1, 130
"""Exit codes; 2 is for wrong usage."""
