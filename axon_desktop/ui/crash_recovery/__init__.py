"""Recovery after a crash."""
