"""Tabs of the reading pane: what each one holds, the strip above the note, and how they outlive the window."""
