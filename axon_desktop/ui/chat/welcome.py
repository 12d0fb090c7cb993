"""Welcome: the content of an empty conversation: what Axon is for, example requests, and recent conversations."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from axon_desktop.conversations.models import ConversationSummary
from axon_desktop.settings.settings import ModelSettings, Settings
from axon_desktop.text.file_names import NOTE_SUFFIX, is_note, without_suffix
from axon_desktop.text.mention_syntax import say_mentions
from axon_desktop.ui.look.parts import add_parts, text_label, vbox
from axon_desktop.ui.look.stylesheet import let_wrap, mark
from axon_desktop.ui.markdown_view import MarkdownView
from axon_desktop.ui.session.provider import offered_models
from axon_desktop.ui.vault_picker.known_vaults import first_names
from axon_desktop.ui.widgets.empty_state import EmptyState, EmptyStateAction
from axon_desktop.ui.widgets.labels import ElidedButton
from axon_desktop.vault import Vault

if TYPE_CHECKING:
    from axon_desktop.llm.models.discovery import LocalServer  # at run time it brings httpx

_LOOKED_AT = 64
"""Number of files among which an example note is looked for."""


class Welcome(QWidget):
    """What Axon is for, or that it has no model; clickable requests, and the newest conversations."""

    chosen = Signal(str)
    """The request that was clicked."""
    open_requested = Signal(str)
    """Id of a stored conversation."""
    model_chosen = Signal(object)
    """ModelSettings of a local model."""
    models_requested = Signal()
    """A model is to be chosen."""

    def __init__(
        self, *, offline: bool, can_choose: bool = False, note: str = "", parent: QWidget | None = None
    ) -> None:
        """Take whether a model other than Offline is set up, and the note for an example request, if any."""
        super().__init__(parent)
        self.note = note
        """The note of an example request."""
        self._can_choose = can_choose
        self.state = EmptyState("model" if offline else "", self)
        self._offers = False
        layout = vbox(self.state, parent=self, margins=(0, 12, 0, 0))
        if offline:
            self._say_no_model()
            layout.addSpacing(8)
            layout.addWidget(text_label(self.tr("Simple commands work without one:"), self, tone="muted"))
        else:
            self.state.say(
                self.tr("What would you like to do in your vault?"),
                self.tr(
                    "Axon reads and writes notes for you. It asks before each write, and everything can be undone."
                ),
            )
            layout.addSpacing(4)
        for example in self._offline_examples(note) if offline else self._examples(note):
            button = self._button(example, lines=2)
            button.clicked.connect(lambda _=False, request=example: self.chosen.emit(request))
            layout.addWidget(button)
        self._recent = vbox()
        layout.addLayout(self._recent)
        let_wrap(self)

    def _say_no_model(self, words: str = "", ways: Sequence[EmptyStateAction] = ()) -> None:
        """Show that there is no model, and the ways to get one."""
        title = self.tr("Offline is chosen") if self._can_choose else self.tr("Axon has no model yet")
        words = words or (
            self.tr("Without a model Axon understands only simple commands (no AI).")
            if self._can_choose
            else self.tr("Choose one that runs on this computer, or one of a provider for which you have a key.")
        )
        choose = EmptyStateAction(self.tr("Choose a model…"), self.models_requested.emit, primary=not ways)
        self.state.say(title, words, (*ways, choose))

    def _button(self, text: str, *, lines: int = 1) -> QPushButton:
        button = ElidedButton(text, self, lines=lines)
        mark(button, kind="example")
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        return button

    def show_servers(self, servers: Sequence[LocalServer]) -> None:
        """Offer the models of local servers."""
        found = [(server, model) for server in servers for model in offered_models(server)]
        if self._offers or not found:
            return
        self._offers = True
        ways = [
            EmptyStateAction(
                self.tr("Use {model}").format(model=model),
                partial(
                    self.model_chosen.emit,
                    ModelSettings(provider="openai_compatible", base_url=server.base_url, model=model),
                ),
                primary=at == 0,
            )
            for at, (server, model) in enumerate(found)
        ]
        words = self.tr("{server} on this computer has {models}: with it, nothing is sent away.")
        server = found[0][0]
        models = ", ".join(model for other, model in found if other is server)
        self._say_no_model(words.format(server=server.name, models=models), ways)
        self.updateGeometry()

    def show_recent(self, summaries: Sequence[ConversationSummary]) -> None:
        """Offer to continue these conversations."""
        if not summaries or self._recent.count():
            return
        title = text_label(self.tr("Continue an earlier conversation"), self, tone="muted")
        add_parts(self._recent, 6, title)
        for summary in summaries:
            name = say_mentions(summary.title) or self.tr("Untitled conversation")
            if summary.is_copy:
                words = (
                    self.tr("{title} — copy: {request}")
                    if summary.first_own_request
                    else self.tr("{title} — copy")
                )
                name = words.format(title=name, request=say_mentions(summary.first_own_request))
            button = self._button(name)
            button.clicked.connect(lambda _=False, found=summary.id: self.open_requested.emit(found))
            self._recent.addWidget(button)
            button.show()
        title.show()
        self.updateGeometry()

    def _examples(self, note: str) -> list[str]:
        return [
            self.tr("List my notes and tell me what this vault is about"),
            *([self.tr("Read {note} and suggest three links to add").format(note=note)] if note else []),
            self.tr("Write three ideas for this week into Inbox/Ideas"),
        ]

    def _offline_examples(self, note: str) -> list[str]:
        """Return commands that Offline understands, in the user's language."""
        return [
            self.tr("list /"),
            *([self.tr("read {note}").format(note=note)] if note else []),
            self.tr("create note Inbox/Idea: Try Axon Desktop"),
        ]


