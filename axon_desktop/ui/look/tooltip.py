"""Tooltips of foreign text: Qt shows text that looks like HTML as HTML, and loads the pictures it refers to."""

from __future__ import annotations

from PySide6.QtGui import Qt


def plain_tip(text: str) -> str:
    """Return a tooltip that shows a text unchanged, whoever wrote it."""
    if not Qt.mightBeRichText(text):
        return text
    from html import escape  # imports the names of all entities: not before the first paint

    return "<qt>" + escape(text).replace("\n", "<br>") + "</qt>"
