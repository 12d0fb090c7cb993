"""The features around the reading pane, each put into the window by one call after the first paint."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from axon_desktop.ui.main_window import MainWindow

_Add: TypeAlias = "Callable[[MainWindow], object]"

_FEATURES = (
    ("decisions.in_window", "add_decisions"),
    ("other_programs", "follow_other_programs"),
    ("index_status", "show_index_status"),
    ("nothing_open", "show_nothing_open"),
    ("vault_gone", "say_when_vault_is_gone"),
    ("search.in_window", "add_search"),
    ("links.in_window", "add_links"),
    ("tabs.in_window", "add_tabs"),
    ("tree_folders", "keep_open_folders"),
    ("obsidian.in_window", "add_obsidian"),
    ("switcher.in_window", "add_switcher"),
    ("changes.in_window", "add_changes"),
    ("palette.in_window", "add_palette"),
    ("shortcuts.in_window", "add_program_keys"),
    ("boards.in_window", "add_boards"),
    ("editor.in_window", "add_editor"),
    ("word_count", "show_word_count"),
    ("help.in_window", "add_help"),
    ("dropped_files", "take_dropped_files"),
    ("left_open", "keep_left_open"),
)
"""Modules in this folder, and the function of each that takes the window."""

_LATER = (
    "index.indexed_search",
    "tools.manager",
    "agent.engine",
    "ui.approver",
    "ui.search.page",
    "ui.switcher.switcher",
    "ui.editor.view",
)
"""Modules of the program that the first request, Ctrl+Shift+F, Ctrl+O and Ctrl+E need."""


def load_features() -> list[_Add]:
    """Import the features, which takes some frames: for a thread."""
    return [getattr(import_module(f"axon_desktop.ui.{module}"), name) for module, name in _FEATURES]


async def load_later() -> None:
    """Import in threads what is wanted sooner or later, so that nobody waits for it then."""
    for module in _LATER:
        await asyncio.to_thread(import_module, f"axon_desktop.{module}")


async def add_features(window: MainWindow) -> None:
    """Put every feature into a window that was painted, one in a turn of the event loop."""
    for add in await asyncio.to_thread(load_features):
        add(window)
        await asyncio.sleep(0)
