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
    "accessibility.announcer:install",
    "decisions.feature:install",
    "index.outside_changes:OutsideChanges",
    "status_bar.index_status:install",
    "note.empty_page:install",
    "window.missing_vault:MissingVault",
    "search.feature:install",
    "note_panel.feature:NotePanelFeature",
    "link_preview.feature:install",
    "meaning.feature:MeaningFeature",
    "bookmarks.feature:install",
    "tabs.feature:TabsFeature",
    "tree.expanded_folders:ExpandedFolders",
    "tree.toolbar:install",
    "file_actions.feature:FileActionsFeature",
    "quick_open.feature:SwitcherFeature",
    "quick_open.feature:PaletteFeature",
    "changes.feature:ChangesFeature",
    "shortcuts.program_keys:install",
    "inline_edit.feature:InlineEditFeature",
    "inline_edit.comments.feature:CommentsFeature",
    "editor.saving.feature:EditorFeature",  # after the tabs, which must save their position first
    "editor.editing.feature:EditingFeature",
    "window.zen:ZenMode",
    "editor.properties.feature:PropertiesFeature",
    "status_bar.word_count:WordCount",
    "help.feature:HelpFeature",
    "drag_drop.dropped_files:DroppedFiles",
    "window.restore:RestoredState",
)
"""What is called with the window: classes and functions, as `module:name` in this folder."""

_LATER = (
    "index.search.indexed_search",
    "tools.manager",
    "agent.engine",
    "ui.approval.dialog_approver",
    "ui.search.page",
    "ui.quick_open.switcher",
    "ui.editor.view",
    "markdown.html.markup",
    "ui.editor.live.drawn.drawn_groups",
)
"""Modules that the first request, Ctrl+Shift+F, Ctrl+O, Ctrl+E and the first drawing in a note need."""


def load_features() -> list[_Add]:
    """Import the features, which takes several frames: for a thread."""
    from axon_desktop.ui.lazy_import import load

    return [load(name) for name in _FEATURES]


async def load_later() -> None:
    """Import in threads what is needed later, so that nobody waits for it then."""
    for module in _LATER:
        await asyncio.to_thread(import_module, f"axon_desktop.{module}")


async def add_features(window: MainWindow) -> None:
    """Add every feature to a painted window, one per iteration of the event loop."""
    for add in await asyncio.to_thread(load_features):
        add(window)
        await asyncio.sleep(0)
