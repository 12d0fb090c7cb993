"""RuleList: the user's permanent decisions, which can be removed."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from axon_desktop.settings.settings import FolderRule, ToolRule
from axon_desktop.text.visible import visible
from axon_desktop.ui.look.sizes import px
from axon_desktop.ui.look.stylesheet import plain_tip

_HEIGHT = 118


class RuleList(QListWidget):
    """Shows rules for folders and for tools of other programs; Delete removes the current one."""

    rules_changed = Signal()
    """A rule was removed."""

    def __init__(
        self,
        folders: Sequence[FolderRule],
        tools: Sequence[ToolRule],
        vault_id: str = "",
        parent: QWidget | None = None,
    ) -> None:
        """Take the rules; those of another vault than the open one are labelled, if one is open."""
        super().__init__(parent)
        self._rules: list[FolderRule | ToolRule] = [*folders, *tools]
        self.removed: list[FolderRule | ToolRule] = []
        """The removed rules."""
        self.setAccessibleName(self.tr("Rules"))
        self.setFixedHeight(px(_HEIGHT))
        self.setObjectName("rules")
        for rule in self._rules:
            words = self._tool_words(rule) if isinstance(rule, ToolRule) else self._folder_words(rule, vault_id)
            item = QListWidgetItem(words, self)
            item.setToolTip(plain_tip(words))

    def _folder_words(self, rule: FolderRule, vault_id: str) -> str:
        folder = f"{visible(rule.folder)}/" if rule.folder else self.tr("whole vault")
        if vault_id and rule.vault != vault_id:
            folder = self.tr("{folder} (in another vault)").format(folder=folder)
        answer = self.tr("always apply") if rule.allow else self.tr("never write")
        return f"{folder} — {answer}"

    def _tool_words(self, rule: ToolRule) -> str:
        answer = self.tr("always allow") if rule.allow else self.tr("never allow")
        return f"{visible(rule.tool)} — {answer}"

    def remove_current(self) -> None:
        """Remove the current rule."""
        row = self.currentRow()
        if row >= 0:
            self.removed.append(self._rules.pop(row))
            self.takeItem(row)
            self.rules_changed.emit()

    def remove_all(self) -> None:
        """Remove all rules."""
        self.removed += self._rules
        self._rules.clear()
        self.clear()
        self.rules_changed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Remove the current rule with Delete."""
        if event.key() == Qt.Key.Key_Delete:
            self.remove_current()
        else:
            super().keyPressEvent(event)
