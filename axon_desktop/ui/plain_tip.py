"""Tooltips of words that are not ours: Qt takes what looks like HTML for HTML, and loads the pictures it names."""

from __future__ import annotations

from html import escape

from PySide6.QtGui import Qt


def plain_tip(text: str) -> str:
    """Return a tooltip that shows a text as it is, whoever wrote it."""
    return "<qt>" + escape(text).replace("\n", "<br>") + "</qt>" if Qt.mightBeRichText(text) else text
