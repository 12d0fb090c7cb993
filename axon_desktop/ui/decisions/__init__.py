"""Questions that wait for the user: where they stand, how they open, and which keys may answer them."""
