"""MoveApproval and TrashApproval: dialogs about moving a file, or putting it into the trash."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QListWidget,
    QListWidgetItem,
    QSplitter,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from axon_desktop.agent.approval.approval import ApprovalRequest
from axon_desktop.text.file_names import is_note
from axon_desktop.text.visible import JOINERS, visible
from axon_desktop.ui.approval.dialog import ApprovalDialog, as_html
from axon_desktop.ui.diff.rows import Diff, is_text
from axon_desktop.ui.diff.spoken import extent_words
from axon_desktop.ui.diff.view import SideBySideDiff
from axon_desktop.ui.language.formats import format_size
from axon_desktop.ui.look.parts import text_label
from axon_desktop.ui.look.sizes import row_height
from axon_desktop.ui.look.stylesheet import mono_font, plain_tip
from axon_desktop.ui.look.theme import current_colors
from axon_desktop.vault.history.changes import Proposal

_BESIDE = 538
"""The width of the diff beside the list, in a dialog of the usual width."""
_COUNTS = Qt.ItemDataRole.UserRole
_ROW = 26


class MoveApproval(ApprovalDialog):
    """Asks about moving a file; lists every note that changes because of it, with its diff."""

    def __init__(
        self, request: ApprovalRequest, proposal: Proposal, diffs: Sequence[Diff], parent: QWidget | None = None
    ) -> None:
        super().__init__(request, parent)
        self._diffs = diffs
        self._offer_folder_rules(proposal)
        self.apply_button.setText(self.tr("&Move"))
        self._summarise(
            self.tr("move {path} → {target}").format(
                path=self._strong(proposal.path), target=self._strong(proposal.target)
            ),
            self._extent(),
        )
        self.files = _FileList(self)
        self.view = SideBySideDiff(self, width=_BESIDE)
        self.view.describe_with(self._first)
        note = is_note(proposal.path)
        title = self.tr("Move this note?") if note else self.tr("Move this file?")
        if proposal.changes:
            self._compose(title, self._build_files(proposal))
        else:
            self.files.hide()
            self.view.hide()
            self._compose(title)

    def _extent(self) -> str:
        added, removed = sum(diff.added for diff in self._diffs), sum(diff.removed for diff in self._diffs)
        if not self._diffs:
            return self.tr("no notes link to it")
        if len(self._diffs) == 1:
            return self.tr("1 note will change") + f" · +{added} −{removed}"
        return self.tr("{count} notes will change").format(count=len(self._diffs)) + f" · +{added} −{removed}"

    def _build_files(self, proposal: Proposal) -> QWidget:
        self.files.setAccessibleName(self.tr("Notes that will change"))
        self.files.setItemDelegate(_FileRows(self.files))
        self.files.setUniformItemSizes(True)
        self.files.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.files.setObjectName("moved_files")
        for change, diff in zip(proposal.changes, self._diffs, strict=True):
            item = QListWidgetItem(visible(change.path, keep=JOINERS), self.files)
            item.setData(_COUNTS, f"+{diff.added} −{diff.removed}")
            item.setToolTip(plain_tip(item.text()))
            said = f"{item.text()}: {extent_words(diff.added, diff.removed)}"
            item.setData(Qt.ItemDataRole.AccessibleTextRole, said)
        self.files.currentRowChanged.connect(lambda row: self.view.set_diff(self._diffs[row]))
        self.files.setCurrentRow(0)
        splitter = QSplitter(Qt.Orientation.Horizontal, self)
        splitter.setChildrenCollapsible(False)
        splitter.setHandleWidth(8)
        splitter.setStyleSheet("QSplitter::handle { background: transparent; }")
        splitter.addWidget(self.files)
        splitter.addWidget(self.view)
        splitter.setStretchFactor(1, 1)
        splitter.setSizes([280, _BESIDE])
        return splitter


class _FileList(QListWidget):
    """As high as its rows, up to a limit."""

    def sizeHint(self) -> QSize:
        """Return the height of the rows, up to a limit."""
        return QSize(280, min(300, max(150, self.count() * row_height(_ROW) + 10)))

    def minimumSizeHint(self) -> QSize:
        """Return the smallest useful size."""
        return QSize(150, 110)


class _FileRows(QStyledItemDelegate):
    """Paints a path, shortened in the middle, and the number of changed lines."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Return one row."""
        return QSize(100, row_height(_ROW))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint one row."""
        colors = current_colors()
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        selected = bool(state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if selected:
            focused = bool(state & QStyle.StateFlag.State_HasFocus)
            painter.setPen(QColor(colors.accent if focused else colors.accent_soft))
            painter.setBrush(QColor(colors.accent_soft))
            painter.drawRoundedRect(rect.adjusted(1, 1, -2, -2), 5, 5)
        counts = str(index.data(_COUNTS))
        inside = rect.adjusted(8, 0, -8, 0)
        painter.setFont(mono_font())
        painter.setPen(QColor(colors.muted))
        painter.drawText(inside, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, counts)
        font = self.parent().font()  # type: ignore[union-attr]
        painter.setFont(font)
        painter.setPen(QColor(colors.text))
        room = inside.width() - QFontMetrics(mono_font()).horizontalAdvance(counts) - 8
        path = QFontMetrics(font).elidedText(str(index.data()), Qt.TextElideMode.ElideMiddle, room)
        painter.drawText(inside, Qt.AlignmentFlag.AlignVCenter, path)
        painter.restore()


class TrashApproval(ApprovalDialog):
    """Asks about putting a file into the trash; shows its text as removed."""

    def __init__(
        self, request: ApprovalRequest, proposal: Proposal, diff: Diff, parent: QWidget | None = None
    ) -> None:
        super().__init__(request, parent)
        self._offer_folder_rules(proposal)
        self.apply_button.setText(self.tr("&Move to trash"))
        where = self.tr("move {path} to the system’s trash")
        if proposal.target:
            where = self.tr("move {path} to the vault’s trash, as {target}")
        path, target = self._strong(proposal.path), as_html(proposal.target)
        parts = [where.format(path=path, target=target)]
        data = request.removed
        if data and is_text(data):
            parts.append(f"+0 −{diff.removed}")
        self._summarise(*parts)
        undo = text_label(self.tr("This can be undone: Axon keeps a copy."), self, wraps=True)
        undo.setContentsMargins(0, 0, 0, 10)
        note = is_note(proposal.path)
        title = self.tr("Move this note to the trash?") if note else self.tr("Move this file to the trash?")
        self._compose(title, undo, self._build_content(data, diff))

    def _build_content(self, data: bytes | None, diff: Diff) -> QWidget:
        if data and is_text(data):
            self.view = SideBySideDiff(self)
            self.view.set_diff(diff)
            self.view.describe_with(self._first)
            return self.view
        if data is None:
            text = self.tr("It is too large to show here, or cannot be read.")
        elif data:
            text = self.tr("It is not text ({size}).").format(size=format_size(len(data)))
        else:
            text = self.tr("It is empty.")
        return text_label(text, self, tone="muted")
