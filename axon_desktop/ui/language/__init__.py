"""Translations, and errors in the user's language."""
