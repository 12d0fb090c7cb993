"""Question: a dialog that asks before an action."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QWidget

from axon_desktop.ui.language.error_texts import join_sentences
from axon_desktop.ui.look.parts import fill_dialog, hbox, push_button, vbox
from axon_desktop.ui.look.sizes import px
from axon_desktop.ui.look.stylesheet import mark, wear_dialog
from axon_desktop.ui.widgets.labels import WrappedLabel

_WIDTH = 460


class Question(QDialog):
    """Accepted when the user agrees."""

    OTHER = 2
    """The result of the third button."""

    def __init__(
        self,
        title: str,
        sentences: Sequence[str],
        accept_words: str,
        parent: QWidget | None = None,
        *,
        careful: bool = False,
        cancel_words: str = "",
        other_words: str = "",
    ) -> None:
        """Take the texts; a careful question is not accepted by a mere Enter."""
        super().__init__(parent)
        self.sentences = tuple(sentence for sentence in sentences if sentence)
        """The texts below the title."""
        self.setWindowTitle(title.rstrip(".。"))
        self.setAccessibleDescription(join_sentences(*self.sentences))
        wear_dialog(self)
        heading = WrappedLabel(title, self, kind="title")
        self._rows = vbox(heading, *(WrappedLabel(sentence, self) for sentence in self.sentences))
        buttons = self._build_buttons(accept_words, cancel_words or self.tr("&Cancel"), other_words)
        fill_dialog(self, self._rows, buttons, spacing=12)
        mark(self.accept_button, primary=not careful)
        first = self.cancel_button if careful else self.accept_button
        first.setDefault(True)
        first.setFocus()
        self.setFixedWidth(px(_WIDTH))

    def _build_buttons(self, accept_words: str, cancel_words: str, other_words: str) -> QHBoxLayout:
        row = hbox()
        if other_words:
            other = push_button(other_words, self, lambda: self.done(self.OTHER))
            row.addWidget(other)
        row.addStretch(1)
        self.cancel_button = push_button(cancel_words, self, self.reject)
        row.addWidget(self.cancel_button)
        self.accept_button = push_button(accept_words, self, self.accept)
        row.addWidget(self.accept_button)
        return row

    def add_row(self, widget: QWidget) -> None:
        """Add a widget between the texts and the buttons."""
        self._rows.addWidget(widget)
        QWidget.setTabOrder(widget, self.cancel_button)
        QWidget.setTabOrder(self.cancel_button, self.accept_button)

    def showEvent(self, event: QShowEvent) -> None:
        """Adopt the height that rows need at this width, which some know only once they have it."""
        super().showEvent(event)
        QTimer.singleShot(0, self, self._fit)

    def _fit(self) -> None:
        if (layout := self.layout()) is not None:
            layout.activate()
            self.resize(self.width(), layout.totalHeightForWidth(self.width()))

    def sizeHint(self) -> QSize:
        """Return the size for the current width: the height of wrapped text depends on it."""
        return QSize(self.minimumWidth(), super().sizeHint().height())
