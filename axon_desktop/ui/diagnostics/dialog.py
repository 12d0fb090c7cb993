"""BundleDialog: shows every part of a diagnostics bundle before it is saved."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QListWidget, QPlainTextEdit, QWidget

from axon_desktop.ui.look.parts import STRETCH, fill_dialog, hbox, push_button, text_label
from axon_desktop.ui.look.sizes import px, start_size
from axon_desktop.ui.look.stylesheet import mono_font, wear_dialog


class BundleDialog(QDialog):
    """Accepted when the bundle is to be saved."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._parts: Mapping[str, str] = {}
        self.setWindowTitle(self.tr("Save diagnostics"))
        wear_dialog(self)
        heading = text_label(self.windowTitle(), self, kind="title")
        self.words = text_label(
            self.tr(
                "This helps track down problems. It contains no note text or note names, and no"
                " folders, addresses or keys. Check each part: what you see is exactly what is saved,"
                " and nothing is sent to anyone."
            ),
            self,
            wraps=True,
            tone="muted",
        )
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
        cancel = push_button(self.tr("&Cancel"), self, self.reject, auto_default=False)
        self.save = push_button(self.tr("&Save…"), self, self.accept, default=True, primary=True)
        self.save.setEnabled(False)
        middle = hbox(self.list, (self.text, 1), spacing=10)
        fill_dialog(self, heading, self.words, (middle, 1), hbox(STRETCH, cancel, self.save), spacing=12)
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
