"""VaultList: a dialog for choosing among the vaults of Axon or Obsidian, or another folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QHBoxLayout, QListWidget, QListWidgetItem, QWidget

from axon_desktop.ui.language.translation import translate
from axon_desktop.ui.look.parts import STRETCH, fill_dialog, hbox, push_button, text_label
from axon_desktop.ui.look.sizes import start_size
from axon_desktop.ui.look.stylesheet import plain_tip, wear_dialog
from axon_desktop.ui.look.theme import current_colors
from axon_desktop.ui.vault_picker.known_vaults import OfferedVault
from axon_desktop.ui.widgets.row_list import Index, TwoLineDelegate

_ROLE = Qt.ItemDataRole.UserRole


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


class _VaultRows(TwoLineDelegate):
    """Paints the name and state of a vault, and its folder."""

    cut = Qt.TextElideMode.ElideMiddle

    def words(self, index: Index) -> tuple[str, str, str]:
        """Return the name, the state and the folder."""
        vault: OfferedVault = index.data(_ROLE)
        return vault.name, describe(vault), str(vault.path)

    def color(self, index: Index) -> str:
        """Return the colour of the name: faint for a vault that is gone."""
        return current_colors().text if index.data(_ROLE).is_there else current_colors().faint