class WelcomePlace(QObject):
    """Shows a Welcome in a view, with the current offers."""

    chosen = Signal(str)
    """The request that was clicked."""
    open_requested = Signal(str)
    """Id of a stored conversation."""
    model_chosen = Signal(object)
    """ModelSettings of a local model."""

    models_requested = Signal()
    """A model is to be chosen."""

    def __init__(self, view: MarkdownView, vault: Vault, parent: QObject) -> None:
        super().__init__(parent)
        self._view = view
        self._vault = vault
        self._settings: Settings | None = None
        self._shown: tuple[Welcome, int] | None = None
        self._servers: Sequence[LocalServer] = ()

    @property
    def shown(self) -> Welcome | None:
        """The displayed Welcome; None once the conversation has begun."""
        return self._shown[0] if self._shown is not None else None

    def show(self, settings: Settings) -> None:
        """Show the Welcome for these settings."""
        self.hide()
        self._settings = settings
        welcome = Welcome(
            offline=settings.model.provider == "offline",
            can_choose=bool(settings.other_models),
            note=note_to_read(self._vault),
        )
        welcome.chosen.connect(self.chosen)
        welcome.open_requested.connect(self.open_requested)
        welcome.model_chosen.connect(self.model_chosen)
        welcome.models_requested.connect(self.models_requested)
        self._shown = welcome, self._view.add_widget(welcome)
        if is_unconfigured(settings):
            welcome.show_servers(self._servers)

    def look_again(self) -> bool:
        """Update the offers after the vault changed; tell whether they are different."""
        changed = self.shown is not None and self.shown.note != note_to_read(self._vault)
        if changed and self._settings is not None:
            self.show(self._settings)
        return changed

    def hide(self) -> None:
        """Remove it."""
        if self._shown is not None:
            self._view.remove_item(self._shown[1])
        self._shown = None

    def forget(self) -> None:
        """Note that the view was cleared."""
        self._shown = None

    def offer_servers(self, servers: Sequence[LocalServer]) -> None:
        """Offer these servers, now and in the next empty conversations."""
        self._servers = servers
        if self.shown is not None:
            self.shown.show_servers(servers)

    def offer_recent(self, summaries: Sequence[ConversationSummary]) -> None:
        """Offer to continue these conversations."""
        if self.shown is not None:
            self.shown.show_recent(summaries)


def note_to_read(vault: Vault) -> str:
    """Return a note for an example request: one with a usual name, else one of the first; empty for none."""
    names = first_names()
    if not vault.names.ready:  # at startup: the folders are still being read
        return next((name for name in names if (vault.root / f"{name}{NOTE_SUFFIX}").is_file()), "")
    for name in names:
        if vault.names.table.ending_with(f"{name}{NOTE_SUFFIX}"):
            return name
    notes = (path for path in islice(vault.names.paths, _LOOKED_AT) if is_note(path))
    return without_suffix(min(notes, key=lambda path: path.count("/"), default=""))


def is_unconfigured(settings: Settings) -> bool:
    """Tell whether the user has not chosen a model yet."""
    return settings.model.provider == "offline" and not settings.other_models
