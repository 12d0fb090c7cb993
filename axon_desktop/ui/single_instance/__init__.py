"""A second start passes its request to the open window."""
