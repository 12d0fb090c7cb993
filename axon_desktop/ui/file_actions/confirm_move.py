"""ConfirmMoveDialog: asks before a file is moved or trashed, and lists the notes whose links this affects."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from axon_desktop.ui.look.stylesheet import plain_tip
from axon_desktop.ui.widgets.confirm_dialog import Question
from axon_desktop.vault.history.changes import ChangePreview

_SHOWN = 200
_MOST_ROWS = 8


class ConfirmMoveDialog(Question):
    """The button to do it has the focus: the action can be undone."""

    def __init__(
        self,
        title: str,
        sentences: Sequence[str],
        touched: Sequence[tuple[str, int]],
        accept_words: str,
        parent: QWidget | None = None,
    ) -> None:
        """Take the texts, and the vault paths of the notes with their numbers of links."""
        super().__init__(title, sentences, accept_words, parent)
        if not touched:
            return
        self.list = QListWidget(self)
        self.list.setObjectName("linking_notes")
        self.list.setAccessibleName(self.tr("Notes with links to it"))
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._fill(touched)
        self.add_row(self.list)

    def _fill(self, touched: Sequence[tuple[str, int]]) -> None:
        for path, links in touched[:_SHOWN]:
            item = QListWidgetItem(f"{path}  ×{links}" if links > 1 else path, self.list)
            item.setToolTip(plain_tip(path))
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
        if len(touched) > _SHOWN:
            QListWidgetItem(self.tr("… and {count} more").format(count=len(touched) - _SHOWN), self.list)
        rows = range(min(self.list.count(), _MOST_ROWS))
        self.list.setFixedHeight(sum(self.list.sizeHintForRow(row) for row in rows) + 12)


def count_rewritten(changes: Sequence[ChangePreview]) -> list[tuple[str, int]]:
    """Return the notes whose links a move rewrites, with the number of links; call it in a thread."""
    from axon_desktop.vault.moves.link_rewrite import count_links

    return [(change.path, count_links(change)) for change in changes]
