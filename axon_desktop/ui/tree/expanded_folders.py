"""ExpandedFolders: the expanded folders of the tree, saved per vault."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, QObject

from axon_desktop.ui.tree.model import FOLDER_ROLE, PATH_ROLE, VaultModel

if TYPE_CHECKING:
    from axon_desktop.ui.window.main_window import MainWindow

_MAX_SAVED = 200
"""Maximum number; each is listed when the vault is opened again."""


def folders_to_text(folders: Iterable[str]) -> str:
    """Return the visibly expanded folders as a text, parents first."""
    seen = {"": None}
    for folder in sorted(folders):
        if folder.rpartition("/")[0] in seen:
            seen[folder] = None
    return json.dumps(list(seen)[1 : _MAX_SAVED + 1], ensure_ascii=False)


def folders_from_text(text: str) -> list[str]:
    """Parse saved folders; none if the text is damaged."""
    try:
        kept: Any = json.loads(text)
    except (ValueError, RecursionError):
        return []
    return [folder for folder in kept[:_MAX_SAVED] if isinstance(folder, str)] if isinstance(kept, list) else []


class ExpandedFolders(QObject):
    """Expands the saved folders, each as soon as it has a row, and saves what the user expands."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._view = window.tree.view
        self._key = ""
        """Settings key for the folders of the open vault; empty while there is none."""
        self._open: set[str] = set()
        self._waiting: set[str] = set()
        """Folders to expand whose parent was not listed yet."""
        self._filling: set[str] = set()
        """Folders that were expanded again and are being listed."""
        self._view.expanded.connect(self._expanded)
        self._view.collapsed.connect(self._collapsed)
        window.context.entered.connect(self._vault_shown)
        window.context.left.connect(self._vault_left)

    def _vault_shown(self) -> None:
        vault = self._window.context.vault
        assert vault is not None
        self._key = f"folders/{vault.id}"
        self._open = set(folders_from_text(str(self._window.state.value(self._key, "[]"))))
        self._waiting, self._filling = set(self._open), set()
        model = self._model
        model.folder_listed.connect(self._listed)
        if model.is_listed(""):
            self._listed("")

    def _vault_left(self) -> None:
        self._keep()
        self._key = ""

    def _listed(self, listed: str) -> None:
        """Expand the saved subfolders of a folder; the selection stays visible when rows are inserted above it."""
        model = self._model
        if not model.is_listed(listed):
            return  # of the last vault
        if not listed and model.root_error is not None:  # it is missing and may return
            self._waiting = set(self._open)
            self._filling.clear()
            return
        for folder in [path for path in self._waiting if path.rpartition("/")[0] == listed]:
            self._waiting.discard(folder)
            index = model.index_of(folder)
            if index.data(FOLDER_ROLE):
                if not model.is_listed(folder):
                    self._filling.add(folder)
                self._view.expand(index)
            else:
                self._open.discard(folder)
        if listed in self._filling:
            self._filling.discard(listed)
            if self._view.selected.isValid():
                self._view.scrollTo(self._view.selected)

    @property
    def _model(self) -> VaultModel:
        model = self._view.model()
        assert isinstance(model, VaultModel)
        return model

    def _expanded(self, index: QModelIndex) -> None:
        if (path := index.data(PATH_ROLE)) not in self._open:
            self._open.add(path)
            self._keep()

    def _collapsed(self, index: QModelIndex) -> None:
        self._open.discard(index.data(PATH_ROLE))
        self._keep()

    def _keep(self) -> None:
        if self._key:
            self._window.state.setValue(self._key, folders_to_text(self._open))
