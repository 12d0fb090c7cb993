"""TabBar: the tabs of a group, a new one, and the menu of all of them; it is there also with one tab or none."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMenu, QWidget

from axon_desktop.ui.look.icons import icon_button
from axon_desktop.ui.look.parts import STRETCH, hbox, name_menu_button, name_panel
from axon_desktop.ui.look.sizes import row_height
from axon_desktop.ui.look.stylesheet import plain_tip
from axon_desktop.ui.look.theme import in_force
from axon_desktop.ui.tabs.open_tabs import OpenTabs
from axon_desktop.ui.tabs.tab import BAR_HEIGHT

if TYPE_CHECKING:
    from axon_desktop.ui.tabs.strip import TabStrip


class TabBar(QWidget):
    """Has its room from the start; its parts are made when first needed, after the first paint of the window."""

    def __init__(self, tabs: OpenTabs) -> None:
        super().__init__()
        name_panel(self, "tab_bar")
        self._tabs = tabs
        self._fit()
        in_force.changed.connect(self._fit)

    def _fit(self) -> None:
        self.setFixedHeight(row_height(BAR_HEIGHT) + 1)

    @cached_property
    def strip(self) -> TabStrip:
        """The row of tabs."""
        from axon_desktop.ui.tabs.strip import TabStrip

        self.new = icon_button("plus", self.tr("New tab"))
        self.split = icon_button("split", self.tr("Split to the right"))
        self.every = icon_button("chevron_down", self.tr("All tabs"))
        self.every.clicked.connect(self._show_all)
        name_menu_button(self.every)
        strip = TabStrip(self._tabs)
        parts = (strip, 4, self.new, STRETCH, self.split, 2, self.every)
        hbox(*parts, parent=self, margins=(0, 0, 8, 0), spacing=0)
        return strip

    @property
    def walking(self) -> bool:
        """Whether the arrow keys move between tabs: the focus stays there."""
        return "strip" in self.__dict__ and self.strip.walking

    def _show_all(self) -> None:
        self.list_all().popup(self.every.mapToGlobal(self.every.rect().bottomLeft()))

    def list_all(self) -> QMenu:
        """Return the menu of all tabs, also of those that have no room; it deletes itself on closing."""
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        menu.aboutToHide.connect(menu.deleteLater)
        for number, tab in enumerate(self._tabs.all):
            action = menu.addAction(self.strip.tabText(number), partial(self._tabs.select, number))
            action.setCheckable(True)
            action.setChecked(number == self._tabs.index)
            action.setToolTip(plain_tip(tab.path))
        return menu
