"""`--selftest`, and the tour with screenshots."""
