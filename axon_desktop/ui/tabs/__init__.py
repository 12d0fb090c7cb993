"""Tabs of the note pane: their data, the strip above the note, and how they are saved."""
