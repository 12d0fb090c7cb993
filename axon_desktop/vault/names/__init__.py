"""Names of notes, aliases, and finding by name."""
