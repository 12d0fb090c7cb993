"""Reading Obsidian canvases."""
