"""The blocks, headings, properties and tasks of a note, without rendering it."""
