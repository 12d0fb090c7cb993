"""FileQuestion: asks before a file moves or goes to the trash, and names the notes that this touches."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from axon_desktop.ui.chat.style import control_style, mark
from axon_desktop.ui.plain_tip import plain_tip
from axon_desktop.ui.sizes import px
from axon_desktop.vault.changes import ChangePreview
from axon_desktop.vault.markdown.colors import Colors

_SHOWN = 200
_MOST_ROWS = 8


class FileQuestion(QDialog):
    """Accepted when the user wants it; the button to do so has the focus."""

    def __init__(
        self,
        title: str,
        sentences: Sequence[str],
        touched: Sequence[tuple[str, int]],
        accept_words: str,
        colors: Colors,
        parent: QWidget | None = None,
    ) -> None:
        """Take what is said, and the vault paths of the notes with how many links in each."""
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setStyleSheet(
            f"QDialog {{ background: {colors.raised}; }}"
            f"#touched {{ background: {colors.panel}; color: {colors.text}; border: 1px solid {colors.line};"
            " border-radius: 6px; padding: 4px; }" + control_style(colors)
        )
        heading = QLabel(title, self)
        heading.setWordWrap(True)
        heading.setTextFormat(Qt.TextFormat.PlainText)
        mark(heading, kind="title")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 18)
        layout.setSpacing(8)
        layout.addWidget(heading)
        for sentence in sentences:
            words = QLabel(sentence, self)
            words.setWordWrap(True)
            words.setTextFormat(Qt.TextFormat.PlainText)
            layout.addWidget(words)
        self.list = QListWidget(self)
        self.list.setObjectName("touched")
        self.list.setAccessibleName(self.tr("Notes with links to it"))
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._fill(touched)
        self.list.setVisible(bool(touched))
        layout.addWidget(self.list)
        layout.addLayout(self._build_buttons(accept_words))
        self.setFixedWidth(px(460))

    def _fill(self, touched: Sequence[tuple[str, int]]) -> None:
        for path, links in touched[:_SHOWN]:
            item = QListWidgetItem(f"{path}  ×{links}" if links > 1 else path, self.list)
            item.setToolTip(plain_tip(path))
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
        if len(touched) > _SHOWN:
            QListWidgetItem(self.tr("… and {count} more").format(count=len(touched) - _SHOWN), self.list)
        rows = range(min(self.list.count(), _MOST_ROWS))
        self.list.setFixedHeight(sum(self.list.sizeHintForRow(row) for row in rows) + 12)

    def _build_buttons(self, accept_words: str) -> QHBoxLayout:
        cancel = QPushButton(self.tr("&Cancel"), self)
        cancel.setAutoDefault(False)
        cancel.clicked.connect(self.reject)
        self.accept_button = QPushButton(accept_words, self)
        self.accept_button.setDefault(True)
        self.accept_button.clicked.connect(self.accept)
        mark(self.accept_button, primary=True)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(cancel)
        row.addWidget(self.accept_button)
        self.accept_button.setFocus()
        return row


def count_rewritten(changes: Sequence[ChangePreview]) -> list[tuple[str, int]]:
    """Return the notes whose links a move rewrites, with how many; for a thread."""
    from axon_desktop.vault.link_rewriting import count_links

    return [(change.path, count_links(change)) for change in changes]
