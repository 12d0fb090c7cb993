"""Encoding waits while somebody types in the window: real keys, the program's clock, and the process itself."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from axon_desktop.meaning import meaning_index
from axon_desktop.settings.keys import KeyStore
from axon_desktop.settings.settings import MeaningSettings
from axon_desktop.ui.meaning import window_meaning
from axon_desktop.ui.meaning.window_meaning import WindowMeaning
from axon_desktop.ui.session.vault_context import VaultContext
from axon_desktop.ui.typing_clock import TypingClock
from axon_desktop.vault import Vault
from tests.forking.command import forked
from tests.llm.embeddings_server import EmbeddingsServer
from tests.ui.chat_world import Run
from tests.waiting import until

NOTES = 150


class Window(QObject):
    """What of a window the life of the index needs."""

    def __init__(self) -> None:
        super().__init__()
        self.context = VaultContext(self)


def test_helper_rests_while_keys_are_pressed_and_goes_on_when_it_is_quiet(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run_async: Run
) -> None:
    monkeypatch.setenv("AXON_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(window_meaning, "_REST_MS", 0)
    for number in range(NOTES):
        path = tmp_path / "vault" / f"{number}.md"
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"# Note {number}\n\nThe zebra grazes.\n\n# Evening\n\nIt sleeps.\n", "utf-8")
    field = QLineEdit()
    qtbot.addWidget(field)
    field.show()
    handle = field.windowHandle()
    field.setFocus()
    QApplication.processEvents()
    assert TypingClock.of_program().quiet() > 0  # it listens from now on
    window: Any = Window()
    context = window.context

    async def body(server: EmbeddingsServer) -> None:
        settings = MeaningSettings(encoder="server", base_url=f"{server.base_url}/v1", model=server.model)
        life = WindowMeaning(window, KeyStore({}), settings)
        vault = Vault(tmp_path / "vault", data_dir=tmp_path / "data")
        context.open(vault, None)
        keys = cycle((Qt.Key.Key_A, Qt.Key.Key_B))

        async def type_until(condition: Callable[[], object]) -> None:
            """Press a key at each look; the loop brings it to the window."""

            def look() -> object:
                none = Qt.KeyboardModifier.NoModifier
                QCoreApplication.postEvent(handle, QKeyEvent(QEvent.Type.KeyPress, next(keys), none))
                return condition()

            await until(look)

        context.entered.emit()

        await type_until(lambda: context.meaning is not None and context.meaning.state.usable)
        index = context.meaning
        counts = []
        for _ in range(6):
            asked = asyncio.ensure_future(asyncio.to_thread(index.find, "zebra", 3))
            await type_until(asked.done)
            assert asked.result()
            counts.append(len(server.texts))
        queries = counts[-1] - counts[-2]
        assert counts[-1] - counts[-4] == 3 * queries == 3  # nothing but the queries
        assert counts[-1] < 2 * NOTES
        await until(lambda: index.state.phase == "ready")
        assert len(server.texts) > 3 * NOTES
        context.leave()
        await until(lambda: context.meaning is None)
        await asyncio.to_thread(index.close)
        life.deleteLater()

    with EmbeddingsServer(keyless=True) as server, patch.object(meaning_index, "worker_command", forked):
        run_async(body(server))
        assert server.problems == []
