"""A view on an offscreen screen, and a function that waits for its background work."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from axon_desktop.ui.markdown_view import MarkdownView
from axon_desktop.ui.markdown_view.layout.chunk import Chunk


def settled(view: MarkdownView) -> bool:
    """Tell whether everything near the viewport is laid out."""
    height = view.viewport().height()
    near = [row for row in view.rows_between(-height, 2.0 * height) if isinstance(row, Chunk)]
    ready = all(row.document is not None and row.width == view.column_width for row in near)
    return ready and not (view._built or view._content.scanning or view._builder._texts)


@pytest.fixture
def settle(qtbot: QtBot) -> Callable[[MarkdownView], None]:
    """Return a function that waits until a view has nothing left to do."""

    def wait(view: MarkdownView) -> None:
        qtbot.waitUntil(lambda: settled(view))

    return wait


@pytest.fixture
def view(qtbot: QtBot, qapp: QApplication) -> Iterator[MarkdownView]:
    made = MarkdownView()
    qtbot.addWidget(made)
    made.resize(720, 600)
    with qtbot.waitExposed(made):
        made.show()
    yield made
    made.hide()
