"""ChatPanel: the chat dock as a whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from axon_desktop.agent.events import TERMINAL, AgentEvent, TurnStarted, UsageReported
from axon_desktop.text.mention_syntax import write_mention
from axon_desktop.theme.look import DESIGN_TEXT
from axon_desktop.ui.accessibility.announcer import announce
from axon_desktop.ui.chat.cards.compaction_row import CompactionRow
from axon_desktop.ui.chat.conversation_view import ConversationView
from axon_desktop.ui.chat.event_feed import EventFeed
from axon_desktop.ui.chat.header import ChatHeader
from axon_desktop.ui.chat.transcript import Transcript
from axon_desktop.ui.chat.welcome import WelcomePlace
from axon_desktop.ui.composer.completion import Completer
from axon_desktop.ui.composer.composer import Composer
from axon_desktop.ui.composer.context_items import ContextItems
from axon_desktop.ui.composer.mentions import MentionIndex, is_known, path_in
from axon_desktop.ui.composer.token_meter import filled, meter_details, meter_text
from axon_desktop.ui.conversations.actions import ConversationActions
from axon_desktop.ui.conversations.rewind import Rewind
from axon_desktop.ui.conversations.rewind_bar import RewindBar
from axon_desktop.ui.decisions.decision_cards import DecisionCards
from axon_desktop.ui.decisions.decisions import Decisions
from axon_desktop.ui.language.formats import provider_name
from axon_desktop.ui.look.parts import name_panel, vbox
from axon_desktop.ui.look.sizes import px
from axon_desktop.ui.look.stylesheet import wear
from axon_desktop.ui.look.theme import in_force
from axon_desktop.ui.markdown_view.embeds.embedded_notes import LoadNote
from axon_desktop.ui.model_picker.model_picker import ModelPicker
from axon_desktop.ui.model_picker.server_models import ModelServers
from axon_desktop.ui.session.chat_session import ChatSession
from axon_desktop.ui.session.conversation_keeper import ConversationKeeper, Opened, shorten
from axon_desktop.ui.session.replay_slices import ReplaySlices
from axon_desktop.ui.session.undo_outcome import UndoOutcome
from axon_desktop.vault import Change
from axon_desktop.vault.history.changes import VaultChanged

_LEAST_WIDTH = 300
_BUTTONS_WIDTH = 240
"""What the buttons below the box need; more than the least width where the text is large."""


class ChatPanel(QWidget):
    """Shows one session and lets the user talk to it."""

    note_requested = Signal(str)
    """Vault path of a note to open."""
    link_requested = Signal(str)
    """A link of a message was followed: its address."""
    settings_requested = Signal(str)
    """The page of the settings to open."""
    model_chosen = Signal(object)
    """ModelSettings of the model that shall answer from now on."""
    undo_requested = Signal()
    """Undo what the last turn wrote."""
    change_requested = Signal(int)
    """Show all changes, beginning at the one with this journal id."""
    insert_requested = Signal(str)
    """Markdown to insert at the caret in the note."""
    message_requested = Signal(str)
    """A sentence for the status bar."""

    def __init__(
        self,
        session: ChatSession,
        parent: QWidget | None = None,
        *,
        keeper: ConversationKeeper | None = None,
        resolve_link: Callable[[str], str | None] | None = None,
        load_image: Callable[[str], bytes | None] | None = None,
        load_note: LoadNote | None = None,
        decisions: Decisions | None = None,
        servers: ModelServers | None = None,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self.keeper = keeper or ConversationKeeper(session, None)
        """Stores the conversation."""
        self._counted = False
        self._opened: Opened | None = None
        """The kept conversation that is being shown."""
        name_panel(self, "chat_panel")
        wear(self, "chat.qss", "controls.qss")
        self.header = ChatHeader(self)
        self.view = ConversationView(
            resolve_link=resolve_link, load_image=load_image, load_note=load_note, parent=self
        )
        self.view.setAccessibleName(self.tr("Conversation"))
        self.composer = Composer(self)
        self.context_items = ContextItems(self.composer.context, self.composer.input, session.vault, self)
        session.focus = self.context_items.focus
        self.completer = Completer(self.composer.input, lambda: self.composer.input.composing, self)
        self.completer.set_index(MentionIndex(session.vault))
        self.composer.input.set_completer(self.completer)
        self.composer.input.set_path_finder(lambda file: path_in(session.vault, file))
        self.transcript = Transcript(
            self.view, session.tool_names, lambda name: is_known(session.vault, name), self
        )
        self.view.may_edit = lambda item: self.transcript.requests.at(item) is not None
        self.compaction = CompactionRow(self.view, self)
        self.questions = DecisionCards(self.view, decisions, self)
        if decisions is not None:
            decisions.message_box = self.composer.input
        self.welcome = WelcomePlace(self.view, session.vault, self)
        self.feed = EventFeed(self._handle, self)
        self.conversation_actions = ConversationActions(session, self.keeper, self)
        self.strip = RewindBar(self)
        self.picker = ModelPicker(servers or ModelServers(parent=self), self.header, self)
        self.back = Rewind(session, self.keeper, self.transcript.requests, self.strip, self)
        self._fit()
        in_force.changed.connect(self._fit)
        vbox(self.header, (self.view, 1), self.strip, self.composer, parent=self, spacing=0)
        self._escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self, self._stop)
        self._escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self._escape.setEnabled(session.running)
        self._connect()
        self._connect_conversation()
        self.view.set_font_size(px(DESIGN_TEXT))
        self._show_provider()
        self._show_trouble()
        self._show_welcome()
        self.header.set_saved(saved=False, can_save=self.keeper.keeps)
        self.composer.set_mode(session.mode)
        self.setFocusProxy(self.composer.input)

    def _connect(self) -> None:
        session, composer, transcript = self._session, self.composer, self.transcript
        session.event_received.connect(self.feed.take)
        session.running_changed.connect(self._running_changed)
        session.provider_changed.connect(self._show_provider)
        session.who_answers.changed.connect(self._show_trouble)
        session.mode_changed.connect(composer.set_mode)
        session.queue.changed.connect(composer.queue.show_requests)
        session.undone.connect(transcript.show_undo)
        session.compaction_changed.connect(self.compaction.show_state)
        session.interrupted.connect(self._interrupted)
        session.cleared.connect(self._clear)
        session.settings_changed.connect(lambda _: composer.set_safety(session.safety))
        composer.submitted.connect(self._send)
        composer.steered.connect(self._steer)
        composer.stop_requested.connect(session.stop)
        composer.mode_chosen.connect(session.set_mode)
        composer.safety_chosen.connect(session.set_safety)
        composer.input.command_given.connect(self.give_command)
        composer.queue.edit_requested.connect(self._edit_queued)
        composer.queue.steer_requested.connect(lambda index: session.steer(session.withdraw(index)))
        composer.queue.remove_requested.connect(session.withdraw)
        composer.queue.move_requested.connect(self._move_queued)
        transcript.call_signals.undo_requested.connect(session.undo)
        transcript.call_signals.note_requested.connect(self.note_requested)
        transcript.call_signals.change_requested.connect(self.change_requested)
        transcript.ends.retry_requested.connect(session.retry)
        transcript.ends.continue_requested.connect(session.continue_turn)
        transcript.ends.settings_requested.connect(self.settings_requested)
        transcript.ends.undo_all_requested.connect(session.undo_all)
        transcript.answer_signals.insert_requested.connect(self.insert_requested)
        transcript.answer_signals.save_requested.connect(self.conversation_actions.save_answer)
        transcript.answer_signals.retry_requested.connect(session.send)
        transcript.answer_signals.copied.connect(lambda: announce(self.tr("The answer was copied.")))
        self.compaction.retry_requested.connect(session.compact)
        self.compaction.settings_requested.connect(lambda: self.settings_requested.emit("models"))
        transcript.answer_signals.model_requested.connect(lambda: self.settings_requested.emit("models"))
        transcript.plans.resume_requested.connect(session.resume_plan)
        transcript.plans.skip_requested.connect(session.skip_step)
        transcript.plans.retry_requested.connect(session.retry_step)
        transcript.plans.revise_requested.connect(self.conversation_actions.revise_plan)
        self.view.link_activated.connect(self.link_requested)
        self.questions.left.connect(self.focus_input)

    def _connect_conversation(self) -> None:
        header, keeper, actions = self.header, self.keeper, self.conversation_actions
        self.feed.replayed.connect(self._replayed)
        keeper.opened.connect(self._open)
        keeper.title_changed.connect(header.set_title)
        keeper.listed.connect(self.welcome.offer_recent)
        self.welcome.chosen.connect(self._send)
        self.welcome.open_requested.connect(keeper.open)
        self.welcome.model_chosen.connect(self.model_chosen)
        self.welcome.models_requested.connect(self.picker.open_list)
        self.view.edit_requested.connect(self._edit_message)
        self.view.back_requested.connect(self.back.start_at)
        self.back.undone.connect(self.show_undone)
        self.back.draft_left.connect(self.composer.input.drop_text)
        header.new_requested.connect(self._session.new_conversation)
        header.history_requested.connect(actions.show_history)
        header.renamed.connect(keeper.rename)
        header.edit_requested.connect(self.edit_last)
        header.fork_requested.connect(keeper.fork)
        header.copy_requested.connect(self.view.copy_all)
        header.export_requested.connect(lambda: actions.export())
        header.save_requested.connect(actions.save_to_note)
        header.delete_requested.connect(actions.delete)
        header.settings_requested.connect(lambda: self.settings_requested.emit("models"))
        header.models_requested.connect(self.picker.open_list)
        self.picker.model_chosen.connect(self.model_chosen)
        self.picker.settings_requested.connect(header.settings_requested)
        actions.message_requested.connect(self.message_requested)
        actions.note_requested.connect(self.note_requested)

    # --- what others may ask for ---------------------------------------------------------------------------------

    @property
    def session(self) -> ChatSession:
        """The open conversation."""
        return self._session

    def focus_input(self) -> None:
        """Put the caret into the input box."""
        self.composer.input.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def mention(self, path: str) -> None:
        """Mention a note or folder in the request being written."""
        is_folder = path in self._session.vault.names.folders
        self.composer.input.insert_words(write_mention(path, is_folder=is_folder))
        self.focus_input()

    @property
    def unsent(self) -> str:
        """What is written in the box, after what waits behind the running turn."""
        waiting = [request.text for request in self._session.queue.requests]
        return "\n\n".join(text for text in (*waiting, self.composer.input.toPlainText()) if text)

    def edit_last(self) -> None:
        """Let the last request be edited and sent again."""
        request = self.transcript.requests.last()
        if request is not None:
            self.keeper.edit_turn(*request)

    def show_undone(self, changes: Sequence[Change]) -> None:
        """Show on the cards what was undone or redone elsewhere."""
        for change in changes:
            if change.undoes is not None:
                self._session.undone.emit(UndoOutcome(change.undoes, change.id, change.path))

    def toggle_mode(self) -> None:
        """Change between answering at once and making a plan first."""
        self._session.set_mode("react" if self._session.mode == "plan" else "plan")

    def give_command(self, name: str, argument: str) -> None:
        """Do what a `/` command says."""
        session = self._session
        if name in ("plan", "react"):
            session.set_mode("plan" if name == "plan" else "react")
            if argument:
                session.send(argument)
            return
        if name == "rename" and argument:
            self.keeper.rename(argument)
            return
        if name == "compact" and session.running:
            self.message_requested.emit(self.tr("Wait until Axon is done, or stop it first."))
            return
        {
            "new": session.new_conversation,
            "history": self.conversation_actions.show_history,
            "rename": self.header.title.begin,
            "edit": self.edit_last,
            "retry": session.retry,
            "undo": self.undo_requested.emit,
            "model": self.picker.open_list,
            "compact": session.compact,
            "budget": lambda: self.settings_requested.emit("safety"),
            "export": self.conversation_actions.export,
            "save": self.conversation_actions.save_to_note,
        }[name]()

    def on_vault_changed(self, change: VaultChanged) -> None:
        """Update notes that are embedded in the conversation, and what the empty conversation offers."""
        self.view.notes_changed(change.paths, many=change.many)
        self.names_ready()

    def names_ready(self) -> None:
        """Offer what is possible in the vault, now that its names are known."""
        if self.welcome.look_again():
            self.keeper.list_recent()

    def _fit(self) -> None:
        self.view.set_font_size(px(DESIGN_TEXT))
        self.setMinimumWidth(max(_LEAST_WIDTH, px(_BUTTONS_WIDTH)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let the suggestions stay at the box."""
        super().resizeEvent(event)
        self.completer.place()

    # --- events of the session ----------------------------------------------------------------------------------

    def _handle(self, event: AgentEvent) -> None:
        """Show one event; what was kept is shown in the column alone: `_open` knows what all of it came to."""
        if self.feed.replaying:
            self.transcript.handle(event)
            return
        match event:
            case TurnStarted():
                self._begin_turn(event)
            case UsageReported():
                self._show_usage(event)
            case _:
                pass
        self.composer.state.follow([event])
        self.transcript.handle(event)
        if isinstance(event, TERMINAL):
            self._estimate_usage()

    def _begin_turn(self, event: TurnStarted) -> None:
        self.welcome.hide()
        self.compaction.settle()
        if not self.keeper.title:
            self.header.set_title(shorten(event.text))
        self.header.set_saved(saved=self.keeper.keeps, can_save=self.keeper.keeps)
        self._counted = False
        self.back.forget()

    def _running_changed(self, running: bool) -> None:
        self.composer.set_running(running)
        self._escape.setEnabled(running)

    def _stop(self) -> None:
        """Stop the turn, or close the dialog that is shown: until the system activates it, its keys come here."""
        if isinstance(dialog := QApplication.activeModalWidget(), QDialog):
            dialog.reject()
        else:
            self._session.stop()

    def _clear(self) -> None:
        self.feed.drop()
        self._opened = None
        self.transcript.clear()
        self.welcome.forget()
        self.back.forget()
        self.compaction.forget()
        self.questions.show_again()
        self.header.set_title("")
        self.header.set_saved(saved=False, can_save=self.keeper.keeps)
        self.composer.set_meter("", "")
        self.composer.state.forget()
        self.context_items.reset()
        if not self._session.history:  # else a kept conversation follows
            self._show_welcome()
        self.focus_input()

    def _open(self, opened: Opened) -> None:
        """Show the end of a kept conversation; what came before follows."""
        end = opened.parts.end
        if end:
            self.welcome.hide()
            self.header.set_saved(saved=True, can_save=True)
            self._opened = opened
            if self._session.usage is not None:
                self._show_usage(self._session.usage)
            self.transcript.requests.recall(opened.parts.turns)
            self.transcript.begin_replay(end)
            self.composer.state.follow(end)
            self.feed.replay(end)
        elif not self.welcome.shown:
            self._show_welcome()
        if opened.draft:
            self.composer.input.set_text(opened.draft)
        self.focus_input()

    def _replayed(self) -> None:
        opened = self._opened
        assert opened is not None
        self.transcript.end_replay(unfinished=opened.unfinished)
        self.view.scroll_to_end()
        self._recall_undone(opened.parts.changes)
        if opened.parts.earlier:
            self.view.add_earlier(self._show_earlier(opened.parts))

    def _show_earlier(self, parts: ReplaySlices) -> Iterator[None]:
        """Show what came before the end, a part with each step."""
        earlier = self.transcript.make_earlier()
        for part in parts.earlier:
            earlier.replay_before(self.transcript, part)
            yield
        self._recall_undone(parts.earlier_changes)

    def _recall_undone(self, changes: Sequence[int]) -> None:
        if changes:
            self._session.recall_undone(changes)

    def _interrupted(self, waiting: Sequence[str]) -> None:
        """Report that a turn was stopped for another conversation; waiting requests go back into the box."""
        if self._session.running:
            self.message_requested.emit(
                self.tr("The request was stopped. Changes made so far are kept and can be undone.")
            )
        if waiting:
            written = self.composer.input.toPlainText()
            self.composer.input.set_text("\n\n".join((*waiting, written) if written else waiting))

    def _show_provider(self) -> None:
        session = self._session
        self.header.set_provider(session.provider.name, session.provider.model)
        self.picker.set_settings(session.settings)
        self.transcript.provider_name = provider_name(session.provider.name)
        self.transcript.spoken_answers = session.settings.general.spoken_answers
        self.transcript.answers.offer_model(not session.provider.invents)
        self.compaction.provider_name = self.transcript.provider_name
        self.composer.set_safety(session.safety)
        if self.welcome.shown:
            self._show_welcome()

    def _show_trouble(self) -> None:
        trouble = self._session.who_answers.trouble
        self.composer.state.set_trouble(trouble)
        self.composer.set_has_model(trouble != "no_model")
        self.context_items.set_has_model(trouble != "no_model")

    def _show_welcome(self) -> None:
        self.welcome.show(self._session.settings)
        self.keeper.list_recent()

    # --- requests of the user ------------------------------------------------------------------------------------

    def _send(self, text: str) -> None:
        self._session.send(text)
        self.context_items.reset()

    def _steer(self, text: str) -> None:
        self._session.steer(text)
        self.context_items.reset()

    def _edit_message(self, item: int) -> None:
        request = self.transcript.requests.at(item)
        if request is not None:
            self.keeper.edit_turn(*request)

    def _edit_queued(self, index: int) -> None:
        """Bring a waiting request back into the box, before what is being written there."""
        queued = self._session.withdraw(index)
        written = self.composer.input.toPlainText()
        self.composer.input.set_text(f"{queued}\n\n{written}" if written else queued)
        self.focus_input()

    def _move_queued(self, index: int, step: int) -> None:
        self.composer.queue.focus_row(self._session.queue.move(index, step))

    # --- the meter -----------------------------------------------------------------------------------------------

    def _show_usage(self, event: UsageReported) -> None:
        self._counted = True
        window = self._session.provider.context_window
        text = meter_text(filled(event), window, event.total_cost, estimated=False)
        self.composer.set_meter(text, meter_details(event, window))

    def _estimate_usage(self) -> None:
        """Estimate the size of the conversation when the provider does not count."""
        if self._counted or self._session.settings.model.provider == "offline":
            return
        tokens = self._session.estimate_tokens()
        if not tokens:
            return  # nothing uncounted was sent, as after an error: the last number still holds
        window = self._session.provider.context_window
        text = meter_text(tokens, window, None, estimated=True)
        self.composer.set_meter(text, self.tr("Estimated: this server does not count tokens."))
