"""ChatPanel: the chat dock as a whole."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QVBoxLayout, QWidget

from axon_desktop.agent.approval import SafetyMode
from axon_desktop.agent.events import (
    TERMINAL,
    AgentEvent,
    Answer,
    ApprovalGiven,
    ApprovalRequested,
    ContinueGiven,
    ContinueRequested,
    Stopped,
    TurnStarted,
    UsageReported,
)
from axon_desktop.ui.chat.announcer import Announcer
from axon_desktop.ui.chat.composer import Composer
from axon_desktop.ui.chat.header import ChatHeader
from axon_desktop.ui.chat.style import control_style
from axon_desktop.ui.chat.transcript import Transcript
from axon_desktop.ui.chat.welcome import Welcome
from axon_desktop.ui.chat.wording import format_tokens, provider_name
from axon_desktop.ui.session import ChatSession
from axon_desktop.ui.view import MarkdownView
from axon_desktop.vault.markdown.colors import Colors


class ChatPanel(QWidget):
    """Shows one session and lets the user talk to it."""

    note_requested = Signal(str)
    """Vault path of a note to open."""
    link_requested = Signal(str)
    """A link of a message was followed: its address."""
    settings_requested = Signal()

    def __init__(
        self,
        session: ChatSession,
        colors: Colors,
        parent: QWidget | None = None,
        *,
        resolve_link: Callable[[str], str | None] | None = None,
        load_image: Callable[[str], bytes | None] | None = None,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._counted = False
        self._welcome_id: int | None = None
        self.setObjectName("chat_panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setMinimumWidth(300)
        self.header = ChatHeader(colors, self)
        self.view = MarkdownView(colors, resolve_link=resolve_link, load_image=load_image, parent=self)
        self.view.setAccessibleName(self.tr("Conversation"))
        self.view.set_font_size(13)
        self.composer = Composer(colors, self)
        self.transcript = Transcript(self.view, colors, session.tool_names, self)
        self.announcer = Announcer(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.header)
        layout.addWidget(self.view, 1)
        layout.addWidget(self.composer)
        self._escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self, session.stop)
        self._escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self._escape.setEnabled(session.running)
        self._connect()
        self.set_colors(colors)
        self._show_provider()
        self._show_welcome()
        self.composer.set_safety(session.safety)
        self.setFocusProxy(self.composer.input)

    def _connect(self) -> None:
        session, composer, transcript = self._session, self.composer, self.transcript
        session.event_received.connect(self._handle)
        session.running_changed.connect(self._running_changed)
        session.provider_changed.connect(self._show_provider)
        session.queue_changed.connect(composer.set_queued)
        session.undone.connect(transcript.show_undo)
        session.cleared.connect(self._clear)
        session.settings_changed.connect(lambda _: composer.set_safety(session.safety))
        composer.submitted.connect(session.send)
        composer.stop_requested.connect(session.stop)
        composer.safety_chosen.connect(self._choose_safety)
        composer.queue_edit_requested.connect(self._edit_queued)
        transcript.undo_requested.connect(session.undo)
        transcript.retry_requested.connect(session.retry)
        transcript.continue_requested.connect(session.continue_turn)
        transcript.note_requested.connect(self.note_requested)
        transcript.announced.connect(lambda text, urgent: self.announcer.announce(text, urgent=urgent))
        self.view.link_activated.connect(self.link_requested)
        self.header.new_requested.connect(session.new_conversation)
        self.header.copy_requested.connect(self.copy_conversation)
        self.header.settings_requested.connect(self.settings_requested)

    # --- what others may ask for ---------------------------------------------------------------------------------

    def focus_input(self) -> None:
        """Put the caret into the input box."""
        self.composer.input.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def insert_text(self, text: str) -> None:
        """Add text to the request being written, such as a mentioned note."""
        self.composer.input.insertPlainText(text)
        self.focus_input()

    def copy_conversation(self) -> None:
        """Put the whole conversation on the clipboard as text."""
        QGuiApplication.clipboard().setText(self.view.to_plain_text())

    def set_colors(self, colors: Colors) -> None:
        """Take the colours of another theme."""
        self.setStyleSheet(f"#chat_panel {{ background: {colors.raised}; }}" + control_style(colors))
        self.header.set_colors(colors)
        self.composer.set_colors(colors)
        self.transcript.set_colors(colors)

    # --- what the session tells ----------------------------------------------------------------------------------

    def _handle(self, event: AgentEvent) -> None:
        if isinstance(event, TurnStarted):
            self._hide_welcome(event.text)
            self._counted = False
        elif isinstance(event, UsageReported):
            self._show_usage(event)
        elif isinstance(event, ApprovalRequested | ContinueRequested):
            self._escape.setEnabled(False)  # Escape is the dialog's, even before it has the focus
        elif isinstance(event, ApprovalGiven | ContinueGiven):
            self._escape.setEnabled(True)
        self.transcript.handle(event)
        if isinstance(event, TERMINAL):
            self._estimate_usage()
            if not isinstance(event, Answer | Stopped):
                self._edit_queued()

    def _running_changed(self, running: bool) -> None:
        self.composer.set_running(running)
        self._escape.setEnabled(running)

    def _clear(self) -> None:
        self.transcript.clear()
        self._welcome_id = None
        self.header.set_title("")
        self.composer.set_meter("", "")
        self._show_welcome()
        self.focus_input()

    def _show_provider(self) -> None:
        provider = self._session.provider
        self.header.set_provider(provider.name, provider.model)
        self.transcript.provider_name = provider_name(provider.name)
        self.composer.set_safety(self._session.safety)
        if self._welcome_id is not None:
            self.view.remove_item(self._welcome_id)
            self._show_welcome()

    def _show_welcome(self) -> None:
        welcome = Welcome(offline=self._session.settings.model.provider == "offline")
        welcome.chosen.connect(self._session.send)
        self._welcome_id = self.view.add_widget(welcome)

    def _hide_welcome(self, title: str) -> None:
        if self._welcome_id is not None:
            self.view.remove_item(self._welcome_id)
            self._welcome_id = None
            self.header.set_title(title)

    def _choose_safety(self, mode: SafetyMode) -> None:
        self._session.set_safety(mode)

    def _edit_queued(self) -> None:
        """Bring the waiting request back into the box, before what is being written there."""
        queued = self._session.take_queued()
        if queued:
            written = self.composer.input.toPlainText()
            self.composer.input.set_text(f"{queued}\n\n{written}" if written else queued)
            self.focus_input()

    def _show_usage(self, event: UsageReported) -> None:
        self._counted = True
        total, usage = event.total, event.usage
        tokens = format_tokens(total.prompt_tokens + total.completion_tokens)
        details = self.tr(
            "Last request: {prompt} in ({cached} cached), {completion} out. All: {total_in} in, {total_out} out."
        ).format(
            prompt=usage.prompt_tokens,
            cached=usage.cached_tokens,
            completion=usage.completion_tokens,
            total_in=total.prompt_tokens,
            total_out=total.completion_tokens,
        )
        self.composer.set_meter(self.tr("{tokens} tokens").format(tokens=tokens), details)

    def _estimate_usage(self) -> None:
        """Estimate the size of the conversation when the provider does not count."""
        if self._counted or self._session.settings.model.provider == "offline":
            return
        tokens = format_tokens(self._session.estimate_tokens())
        self.composer.set_meter(
            self.tr("≈ {tokens} tokens").format(tokens=tokens),
            self.tr("Estimated: this server does not count tokens."),
        )
