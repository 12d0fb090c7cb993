"""Questions that wait for the user: their cards and dialogs, and the keys that may answer them."""
