"""Parts of the reading pane: its header, reading files in a thread, links, and lines that are gone to."""
