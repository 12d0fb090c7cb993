"""ResultBar: how notes are found, the number of results, and actions on them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QProgressBar, QSizePolicy, QToolButton, QWidget

from axon_desktop.ui.look.icons import icon
from axon_desktop.ui.look.parts import Switch, hbox, name_menu_button, push_button, text_label, vbox
from axon_desktop.ui.look.stylesheet import plain_tip
from axon_desktop.ui.search.wording import by_text, encoding_text, operators, order_text
from axon_desktop.ui.widgets.labels import ElidedLabel

if TYPE_CHECKING:
    from axon_desktop.meaning.meaning_index import MeaningState
    from axon_desktop.ui.search.vault_search import Order
    from axon_desktop.vault.search.found import By

_ORDERS: tuple[Order, ...] = ("relevance", "name", "modified")
_WAYS: tuple[By, ...] = ("words", "meaning", "both")
_LEAST_COUNT = 20


class ResultBar(QWidget):
    """What stands between the query and the results."""

    way_chosen = Signal(str)
    """How notes are to be found (`By`)."""

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
        self.ways = Switch()
        self.ways.set_names({by: by_text(by) for by in _WAYS})
        self.ways.setAccessibleName(self.tr("How notes are found"))
        self.ways.chosen.connect(self.way_chosen)
        policy = self.ways.sizePolicy()
        policy.setHorizontalPolicy(QSizePolicy.Policy.Maximum)  # the panel may be narrower
        self.ways.setSizePolicy(policy)
        self.ways.setMinimumWidth(1)
        self.ways.hide()
        self._row = hbox((self.count, 1), margins=(2, 0, 0, 0), spacing=1)
        left = (self.ways, 0, Qt.AlignmentFlag.AlignLeft)
        vbox(left, self._row, parent=self, spacing=4)
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
            name_menu_button(button)
            button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._row.addWidget(button)
        return button

    def show_way(self, by: By, *, possible: bool) -> None:
        """Show how notes are found, if there is a choice."""
        self.ways.choose(by)
        self.ways.setVisible(possible)

    @property
    def may_choose(self) -> bool:
        """Whether there is a choice how notes are found."""
        return not self.ways.isHidden()

    def show_count(self, text: str, *, any_results: bool, folds: bool = True) -> None:
        """Show the number of results; without results the actions are disabled."""
        self.fold_button.setVisible(folds)
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


class ReadingLine(QWidget):
    """How many notes are read for search by meaning, or the way to it; nothing once all are read."""

    meaning_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.words = text_label(name="search_read")
        self.words.setMinimumWidth(1)
        self.progress = QProgressBar()
        self.progress.setObjectName("index_progress")
        self.progress.setAccessibleName(self.tr("Reading notes for search by meaning"))
        self.progress.setTextVisible(False)
        self.progress.setFixedHeight(3)
        self.progress.setMinimumWidth(1)
        self.way = push_button(self.tr("Search by meaning"), clicked=self.meaning_requested)
        self.way.setObjectName("search_way")
        self.way.hide()
        hbox(self.words, (self.progress, 1), self.way, parent=self, margins=(2, 2, 2, 0))
        self.hide()

    def show_state(self, state: MeaningState | None, *, offers: bool = False, counts: bool = True) -> None:
        """Show how far this is (`counts`), or offer to search by meaning (`offers`)."""
        words = encoding_text(state) if state is not None and counts else ""
        is_offered = offers and state is not None
        self.way.setVisible(is_offered)
        self.progress.setVisible(bool(words))
        words = self.tr("Not what you meant?") if is_offered else words
        self.words.setText(words)
        self.setVisible(bool(words))
        if state is not None:
            self.progress.setRange(0, state.total)  # without a known length it is indeterminate
            self.progress.setValue(state.done)
