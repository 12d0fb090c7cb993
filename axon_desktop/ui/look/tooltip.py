"""Tooltips of words that are not ours: Qt takes what looks like HTML for HTML, and loads the pictures it names."""

from __future__ import annotations

from PySide6.QtGui import Qt


def plain_tip(text: str) -> str:
    """Return a tooltip that shows a text as it is, whoever wrote it."""
    if not Qt.mightBeRichText(text):
        return text
    from html import escape  # brings the names of all entities, not before the first paint

    return "<qt>" + escape(text).replace("\n", "<br>") + "</qt>"
