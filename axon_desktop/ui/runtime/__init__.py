"""What keeps Qt, Python and the system in order while the window runs."""
