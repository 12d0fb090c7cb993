"""Pictures, files and links that are pasted or dropped into a note."""
