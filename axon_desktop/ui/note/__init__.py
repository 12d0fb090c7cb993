"""The pane that shows a note."""
