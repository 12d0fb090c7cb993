"""VaultList: a dialog for choosing among the vaults of Axon or Obsidian, or another folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeySequence, QPainter, QPen, QShortcut
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from axon_desktop.ui.language.translation import translate
from axon_desktop.ui.look.parts import STRETCH, fill_dialog, hbox, push_button, text_label
from axon_desktop.ui.look.sizes import start_size
from axon_desktop.ui.look.stylesheet import plain_tip, wear_dialog
from axon_desktop.ui.look.theme import current_colors
from axon_desktop.ui.vault_picker.known_vaults import OfferedVault

_ROLE = Qt.ItemDataRole.UserRole
_PADDING = 8
Index = QModelIndex | QPersistentModelIndex


class VaultList(QDialog):
    """`chosen` is the folder after acceptance; None for any other folder."""

    no_decision = "a list to choose from; what is open is not lost"

    forgotten = Signal(str)
    """A folder to remove from the list."""

    def __init__(self, vaults: Sequence[OfferedVault], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chosen: Path | None = None
        self.setWindowTitle(self.tr("Open a vault"))
        wear_dialog(self)
        heading = text_label(self.windowTitle(), self, kind="title")
        self.list = QListWidget(self)
        self.list.setObjectName("vault_list")
        self.list.setAccessibleName(self.tr("Vaults"))
        self.list.setItemDelegate(_VaultRows(self.list))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.list.setUniformItemSizes(True)
        for vault in vaults:
            self._add(vault)
        self.list.itemSelectionChanged.connect(self._show_state)
        self.list.itemActivated.connect(lambda _item: self._open())
        self.empty = text_label(
            self.tr("Obsidian has no vault on this computer yet. Choose the folder that contains your notes."),
            self,
            wraps=True,
            tone="muted",
        )
        self.list.setVisible(bool(vaults))
        self.empty.setVisible(not vaults)
        fill_dialog(self, heading, (self.list, 1), (self.empty, 1), self._build_buttons(bool(vaults)), spacing=10)
        self.resize(start_size(self, 560, 420))
        self.setMinimumSize(440, 300)
        first = next((row for row, vault in enumerate(vaults) if vault.is_there and not vault.is_current), 0)
        self.list.setCurrentRow(first if vaults else -1)
        (self.list if vaults else self.folder_button).setFocus()
        self._show_state()

    def _add(self, vault: OfferedVault) -> None:
        item = QListWidgetItem(vault.name, self.list)
        item.setData(_ROLE, vault)
        item.setToolTip(plain_tip(str(vault.path)))
        words = ", ".join(part for part in (vault.name, str(vault.path), describe(vault)) if part)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, words)

    def _build_buttons(self, has_vaults: bool) -> QHBoxLayout:
        self.folder_button = push_button(
            self.tr("Another &folder…"), self, self.accept, auto_default=not has_vaults
        )
        self.remove = push_button(
            self.tr("Fo&rget"),
            self,
            self._forget,
            tip=self.tr("Remove it from this list; the folder stays as it is."),
            auto_default=False,
        )
        QShortcut(QKeySequence(QKeySequence.StandardKey.Delete), self.list, self._forget)
        cancel = push_button(self.tr("&Cancel"), self, self.reject, auto_default=False)
        self.open_button = push_button(self.tr("&Open"), self, self._open, default=has_vaults, primary=True)
        self.open_button.setVisible(has_vaults)
        return hbox(self.folder_button, self.remove, STRETCH, cancel, self.open_button)

    def _selected(self) -> OfferedVault | None:
        item = self.list.currentItem()
        vault: OfferedVault | None = item.data(_ROLE) if item is not None else None
        return vault

    def _show_state(self) -> None:
        vault = self._selected()
        self.open_button.setEnabled(vault is not None and _can_be_opened(vault))
        self.remove.setVisible(vault is not None and _can_be_forgotten(vault))

    def _open(self) -> None:
        vault = self._selected()
        if vault is not None and _can_be_opened(vault):
            self.chosen = vault.path
            self.accept()

    def _forget(self) -> None:
        """Remove a vault from the list; its folder stays as it is."""
        vault = self._selected()
        if vault is not None and _can_be_forgotten(vault):
            self.list.takeItem(self.list.currentRow())
            self.list.setFocus()
            if not self.list.count():
                self.list.hide()
                self.empty.show()
                self.folder_button.setFocus()
            self._show_state()
            self.forgotten.emit(str(vault.path))


def _can_be_opened(vault: OfferedVault) -> bool:
    return vault.is_there and not vault.is_current


def _can_be_forgotten(vault: OfferedVault) -> bool:
    """Tell whether a vault is in the list only because Axon has opened it; Obsidian's own list is not Axon's."""
    return vault.is_recent and not vault.is_current and not vault.of_obsidian


def describe(vault: OfferedVault) -> str:
    """Return the remark beside a vault."""
    words = ["Obsidian"] if vault.of_obsidian else []
    if not vault.is_there:
        words.append(translate("VaultList", "folder not found"))
    elif vault.is_current:
        words.append(translate("VaultList", "open now"))
    return " · ".join(words)


class _VaultRows(QStyledItemDelegate):
    """Paints a vault in two lines: its name and state; its folder."""

    def sizeHint(self, option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return room for two lines."""
        return QSize(100, 2 * QFontMetrics(option.font).height() + 2 * _PADDING + 6)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint both lines, elided if necessary; a path in its middle."""
        vault: OfferedVault = index.data(_ROLE)
        c, state = current_colors(), option.state
        rect: QRect = option.rect
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if state & QStyle.StateFlag.State_Selected:
            focused = bool(state & QStyle.StateFlag.State_HasFocus)
            painter.setPen(QPen(QColor(c.accent), 1) if focused else Qt.PenStyle.NoPen)
            painter.setBrush(QColor(c.accent_soft))
            painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        inner = rect.adjusted(10, _PADDING, -10, -_PADDING)
        metrics = QFontMetrics(option.font)
        words = describe(vault)
        room = metrics.horizontalAdvance(words)
        painter.setFont(option.font)
        painter.setPen(QColor(c.muted))
        line = metrics.height()
        painter.drawText(QRect(inner.right() - room, inner.top(), room + 1, line), 0, words)
        path = metrics.elidedText(str(vault.path), Qt.TextElideMode.ElideMiddle, inner.width())
        painter.drawText(inner.left(), inner.bottom() - metrics.descent(), path)
        bold = QFont(option.font)
        bold.setBold(True)
        painter.setFont(bold)
        painter.setPen(QColor(c.text if vault.is_there else c.faint))
        name = QFontMetrics(bold).elidedText(vault.name, Qt.TextElideMode.ElideRight, inner.width() - room - 12)
        painter.drawText(inner.left(), inner.top() + painter.fontMetrics().ascent(), name)
        painter.restore()
