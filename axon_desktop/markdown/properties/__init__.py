"""The properties of a note as a form sees them: where each stands, of which kind it is, and how it is changed."""
