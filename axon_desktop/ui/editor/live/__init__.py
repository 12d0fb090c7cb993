"""The text of a note laid out as it is read, while it stays its source: one block of the document is one line."""
