"""One Markdown view for notes and conversations: a virtualised column of small documents."""

from axon_desktop.ui.view.view import MarkdownView

__all__ = ["MarkdownView"]
