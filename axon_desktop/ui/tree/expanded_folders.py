"""OpenFolders: which folders of the tree are open, kept per vault until the next start."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, QObject

from axon_desktop.ui.tree.model import FOLDER_ROLE, PATH_ROLE, VaultModel

if TYPE_CHECKING:
    from axon_desktop.ui.window.main_window import MainWindow

_MAX_KEPT = 200
"""Folders; each is listed when the vault is opened again."""


def folders_to_text(folders: Iterable[str]) -> str:
    """Return the folders that are seen to be open, those above the others first."""
    seen = {"": None}
    for folder in sorted(folders):
        if folder.rpartition("/")[0] in seen:
            seen[folder] = None
    return json.dumps(list(seen)[1 : _MAX_KEPT + 1], ensure_ascii=False)


def folders_from_text(text: str) -> list[str]:
    """Return the folders that a text holds; none when it is damaged."""
    try:
        kept: Any = json.loads(text)
    except (ValueError, RecursionError):
        return []
    return [folder for folder in kept[:_MAX_KEPT] if isinstance(folder, str)] if isinstance(kept, list) else []


class OpenFolders(QObject):
    """Opens again what was open, each folder as soon as it has a row, and remembers what the user opens."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._view = window.tree.view
        self._key = ""
        """Where the folders of the open vault are kept; empty while there is none."""
        self._open: set[str] = set()
        self._waiting: set[str] = set()
        """Folders to be opened again whose folder was not listed yet."""
        self._filling: set[str] = set()
        """Folders that were opened again and are being listed."""
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
        """Open again what was open in a folder; what is chosen stays in sight when rows come above it."""
        model = self._model
        if not model.is_listed(listed):
            return  # of the vault before
        if not listed and model.root_error is not None:  # it is away and may come back
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


def install(window: MainWindow) -> None:
    """Let a window remember which folders of its vaults were open."""
    OpenFolders(window)
