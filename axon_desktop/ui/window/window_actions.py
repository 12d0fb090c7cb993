"""The menu actions that the window handles itself; each feature connects its own."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication, QWidget

from axon_desktop.ui.aio import ask, spawn
from axon_desktop.ui.look.parts import name_keys
from axon_desktop.ui.shortcuts.keymap import Keymap
from axon_desktop.ui.window.focus_order import step_panel
from axon_desktop.ui.window.menus import THEMES

if TYPE_CHECKING:
    from axon_desktop.ui.chat.panel import ChatPanel
    from axon_desktop.ui.note.pane import NotePane
    from axon_desktop.ui.session.chat_session import ChatSession
    from axon_desktop.ui.window.main_window import MainWindow


def connect_window(window: MainWindow) -> None:
    """Connect the actions that need no vault."""
    actions, groups = window.menus.actions, window.groups
    for name, slot in (
        ("file.open_vault", window.chooser.choose),
        ("file.settings", partial(window.settings_requested.emit, "models")),
        ("file.quit", window.close),
        ("edit.undo", partial(_call_focused, "undo")),
        ("edit.redo", partial(_call_focused, "redo")),
        ("edit.cut", partial(_call_focused, "cut")),
        ("edit.copy", partial(_call_focused, "copy")),
        ("edit.paste", partial(_call_focused, "paste")),
        ("edit.paste_plain", partial(_call_focused, "paste_plain", "paste")),
        ("edit.select_all", partial(_call_focused, "select_all", "selectAll")),
        ("edit.find", partial(_find, window)),
        ("edit.replace", partial(_find, window, replaces=True)),
        ("edit.filter_notes", window.focus_filter),
        ("view.files", partial(window.show_panel_page, "files")),
        ("view.tags", partial(window.show_panel_page, "tags")),
        ("view.outline", partial(window.show_panel_page, "outline")),
        ("view.links", partial(window.show_panel_page, "links")),
        ("view.next_panel", partial(step_panel, window, True)),
        ("view.previous_panel", partial(step_panel, window, False)),
        ("view.reset_panels", window.reset_panels),
        ("view.reading_or_source", partial(_change_mode, window)),
        ("view.back", lambda: window.preview.go_back()),
        ("view.forward", lambda: window.preview.go_forward()),
        ("view.refresh", window.tree.refresh),
        ("view.refresh", groups.refresh),
        ("view.larger_text", partial(_zoom, window, 1)),
        ("view.smaller_text", partial(_zoom, window, -1)),
        ("view.normal_text", partial(_zoom, window, 0)),
        *((action, partial(window.theme_requested.emit, theme)) for theme, action in THEMES.items()),
        ("agent.write_a_message", window.focus_chat),
        ("agent.undo_last_change", window.undo_requested.emit),
        ("help.keyboard_shortcuts", partial(show_shortcuts, window, window.menus.keymap)),
        ("help.about_axon_desktop", partial(show_about, window)),
    ):
        actions[name].triggered.connect(lambda _checked=False, slot=slot: slot())
    actions["view.arrange_panels"].toggled.connect(window.panels.arrange)
    groups.each(partial(_connect_pane, window))
    groups.used.connect(partial(_offer_steps, window))


def _connect_pane(window: MainWindow, pane: NotePane) -> None:
    for name, button in (
        ("view.reading_or_source", pane.header.mode),
        ("view.reading_or_source", pane.header.switch),
        ("view.back", pane.header.back),
        ("view.forward", pane.header.forward),
    ):
        name_keys(button, window.menus.actions[name])
    pane.header.steps_changed.connect(lambda _back, _forward: _offer_steps(window))


def connect_conversation(window: MainWindow, session: ChatSession, panel: ChatPanel) -> None:
    """Connect the actions on the current conversation, and enable them."""
    menus, actions = window.menus, window.menus.actions
    actions["agent.new_conversation"].triggered.connect(session.new_conversation)
    actions["agent.stop"].triggered.connect(session.stop)
    actions["agent.sum_up_the_conversation"].triggered.connect(session.compact)
    actions["agent.make_a_plan_first"].triggered.connect(panel.toggle_mode)
    actions["agent.edit_the_last_request"].triggered.connect(panel.edit_last)
    actions["agent.history"].triggered.connect(panel.conversation_actions.show_history)
    actions["agent.rename_the_conversation"].triggered.connect(panel.header.title.begin)
    actions["agent.fork_go_on_with_a_copy"].triggered.connect(panel.header.fork_requested)
    actions["agent.export_as_markdown"].triggered.connect(panel.header.export_requested)
    actions["agent.save_to_a_note"].triggered.connect(panel.conversation_actions.save_to_note)
    name_keys(panel.header.new, actions["agent.new_conversation"])
    name_keys(panel.header.history, actions["agent.history"])
    name_keys(panel.composer.mode, actions["agent.make_a_plan_first"])
    session.running_changed.connect(menus.set_running)
    session.mode_changed.connect(menus.set_mode)
    panel.header.offers_changed.connect(menus.set_saved)
    menus.set_mode(session.mode)
    menus.set_running(session.running)


def _call_focused(*names: str) -> None:
    """Call the first of these methods that the focused widget has."""
    focused = QApplication.focusWidget()
    for name in names:
        method = getattr(focused, name, None)
        if method is not None:
            method()
            return


def _find(window: MainWindow, *, replaces: bool = False) -> None:
    """Open the find bar of the conversation if it has the focus, else of the note."""
    from axon_desktop.ui.markdown_view import MarkdownView

    focused = QApplication.focusWidget()
    in_chat = focused is not None and (focused is window.chat or window.chat.isAncestorOf(focused))
    view = window.chat.findChild(MarkdownView) if in_chat else None
    target = view or window.preview.body.searched
    if target is not None:
        searched = target if isinstance(target, MarkdownView) else target.edit
        window.find_bars.open(target, searched, replaces=replaces)


def _zoom(window: MainWindow, step: int) -> None:
    """Zoom a shown picture, else all text."""
    if window.preview.body.zoom(step):
        return
    if not step:
        window.zoom_note(0)
    window.text_size_requested.emit(step)


def _offer_steps(window: MainWindow) -> None:
    header = window.preview.header
    window.menus.actions["view.back"].setEnabled(header.back.isEnabled())
    window.menus.actions["view.forward"].setEnabled(header.forward.isEnabled())


def show_shortcuts(window: QWidget, keymap: Keymap) -> None:
    """Open the dialog of shortcuts."""
    from axon_desktop.ui.shortcuts.dialog import ShortcutsDialog

    dialog = ShortcutsDialog(keymap, window)
    spawn(ask(dialog), name=dialog.windowTitle())


def _change_mode(window: MainWindow) -> None:
    """Read the note that is written, or write it, and say which."""
    from axon_desktop.ui.accessibility.announcer import announce  # not needed before the first paint

    window.preview.toggle_source()
    announce(window.preview.header.mode.text().rstrip(" ▾"))


def show_about(window: QWidget) -> None:
    """Show the About dialog."""
    from axon_desktop.ui.help.about_dialog import AboutDialog

    dialog = AboutDialog(window.windowIcon(), window)
    spawn(ask(dialog), name=dialog.windowTitle())
