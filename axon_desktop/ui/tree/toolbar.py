"""FilesToolbar: the slim bar above the file tree, with the actions on all files."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from axon_desktop.ui.language.translation import plain
from axon_desktop.ui.look.icons import icon_button
from axon_desktop.ui.look.parts import hbox, name_keys, name_menu_button
from axon_desktop.ui.look.stylesheet import plain_tip
from axon_desktop.ui.tree.listing import ORDERS, Order
from axon_desktop.ui.widgets.labels import ElidedLabel

if TYPE_CHECKING:
    from PySide6.QtGui import QAction

    from axon_desktop.ui.window.main_window import MainWindow

_STATE = "files_order"
_NAME_ROOM = 24


class FilesToolbar(QWidget):
    """Shows the name of the vault and the actions on all files."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__()
        self._window = window
        actions = window.menus.actions
        self.vault = ElidedLabel()
        self.vault.setObjectName("vault_name")
        self.vault.setMinimumWidth(_NAME_ROOM)
        row = hbox((self.vault, 1), parent=self, margins=(4, 0, 0, 0), spacing=2)
        for name, icon_name in (("file.new_note", "note_new"), ("file.new_folder", "folder_new")):
            row.addWidget(self._button(icon_name, actions[name]))
        row.addWidget(self._sort_button())
        row.addWidget(self._button("fold", actions["view.collapse_folders"]))
        actions["view.collapse_folders"].triggered.connect(window.tree.collapse_all)
        window.context.entered.connect(self._show_vault)
        self._show_vault()

    def _show_vault(self) -> None:
        vault = self._window.context.vault
        self.vault.setText(vault.name if vault is not None else "")
        self.vault.setToolTip(plain_tip(str(vault.root) if vault is not None else ""))

    def _button(self, icon_name: str, action: QAction) -> QToolButton:
        button = icon_button(icon_name, plain(action.text()))
        name_keys(button, action)
        button.clicked.connect(action.trigger)
        return button

    def _sort_button(self) -> QToolButton:
        button, menu = icon_button("sort", self.tr("Sort")), QMenu(self)
        kept = str(self._window.state.value(_STATE, ""))
        order = kept if kept in ORDERS else ORDERS[0]
        for other in ORDERS:
            action = self._window.menus.actions[f"files.{other}"]
            action.setChecked(other == order)
            action.triggered.connect(partial(self._sort, other))
            menu.addAction(action)
        self._window.tree.set_order(order)
        button.setMenu(menu)
        name_menu_button(button)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        return button

    def _sort(self, order: Order, _checked: bool = False) -> None:
        self._window.state.setValue(_STATE, order)
        self._window.tree.set_order(order)


def install(window: MainWindow) -> None:
    """Put the toolbar above the tree of a window."""
    hbox(FilesToolbar(window), parent=window.tree.toolbar)
