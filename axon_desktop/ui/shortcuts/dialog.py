"""ShortcutsDialog: the keys of all commands, with a search; changes take effect at once."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QBrush, QColor, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from axon_desktop.text.fuzzy import fold_name
from axon_desktop.ui.actions import native
from axon_desktop.ui.buttons.clear_button import offer_clearing
from axon_desktop.ui.look.parts import (
    STRETCH,
    add_parts,
    centred_text,
    fill_dialog,
    hbox,
    name_panel,
    push_button,
    text_label,
    vbox,
)
from axon_desktop.ui.look.sizes import fit_beside_fields, start_size
from axon_desktop.ui.look.stylesheet import mark, plain_tip, wear_dialog
from axon_desktop.ui.look.theme import current_colors, in_force
from axon_desktop.ui.quick_open.palette_commands import Command
from axon_desktop.ui.shortcuts.field_keys import need_of
from axon_desktop.ui.shortcuts.keymap import Keymap, keys_of
from axon_desktop.ui.shortcuts.recorder import KeyRecorder
from axon_desktop.ui.shortcuts.wording import fixed_rows, need_text

_ROLE = Qt.ItemDataRole.UserRole
_FOUND_ROLE = Qt.ItemDataRole.UserRole + 1
_KEYS_WIDTH = 190


class ShortcutsDialog(QDialog):
    """Shows the keymap; changes take effect at once, and are saved by listeners of the keymap."""

    no_decision = "it takes keys as they are pressed"

    def __init__(self, keymap: Keymap, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._keymap = keymap
        self._wanted = ""
        """Recorded keys that belong to another command."""
        self.setWindowTitle(self.tr("Keyboard shortcuts"))
        wear_dialog(self)
        heading = text_label(self.windowTitle(), self, kind="title")
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(self.tr("Search commands or keys"))
        self.search.setAccessibleName(self.tr("Search commands or keys"))
        offer_clearing(self.search)
        self.search.textChanged.connect(self._filter)
        self.search.installEventFilter(self)
        self.list = self._build_list()
        self.empty = centred_text("", self, tone="muted")
        self.recorder = KeyRecorder(self)
        self.recorder.recorded.connect(self._record)
        self.recorder.given_up.connect(self._stop_recording)
        self.message = text_label("", self, wraps=True, plain=True)
        layout = fill_dialog(self, heading, self.search, (self.list, 1), (self.empty, 1), spacing=10)
        add_parts(layout, self._build_recording(), self._build_buttons())
        self.resize(start_size(self, 620, 620))
        self.setMinimumSize(480, 320)
        self._fill()
        in_force.changed.connect(self._fill)
        self._stop_recording()
        self.search.setFocus()

    # --- parts

    def _build_list(self) -> QTreeWidget:
        view = QTreeWidget(self)
        view.setObjectName("shortcut_list")
        view.setAccessibleName(self.windowTitle())
        view.setColumnCount(2)
        view.setHeaderLabels([self.tr("Command"), self.tr("Keys")])
        header = view.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Interactive)
        header.resizeSection(1, _KEYS_WIDTH)
        band = QWidget(view)  # above the scroll bar
        name_panel(band, "header_band")
        band.setFixedHeight(header.sizeHint().height())
        view.addScrollBarWidget(band, Qt.AlignmentFlag.AlignTop)
        view.setRootIsDecorated(False)
        view.setIndentation(12)
        view.setItemsExpandable(False)
        view.setUniformRowHeights(True)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.itemSelectionChanged.connect(self._selected)
        view.itemDoubleClicked.connect(lambda _item, _column: self._start_recording())
        view.installEventFilter(self)
        return view

    def _build_recording(self) -> QVBoxLayout:
        self.take = push_button(self.tr("Use i&t here instead"), self, self._take)
        self.keep = push_button(self.tr("Leave it &as it is"), self, self._stop_recording)
        for button in (self.take, self.keep):
            fit_beside_fields(button)
        return vbox(self.message, hbox((self.recorder, 1), self.take, self.keep), spacing=6)

    def _build_buttons(self) -> QHBoxLayout:
        self.change = push_button(self.tr("C&hange…"), self, self._start_recording)
        self.remove = push_button(self.tr("Re&move keys"), self, self._remove)
        self.reset = push_button(self.tr("&Reset"), self, self._reset)
        self.reset_all = push_button(self.tr("Reset a&ll"), self, self._reset_all)
        close = push_button(self.tr("&Close"), self, self.reject)
        for button in (self.change, self.remove, self.reset, self.reset_all, close, self.take, self.keep):
            button.setAutoDefault(False)
        return hbox(self.change, self.remove, self.reset, self.reset_all, STRETCH, close)

    # --- the list

    def _fill(self) -> None:
        """Fill the list again; the selection stays."""
        chosen = self._chosen()
        self.list.clear()
        groups: dict[str, QTreeWidgetItem] = {}
        for command in self._keymap.commands():
            group = groups.get(command.group) or self._add_group(command.group)
            groups[command.group] = group
            keys = keys_of(command)
            is_changed = keys != self._keymap.first_of(command)
            shown = ", ".join(native(key) for key in keys)
            item = self._add(group, command.name, shown, f"{command.english} {' '.join(keys)}")
            item.setData(0, _ROLE, command)
            if is_changed:
                font = item.font(1)
                font.setBold(True)
                item.setFont(1, font)
                item.setToolTip(1, self.tr("Changed by you"))
                item.setData(1, Qt.ItemDataRole.AccessibleTextRole, f"{shown}, {self.tr('Changed by you')}")
            if chosen is not None and chosen.id == command.id:
                self.list.setCurrentItem(item)
        fixed = self._add_group(self.tr("Cannot be changed"))
        for keys_shown, text in fixed_rows():
            self._add(fixed, text, keys_shown, "")
        self.list.expandAll()
        self._filter(self.search.text())

    def _add_group(self, title: str) -> QTreeWidgetItem:
        item = QTreeWidgetItem(self.list, [title])
        item.setFlags(Qt.ItemFlag.ItemIsEnabled)
        item.setFirstColumnSpanned(True)
        item.setForeground(0, QBrush(QColor(current_colors().muted)))
        return item

    def _add(self, group: QTreeWidgetItem, text: str, keys: str, more: str) -> QTreeWidgetItem:
        item = QTreeWidgetItem(group, [text, keys])
        item.setToolTip(0, plain_tip(text))
        item.setData(0, _FOUND_ROLE, fold_name(f"{group.text(0)} {text} {keys} {more}"))
        return item

    def _filter(self, text: str) -> None:
        words = fold_name(text).split()
        first: QTreeWidgetItem | None = None
        for group in children_of(self.list.invisibleRootItem()):
            shown = 0
            for item in children_of(group):
                fits = all(word in str(item.data(0, _FOUND_ROLE)) for word in words)
                item.setHidden(not fits)
                shown += fits
                first = first or (item if fits else None)
            group.setHidden(not shown)
        current = self.list.currentItem()
        if first is not None and (current is None or current.isHidden()):
            self.list.setCurrentItem(first)
        self.list.setVisible(first is not None)
        self.empty.setVisible(first is None)
        self.empty.setText(self.tr("Nothing found for “{query}”.").format(query=text.strip()))
        self._selected()

    def _chosen(self) -> Command | None:
        item = self.list.currentItem()
        command: Command | None = item.data(0, _ROLE) if item is not None and not item.isHidden() else None
        return command

    def _selected(self) -> None:
        if self.recorder.isVisible():
            self._stop_recording(focus=False)
        self._show_state()

    def _show_state(self) -> None:
        """Enable the buttons that make sense; none while keys are recorded."""
        command = None if self.recorder.isVisible() else self._chosen()
        self.change.setEnabled(command is not None)
        self.remove.setEnabled(command is not None and bool(keys_of(command)))
        self.reset.setEnabled(command is not None and keys_of(command) != self._keymap.first_of(command))
        self.reset_all.setEnabled(bool(self._keymap.changes) and not self.recorder.isVisible())

    # --- changing

    def _start_recording(self) -> None:
        command = self._chosen()
        if command is None:
            return
        self._wanted = ""
        self.recorder.clear()
        self._show_message(self.tr("Press the keys for “{name}”, or Esc to cancel.").format(name=command.name))
        self.recorder.show()
        self.take.hide()
        self.keep.show()
        self.recorder.setFocus()
        self._show_state()

    def _record(self, keys: str) -> None:
        command = self._chosen()
        if command is None:
            return
        need = _refusal(keys, self._keymap, command)
        if need:
            self._show_message(need, tone="err")
            return
        holder = self._keymap.holder(keys)
        if holder is not None and holder.id != command.id:
            self._wanted = keys
            words = self.tr("{keys} is already used for “{name}”.")
            self._show_message(words.format(keys=native(keys), name=holder.name), tone="warn")
            self.take.show()
            self.take.setFocus()
            return
        self._give(command, keys)

    def _take(self) -> None:
        command = self._chosen()
        if command is not None and self._wanted:
            self._give(command, self._wanted)

    def _give(self, command: Command, keys: str) -> None:
        self._keymap.set_keys(command, [keys])
        self._changed()

    def _remove(self) -> None:
        command = self._chosen()
        if command is not None:
            self._keymap.set_keys(command, [])
            self._changed()

    def _reset(self) -> None:
        command = self._chosen()
        if command is not None:
            self._keymap.reset(command)
            self._changed()

    def _reset_all(self) -> None:
        self._keymap.reset_all()
        self._changed()

    def _changed(self) -> None:
        self._stop_recording()
        self._fill()

    def _stop_recording(self, *, focus: bool = True) -> None:
        self._wanted = ""
        for widget in (self.recorder, self.take, self.keep, self.message):
            widget.hide()
        if focus:
            self.list.setFocus()
        self._show_state()

    def _show_message(self, text: str, tone: str = "muted") -> None:
        self.message.setText(text)
        self.message.setAccessibleName(text)
        self.recorder.setAccessibleDescription(text)
        mark(self.message, tone=tone)
        self.message.show()

    # --- keys

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move from the field into the list with the arrow keys, and change the selected command with Enter."""
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return False
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if is_enter or (watched is self.list and event.key() == Qt.Key.Key_F2):
            self._start_recording()
            return True
        if watched is self.search and event.key() == Qt.Key.Key_Down:
            self.list.setFocus()
            return True
        if watched is self.search and event.key() == Qt.Key.Key_Escape and self.search.text():
            self.search.clear()
            return True
        return False


def children_of(item: QTreeWidgetItem) -> list[QTreeWidgetItem]:
    """Return the direct children of a row."""
    children = (item.child(number) for number in range(item.childCount()))
    return [child for child in children if child is not None]


def _refusal(keys: str, keymap: Keymap, command: Command) -> str:
    """Return why a command may not have these keys; empty if it may, also when they are its default."""
    if keys in keymap.first_of(command):
        return ""
    need = need_of(QKeySequence(keys)) or ("window" if keymap.is_fixed(keys) else None)
    return need_text(need, keys) if need is not None else ""
