"""Spelling: words that no dictionary of the chosen languages knows are underlined where one writes."""
