"""The properties of a note as a form above its text, where one writes."""
