"""FindBars: the find bars of notes and conversations, each created at its first use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from axon_desktop.ui.editor.text_edit import NoteTextEdit
    from axon_desktop.ui.markdown_view import MarkdownView
    from axon_desktop.ui.search.find_bar import FindBar


class FindBars:
    """Has one bar for each view that was searched."""

    def __init__(self) -> None:
        self._bars: dict[QWidget, FindBar] = {}

    def open(self, view: QWidget, searched: MarkdownView | NoteTextEdit, *, replaces: bool = False) -> None:
        """Open the bar of a view, which finds in its text, and replaces where that can be edited."""
        from axon_desktop.ui.markdown_view import MarkdownView  # not needed before the first paint
        from axon_desktop.ui.search.find_bar import FindBar
        from axon_desktop.ui.search.replace_bar import ReplaceBar

        bar = self._bars.get(view)
        if bar is None:
            bar = FindBar(view, searched) if isinstance(searched, MarkdownView) else ReplaceBar(view, searched)
            self._bars[view] = bar
        bar.open_bar(replaces=replaces)

    def forget_within(self, old: QWidget) -> None:
        """Drop the bars of views inside this widget."""
        for view in [view for view in self._bars if old.isAncestorOf(view)]:
            del self._bars[view]
