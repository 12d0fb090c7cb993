"""Icons, sizes, theme and style sheets."""
