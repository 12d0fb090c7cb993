"""Comments in the window: marked passages, cards beside them, and the one request that they become."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeySequence, QTextCursor
from PySide6.QtWidgets import QBoxLayout, QMenu

from axon_desktop.ui.aio import single_shot, spawn
from axon_desktop.ui.inline_edit.comments.comment import Comment, CommentFile, request_text
from axon_desktop.ui.inline_edit.feature import InlineEditFeature
from axon_desktop.ui.inline_edit.following import CONTEXT
from axon_desktop.ui.inline_edit.marks import Mark
from axon_desktop.ui.inline_edit.passage import Readable, passage_at
from axon_desktop.ui.look.icons import icon
from axon_desktop.ui.look.sizes import px

if TYPE_CHECKING:
    from axon_desktop.ui.inline_edit.comments.cards import CommentBoard
    from axon_desktop.ui.inline_edit.editor_edits import EditorEdits
    from axon_desktop.ui.inline_edit.following import Place, Span
    from axon_desktop.ui.window.main_window import MainWindow
    from axon_desktop.vault.history.changes import VaultChanged

_BESIDE = 640
"""Width of the pane from which cards stand beside the text."""
_SAVE_MS = 700
_SETTLE_MS = 120
"""After an edit, until the comments take the new words of their passages."""


class EditorComments(QObject):
    """The comments of the note that one editor shows."""

    def __init__(self, feature: CommentsFeature, edits: EditorEdits) -> None:
        super().__init__(edits)
        self._feature = feature
        self.edits = edits
        self._board: CommentBoard | None = None
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._places: dict[int, tuple[Comment, Place]] = {}
        self._current: Comment | None = None
        self._later = single_shot(self, 0, self._arrange)
        self._settled = single_shot(self, _SETTLE_MS, self._look_again)
        edit = edits.view.edit
        edits.document_shown.connect(self.attach)
        edits.moved.connect(self._moved)
        edit.verticalScrollBar().valueChanged.connect(self._arrange)
        edits.view.installEventFilter(self)
        edit.menu_requested.connect(self._add_to_menu)

    # --- places

    def attach(self) -> None:
        """Find the passages of all comments on the note that is shown."""
        for _, place in self._places.values():
            self.edits.followed.places.drop(place)
        self._places = {}
        comments = self._comments()
        if comments:
            readable = self._readable()
            for comment in comments:
                found = comment.find(readable.text)
                comment.gone = found is None
                if found is not None:
                    self._follow(comment, readable.span(*found))
        self.show()

    def _comments(self) -> list[Comment]:
        path = self.edits.view.path
        return [comment for comment in self._feature.comments if path and comment.path == path]

    def _readable(self) -> Readable:
        followed = self.edits.followed
        return followed.read((0, len(followed.places.text)), self.edits.view.edit.note_text)

    def _follow(self, comment: Comment, span: Span) -> None:
        place = self.edits.followed.places.add(*span, trimmed=True)
        self._places[id(comment)] = comment, place
        self._note(comment, place)

    def _note(self, comment: Comment, place: Place) -> None:
        """Note in a comment where its passage is, so that it is found again later."""
        comment.gone = place.gone
        if not place.gone:
            codec, places = self.edits.view.edit.note_text, self.edits.followed.places
            start, end = place.span
            parts = (max(0, start - CONTEXT), start), (start, end), (end, end + CONTEXT)
            comment.before, comment.quote, comment.behind = (
                Readable.of(places.text[slice(*part)], codec).text for part in parts
            )

    def _moved(self) -> None:
        if self._places:
            self._settled.start()
            self._later.start()

    def _look_again(self) -> None:
        """Note where the passages are after edits."""
        for comment, place in self._places.values():
            self._note(comment, place)
        self._feature.save_soon()
        self.show()

    # --- what is seen

    def show(self) -> None:
        """Show cards and marks as they are now."""
        comments = sorted(self._comments(), key=self._order)
        if self._board is None:
            if not comments:
                return
            self._board = self._make_board()
        board = self._board
        board.setVisible(bool(comments))
        board.show_comments(comments, len(self._feature.comments))
        marks = [
            Mark(place.span, "comment", comment is self._current)
            for comment, place in self._places.values()
            if not place.gone
        ]
        self.edits.marks.show("comments", marks)
        self._arrange()

    def _order(self, comment: Comment) -> tuple[bool, int]:
        _, place = self._places.get(id(comment), (comment, None))
        return comment.gone, place.span[0] if place is not None else 0

    def _make_board(self) -> CommentBoard:
        from axon_desktop.ui.inline_edit.comments.cards import CommentBoard

        keys = self._feature.send_keys
        board = CommentBoard(keys, self._feature.send)
        board.changed.connect(lambda _comment: self._feature.save_soon())
        board.changed.connect(lambda _comment: self.show())
        board.removed.connect(self._feature.remove)
        board.picked.connect(self._pick)
        board.resized.connect(self._later.start)
        board.left.connect(lambda: self.edits.view.edit.setFocus(Qt.FocusReason.OtherFocusReason))
        view, layout = self.edits.view, self.edits.view.layout()
        assert isinstance(layout, QBoxLayout)
        at = layout.indexOf(view.edit)
        layout.removeWidget(view.edit)
        self._row.setSpacing(0)
        self._row.addWidget(view.edit, 1)
        self._row.addWidget(board)
        layout.insertLayout(at, self._row, 1)
        return board

    def _arrange(self) -> None:
        board, edit = self._board, self.edits.view.edit
        if board is None or board.isHidden():
            return
        beside = self.edits.view.width() >= px(_BESIDE)
        way = QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom
        if way != self._row.direction():
            self._row.setDirection(way)
        top = edit.viewport().y()
        heights = [top + self._top_of(card.comment) for card in board.cards]
        board.arrange(heights, beside=beside)

    def _top_of(self, comment: Comment) -> int:
        _, place = self._places.get(id(comment), (comment, None))
        if place is None or place.gone:
            return 0
        return self.edits.view.edit.cursorRect(self._cursor(place.span[0])).top()

    def _cursor(self, position: int) -> QTextCursor:
        document = self.edits.view.edit.document()
        cursor = QTextCursor(document)
        cursor.setPosition(min(position, document.characterCount() - 1))
        return cursor

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the size of the pane."""
        if event.type() == QEvent.Type.Resize and self._board is not None:
            self._later.start()
        return False

    def _pick(self, comment: Comment) -> None:
        self._current = comment
        _, place = self._places.get(id(comment), (comment, None))
        if place is not None and not place.gone:
            edit = self.edits.view.edit
            edit.setTextCursor(self._cursor(place.span[0]))
            edit.ensureCursorVisible()
        self.show()

    # --- what the user does

    def add(self) -> None:
        """Comment on the selection, or on the paragraph of the caret."""
        edit = self.edits.view.edit
        span = passage_at(edit.textCursor())
        if span[0] == span[1]:
            return
        comment = Comment(path=self.edits.view.path)
        self._feature.comments.append(comment)
        self._follow(comment, span)
        self._current = comment
        caret = edit.textCursor()
        caret.setPosition(span[1])
        edit.setTextCursor(caret)
        self.show()
        card = self._board.card_of(comment) if self._board is not None else None
        if card is not None:
            card.write()
            self._arrange()

    def forget(self, comment: Comment) -> None:
        """Follow the passage of a comment no more."""
        _, place = self._places.pop(id(comment), (comment, None))
        if place is not None:
            self.edits.followed.places.drop(place)
        self.show()

    def _add_to_menu(self, menu: QMenu) -> None:
        view = self.edits.view
        if view.path and not view.edit.isReadOnly():
            menu.addSeparator()
            menu.addAction(icon("comment"), self.tr("&Comment"), self.add)


