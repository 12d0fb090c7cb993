"""Accessibility: names, descriptions and announcements for screen readers."""
