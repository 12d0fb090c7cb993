"""The completion list above the input box: notes and folders after `@`, commands after `/` (or `、`, same key).

It is a child of the window, not a popup: the focus stays in the box, and input methods are not disturbed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from axon_desktop.text.mention_syntax import write_mention
from axon_desktop.ui.accessibility.announcer import announce_row
from axon_desktop.ui.aio import spawn
from axon_desktop.ui.composer.mentions import Candidate, MentionIndex, mention_being_written
from axon_desktop.ui.composer.slash_commands import Command, command_being_written, find_commands
from axon_desktop.ui.look.icons import paint_icon
from axon_desktop.ui.look.sizes import px, row_height
from axon_desktop.ui.look.stylesheet import plain_tip
from axon_desktop.ui.look.theme import current_colors
from axon_desktop.ui.runtime.ime_guard import typed_by
from axon_desktop.ui.utf16 import part_before, units

_LIMIT = 40
_SHOWN = 8
_ROW = 28
_PAD = 9
_ICON = 14
_BETWEEN = 14
_SLASH_KEY = "、"
"""What the slash key types with a Chinese input method."""
_LEAST = 80
"""Width in pixels below which elided details are not worth showing."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One entry of the list."""

    name: str
    """Its name."""
    details: str
    """Its folder, or its description."""
    icon: str
    inserted: str
    """The text inserted in the box."""
    command: str = ""
    """A command without argument: choosing it runs it."""
    is_place: bool = False
    """Whether the details are a folder, which is elided at its beginning."""


