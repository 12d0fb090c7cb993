"""One Markdown view for notes and conversations: a virtualised column of small documents."""

from axon_desktop.ui.view.chunk import Card
from axon_desktop.ui.view.spot import Spot
from axon_desktop.ui.view.view import MarkdownView, TextRole

__all__ = ["Card", "MarkdownView", "Spot", "TextRole"]
