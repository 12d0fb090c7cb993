"""Icons, sizes, theme and style sheet."""
