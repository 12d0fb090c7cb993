"""PropertyRow: one property with an icon of its kind, its name, and a field for its value."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QDate, QEvent, QObject, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QMenu, QToolTip, QWidget

from axon_desktop.errors import N_
from axon_desktop.markdown.properties.entries import Entry
from axon_desktop.markdown.properties.kinds import FREE, LISTS, Kind, has_fixed_kind, values_of
from axon_desktop.ui.editor.properties.chips import ChipsField
from axon_desktop.ui.editor.properties.fields import PAD, DateField, IconButton, LineField
from axon_desktop.ui.look.check_box import CheckBox
from axon_desktop.ui.look.parts import text_label
from axon_desktop.ui.look.sizes import px, row_height
from axon_desktop.ui.look.stylesheet import plain_tip

ROW, _NAME, _ICON = 28, 116, 24
_SHARE = 0.36
"""The most of a narrow row that the name takes."""
KINDS: dict[Kind, tuple[str, str]] = {
    "text": ("lines", N_("Properties", "Text")),
    "list": ("list", N_("Properties", "List")),
    "number": ("number", N_("Properties", "Number")),
    "checkbox": ("check_box", N_("Properties", "Checkbox")),
    "date": ("calendar", N_("Properties", "Date")),
    "datetime": ("clock", N_("Properties", "Date & time")),
    "tags": ("tag", N_("Properties", "Tags")),
    "aliases": ("alias", N_("Properties", "Aliases")),
}
"""The icon and the name of each kind."""


def kind_name(kind: Kind) -> str:
    """Return the name of a kind in the user's language."""
    return QCoreApplication.translate("Properties", KINDS[kind][1])


