"""BundleDialog: shows every part of a diagnostics bundle before it is saved."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from axon_desktop.ui.look.sizes import px, start_size
from axon_desktop.ui.look.stylesheet import mark, mono_font, wear_dialog


class BundleDialog(QDialog):
    """Accepted when the bundle is to be saved."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._parts: Mapping[str, str] = {}
        self.setWindowTitle(self.tr("Save diagnostics"))
        wear_dialog(self)
        heading = QLabel(self.windowTitle(), self)
        mark(heading, kind="title")
        self.words = QLabel(
            self.tr(
                "This helps track down problems. It contains no note text or note names, and no"
                " folders, addresses or keys. Check each part: what you see is exactly what is saved,"
                " and nothing is sent to anyone."
            ),
            self,
        )
        self.words.setWordWrap(True)
        mark(self.words, tone="muted")
        self.list = QListWidget(self)
        self.list.setObjectName("bundle_parts")
        self.list.setAccessibleName(self.tr("Parts"))
        self.list.setFixedWidth(px(136))
        self.list.currentTextChanged.connect(self._show_part)
        self.text = QPlainTextEdit(self)
        self.text.setReadOnly(True)
        self.text.setFont(mono_font())
        self.text.setTabChangesFocus(True)
        self.text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByKeyboard | Qt.TextInteractionFlag.TextSelectableByMouse
        )
        self.text.setAccessibleName(self.tr("Contents of this part"))
        self.text.setPlainText(self.tr("Checking this computer. This takes a few seconds…"))
        cancel = QPushButton(self.tr("&Cancel"), self)
        cancel.setAutoDefault(False)
        cancel.clicked.connect(self.reject)
        self.save = QPushButton(self.tr("&Save…"), self)
        self.save.setDefault(True)
        self.save.setEnabled(False)
        self.save.clicked.connect(self.accept)
        mark(self.save, primary=True)
        middle = QHBoxLayout()
        middle.setSpacing(10)
        middle.addWidget(self.list)
        middle.addWidget(self.text, 1)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addStretch(1)
        buttons.addWidget(cancel)
        buttons.addWidget(self.save)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 18)
        layout.setSpacing(12)
        layout.addWidget(heading)
        layout.addWidget(self.words)
        layout.addLayout(middle, 1)
        layout.addLayout(buttons)
        self.resize(start_size(self, 760, 520))
        self.setMinimumSize(420, 320)

    def show_parts(self, parts: Mapping[str, str]) -> None:
        """Show the parts, starting with the first one."""
        self._parts = parts
        self.list.addItems(list(parts))
        self.list.setCurrentRow(0)
        self.list.setFocus()
        self.save.setEnabled(True)

    def _show_part(self, name: str) -> None:
        self.text.setPlainText(self._parts.get(name, ""))
