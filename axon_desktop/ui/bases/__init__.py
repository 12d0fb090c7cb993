"""Obsidian bases: tables of notes."""
