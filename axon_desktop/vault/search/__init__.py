"""Full-text search in the files of a vault."""