class CompletionList(QListWidget):
    """The entries; the box keeps the focus."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("completions")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.setUniformItemSizes(True)
        self.setAccessibleName(self.tr("Suggestions"))
        self._painter = _LinePainter(self)
        self.setItemDelegate(self._painter)
        self.itemEntered.connect(self.setCurrentItem)
        self.hide()

    def show_choices(self, choices: Sequence[Choice]) -> None:
        """Show these entries, with the first one selected."""
        self.clear()
        for choice in choices:
            item = QListWidgetItem(choice.name)
            item.setData(Qt.ItemDataRole.UserRole, choice)
            item.setData(
                Qt.ItemDataRole.AccessibleTextRole, ", ".join(filter(None, (choice.name, choice.details)))
            )
            item.setToolTip(plain_tip(f"{choice.name} — {choice.details}" if choice.details else choice.name))
            self.addItem(item)
        self.setCurrentRow(0)
        self.setVisible(bool(choices))

    @property
    def chosen(self) -> Choice | None:
        """The selected entry."""
        item = self.currentItem()
        found = item.data(Qt.ItemDataRole.UserRole) if item is not None else None
        return found if isinstance(found, Choice) else None

    def step(self, by: int) -> None:
        """Select another entry; after the last comes the first."""
        self.setCurrentRow((self.currentRow() + by) % max(1, self.count()))

    def announce(self) -> None:
        """Tell a screen reader which entry is selected: the focus stays in the text."""
        announce_row(self)

    def needed_height(self) -> int:
        """Return the height for the entries shown at once."""
        return min(self.count(), _SHOWN) * row_height(_ROW) + 8


class _LinePainter(QStyledItemDelegate):
    """Paints icon, name and details."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Return the size of an entry."""
        return QSize(120, row_height(_ROW))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint an entry."""
        choice = index.data(Qt.ItemDataRole.UserRole)
        view = self.parent()
        assert isinstance(choice, Choice)
        assert isinstance(view, QListWidget)
        rect: QRect = option.rect
        colors = current_colors()
        if view.currentRow() == index.row():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colors.accent_soft))
            painter.drawRoundedRect(rect, 5, 5)
        side = px(_ICON)
        icon = QRect(rect.left() + _PAD, rect.center().y() - side // 2 + 1, side, side)
        paint_icon(painter, choice.icon, icon.toRectF(), QColor(colors.muted))
        font = view.font()
        left = icon.right() + 8
        room = rect.right() - _PAD - left
        name, details = shown_words(choice, QFontMetrics(font), room)
        painter.setFont(font)
        painter.setPen(QColor(colors.text))
        painter.drawText(QRect(left, rect.top(), room, rect.height()), Qt.AlignmentFlag.AlignVCenter, name)
        painter.setPen(QColor(colors.muted))
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        painter.drawText(QRect(left, rect.top(), room, rect.height()), flags, details)


def shown_words(choice: Choice, metrics: QFontMetrics, room: int) -> tuple[str, str]:
    """Return name and details, elided: the name has three fifths of the width, and what the details leave."""
    details = choice.details
    wanted = metrics.horizontalAdvance(details) + _BETWEEN if details else 0
    share = max(room * 3 // 5, room - wanted)
    rest = room - min(metrics.horizontalAdvance(choice.name), share)
    if rest < px(_LEAST) + _BETWEEN and rest < wanted:
        details, share = "", room
    elif rest < wanted:
        side = Qt.TextElideMode.ElideLeft if choice.is_place else Qt.TextElideMode.ElideRight
        details = metrics.elidedText(details, side, rest - _BETWEEN)
    return metrics.elidedText(choice.name, Qt.TextElideMode.ElideMiddle, share), details


class Completer(QObject):
    """Offers completions for what is typed in a box."""

    command_chosen = Signal(str)
    """A command without argument was chosen; the box is empty."""

    def __init__(self, box: QPlainTextEdit, composing: Callable[[], bool], parent: QWidget) -> None:
        """Take the box, a function that tells whether an input method is composing, and the parent of the list."""
        super().__init__(box)
        self._box = box
        self._composing = composing
        self._parent = parent
        self._index: MentionIndex | None = None
        self._start = 0
        """Position in the box where the chosen text is inserted."""
        self._asked = 0
        self._typed = ""
        """The text typed last, by a key or an input method."""
        self._is_slash = False
        """Whether the box begins with a `、` that was typed in place of a slash."""
        self._dismissed = ""
        """The text for which Escape closed the list: it is not offered again for that."""
        self.list = CompletionList(parent)
        self.list.itemClicked.connect(lambda _item: self.accept())
        box.textChanged.connect(self.update)
        box.cursorPositionChanged.connect(self.update)
        box.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Close the list when the focus leaves; note what is typed, as opposed to pasted."""
        if event.type() == QEvent.Type.FocusOut:
            self.close()
        self._typed = self._typed if (typed := typed_by(event)) is None else typed
        return False

    def set_index(self, index: MentionIndex | None) -> None:
        """Set the names that can be mentioned."""
        self._index = index

    @property
    def open(self) -> bool:
        """Whether the list is shown."""
        return not self.list.isHidden()

    def close(self) -> None:
        """Hide the list."""
        self._asked += 1
        self.list.hide()

    def handle_key(self, key: int) -> bool:
        """Let the list handle a key; tell whether it did."""
        if not self.open:
            return False
        match key:
            case Qt.Key.Key_Up | Qt.Key.Key_Down:
                self.list.step(1 if key == Qt.Key.Key_Down else -1)
                self.list.announce()
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self.accept()
            case Qt.Key.Key_Tab:
                self.accept(run=False)
            case Qt.Key.Key_Escape:
                self._dismissed = self._before()
                self.close()
            case _:
                return False
        return True

    def accept(self, *, run: bool = True) -> None:
        """Insert the selected entry, or run it if it is a command without argument."""
        choice = self.list.chosen
        self.close()
        if choice is None:
            return
        if choice.command and run:
            self._box.clear()
            self.command_chosen.emit(choice.command)
            return
        cursor = self._box.textCursor()
        place = cursor.position()
        cursor.setPosition(self._start)
        cursor.setPosition(place, cursor.MoveMode.KeepAnchor)
        cursor.insertText(f"{choice.inserted} ")
        self._box.setTextCursor(cursor)
        self.close()

    def update(self) -> None:
        """Offer completions for the text before the caret."""
        before = self._before()
        is_kept = self._is_slash and self._box.document().firstBlock().text().startswith(_SLASH_KEY)
        self._is_slash = is_kept or before == _SLASH_KEY == self._typed
        if self._composing() or self._box.textCursor().hasSelection() or before == self._dismissed != "":
            self.close()
            return
        self._dismissed = ""
        letters = command_being_written(self.with_slash(before))
        mention = mention_being_written(before)
        if letters is not None:
            self._start = 0
            self._asked += 1
            self._show([_command_choice(command) for command in find_commands(letters)])
        elif mention is not None and self._index is not None:
            self._start = self._box.textCursor().position() - units(before[mention[0] :])
            self._asked += 1
            spawn(self._find(mention[1], self._asked), name="find mentions")
        else:
            self.close()

    def with_slash(self, text: str) -> str:
        """Return a text from the box's beginning with a slash in place of the `、`."""
        return f"/{text.removeprefix(_SLASH_KEY)}" if self._is_slash and text.startswith(_SLASH_KEY) else text

    async def _find(self, query: str, number: int) -> None:
        assert self._index is not None
        found = await asyncio.to_thread(self._index.find, query, _LIMIT, lambda: number != self._asked)
        if number == self._asked:  # nothing else was typed meanwhile
            self._show([_mention_choice(candidate) for candidate in found])

    def _before(self) -> str:
        """Return the text before the caret: of the whole box for a command, of the line for a mention."""
        cursor = self._box.textCursor()
        line = part_before(cursor.block().text(), cursor.positionInBlock())
        return line if cursor.blockNumber() == 0 else f"\n{line}"

    def _show(self, choices: Sequence[Choice]) -> None:
        self.list.show_choices(choices)
        self.place()
        if choices:
            self.list.announce()

    def place(self) -> None:
        """Place the list right above the box."""
        if self.open:
            corner = self._box.mapTo(self._parent, self._box.rect().topLeft())
            height = min(self.list.needed_height(), max(row_height(_ROW), corner.y() - 8))
            self.list.setGeometry(corner.x(), corner.y() - height - 4, self._box.width(), height)
            self.list.raise_()


def _command_choice(command: Command) -> Choice:
    name = f"/{command.name}" + (f" ‹{command.argument}›" if command.argument else "")
    run = "" if command.argument else command.name
    return Choice(name, command.words, "forward", f"/{command.name}", run)


def _mention_choice(candidate: Candidate) -> Choice:
    icon = "folder" if candidate.is_folder else "note"
    name = f"{candidate.name}/" if candidate.is_folder else candidate.name
    written = write_mention(candidate.path, is_folder=candidate.is_folder)
    return Choice(name, candidate.folder, icon, written, is_place=True)
