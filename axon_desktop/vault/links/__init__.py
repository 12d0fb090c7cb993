"""Links in notes: their forms, and who links to whom."""
