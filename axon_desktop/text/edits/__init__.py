"""Edits of Markdown as functions of a text and a selection, so that every mode of the editor edits alike."""
