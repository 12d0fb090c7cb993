"""What Live draws instead of its source: groups of lines, and pictures and formulas among words."""
