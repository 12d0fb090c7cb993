"""PagedPanel: a panel with several pages, one shown at a time; a page is created when it is first shown."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QButtonGroup, QStackedWidget, QToolButton, QWidget

from axon_desktop.ui.look.icons import icon
from axon_desktop.ui.look.parts import STRETCH, hbox, name_panel, vbox
from axon_desktop.ui.look.sizes import row_height
from axon_desktop.ui.look.stylesheet import plain_tip
from axon_desktop.ui.look.theme import in_force

_ROW_HEIGHT = 32


class PagedPanel(QWidget):
    """A row of icons above the current page; the row is hidden for a single page."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._makers: dict[str, Callable[[], QWidget]] = {}
        self._pages: dict[str, QWidget] = {}
        self._buttons: dict[str, QToolButton] = {}
        self._group = QButtonGroup(self)
        self._row = QWidget()
        name_panel(self._row, "panel_pages")
        self._row.hide()
        self._buttons_row = hbox(STRETCH, parent=self._row, margins=(8, 4, 8, 0), spacing=2)
        self._stack = QStackedWidget()
        vbox(self._row, (self._stack, 1), parent=self, spacing=0)
        self._fit()
        in_force.changed.connect(self._fit)

    def _fit(self) -> None:
        self._row.setFixedHeight(row_height(_ROW_HEIGHT))

    @property
    def current(self) -> str:
        """Name of the current page; empty before the first is shown."""
        front = self._stack.currentWidget()
        return next((name for name, page in self._pages.items() if page is front), "")

    def add_page(self, name: str, title: str, icon_name: str, make: Callable[[], QWidget]) -> None:
        """Add a page; the first one is shown at once."""
        button = QToolButton()
        button.setObjectName(f"page_{name}")
        button.setCheckable(True)
        button.setAutoRaise(True)
        button.setToolTip(plain_tip(title))
        button.setAccessibleName(title)
        button.setIcon(icon(icon_name))
        button.clicked.connect(lambda _checked=False: self.show_page(name))
        self._group.addButton(button)
        self._buttons_row.insertWidget(self._buttons_row.count() - 1, button)
        self._makers[name], self._buttons[name] = make, button
        self._row.setVisible(len(self._makers) > 1)
        if len(self._makers) == 1:
            self.show_page(name)

    def has_page(self, name: str) -> bool:
        """Tell whether there is such a page."""
        return name in self._makers

    def show_page(self, name: str) -> QWidget:
        """Show a page and return it; an unknown name is a KeyError."""
        page = self._pages.get(name)
        if page is None:
            page = self._pages[name] = self._makers[name]()
            self._stack.addWidget(page)
        self._stack.setCurrentWidget(page)
        self._buttons[name].setChecked(True)
        return page
