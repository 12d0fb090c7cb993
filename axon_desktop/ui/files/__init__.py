"""Files of the vault that are no notes: what shows them in the reading pane."""
