"""ResultBar: the number of results, and actions on them."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from axon_desktop.ui.look.icons import icon
from axon_desktop.ui.look.parts import hbox
from axon_desktop.ui.look.stylesheet import plain_tip
from axon_desktop.ui.search.vault_search import Order
from axon_desktop.ui.search.wording import operators, order_text
from axon_desktop.ui.widgets.labels import ElidedLabel

_ORDERS: tuple[Order, ...] = ("relevance", "name", "modified")
_LEAST_COUNT = 20


class ResultBar(QWidget):
    """One row between the query and the results."""

    order_chosen = Signal(str)
    """Order of the results."""
    fold_clicked = Signal()
    copy_clicked = Signal()
    operator_chosen = Signal(str)
    """An operator to insert into the query."""

    def __init__(self) -> None:
        super().__init__()
        self.count = ElidedLabel()
        self.count.setMinimumWidth(_LEAST_COUNT)  # the panel may be narrower than the text
        self._row = hbox((self.count, 1), parent=self, margins=(2, 0, 0, 0), spacing=1)
        self.sort_button = self._add_button("sort", self.tr("Sort"), self._make_orders())
        self.fold_button = self._add_button("fold", self.tr("Fold all"))
        self.fold_button.clicked.connect(lambda _checked=False: self.fold_clicked.emit())
        self.copy_button = self._add_button("copy", self.tr("Copy results"))
        self.copy_button.clicked.connect(lambda _checked=False: self.copy_clicked.emit())
        self.help_button = self._add_button("help", self.tr("Search syntax"), self._make_help())

    def _make_orders(self) -> QMenu:
        menu = QMenu(self)
        group = QActionGroup(menu)
        for order in _ORDERS:
            action = menu.addAction(order_text(order))
            action.setCheckable(True)
            action.setChecked(order == _ORDERS[0])
            action.triggered.connect(lambda _checked=False, order=order: self.order_chosen.emit(order))
            group.addAction(action)
        return menu

    def _make_help(self) -> QMenu:
        menu = QMenu(self)
        for operator, meaning in operators():
            menu.addAction(f"{operator}   {meaning}", partial(self.operator_chosen.emit, operator))
        return menu

    def _add_button(self, icon_name: str, title: str, menu: QMenu | None = None) -> QToolButton:
        button = QToolButton()
        button.setAutoRaise(True)
        button.setIcon(icon(icon_name))
        button.setToolTip(plain_tip(title))
        button.setAccessibleName(title)
        if menu is not None:
            button.setMenu(menu)
            button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._row.addWidget(button)
        return button

    def show_count(self, text: str, *, any_results: bool) -> None:
        """Show the number of results; without results the actions are hidden."""
        self.count.setText(text)
        self.count.setToolTip(plain_tip(text))
        for button in (self.sort_button, self.fold_button, self.copy_button):
            button.setEnabled(any_results)

    def set_folded(self, folded: bool) -> None:
        """Offer to unfold, or to fold."""
        title = self.tr("Unfold all") if folded else self.tr("Fold all")
        self.fold_button.setIcon(icon("unfold" if folded else "fold"))
        self.fold_button.setToolTip(plain_tip(title))
        self.fold_button.setAccessibleName(title)
