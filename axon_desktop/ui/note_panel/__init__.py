"""The panel beside the note: links, outline, tags."""
