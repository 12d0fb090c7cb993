"""Parts of windows: labels, buttons, and boxes with other parts beside or below each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias, TypeVar

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QBoxLayout,
    QButtonGroup,
    QHBoxLayout,
    QLabel,
    QLayout,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from axon_desktop.ui.language.translation import plain, translate
from axon_desktop.ui.look.stylesheet import mark, plain_tip

STRETCH: Final = -1
"""A part that takes the room which the others leave."""

_Box = TypeVar("_Box", bound=QBoxLayout)
_Id = TypeVar("_Id", bound=str)
_Margins: TypeAlias = tuple[int, int, int, int]
_Part: TypeAlias = (
    QWidget | QLayout | int | tuple[QWidget | QLayout, int] | tuple[QWidget | QLayout, int, Qt.AlignmentFlag]
)
"""A number is so much space; what stands in a tuple comes with its stretch, and perhaps its alignment."""


def name_panel(widget: QWidget, name: str) -> None:
    """Give a widget the name that the style sheet knows it by, and let that paint its ground."""
    widget.setObjectName(name)
    widget.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)


def hbox(
    *parts: _Part, parent: QWidget | None = None, margins: _Margins = (0, 0, 0, 0), spacing: int = 8
) -> QHBoxLayout:
    """Return parts beside each other; a spacing of -1 is that of the style."""
    return _fill(QHBoxLayout(), parts, parent, margins, spacing)


def vbox(
    *parts: _Part, parent: QWidget | None = None, margins: _Margins = (0, 0, 0, 0), spacing: int = 8
) -> QVBoxLayout:
    """Return parts below each other; a spacing of -1 is that of the style."""
    return _fill(QVBoxLayout(), parts, parent, margins, spacing)


def fill_dialog(dialog: QWidget, *parts: _Part, spacing: int = 8) -> QVBoxLayout:
    """Lay out the parts of a dialog below each other."""
    return vbox(*parts, parent=dialog, margins=(20, 18, 20, 18), spacing=spacing)


def add_parts(box: QBoxLayout, *parts: _Part) -> None:
    """Append parts to a box."""
    for part in parts:
        match part:
            case -1:
                box.addStretch(1)
            case int():
                box.addSpacing(part)
            case (QLayout() as layout, int(stretch), *_):
                box.addLayout(layout, stretch)
            case (QWidget() as widget, int(stretch), *alignment):
                box.addWidget(widget, stretch, *alignment)
            case QLayout():
                box.addLayout(part)
            case QWidget():
                box.addWidget(part)


def text_label(
    words: str = "",
    parent: QWidget | None = None,
    *,
    name: str = "",
    wraps: bool = False,
    plain: bool = False,
    align: Qt.AlignmentFlag | None = None,
    **look: str | bool,
) -> QLabel:
    """Return a label; a style sheet selects it by its name and look. Words of others must be plain."""
    label = QLabel(words, parent, wordWrap=wraps)
    label.setObjectName(name)
    if plain:
        label.setTextFormat(Qt.TextFormat.PlainText)
    if align is not None:
        label.setAlignment(align)
    mark(label, **look)
    return label


def centred_text(words: str = "", parent: QWidget | None = None, *, name: str = "", **look: str | bool) -> QLabel:
    """Return a label that stands instead of contents, such as why there are none."""
    centre = Qt.AlignmentFlag.AlignCenter
    return text_label(words, parent, name=name, wraps=True, plain=True, align=centre, **look)


def push_button(
    words: str = "",
    parent: QWidget | None = None,
    clicked: object = None,
    *,
    tip: str = "",
    default: bool = False,
    auto_default: bool | None = None,
    **look: str | bool,
) -> QPushButton:
    """Return a button that calls a slot, or emits a signal; `default` and `auto_default` say what Enter does."""
    button = QPushButton(words, parent)
    if clicked is not None:
        button.clicked.connect(clicked)
    button.setToolTip(plain_tip(tip))
    if auto_default is not None:
        button.setAutoDefault(auto_default)
    button.setDefault(default)
    mark(button, **look)
    return button


def _fill(box: _Box, parts: tuple[_Part, ...], parent: QWidget | None, margins: _Margins, spacing: int) -> _Box:
    if parent is not None:
        parent.setLayout(box)
    box.setContentsMargins(*margins)
    box.setSpacing(spacing)
    add_parts(box, *parts)
    return box


class Switch(QWidget):
    """Three buttons as one, of which one is chosen."""

    chosen = Signal(str)
    """The id of a button that was clicked."""

    def __init__(self) -> None:
        super().__init__()
        name_panel(self, "mode_switch")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._row = hbox(parent=self, spacing=0)
        self._group = QButtonGroup(self)
        self.buttons: dict[str, QToolButton] = {}

    def set_names(self, names: Mapping[_Id, str]) -> None:
        """Make a button for each id."""
        for place, (one, name) in enumerate(names.items()):
            button = self.buttons[one] = QToolButton()
            button.setText(name)
            button.setCheckable(True)
            button.setProperty("place", ("first", "middle", "last")[place])
            button.clicked.connect(lambda _checked=False, one=one: self.chosen.emit(one))
            self._group.addButton(button)
            self._row.addWidget(button)

    def choose(self, one: str, *, possible: bool = True) -> None:
        """Show what is chosen, and whether there is a choice."""
        for button in self.buttons.values():
            button.setEnabled(possible)
        self.buttons[one].setChecked(True)


class _KeysWatch(QObject):
    """Shows the keys of an action while its parent, which shows them, is there."""

    def __init__(self, action: QAction, show: Callable[[str], object], parent: QObject) -> None:
        super().__init__(parent)
        self._action, self._show = action, show
        action.changed.connect(self._tell)
        self._tell()

    def _tell(self) -> None:
        self._show(self._action.shortcut().toString(QKeySequence.SequenceFormat.NativeText))


def follow_keys(action: QAction, show: Callable[[str], object], parent: QObject) -> None:
    """Show the keys of an action as this system writes them, now and after every change; empty for none."""
    _KeysWatch(action, show, parent)


def name_keys(widget: QWidget, action: QAction) -> None:
    """Add the keys of an action to the tooltip of a widget that does the same; what has its name is said once."""
    words = widget.toolTip()
    named = words.strip("…") == (widget.accessibleName() or words).strip("…")

    def show(keys: str) -> None:
        widget.setToolTip(plain_tip(f"{words} ({keys})" if keys else words))
        widget.setAccessibleDescription(keys if named else "")

    follow_keys(action, show, widget)


def name_menu_button(button: QAbstractButton) -> None:
    """Say with its name that a button opens a menu: Orca says so of none, Qt of those that have their own."""
    named = button.accessibleName() or plain(button.text()).strip("… ▾+") or button.toolTip()
    button.setAccessibleName(translate("MenuButton", "{name}, menu").format(name=named))
