"""The pane that shows a note for reading."""
