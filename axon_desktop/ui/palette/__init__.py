"""The command palette: everything the menus and panels offer, by some letters of its name."""
