"""A second start goes to the window that is open."""
