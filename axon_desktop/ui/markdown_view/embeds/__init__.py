"""Pictures, formulas, diagrams and notes inside a note."""