class CommentsFeature(QObject):
    """Has the comments of the open conversation."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.comments: list[Comment] = []
        """Those that were not sent yet, of all notes."""
        self._conversation = ""
        self._changed = False
        """Whether they are not all kept."""
        self._file: CommentFile | None = None
        self._editors: list[EditorComments] = []
        self._save = single_shot(self, _SAVE_MS, self._save_now)
        actions = window.menus.actions
        self._send_action = actions["agent.send_the_comments"]
        self._send_action.triggered.connect(self.send)
        actions["edit.comment_on_the_selection"].triggered.connect(self.add)
        self._edits = window.findChild(InlineEditFeature)
        assert self._edits is not None
        self._edits.met.connect(self._meet)
        window.context.entered.connect(self._enter)
        window.context.left.connect(self._leave)
        window.context.files_changed.connect(self._follow_files)

    @property
    def send_keys(self) -> str:
        """The keys that send, as this system writes them, in short."""
        keys = self._send_action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        return keys.replace("Shift", "⇧").replace("Return", "⏎").replace("+", " ")

    def _meet(self, edits: EditorEdits) -> None:
        made = EditorComments(self, edits)
        self._editors.append(made)
        edits.destroyed.connect(lambda: self._editors.remove(made))
        made.attach()

    # --- conversations

    def _enter(self) -> None:
        panel, vault = self._window.chat_panel, self._window.context.vault
        if panel is None or vault is None:
            return
        self._file = CommentFile(vault.data_dir)
        panel.keeper.title_changed.connect(lambda _title: self._change_conversation())
        self._change_conversation()

    def _change_conversation(self) -> None:
        """Show the comments of the conversation that is open now."""
        panel = self._window.chat_panel
        if panel is None or panel.keeper.session_id == self._conversation:
            return
        self._save_now()
        self._conversation = panel.keeper.session_id
        self._set([])
        if self._file is not None:
            spawn(self._load(self._file, self._conversation), name="load comments")

    async def _load(self, file: CommentFile, conversation: str) -> None:
        found = await asyncio.to_thread(file.load, conversation)
        if conversation == self._conversation and found:
            self._set([*found, *self.comments])

    def _set(self, comments: list[Comment]) -> None:
        self.comments = comments
        for editor in self._editors:
            editor.attach()
        self._offer()

    def _offer(self) -> None:
        self._send_action.setEnabled(bool(self.comments))

    def _leave(self) -> None:
        self._save_now()
        self._conversation, self._file = "", None
        self._set([])

    def save_soon(self) -> None:
        """Keep the comments, a moment after the last change of them or of their passages."""
        self._changed = True
        self._save.start()
        self._offer()

    def _save_now(self) -> None:
        self._save.stop()
        changed, self._changed = self._changed, False
        if changed and self._file is not None and self._conversation:
            file, kept = self._file, [comment for comment in self.comments if comment.text]
            spawn(asyncio.to_thread(file.save, self._conversation, kept), name="keep comments")

    def _follow_files(self, change: VaultChanged) -> None:
        for comment in self.comments:
            if comment.path in change.moved:
                comment.path = change.moved[comment.path]
                self.save_soon()

    # --- what the user does

    def add(self) -> None:
        """Comment on what is selected in the editor."""
        edits = self._edits.of_focus() if self._edits is not None else None
        editor = next((one for one in self._editors if one.edits is edits), None)
        if editor is None or not editor.edits.view.path or editor.edits.view.edit.isReadOnly():
            words = self.tr("Open a note for editing (Ctrl+E) and mark the passage that you want to comment on.")
            self._window.status.show_message(words)
            return
        editor.add()
        self.save_soon()

    def remove(self, comment: Comment) -> None:
        """Delete a comment."""
        if comment in self.comments:
            self.comments.remove(comment)
        for editor in self._editors:
            editor.forget(comment)
        self.save_soon()

    def send(self) -> None:
        """Send all comments to the agent of the conversation, as one request."""
        spawn(self._send(), name="send comments")

    async def _send(self) -> None:
        panel, vault = self._window.chat_panel, self._window.context.vault
        comments = [comment for comment in self.comments if comment.text]
        if panel is None or vault is None or not comments:
            return
        shown = {}
        for editor in self._editors:
            view = editor.edits.view
            if view.path:
                shown[view.path] = view.text.removeprefix("\ufeff").replace("\r\n", "\n")
                await view.save()  # the agent reads the files
        ordered = sorted(comments, key=lambda one: one.path)
        text = await asyncio.to_thread(request_text, vault, ordered, shown)
        for comment in comments:
            self.remove(comment)
        self._window.chat_dock.show()
        panel.session.send(text)
