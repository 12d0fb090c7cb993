"""Adaptations of Qt, Python and the system while the window runs."""
