"""Groups of tabs: the note panes beside and below each other in the centre of the window."""
