"""The user guide and what is new, read in the program itself: no network is needed."""
