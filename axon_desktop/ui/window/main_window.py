"""The window: vault tree, reading pane and chat dock around one vault, and how they talk to each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QEvent, QSettings, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication, QIcon, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QMainWindow,
    QWidget,
)

from axon_desktop.errors import AxonError
from axon_desktop.ui import aio
from axon_desktop.ui.groups.note_groups import NoteGroups
from axon_desktop.ui.language.error_texts import error_text
from axon_desktop.ui.look.sizes import NOTE_PIXELS, NOTE_SIZES, px
from axon_desktop.ui.look.theme import in_force, use_note_style
from axon_desktop.ui.search.find_bars import FindBars
from axon_desktop.ui.session.vault_context import VaultContext
from axon_desktop.ui.status_bar.status_bar import StatusBar
from axon_desktop.ui.tree.panel import VaultTree
from axon_desktop.ui.vault_picker.chooser import VaultChooser
from axon_desktop.ui.window.docks import ChatPlaceholder, Docks
from axon_desktop.ui.window.error_bar import ErrorBar
from axon_desktop.ui.window.focus_order import step_focus
from axon_desktop.ui.window.geometry import SavedGeometry
from axon_desktop.ui.window.menus import Menus
from axon_desktop.ui.window.paged_panel import PagedPanel
from axon_desktop.ui.window.window_actions import connect_conversation, connect_window

if TYPE_CHECKING:
    from axon_desktop.agent.approval.taint import Origin
    from axon_desktop.index.vault_index import VaultIndex
    from axon_desktop.settings.settings import EditorSettings
    from axon_desktop.ui.chat.panel import ChatPanel
    from axon_desktop.ui.decisions.decisions import Decisions
    from axon_desktop.ui.groups.agent_focus import ReadingListener
    from axon_desktop.ui.model_picker.server_models import ModelServers
    from axon_desktop.ui.note.pane import NotePane
    from axon_desktop.ui.session.chat_session import ChatSession
    from axon_desktop.ui.session.conversation_keeper import ConversationKeeper
    from axon_desktop.ui.window.modal_close import ModalClose
    from axon_desktop.ui.window.notifications import Notifier
    from axon_desktop.vault import Vault

_DEFAULT_SIZE = QSize(1440, 900)
_FRAME = QSize(16, 56)
"""Room for what the system puts around a window."""
_MOST_NAMED = 2
"""Files that are named when they were brought back; of more it is one."""
_SEEN_MS = 1000
"""How long the window is still seen while all is closed."""


class MainWindow(QMainWindow):
    """Shows one vault at a time; what it needs is given to it by `desktop.py`."""

    close_requested = Signal()
    vault_requested = Signal(str)
    """A folder to open as the vault."""
    settings_requested = Signal(str)
    """The page of the settings to open."""
    theme_requested = Signal(str)
    text_size_requested = Signal(int)
    """Pixels by which all text is to be larger, or smaller; 0 for its usual size."""
    model_chosen = Signal(object)
    """ModelSettings of the model that shall answer from now on."""
    editor_requested = Signal(object)
    """EditorSettings that shall hold from now on."""
    editor_changed = Signal()
    """Other `editor_settings` hold."""
    undo_requested = Signal()
    search_in_vault: Callable[[str], None]
    """Show what a query finds in the vault; there is one when the features are."""

    def __init__(self, app_icon: QIcon, state: QSettings) -> None:
        super().__init__()
        self.state = state
        """What is remembered of the window until the next start."""
        self._may_close = False
        self._leaving = False
        self.model_servers: ModelServers | None = None
        """Knows which models there are; set by `desktop.py`."""
        self._place = SavedGeometry(self)
        self._left_text = ""
        """Text typed for a note that could not be edited, until the error bar is closed."""
        self.context = VaultContext(self)
        """The vault that is shown, and the note in front."""
        self._notifier: Notifier | None = None
        self._heard: ReadingListener | None = None
        pixels = str(state.value("note_pixels", ""))
        is_size = pixels.isdecimal() and int(pixels[:3]) in NOTE_SIZES
        self.note_pixels = int(pixels[:3]) if is_size else NOTE_PIXELS
        """Size of the text of notes in the design's pixels."""
        self.find_bars = FindBars()
        self.editor_settings: EditorSettings | None = None
        """How notes are written; taken by each editor that gets the focus."""

        self.setWindowTitle("Axon Desktop")
        self.setWindowIcon(app_icon)
        self.setDockOptions(QMainWindow.DockOption.AllowNestedDocks | QMainWindow.DockOption.AllowTabbedDocks)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)  # no toolbar menu of Qt's own
        self.tree = VaultTree()
        self.tree.setMinimumWidth(160)
        self.groups = NoteGroups()
        """The panes with notes in the centre."""
        self.groups.set_font_size(px(self.note_pixels))
        self._waiting = ChatPlaceholder()
        self.chat: QWidget = self._waiting
        self.chat_panel: ChatPanel | None = None
        """The chat of the vault; None while no vault is open."""
        self.setCentralWidget(self.groups)
        self.vault_panel = PagedPanel()
        self.vault_panel.add_page("files", self.tr("Files"), "folder", lambda: self.tree)
        self.note_panel = PagedPanel()
        self.panels = Docks(self, self.vault_panel, self.chat, self.note_panel)
        self.vault_dock, self.chat_dock, self.note_dock = self.panels.docks
        self.error_bar = ErrorBar(self)
        self.addToolBar(Qt.ToolBarArea.TopToolBarArea, self.error_bar)
        self.status = StatusBar(self)
        self.setStatusBar(self.status)
        self.menus = Menus(self, self.panels.docks)
        self.chooser = VaultChooser(self, self.menus.recent, state)
        in_force.changed.connect(self._fit)
        self._connect()
        self._restore_state()
        self.tree.setFocus()  # and not the buttons of the pages, the first that Qt would find

    @property
    def preview(self) -> NotePane:
        """The note pane that was used last."""
        return self.groups.current

    def _connect(self) -> None:
        """Connect the parts with each other; `show_vault` does so for the chat."""
        aio.failures.task_failed.connect(self._task_failed)

        context = self.context
        context.files_changed.connect(self.tree.on_vault_changed)
        context.left.connect(self.tree.leave_vault)
        context.index_state_changed.connect(self.tree.follow_index)
        self.tree.counted.connect(lambda _count: context.catalog_changed.emit())
        self.groups.text_shown.connect(context.show_note)
        self.groups.note_opened.connect(context.rename_note)
        self.groups.pane_closed.connect(self.find_bars.forget_within)
        self.groups.each(self._connect_pane)
        self.groups.used.connect(self._offer_insert)
        self.groups.find_origins = self._find_origins
        self.tree.note_requested.connect(self.groups.open_note)
        self.tree.mention_requested.connect(self.mention)
        self.tree.message_requested.connect(self.status.show_message)
        self.tree.counted.connect(self.status.set_count)
        self.groups.note_opened.connect(self.tree.set_current_note)
        self.groups.note_opened.connect(self._note_opened)
        self.error_bar.closed.connect(self._forget_text)

        self.chooser.vault_requested.connect(self.vault_requested)
        connect_window(self)

    def _connect_pane(self, pane: NotePane) -> None:
        self.context.files_changed.connect(pane.updates.on_vault_changed)
        self.tree.names_changed.connect(pane.updates.names_ready)
        pane.message_requested.connect(self.status.show_message)
        pane.note_focus.text_left.connect(self._offer_text)
        pane.zoom_requested.connect(self.zoom_note)
        pane.body.currentChanged.connect(lambda _page: self._offer_insert())

    # --- the vault and its chat

    def show_vault(
        self,
        vault: Vault,
        session: ChatSession,
        keeper: ConversationKeeper | None = None,
        index: VaultIndex | None = None,
    ) -> None:
        """Show a vault and the conversation about it, in place of what was shown before."""
        from axon_desktop.ui.chat.panel import ChatPanel  # not needed before the first paint
        from axon_desktop.ui.groups.agent_focus import ReadingListener, reading_focus
        from axon_desktop.ui.window.notifications import Notifier

        self.forget_vault()
        self.context.open(vault, index)
        self.tree.set_vault(vault)
        self.groups.set_vault(vault, index)
        self.status.set_vault(vault.name)
        self.setWindowTitle(f"{vault.name} — Axon Desktop")
        panel = ChatPanel(
            session,
            keeper=keeper,
            resolve_link=partial(vault.names.resolve_link, source=""),
            load_image=lambda path: self.preview.body.load_image(path),
            load_note=lambda key: self.preview.body.load_note(key),
            decisions=self.decisions,
            servers=self.model_servers,
        )
        self.context.files_changed.connect(panel.on_vault_changed)
        panel.note_requested.connect(self.groups.open_note)
        panel.link_requested.connect(lambda link: self.preview.links.follow(link, source=""))
        panel.view.link_hovered.connect(lambda link: self.preview.links.show(link))
        panel.settings_requested.connect(self.settings_requested)
        panel.model_chosen.connect(self.model_chosen)
        panel.undo_requested.connect(self.undo_requested)
        panel.message_requested.connect(self.status.show_message)
        panel.context_items.find_focus = lambda: reading_focus(self.preview)
        if self._heard is None:
            self._heard = ReadingListener(self.groups)
        self._heard.changed.connect(panel.context_items.look_soon)
        panel.insert_requested.connect(self._insert_at_caret)
        self._notifier = Notifier(self, lambda: session.settings.general.notify)
        session.event_received.connect(self._notifier.handle)
        session.who_answers.changed.connect(lambda: self._show_provider(session))
        connect_conversation(self, session, panel)
        self.menus.set_saved(saved=False, can_save=keeper is not None)
        if keeper is not None:
            keeper.stored_again.connect(self._kept_again)
        self._set_chat(panel)
        self._show_provider(session)
        self._offer_insert()
        self.chooser.remember(vault.root)
        self.context.entered.emit()

    async def _find_origins(self, source: str) -> Sequence[Origin]:
        """Return whose words may have led to a link of a note, or of the conversation if it is empty."""
        from axon_desktop.ui.note.outside_link import link_origins  # not needed before the first paint

        panel = self.chat_panel
        return await link_origins(panel.session, source, by_agent=self.tree.is_by_agent(source)) if panel else ()

    def _kept_again(self, error: AxonError) -> None:
        self.error_bar.withdraw(error_text(error))
        self.status.show_message(self.tr("The conversation is kept again."))

    def forget_vault(self) -> None:
        """Stop listening to the vault that is shown."""
        self.context.leave()
        if self._notifier is not None:
            self._notifier.close()
            self._notifier.deleteLater()
            self._notifier = None

    def names_ready(self) -> None:
        """Count, and let links of the shown note find their targets, now that the vault's names are known."""
        self.tree.recount()
        if self.context.vault is not None:
            for pane in self.groups.all:
                pane.updates.names_ready()
        if self.chat_panel is not None:
            self.chat_panel.names_ready()

    def show_no_vault(self) -> None:
        """Say what to do when no vault could be opened."""
        self._waiting.show_no_vault()
        self.tree.show_no_vault()
        self.preview.show_no_vault()

    def _set_chat(self, panel: ChatPanel) -> None:
        old, self.chat = self.chat, panel
        self.chat_panel = panel
        self.find_bars.forget_within(old)
        self.panels.show_in_chat(panel)
        old.deleteLater()

    def _offer_insert(self) -> None:
        """Let an answer be put into the note, while there is a caret in one."""
        if self.chat_panel is not None:
            self.chat_panel.transcript.answers.allow_insert(self.preview.body.shows_editor)

    def _insert_at_caret(self, text: str) -> None:
        """Put an answer where the caret is in the note whose source is shown, and go there."""
        editor = self.preview.body.made_editor
        if editor is None or not self.preview.body.shows_editor or editor.edit.isReadOnly():
            words = self.tr("Open a note in Live or Source and put the caret where the answer shall go.")
            self.status.show_message(words)
            return
        editor.edit.insert_at_caret(text)
        editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def mention(self, path: str) -> None:
        """Name a file or folder of the vault in the message box."""
        if self.chat_panel is not None:
            self.chat_dock.show()
            self.chat_panel.mention(path)

    def show_question(self, server: str) -> None:
        """Show in the chat that this server's question waits for the user; an empty name: none does any more."""
        if self.chat_panel is not None:
            self.chat_panel.transcript.show_question(server)

    def _show_provider(self, session: ChatSession) -> None:
        """Say in the status bar who answers, and whether that works."""
        from axon_desktop.ui.language.formats import provider_text
        from axon_desktop.ui.session.model_availability import trouble_words

        who = session.who_answers
        why = trouble_words(who.trouble) if who.trouble != "no_model" else ""  # which the name says
        self.status.set_provider(provider_text(who.provider.name, who.provider.model), who.tone, why)

    def show_undone(self, paths: Sequence[str]) -> None:
        """Say what an undo brought back."""
        named = list(dict.fromkeys(paths))
        if not named:
            words = self.tr("There is nothing to undo.")
        elif len(named) > _MOST_NAMED:
            words = self.tr("Undone: {path} and {count} more").format(path=named[0], count=len(named) - 1)
        else:
            words = self.tr("Undone: {paths}").format(paths=", ".join(named))
        self.status.show_message(words)

    def _note_opened(self, path: str) -> None:
        if (vault := self.context.vault) is not None:
            self.state.setValue(f"last_note/{vault.id}", path)

    def last_note(self, vault: Vault) -> str:
        """Return the note that was open when this vault was closed."""
        return str(self.state.value(f"last_note/{vault.id}", ""))

    # --- errors

    def show_error(self, sentence: str, error: BaseException | None = None) -> None:
        """Show in the error bar what failed; typed text that could not be inserted can be copied there."""
        copy = self.tr("Copy text"), partial(QGuiApplication.clipboard().setText, self._left_text)
        self.error_bar.show_error(sentence, error, action=copy if self._left_text else None)

    def say_vault_is_gone(self, folder: Path) -> None:
        """Say why the sample vault is open, and not the one that was open last."""
        words = self.tr("The vault {folder} is no longer there. The sample vault is open instead.")
        self.error_bar.show_error(
            words.format(folder=folder), action=(self.tr("Open vault…"), self.chooser.choose)
        )

    def _offer_text(self, text: str) -> None:
        """Offer what was typed for a note that is not there to be written in."""
        self._left_text = f"{self._left_text}\n{text}" if self._left_text else text
        words = self.tr("The note could not be written in. What you typed for it is kept here: “{text}”")
        self.show_error(words.format(text=self._left_text))

    def _forget_text(self) -> None:
        self._left_text = ""

    def _task_failed(self, name: str, error: BaseException) -> None:
        if isinstance(error, AxonError):
            self.show_error(error_text(error), error)
        else:
            self.show_error(self.tr("Something went wrong in Axon ({task}): {error}").format(
                task=name, error=f"{type(error).__name__}: {error}"), error)  # fmt: skip

    # --- focus, find, text size

    def focus_filter(self) -> None:
        """Go to the filter box, showing its panel."""
        self.show_panel_page("files")
        self.tree.filter.setFocus()
        self.tree.filter.selectAll()

    def show_panel_page(self, name: str) -> None:
        """Bring a page of the vault panel or the note panel to the front and go to it."""
        for dock, panel in ((self.vault_dock, self.vault_panel), (self.note_dock, self.note_panel)):
            if panel.has_page(name):
                dock.show()
                panel.show_page(name).setFocus()

    def focus_chat(self) -> None:
        """Go to the message box, showing its panel."""
        self.chat_dock.show()
        if self.chat_dock.isFloating():
            self.chat_dock.activateWindow()  # a window of its own
        self.chat.setFocus()

    def take_editor_settings(self, settings: EditorSettings) -> None:
        """Let notes look and be written so from now on."""
        self.editor_settings = settings
        use_note_style(settings.style)
        self.editor_changed.emit()

    def zoom_note(self, step: int) -> None:
        """Make the text of notes larger or smaller beside that of the window."""
        self.set_note_pixels(self.note_pixels + step if step else NOTE_PIXELS)

    def set_note_pixels(self, pixels: int) -> None:
        """Set the size of the text of notes, within bounds."""
        self.note_pixels = min(max(pixels, NOTE_SIZES.start), NOTE_SIZES.stop - 1)
        self.groups.set_font_size(px(self.note_pixels))

    def _fit(self) -> None:
        """Take the sizes in force."""
        self.menus.fit()
        self.groups.set_font_size(px(self.note_pixels))

    # --- docks and geometry

    def _restore_state(self) -> None:
        self.panels.restore(self.state)
        if not self._place.put_back(self.state.value("geometry")):
            self.resize(_DEFAULT_SIZE.boundedTo(self.screen().availableSize() - _FRAME))
        docks = self.state.value("docks")
        if isinstance(docks, QByteArray) and self.restoreState(docks):
            self.error_bar.hide()  # the last window may have been closed with its error shown
            self.panels.arrange(False)

    def showEvent(self, event: QShowEvent) -> None:
        """Give the panels their widths when the window has its own, and show those that float above it."""
        super().showEvent(event)
        self.panels.fit()
        QTimer.singleShot(0, self, self.panels.lift_floating)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let the panels keep their share."""
        super().resizeEvent(event)
        if self.isVisible():
            self.panels.fit()

    def reset_panels(self) -> None:
        """Put the panels back to where they were at first."""
        self.menus.actions["view.arrange_panels"].setChecked(False)
        self.panels.reset()

    def save_state(self) -> None:
        """Remember size, panels and text size for the next start."""
        if (place := self._place.to_keep()) is not None:
            self.state.setValue("geometry", place)
        self.state.setValue("docks", self.saveState())
        self.panels.save(self.state)
        self.state.setValue("note_pixels", self.note_pixels)
        self.state.sync()

    def begin_close(self) -> None:
        """Save the window's state, close the vault, and hide the window if the rest takes a while."""
        self.menus.actions["writing.zen"].setChecked(False)
        self.save_state()
        self.forget_vault()
        QTimer.singleShot(_SEEN_MS, self, self.hide)

    # --- Qt's events

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Let Tab follow what is seen, wherever the panels are and whenever their parts were made."""
        return step_focus(self, forward)

    def event(self, event: QEvent) -> bool:
        """Look again at the vault when the user comes back; notice dialogs that block, and dragged panels."""
        if event.type() == QEvent.Type.WindowActivate and self.context.vault is not None:
            self.tree.reload_shown()
            self.groups.refresh()
        elif event.type() in (QEvent.Type.WindowBlocked, QEvent.Type.WindowUnblocked):
            self._blocked_close.set_blocked(event.type() == QEvent.Type.WindowBlocked)
        elif event.type() == QEvent.Type.MouseButtonPress:
            self.panels.pressed()
        done = super().event(event)
        if event.type() == QEvent.Type.MouseButtonRelease:
            self.panels.released()
        return done

    @cached_property
    def decisions(self) -> Decisions:
        """What waits for the user's answer."""
        from axon_desktop.ui.decisions.decisions import Decisions  # nothing waits before the first paint

        return Decisions(lambda: self, self)

    @cached_property
    def _blocked_close(self) -> ModalClose:
        from axon_desktop.ui.window.modal_close import ModalClose  # with ctypes: not before there is a dialog

        return ModalClose(self, self.close)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask the program to shut down; it closes the window itself when nothing can be lost any more."""
        if self._may_close:
            event.accept()
            return
        event.ignore()
        if self._leaving:
            from axon_desktop.ui.single_instance.raise_window import bring_to_front

            bring_to_front(self, "")  # what asks about a text that cannot be saved
        elif self.groups.settled:
            self.close_requested.emit()
        else:
            aio.spawn(self._leave(), name="close the window")

    async def _leave(self) -> None:
        """Ask what shall become of a text that cannot be saved, then close."""
        self._leaving = True
        try:
            if await self.groups.leave():
                self.close_requested.emit()
        finally:
            self._leaving = False

    def close_for_good(self) -> None:
        """Close the window."""
        self._may_close = True
        self.forget_vault()
        self.close()
