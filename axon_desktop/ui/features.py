"""The features around the reading pane, each added to the window by one call after the first paint."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from axon_desktop.ui.window.main_window import MainWindow

_Add: TypeAlias = "Callable[[MainWindow], object]"

_FEATURES = (
    "decisions.feature",
    "index.outside_changes",
    "status_bar.index_status",
    "note.empty_page",
    "window.missing_vault",
    "search.feature",
    "note_panel.feature",
    "link_preview.feature",
    "tabs.feature",
    "tree.expanded_folders",
    "file_actions.feature",
    "quick_open.feature",
    "changes.feature",
    "shortcuts.feature",
    "editor.saving.feature",
    "status_bar.word_count",
    "help.feature",
    "drag_drop.dropped_files",
    "window.restore",
)
"""Modules in this folder; each has `install(window)`."""

_LATER = (
    "index.search.indexed_search",
    "tools.manager",
    "agent.engine",
    "ui.approval.dialog_approver",
    "ui.search.page",
    "ui.quick_open.switcher",
    "ui.editor.view",
)
"""Modules that the first request, Ctrl+Shift+F, Ctrl+O and Ctrl+E need."""


def load_features() -> list[_Add]:
    """Import the features, which takes several frames: for a thread."""
    return [import_module(f"axon_desktop.ui.{module}").install for module in _FEATURES]


async def load_later() -> None:
    """Import in threads what is needed later, so that nobody waits for it then."""
    for module in _LATER:
        await asyncio.to_thread(import_module, f"axon_desktop.{module}")


async def add_features(window: MainWindow) -> None:
    """Add every feature to a painted window, one per iteration of the event loop."""
    for add in await asyncio.to_thread(load_features):
        add(window)
        await asyncio.sleep(0)
