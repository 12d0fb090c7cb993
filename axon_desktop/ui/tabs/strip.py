"""TabStrip: the row of tabs above the note, in the tab bar."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QDragEnterEvent,
    QDropEvent,
    QIcon,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QMenu, QStyleOptionTab, QTabBar, QWidget

from axon_desktop.ui.look.icons import icon, paint_icon
from axon_desktop.ui.look.sizes import px, row_height
from axon_desktop.ui.look.stylesheet import mark, plain_tip
from axon_desktop.ui.look.theme import current_colors, in_force
from axon_desktop.ui.tabs.open_tabs import OpenTabs, tab_titles
from axon_desktop.ui.tabs.tab import BAR_HEIGHT
from axon_desktop.ui.tree.model import dragged_paths

_WIDEST, _NARROWEST = 210, 96
"""Width of a tab in pixels."""
_ICON, _CROSS = 12, 18
_OUT = 12
"""Pixels by which the mouse must leave the strip to drag a tab to another place."""
_BESIDE_A_BUTTON = 4
"""Pixels that Qt leaves between a name and the close button that it expects."""


class TabStrip(QTabBar):
    """Shows the tabs and handles clicks and keys; `OpenTabs` has the data."""

    copy_link_requested = Signal(str)
    """Vault path of a file whose wikilink is to be copied."""
    open_requested = Signal(str)
    """Vault path of a file that was dropped here."""
    reveal_requested = Signal(str)
    """Vault path of a file to show in the file manager."""
    split_requested = Signal(int)
    """Qt.Orientation in which the current tab is to be shown in another group, too."""
    pressed = Signal()
    """The mouse was pressed on it."""
    carried = Signal(QPoint)
    """The current tab is dragged out of the strip, to this place on the screen."""
    dropped = Signal(QPoint)
    """It was dropped there."""
    carrying_ended = Signal()
    """It was not dropped after all."""

    def __init__(self, tabs: OpenTabs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("tab_strip")
        self.setAccessibleName(self.tr("Open notes"))
        self._tabs = tabs
        self._updating = False
        self._pressed = -1
        """Tab on which the middle button was pressed, or the left one on its cross."""
        self._cross_under_mouse = -1
        self._dragging = self._carrying = False
        self.walking = False
        """Whether the arrow keys move between tabs: the focus stays here."""
        self.setMouseTracking(True)
        self.setAcceptDrops(True)
        self.setMovable(True)
        self.setExpanding(False)
        self.setUsesScrollButtons(True)
        self.setDrawBase(False)
        self.setElideMode(Qt.TextElideMode.ElideRight)
        self.setSelectionBehaviorOnRemove(QTabBar.SelectionBehavior.SelectRightTab)
        self._fit()
        in_force.changed.connect(self._fit)
        tabs.changed.connect(self.refresh)
        tabs.current_changed.connect(self.refresh)
        self.currentChanged.connect(self._chosen)
        self.tabMoved.connect(self._dragged)
        self.refresh()

    def _fit(self) -> None:
        self.setIconSize(QSize(px(_ICON), px(_ICON)))

    def set_used(self, used: bool) -> None:
        """Show whether its group is the one that is used, if there are several."""
        mark(self, unused=not used)

    def refresh(self) -> None:
        """Show the current tabs."""
        if self._updating:
            return
        tabs = self._tabs.all
        self._updating = True
        while self.count() > len(tabs):
            self.removeTab(self.count() - 1)
        while self.count() < len(tabs):
            self.addTab("")
        titles = tab_titles([tab.path for tab in tabs])
        for number, (tab, title) in enumerate(zip(tabs, titles, strict=True)):
            name = title or self.tr("Empty tab")
            if self.tabText(number) != (shown := name.replace("&", "&&")):
                self.setTabText(number, shown)
            self.setTabToolTip(number, plain_tip(self._tip(tab.path, tab.unsaved, tab.gone)))
            mark = "warning" if tab.gone else "pin" if tab.pinned else ""
            if self.tabData(number) != mark:
                self.setTabData(number, mark)
                self.setTabIcon(number, icon(mark, _ICON) if mark else QIcon())
            spoken = self.tr("{name}, not saved yet").format(name=name) if tab.unsaved else name
            spoken = self.tr("{name}, pinned").format(name=spoken) if tab.pinned else spoken
            self.setAccessibleTabName(number, spoken)
        self.setCurrentIndex(self._tabs.index)
        self._updating = False
        self.update()

    def _tip(self, path: str, unsaved: bool, gone: bool) -> str:
        if gone:
            return self.tr("{name} no longer exists.").format(name=path)
        return "\n".join((path, self.tr("Not saved yet"))) if unsaved else path

    def _chosen(self, number: int) -> None:
        if not self._updating:
            self._tabs.select(number)

    def _dragged(self, source: int, target: int) -> None:
        """Apply the order of a drag; the strip shows it already."""
        if not self._updating:
            self._updating = True
            self._tabs.move(source, target)
            self._updating = False
            self.refresh()  # a pinned one stays before the others

    # --- size

    def tabSizeHint(self, index: int) -> QSize:
        """Keep tabs narrow enough for many, and wide enough for their names."""
        hint = super().tabSizeHint(index)
        return QSize(min(max(hint.width(), px(_NARROWEST)), px(_WIDEST)), row_height(BAR_HEIGHT) + 1)

    def initStyleOption(self, option: QStyleOptionTab, tabIndex: int) -> None:  # noqa: N803 (Qt's name)
        """Align the name to the left also in a tab that is wider than necessary: Qt would centre it."""
        super().initStyleOption(option, tabIndex)
        spare = px(_NARROWEST) - super().tabSizeHint(tabIndex).width() - _BESIDE_A_BUTTON
        if spare > 0:
            option.rightButtonSize = QSize(spare, 1)

    def minimumTabSizeHint(self, index: int) -> QSize:
        """Keep the width of tabs: a strip that is too long scrolls."""
        return self.tabSizeHint(index)

    def minimumSizeHint(self) -> QSize:
        """Never widen the pane."""
        return QSize(px(_NARROWEST), row_height(BAR_HEIGHT) + 1)

    # --- the crosses: painted, since fifty buttons would take longer to create than everything else

    def cross_rect(self, number: int) -> QRect:
        """Return the rectangle of a tab's cross, in the strip."""
        tab = self.tabRect(number)
        return QRect(tab.right() - _CROSS - 6, tab.top() + (tab.height() - _CROSS) // 2, _CROSS, _CROSS)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the tabs, and on each a cross; an unsaved one has a dot, which is a cross under the mouse."""
        colors = current_colors()
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        dragged = self.currentIndex() if self._dragging else -1
        for number, tab in enumerate(self._tabs.all[: self.count()]):
            rect = self.cross_rect(number)
            if number == dragged or not self._closes(number) or not rect.intersects(event.rect()):
                continue
            under_mouse = number == self._cross_under_mouse
            if under_mouse:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(colors.line))
                painter.drawRoundedRect(rect, 4, 4)
            name = "unsaved" if tab.unsaved and not under_mouse else "close"
            color = colors.text if under_mouse or number == self.currentIndex() else colors.muted
            paint_icon(painter, name, QRectF(rect).adjusted(3, 3, -3, -3), QColor(color))

    def _cross_at(self, point: QPoint) -> int:
        number = self.tabAt(point)
        return number if self._closes(number) and self.cross_rect(number).contains(point) else -1

    def _closes(self, number: int) -> bool:
        """Tell whether a tab has a cross: a pinned one does not, nor an empty one that is alone."""
        tabs = self._tabs.all
        return 0 <= number < len(tabs) and not tabs[number].pinned and (len(tabs) > 1 or bool(tabs[number].path))

    def _hover(self, number: int) -> None:
        if number != self._cross_under_mouse:
            self._cross_under_mouse = number
            self.update()

    # --- mouse and keys

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Note a press that may close a tab; the rest is Qt's."""
        self.pressed.emit()
        point = event.position().toPoint()
        self._pressed = -1
        if event.button() == Qt.MouseButton.MiddleButton:
            self._pressed = self.tabAt(point) if self._closes(self.tabAt(point)) else -1
        elif event.button() == Qt.MouseButton.LeftButton and self._cross_at(point) >= 0:
            self._pressed = self._cross_at(point)
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Highlight the cross under the mouse, or drag a tab."""
        self._dragging = bool(event.buttons() & Qt.MouseButton.LeftButton) and self._pressed < 0
        if self._dragging and self._carries(event):
            return
        self._hover(-1 if self._dragging else self._cross_at(event.position().toPoint()))
        if self._pressed < 0:
            super().mouseMoveEvent(event)

    def _carries(self, event: QMouseEvent) -> bool:
        """Tell whether a tab is dragged out of the strip, which Qt then lets go."""
        if not self._carrying:
            near = self.rect().adjusted(-px(_OUT), -px(_OUT), px(_OUT), px(_OUT))
            if near.contains(event.position().toPoint()) or not self._tabs.current.path:
                return False
            self._carrying = True
            self._let_go(event)
            self.grabKeyboard()
        self.carried.emit(event.globalPosition().toPoint())
        return True

    def _let_go(self, event: QMouseEvent) -> None:
        """End the drag within the strip."""
        button, none = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
        kind, where = QEvent.Type.MouseButtonRelease, event.position()
        super().mouseReleaseEvent(
            QMouseEvent(kind, where, event.globalPosition(), button, none, event.modifiers())
        )

    def _end_carrying(self) -> None:
        self._carrying = self._dragging = False
        self.releaseKeyboard()
        self.carrying_ended.emit()

    def leaveEvent(self, event: QEvent) -> None:
        """Remove the highlight of the cross."""
        self._hover(-1)
        super().leaveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Close with the middle button, or by the cross."""
        if self._carrying:
            self._end_carrying()
            self.dropped.emit(event.globalPosition().toPoint())
            return
        point = event.position().toPoint()
        pressed, self._pressed, self._dragging = self._pressed, -1, False
        if pressed < 0:
            super().mouseReleaseEvent(event)
            return
        by_middle = event.button() == Qt.MouseButton.MiddleButton
        if pressed == (self.tabAt(point) if by_middle else self._cross_at(point)):
            self._tabs.close(pressed)
        self._hover(self._cross_at(point))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close the tab with Delete; the arrow keys are Qt's. Escape ends a drag."""
        if self._carrying:
            if event.key() == Qt.Key.Key_Escape:
                self._end_carrying()
            return
        if event.key() == Qt.Key.Key_Delete:
            self._tabs.close(self.currentIndex())
            return
        self.walking = True
        super().keyPressEvent(event)
        self.walking = False

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept files of the tree."""
        if dragged_paths(event.mimeData()):
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
        else:
            event.ignore()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open the dropped files."""
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        for path in dragged_paths(event.mimeData()):
            self.open_requested.emit(path)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the menu of the tab under the mouse, or of the current one."""
        by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        number = self.tabAt(event.pos()) if by_mouse else self.currentIndex()
        if number >= 0:
            place = event.globalPos() if by_mouse else self.mapToGlobal(self._below(number))
            self.make_menu(number).popup(place)

    def _split(self, number: int, where: Qt.Orientation) -> None:
        self._tabs.select(number)
        self.split_requested.emit(where.value)

    def _below(self, number: int) -> QPoint:
        return self.tabRect(number).bottomLeft()

    def make_menu(self, number: int) -> QMenu:
        """Return the context menu of a tab, which deletes itself on closing."""
        path = self._tabs.all[number].path
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.tr("Close"), partial(self._tabs.close, number))
        others = menu.addAction(self.tr("Close others"), partial(self._tabs.close_others, number))
        others.setEnabled(any(not tab.pinned for at, tab in enumerate(self._tabs.all) if at != number))
        reopen = menu.addAction(self.tr("Reopen closed tab"), self._tabs.reopen)
        reopen.setEnabled(self._tabs.can_reopen)
        for words, where in (
            (self.tr("Split to the right"), Qt.Orientation.Horizontal),
            (self.tr("Split down"), Qt.Orientation.Vertical),
        ):
            menu.addAction(words, partial(self._split, number, where)).setEnabled(bool(path))
        pinned = self._tabs.all[number].pinned
        words = self.tr("Unpin") if pinned else self.tr("Pin")
        menu.addAction(words, partial(self._tabs.pin, number, pinned=not pinned)).setEnabled(bool(path))
        menu.addSeparator()
        copy = menu.addAction(self.tr("Copy wikilink"), partial(self.copy_link_requested.emit, path))
        reveal = menu.addAction(self.tr("Reveal in file manager"), partial(self.reveal_requested.emit, path))
        for action in (copy, reveal):
            action.setEnabled(bool(path))
        return menu
