"""A vault with an open editor, for tests of saving and completion."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from axon_desktop.ui.editor.saving.save_state import SaveState
from axon_desktop.ui.editor.view import EditorView
from axon_desktop.ui.window.workspace import open_vault
from axon_desktop.vault import Vault
from tests.waiting import until

Run = Callable[[Coroutine[Any, Any, None]], None]


@dataclass
class EditorWorld:
    """The objects that tests use."""

    root: Path
    vault: Vault
    view: EditorView
    states: list[SaveState] = field(default_factory=list)

    def show(self, path: str, *, line: int = 0) -> None:
        """Show a note of the vault."""
        self.view.show_note(path, self.vault.read_exactly([path])[0], line=line)

    def type(self, text: str) -> None:
        """Type at the caret."""
        QTest.keyClicks(self.view.edit, text)

    def key(self, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        """Press one key."""
        QTest.keyClick(self.view.edit, key, modifier)

    def read(self, path: str) -> bytes:
        """Return the content of a file."""
        return (self.root / path).read_bytes()

    async def saved(self) -> None:
        """Wait until the file is completely saved."""
        await until(lambda: self.view.state.kind == "saved" and not self.view.dirty)

    def close(self) -> None:
        """Close the vault."""
        self.view.set_vault(None)
        self.view.deleteLater()
        self.vault.close()


def make_editor_world(tmp_path: Path, **notes: str | bytes) -> EditorWorld:
    """Make a vault with these notes, and an editor that shows none of them."""
    root = tmp_path / "vault"
    root.mkdir(exist_ok=True)
    for name, text in notes.items():
        (root / f"{name}.md").write_bytes(text.encode() if isinstance(text, str) else text)
    vault, fault = open_vault(root, data_dir=tmp_path / "data")
    assert fault is None
    view = EditorView()
    view.resize(700, 500)
    view.set_vault(vault)
    view.show()
    view.activateWindow()
    view.setFocus()
    world = EditorWorld(root, vault, view)
    view.state_changed.connect(world.states.append)
    return world
