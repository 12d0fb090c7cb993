"""Qt's own dialog for files, which has no input loop of its own here, in the window's language throughout."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QSize
from PySide6.QtWidgets import QFileDialog, QTreeView

translate = QCoreApplication.translate

_SIZE = QSize(720, 460)
_KIND_COLUMN = 2


def prepare_dialog(dialog: QFileDialog) -> None:
    """Say what Qt has no translation for, and leave the room to names and dates."""
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    dialog.setLabelText(QFileDialog.DialogLabel.LookIn, translate("FileDialog", "&Look in:"))
    dialog.setLabelText(QFileDialog.DialogLabel.FileName, translate("FileDialog", "&Name:"))
    dialog.setLabelText(QFileDialog.DialogLabel.FileType, translate("FileDialog", "&Kind:"))
    if dialog.fileMode() is QFileDialog.FileMode.Directory:
        dialog.setLabelText(QFileDialog.DialogLabel.Accept, translate("FileDialog", "&Choose"))
    details = dialog.findChild(QTreeView, "treeView")
    if details is not None:
        details.hideColumn(_KIND_COLUMN)
    dialog.resize(_SIZE)
