"""One Markdown view for notes and conversations: a virtualised column of small documents."""

from axon_desktop.ui.markdown_view.layout.chunk import Card
from axon_desktop.ui.markdown_view.layout.position import ViewPosition
from axon_desktop.ui.markdown_view.view import MarkdownView, TextRole

__all__ = ["Card", "MarkdownView", "TextRole", "ViewPosition"]
