"""Qt's own dialog for files, which has no input loop of its own here, in the window's language throughout."""

from __future__ import annotations

from PySide6.QtCore import (
    QT_TRANSLATE_NOOP,
    QCoreApplication,
    QDir,
    QEvent,
    QFileInfo,
    QLocale,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRectF,
    Qt,
)
from PySide6.QtGui import QAbstractFileIconProvider, QIcon, QPainter, QPalette, QPen, QPixmap
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDialogButtonBox,
    QFileDialog,
    QFileSystemModel,
    QGridLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListView,
    QSplitter,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolButton,
    QTreeView,
)

from axon_desktop.ui.look.icons import paint_icon
from axon_desktop.ui.look.sizes import px, start_size
from axon_desktop.ui.look.style import paint_combo_box

translate = QCoreApplication.translate

HEADINGS = (QT_TRANSLATE_NOOP("QFileSystemModel", "Size"),)
"""For which Qt asks a translation: its own is the word for a room's size."""

_WIDTH, _HEIGHT = 720, 460
_NAME_COLUMN, _SIZE_COLUMN, _KIND_COLUMN, _DATE_COLUMN = range(4)
_PLACES_WIDTH = 130
_ICON = 16
_BUTTONS = {"backButton": "back", "forwardButton": "forward", "toParentButton": "up", "newFolderButton": "plus"}
"""Icon by the name that Qt gives a button."""
_VIEWS = ("listModeButton", "detailModeButton")
"""They choose between lists with and without dates, which is no choice worth the room."""


class _Icons(QAbstractFileIconProvider):
    """Our drawings for folders and files."""

    def icon(self, what: QAbstractFileIconProvider.IconType | QFileInfo) -> QIcon:
        """Return the icon of a kind of thing, or of a file."""
        if isinstance(what, QFileInfo):
            folder = what.isDir()
        else:
            folder = what is not QAbstractFileIconProvider.IconType.File
        side, ratio = px(_ICON), QApplication.primaryScreen().devicePixelRatio()
        picture = QPixmap(round(side * ratio), round(side * ratio))
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        color = QApplication.palette().color(QPalette.ColorRole.Text)
        paint_icon(painter, "folder" if folder else "note", QRectF(0, 0, side, side), color)
        painter.end()
        return QIcon(picture)


_ICONS = _Icons()
"""Kept here, as the dialog does not own its provider."""


class _Dates(QStyledItemDelegate):
    """Writes dates as the rest of the window does: Qt asks the system, which may speak another language."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        """Take the time of a file for its words."""
        super().initStyleOption(option, index)
        model = index.model()
        if isinstance(model, QFileSystemModel):
            option.text = QLocale().toString(model.lastModified(index), QLocale.FormatType.ShortFormat)


class _OwnLook(QObject):
    """Paints combo boxes and buttons as ours: Qt's pictures fit neither the theme nor the size of the text."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Paint in the place of the style."""
        if event.type() != QEvent.Type.Paint or not isinstance(watched, QComboBox | QToolButton):
            return False
        role, palette = QPalette.ColorRole, QApplication.palette()
        accent, text = palette.color(role.Accent), palette.color(role.Text)
        if isinstance(watched, QComboBox):
            line = accent if watched.hasFocus() else palette.color(role.Mid)
            paint_combo_box(watched, line, palette.color(role.Base), text, text)
            return True
        painter = QPainter(watched)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if watched.hasFocus() or (watched.underMouse() and watched.isEnabled()):
            painter.setPen(QPen(accent if watched.hasFocus() else palette.color(role.Mid), 1))
            painter.drawRoundedRect(QRectF(watched.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
        place = QRectF(0, 0, px(_ICON), px(_ICON))
        place.moveCenter(QRectF(watched.rect()).center())
        color = text if watched.isEnabled() else palette.color(role.PlaceholderText)
        paint_icon(painter, _BUTTONS[watched.objectName()], place, color)
        painter.end()
        return True


def prepare_dialog(dialog: QFileDialog) -> None:
    """Say what Qt has no translation for, leave the room to names and dates, and begin in the home folder."""
    dialog.setDirectory(QDir.homePath())
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    dialog.setViewMode(QFileDialog.ViewMode.Detail)
    saves = dialog.acceptMode() is QFileDialog.AcceptMode.AcceptSave
    where = translate("FileDialog", "Save &in:") if saves else translate("FileDialog", "&Look in:")
    dialog.setLabelText(QFileDialog.DialogLabel.LookIn, where)
    dialog.setLabelText(QFileDialog.DialogLabel.FileName, translate("FileDialog", "&Name:"))
    dialog.setLabelText(QFileDialog.DialogLabel.FileType, translate("FileDialog", "&Kind:"))
    dialog.setLabelText(QFileDialog.DialogLabel.Reject, translate("FileDialog", "C&ancel"))
    dialog.setIconProvider(_ICONS)
    folders = dialog.fileMode() is QFileDialog.FileMode.Directory
    if folders:
        dialog.setLabelText(QFileDialog.DialogLabel.Accept, translate("FileDialog", "&Choose"))
        for name, kind in (("fileTypeLabel", QLabel), ("fileTypeCombo", QComboBox)):
            if (part := dialog.findChild(kind, name)) is not None:
                part.hide()
    _arrange(dialog)
    places = dialog.findChild(QListView, "sidebar")
    if places is not None:
        places.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        places.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    details = dialog.findChild(QTreeView, "treeView")
    if details is not None:
        details.hideColumn(_KIND_COLUMN)
        details.setColumnHidden(_SIZE_COLUMN, folders)
        details.setItemDelegateForColumn(_DATE_COLUMN, _Dates(details))
        details.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        details.header().setSectionResizeMode(_NAME_COLUMN, QHeaderView.ResizeMode.Stretch)
    look = _OwnLook(dialog)
    for box in dialog.findChildren(QComboBox):
        box.installEventFilter(look)
    for button in dialog.findChildren(QToolButton):
        if button.objectName() in _BUTTONS:
            button.installEventFilter(look)
        elif button.objectName() in _VIEWS:
            button.hide()
    dialog.setSizeGripEnabled(False)
    dialog.resize(start_size(dialog, _WIDTH, _HEIGHT))
    columns = dialog.findChild(QSplitter, "splitter")
    if columns is not None:
        columns.setSizes([px(_PLACES_WIDTH), dialog.width() - px(_PLACES_WIDTH)])


def _arrange(dialog: QFileDialog) -> None:
    """Put the buttons below the fields, and keep the edges of other dialogs."""
    rows, buttons = dialog.layout(), dialog.findChild(QDialogButtonBox)
    if not isinstance(rows, QGridLayout) or buttons is None:
        return
    rows.setContentsMargins(20, 18, 20, 18)
    rows.setVerticalSpacing(8)
    rows.setColumnStretch(1, 1)
    for row, name, kind in ((2, "fileNameEdit", QLineEdit), (3, "fileTypeCombo", QComboBox)):
        if (field := dialog.findChild(kind, name)) is not None:
            rows.addWidget(field, row, 1, 1, 2)
    rows.addWidget(buttons, rows.rowCount(), 0, 1, 3)
    buttons.setOrientation(Qt.Orientation.Horizontal)
