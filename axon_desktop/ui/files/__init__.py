"""Files of the vault other than notes: their views in the note pane."""
