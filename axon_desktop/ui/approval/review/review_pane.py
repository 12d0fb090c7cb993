"""ReviewPane: the current change of a review, side by side, with its warnings."""

from __future__ import annotations

from PySide6.QtWidgets import QStackedLayout, QWidget

from axon_desktop.ui.approval.review.review_rows import CallRow, FileRow, GroupRow, Row
from axon_desktop.ui.approval.warnings import warnings
from axon_desktop.ui.diff.rows import Diff, is_text
from axon_desktop.ui.diff.view import SideBySideDiff
from axon_desktop.ui.language.formats import format_size
from axon_desktop.ui.look.parts import centred_text, vbox
from axon_desktop.ui.widgets.labels import WarningLabel, WrappedLabel

_WIDTH = 510


class ReviewPane(QWidget):
    """Shows one row at a time."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = WrappedLabel("", self, kind="path")
        self.state = WrappedLabel("", self, tone="muted", kind="small")
        self.warning = WarningLabel("", self, tone="warn")
        self.diff = SideBySideDiff(self, width=_WIDTH)
        self.message = centred_text("", self, tone="muted")
        place = QWidget(self)
        self._stack = QStackedLayout(place)
        self._stack.addWidget(self.message)
        self._stack.addWidget(self.diff)
        vbox(self.name, self.state, self.warning, (place, 1), parent=self, margins=(12, 0, 0, 0), spacing=4)

    def show_row(self, row: Row | None) -> None:
        """Show a change, a note whose links follow a move, or the description of a group."""
        if isinstance(row, CallRow):
            self._show_call(row)
        elif isinstance(row, FileRow):
            self._head(row.path, self.tr("its links follow {path}").format(path=row.of.path), "")
            self._show_diff(row.diff)
        else:
            self._head("", "", "")
            self._say(self._group_words(row) if row is not None else "")

    def _group_words(self, row: GroupRow) -> str:
        if row.group == "look":
            return self.tr("These are not applied until you have chosen them. Go to each to see what it does.")
        return self.tr("Go to one to see what it does.")

    def _show_call(self, row: CallRow) -> None:
        added, removed = row.counts
        edited = self.tr("edited by you") if row.is_edited else ""
        counts = f"+{added} −{removed}" if added or removed else ""
        state = " · ".join(part for part in (row.note, edited, counts) if part)
        self._head(row.path, state, "\n".join(warnings(row.request)))
        if words := self._instead(row):
            self._say(words)
        else:
            self._show_diff(row.diff)

    def _instead(self, row: CallRow) -> str:
        """Return the sentence shown where there are no lines to compare; empty otherwise."""
        if row.compared.proposal.action == "move":
            if row.files:
                return self.tr("Its text stays as it is. Unfold the row to see the notes whose links follow.")
            return self.tr("Its text stays as it is, and no note links to it.")
        if row.compared.proposal.action == "trash":
            data = row.request.removed
            if data is None:
                return self.tr("It is too large to show here, or cannot be read.")
            if not data:
                return self.tr("It is empty.")
            return "" if is_text(data) else self.tr("It is not text ({size}).").format(size=format_size(len(data)))
        return "" if row.diff.hunks else self.tr("The text is the same before and after.")

    def _head(self, name: str, state: str, warning: str) -> None:
        for label, text in ((self.name, name), (self.state, state), (self.warning, warning)):
            label.setText(text)
            label.setVisible(bool(text))

    def _show_diff(self, diff: Diff) -> None:
        self.diff.set_diff(diff)
        self._stack.setCurrentWidget(self.diff)

    def _say(self, words: str) -> None:
        self.message.setText(words)
        self._stack.setCurrentWidget(self.message)
