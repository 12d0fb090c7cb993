"""Edit in place in the window: the keys, the context menu of the text, and who is asked."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QMenu

from axon_desktop.text.fold import HAN, KANA
from axon_desktop.ui.aio import spawn
from axon_desktop.ui.language.translation import is_english, translate
from axon_desktop.ui.look.icons import icon
from axon_desktop.ui.look.parts import follow_keys

if TYPE_CHECKING:
    from axon_desktop.llm.messages import Usage
    from axon_desktop.llm.provider import Provider
    from axon_desktop.settings.settings import ModelSettings
    from axon_desktop.ui.editor.view import EditorView
    from axon_desktop.ui.inline_edit.editor_edits import EditorEdits
    from axon_desktop.ui.inline_edit.session import EditSession
    from axon_desktop.ui.note.pane import NotePane
    from axon_desktop.ui.session.chat_session import ChatSession
    from axon_desktop.ui.window.main_window import MainWindow

_EARLIER = "inline_edit/earlier"
_EAST = re.compile(rf"[{HAN}{KANA}]")


class InlineEditFeature(QObject):
    """Knows the editors, and makes their bars at the first use."""

    met = Signal(object)
    """The EditorEdits of an editor that is shown for the first time."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._edits: dict[EditorView, EditorEdits] = {}
        self._chosen: ModelSettings | None = None
        """The model of the next requests; None for the one of the conversation."""
        self._provider: Provider | None = None
        """Its provider, once it was made."""
        kept = window.state.value(_EARLIER, [])
        self._earlier = [str(one) for one in kept] if isinstance(kept, list) else []
        actions = window.menus.actions
        actions["edit.ask_about_the_selection"].triggered.connect(lambda: self.ask())
        window.groups.each(self._watch)
        window.context.left.connect(self._forget)

    # --- editors

    @property
    def _session(self) -> ChatSession | None:
        panel = self._window.chat_panel
        return panel.session if panel is not None and self._window.context.vault is not None else None

    def _editor(self) -> EditorView | None:
        """Return the editor with the keyboard, else the one that is shown."""
        from axon_desktop.ui.editor.view import EditorView

        widget = QApplication.focusWidget()
        while widget is not None and not isinstance(widget, EditorView):
            widget = widget.parentWidget()
        body = self._window.preview.body
        return widget or (body.made_editor if body.shows_editor else None)

    def _watch(self, pane: NotePane) -> None:
        pane.body.currentChanged.connect(lambda _page: self._meet(pane.body.made_editor))
        self._meet(pane.body.made_editor)

    def _meet(self, view: EditorView | None) -> None:
        if view is not None and view not in self._edits:
            from axon_desktop.ui.inline_edit.editor_edits import EditorEdits

            edits = self._edits[view] = EditorEdits(view, self._fill_models, self._earlier)
            edits.asked.connect(self._ask_model)
            edits.counted.connect(self._count)
            view.edit.menu_requested.connect(partial(self._add_to_menu, view))
            view.destroyed.connect(lambda: self._edits.pop(view, None))
            header = next(pane.header for pane in self._window.groups.all if pane.body.made_editor is view)
            edits.waiting_changed.connect(lambda: header.set_changes(edits.waiting))
            header.changes_requested.connect(edits.go_on)
            self.met.emit(edits)

    def _forget(self) -> None:
        """Ask the model of the next vault's conversation."""
        for edits in self._edits.values():
            edits.close(focus=False)
        self._use(None)

    def of_focus(self) -> EditorEdits | None:
        """Return the editor with the keyboard, else the one that is shown."""
        view = self._editor()
        self._meet(view)
        return self._edits.get(view) if view is not None else None

    # --- asking

    def ask(self, instruction: str = "", *, start: bool = False) -> None:
        """Open the bar in the editor, perhaps with an instruction."""
        edits, session = self.of_focus(), self._session
        if edits is None or session is None or edits.view.edit.isReadOnly() or not edits.view.path:
            words = self.tr("Open a note for editing (Ctrl+E) and put the caret into the text to ask for it.")
            self._window.status.show_message(words)
            return
        edits.open(self._model_name(session), instruction, start=start)

    def _ask_model(self, session: EditSession, instruction: str) -> None:
        self._window.state.setValue(_EARLIER, self._earlier)
        spawn(self._start(session, instruction), name="ask for an edit")

    async def _start(self, session: EditSession, instruction: str) -> None:
        talk = self._session
        if talk is None:
            return
        if self._chosen is not None and self._provider is None:
            from axon_desktop.settings.keys import KeyStore
            from axon_desktop.ui.session.provider import make_provider

            self._provider = await make_provider(self._chosen, KeyStore())
        session.ask(instruction, self._provider or talk.provider)

    def _count(self, usage: Usage, cost: float | None) -> None:
        if (session := self._session) is not None:
            session.count_request(usage, cost)

    # --- models

    def _model_name(self, session: ChatSession) -> str:
        from axon_desktop.ui.language.formats import provider_name
        from axon_desktop.ui.model_picker.server_models import model_name

        if self._chosen is not None:
            return model_name(self._chosen) or provider_name(self._chosen.provider_info.name)
        provider = session.provider
        return provider.model if provider.invents and provider.model else provider_name(provider.name)

    def _fill_models(self, menu: QMenu) -> None:
        """List the models that are set up; one of them can be asked without becoming that of the conversation."""
        from axon_desktop.ui.model_picker.server_models import model_name

        session = self._session
        if session is None:
            return
        chosen = self._chosen or session.settings.model
        for model in session.settings.models:
            if model.provider == "offline":
                continue
            action = menu.addAction(model_name(model), partial(self._choose, model))
            action.setCheckable(True)
            action.setChecked(model is chosen)
        menu.addSeparator()
        more = translate("ModelPicker", "Models and keys…")
        menu.addAction(icon("settings"), more, lambda: self._window.settings_requested.emit("models"))

    def _choose(self, model: ModelSettings) -> None:
        session = self._session
        if session is None:
            return
        self._use(None if model is session.settings.model else model)
        for edits in self._edits.values():
            if edits.bar is not None:
                edits.bar.set_model(self._model_name(session))
                if edits.bar.session.state in ("failed", "unable"):
                    spawn(self._start(edits.bar.session, edits.bar.session.instruction), name="ask another model")

    def _use(self, model: ModelSettings | None) -> None:
        if self._provider is not None:
            spawn(self._provider.aclose(), name="close provider")
        self._chosen, self._provider = model, None

    # --- the context menu

    def _add_to_menu(self, view: EditorView, menu: QMenu) -> None:
        """Add what a model can do with the selection, or with the paragraph of the caret."""
        if self._session is None or view.edit.isReadOnly() or not view.path:
            return
        first = menu.actions()[0] if menu.actions() else menu.addSeparator()
        entries = [menu.addAction(icon("pencil"), self.tr("&Ask…"), self.ask)]
        follow_keys(
            self._window.menus.actions["edit.ask_about_the_selection"],
            lambda keys: entries[0].setText(f"{self.tr('&Ask…')}\t{keys}"),
            menu,
        )
        for words, instruction in self._prompts():
            entries.append(menu.addAction(words, partial(self.ask, instruction, start=True)))
        entries.append(menu.addAction(self.tr("&Translate"), partial(self._translate, view)))
        for entry in entries:
            menu.removeAction(entry)
            menu.insertAction(first, entry)
        menu.insertSeparator(first)

    def _prompts(self) -> list[tuple[str, str]]:
        """Return the names and texts of the prompts: those of the program, then the user's own."""
        session = self._session
        own = [(one.name, one.text) for one in session.settings.prompts] if session is not None else []
        return [
            (self.tr("&Rewrite"), self.tr("Rewrite this so that it reads better; keep what it says.")),
            (self.tr("&Summarize"), self.tr("Summarize this in a few sentences.")),
            *((name.replace("&", "&&"), text) for name, text in own),
        ]

    def _translate(self, view: EditorView) -> None:
        """Translate into the other language of the two that are likely; else ask which."""
        text = view.edit.selected_text() or view.edit.textCursor().block().text()
        if _EAST.search(text):
            self.ask(self.tr("Translate this into English."), start=True)
        elif not is_english():
            self.ask(self.tr("Translate this into the language of this window."), start=True)
        else:
            self.ask(self.tr("Translate this into "))