class PropertyRow(QWidget):
    """Shows one entry; what somebody does in it is emitted."""

    renamed = Signal(str)
    written = Signal(str)
    """Text for the one value."""
    listed = Signal(list)
    """The values of a list."""
    kind_wanted = Signal(str)
    removed = Signal()
    source_wanted = Signal()
    """The value is to be edited as text."""
    moved = Signal(int)
    """Where the focus goes: 1 below, -1 above, 0 into the note."""
    shifted = Signal(int)
    """The property goes a place down or up."""
    link_requested = Signal(str, int)
    document_step = Signal(bool)
    entered = Signal()
    """It has the focus now."""

    def __init__(self, name: str, kind: Kind, parent: QWidget, *, is_text: bool = False) -> None:
        super().__init__(parent)
        self._property = name
        self.kind, self.is_text = kind, is_text
        self.button = IconButton(KINDS[kind][0], "", self)
        self.button.clicked.connect(self.open_menu)
        self.name = LineField(self)
        self.name.setObjectName("property_name")
        self.name.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.name.customContextMenuRequested.connect(self.open_menu)
        self.name.setPlaceholderText(self.tr("Property name") if not name else "")
        self.name.completed.connect(self.renamed)
        self.name.document_step.connect(self.document_step)
        self.field = self._make_field()
        self._watch(self.name, self.field)
        self.set_name(name)

    @property
    def property_name(self) -> str:
        """The name of the property."""
        return self._property

    @property
    def value_name(self) -> str:
        """The name of the field for the value, for screen readers."""
        return self.tr("{name}, {kind}").format(name=self._property, kind=kind_name(self.kind))

    def _make_field(self) -> QWidget:
        if self.is_text:
            label = text_label("", self, name="property_text", plain=True)
            label.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            return label
        if self.kind in LISTS:
            chips = ChipsField(self._property, kind=self.kind, parent=self)
            chips.changed.connect(self.listed)
            chips.followed.connect(lambda value: self.link_requested.emit(self._as_link(value), 2))
            chips.input.document_step.connect(self.document_step)
            return chips
        if self.kind == "checkbox":
            box = CheckBox("", self)
            box.clicked.connect(lambda checked: self.written.emit("true" if checked else "false"))
            return box
        has_days = self.kind in ("date", "datetime")
        field = DateField(self, self.open_calendar) if has_days else LineField(self, links=self.kind == "text")
        field.setObjectName("property_value")
        field.completed.connect(self.written)
        field.link_requested.connect(self.link_requested)
        field.document_step.connect(self.document_step)
        return field

    def _as_link(self, value: str) -> str:
        return f" #{value} " if self.kind == "tags" else value

    def _watch(self, *widgets: QWidget) -> None:
        for widget in widgets:
            inner = widget.input if isinstance(widget, ChipsField) else widget
            inner.installEventFilter(self)

    def set_name(self, name: str) -> None:
        """Show the name of the property."""
        self._property = name
        self.name.show_value(name)
        self.name.setAccessibleName(self.tr("Name of the property {name}").format(name=name))
        field = self.field.input if isinstance(self.field, ChipsField) else self.field
        field.setAccessibleName(self.value_name)

    def show_entry(self, text: str, entry: Entry, wanted: Kind) -> None:
        """Show what the note has; `wanted` is the kind that it should be of."""
        self.set_name(entry.name)
        kind, fits = self.kind, wanted == self.kind
        if self.is_text:
            words = self.tr("This value is edited as text")
        elif fits:
            words = self.tr("{kind}, menu of the property").format(kind=kind_name(kind))
        else:
            words = self.tr("The value is not of the kind {kind}").format(kind=kind_name(wanted))
        self.button.set_icon(KINDS[wanted][0], words, warns=not fits)
        said = entry.texts[0] if entry.texts else ""
        match self.field:
            case ChipsField():
                self.field.show_values(values_of(entry, kind))
            case CheckBox():
                self.field.setChecked(said.lower() == "true")
            case LineField():
                self.field.show_value(said)
                self.field.setToolTip(plain_tip(said) if len(said) > 40 else "")
            case QLabel():
                self.field.setText(said)
                self.field.setAccessibleName(f"{self.value_name}: {said}")
                self.field.setToolTip(plain_tip(text[entry.colon : entry.end].strip()))

    @property
    def has_typed(self) -> bool:
        """Whether something is typed that the note does not have yet."""
        return any(field.has_typed for field in self._fields())

    def typed(self) -> str:
        """What is typed as a value."""
        field = self.field.input if isinstance(self.field, ChipsField) else self.field
        return field.text() if isinstance(field, LineField) else ""

    def take_typed(self, text: str) -> None:
        """Go on with what was typed in a field of another kind."""
        field = self.field.input if isinstance(self.field, ChipsField) else self.field
        if isinstance(field, LineField):
            field.setText(text)
            field.setModified(True)

    def complete(self) -> None:
        """Give what is typed."""
        for field in self._fields():
            field.complete()

    def set_read_only(self) -> None:
        """Let nothing be typed: the note cannot be written."""
        for field in self._fields():
            field.setReadOnly(True)
        if isinstance(self.field, CheckBox):
            self.field.setEnabled(False)

    def forget_typed(self) -> None:
        """Give nothing of what is typed."""
        for field in self._fields():
            field.setModified(False)

    def refuse(self, kind: Kind) -> None:
        """Say that the value cannot be of a kind without losing something."""
        words = self.tr("The value would not stay whole as {kind}. Nothing was changed.")
        place = self.button.mapToGlobal(self.button.rect().bottomLeft())
        QToolTip.showText(place, words.format(kind=kind_name(kind)), self.button)

    def _fields(self) -> list[LineField]:
        inner = self.field.input if isinstance(self.field, ChipsField) else self.field
        return [field for field in (self.name, inner) if isinstance(field, LineField)]

    # --- places

    @staticmethod
    def value_left(width: int) -> int:
        """Return where values begin."""
        return px(_ICON) + min(px(_NAME), round(width * _SHARE))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the parts."""
        super().resizeEvent(event)
        line, width = row_height(ROW), self.width()
        left = self.value_left(width)
        self.button.setGeometry(0, (line - px(_ICON)) // 2, px(_ICON), px(_ICON))
        self.name.setGeometry(px(_ICON), 1, left - px(_ICON) - 2, line - 2)
        match self.field:
            case ChipsField():
                self.field.setGeometry(left, 0, width - left, self.height())
            case CheckBox():
                self.field.setGeometry(left + PAD, 1, px(40), line - 2)
            case _:
                self.field.setGeometry(left, 1, width - left, line - 2)

    # --- keys

    def focus_name(self) -> None:
        """Give the keyboard to the name."""
        self.name.setFocus()
        self.name.selectAll()

    def focus_value(self) -> None:
        """Give the keyboard to the value."""
        self.field.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Go to other rows, and into the note."""
        if event.type() == QEvent.Type.FocusIn:
            self.entered.emit()
        elif event.type() == QEvent.Type.MouseButtonDblClick and self.is_text and watched is self.field:
            self.source_wanted.emit()
        elif event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            if event.key() == Qt.Key.Key_Escape:
                event.accept()
                return True
        elif event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._take_key(watched, event)
        return False

    def _take_key(self, watched: QObject, event: QKeyEvent) -> bool:
        key, held = event.key(), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if key == Qt.Key.Key_Menu or (key == Qt.Key.Key_F10 and held == Qt.KeyboardModifier.ShiftModifier):
            self.open_menu()
        elif held == Qt.KeyboardModifier.AltModifier and key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            if isinstance(watched, DateField):
                return False
            self.shifted.emit(1 if key == Qt.Key.Key_Down else -1)
        elif held:
            return False
        elif key == Qt.Key.Key_Escape:
            self.complete()
            self.moved.emit(0)
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.complete()
            self.moved.emit(1 if key == Qt.Key.Key_Down else -1)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            return self._enter(watched)
        else:
            return False
        return True

    def _enter(self, watched: QObject) -> bool:
        if watched is self.name:
            self.name.complete()
            if not self.isHidden():  # else another row has taken its place, and the focus
                self.focus_value()
        elif isinstance(self.field, ChipsField) and watched is self.field.input and self.field.input.text():
            self.field.input.setModified(True)
            self.field.input.complete()
        elif self.is_text:
            self.source_wanted.emit()
        elif isinstance(watched, LineField | CheckBox):
            self.complete()
            self.moved.emit(1)
        else:
            return False
        return True

    # --- menu and calendar

    def open_menu(self) -> None:
        """Offer other kinds, and to remove the property."""
        menu = QMenu(self)
        if not self.is_text and not has_fixed_kind(self._property):
            for kind in FREE:
                action = menu.addAction(kind_name(kind).replace("&", "&&"))
                action.setCheckable(True)
                action.setChecked(kind == self.kind)
                action.triggered.connect(lambda _checked=False, kind=kind: self.kind_wanted.emit(kind))
            menu.addSeparator()
        menu.addAction(self.tr("Edit as text")).triggered.connect(self.source_wanted)
        menu.addAction(self.tr("Remove property")).triggered.connect(self.removed)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.button.mapToGlobal(self.button.rect().bottomLeft()))

    def open_calendar(self) -> None:
        """Offer a month to choose a day from."""
        from axon_desktop.ui.editor.properties.calendar import Calendar

        field = self.field
        if isinstance(field, LineField):
            day = QDate.fromString(field.text()[:10], Qt.DateFormat.ISODate)
            calendar = Calendar(day if day.isValid() else QDate.currentDate(), self)
            calendar.chosen.connect(self._take_day)
            calendar.open_below(field)

    def _take_day(self, day: QDate) -> None:
        field = self.field
        if isinstance(field, LineField):
            text = day.toString(Qt.DateFormat.ISODate)
            if self.kind == "datetime":
                text += field.text()[10:] or "T00:00:00"
            field.setText(text)
            field.setModified(True)
            field.complete()
            field.setFocus()
            QAccessible.updateAccessibility(QAccessibleEvent(field, QAccessible.Event.Focus))
