"""CommentBoard: the cards of a note's comments, beside their lines, or as a list below where there is no room."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QDateTime, QEvent, QLocale, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QToolButton, QWidget

from axon_desktop.ui.buttons.shortcut_button import ShortcutButton
from axon_desktop.ui.inline_edit.comments.comment import Comment
from axon_desktop.ui.look.icons import icon
from axon_desktop.ui.look.parts import STRETCH, hbox, text_label, vbox
from axon_desktop.ui.look.sizes import px
from axon_desktop.ui.look.stylesheet import mark, plain_tip, wear
from axon_desktop.ui.runtime.ime_guard import GuardedTextEdit
from axon_desktop.ui.widgets.labels import ElidedLabel, WrappedLabel

_WIDTH = 264
_APART = 8
_EDGE = 14
_ICON = 20
_HIGHEST_LIST = 220
_FIELD = 58
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class _Field(GuardedTextEdit):
    """Where a comment is written; Enter keeps it, Escape leaves it."""

    done = Signal(bool)
    """Whether it is to be kept."""

    def event(self, event: QEvent) -> bool:
        """Keep Enter and Escape from the shortcuts of the window."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
            if plain and event.key() in (*_ENTER, Qt.Key.Key_Escape):
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keep or leave."""
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        if self.guard.composing or not plain or event.key() not in (*_ENTER, Qt.Key.Key_Escape):
            super().keyPressEvent(event)
        elif not event.isAutoRepeat():
            self.done.emit(event.key() in _ENTER)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Keep what was written when one goes on elsewhere."""
        super().focusOutEvent(event)
        if event.reason() not in (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason):
            self.done.emit(True)


class CommentCard(QFrame):
    """One comment."""

    changed = Signal(object)
    """The Comment, whose text was changed."""
    removed = Signal(object)
    picked = Signal(object)
    """The Comment whose passage is to be shown."""
    left = Signal()
    """The keyboard shall go back to the text."""

    def __init__(self, comment: Comment, parent: QWidget) -> None:
        super().__init__(parent)
        self.comment = comment
        self.setObjectName("comment_card")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        when = QDateTime.fromSecsSinceEpoch(int(comment.time)).time()
        time = QLocale().toString(when, QLocale.FormatType.ShortFormat)
        self._edit = self._button("pencil", self.tr("Change the comment"), self.write)
        self._trash = self._button("trash", self.tr("Delete the comment"), lambda: self.removed.emit(comment))
        head = hbox(
            text_label(f"<b>{self.tr('You')}</b>", self, kind="small"),
            text_label(time, self, tone="muted", kind="small"),
            STRETCH,
            self._edit,
            self._trash,
            spacing=4,
        )
        self._gone = WrappedLabel("", self, tone="warn", kind="small")
        self._text = WrappedLabel(comment.text, self)
        self.field = _Field(self)
        self.field.setAccessibleName(self.tr("What should change here"))
        self.field.setPlaceholderText(self.tr("What should change here?"))
        self.field.setTabChangesFocus(True)
        self.field.setFixedHeight(px(_FIELD))
        self.field.done.connect(self._finish)
        self.field.hide()
        parts = (head, self._gone, self._text, self.field)
        vbox(*parts, parent=self, margins=(10, 5, 8, 8), spacing=2)
        self.refresh()

    def _button(self, name: str, words: str, do: Callable[[], object]) -> QToolButton:
        button = QToolButton(self)
        button.setIcon(icon(name, 14))
        button.setFixedSize(px(_ICON), px(_ICON))
        button.setToolTip(plain_tip(words))
        button.setAccessibleName(words)
        button.clicked.connect(lambda: do())
        return button

    def refresh(self) -> None:
        """Show the comment as it is now."""
        comment = self.comment
        gone = self.tr("The passage is gone: “{quote}”").format(quote=" ".join(comment.quote.split())[:80])
        self._gone.setText(gone if comment.gone else "")
        self._gone.setVisible(comment.gone)
        self._text.setText(comment.text)
        words = self.tr("Comment on “{quote}”: {text}")
        self.setAccessibleName(words.format(quote=" ".join(comment.quote.split())[:80], text=comment.text))

    def write(self) -> None:
        """Let the user write."""
        self.field.setPlainText(self.comment.text)
        self._text.hide()
        self.field.show()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _finish(self, keep: bool) -> None:
        if self.field.isHidden():
            return
        text = self.field.toPlainText().strip() if keep else self.comment.text
        had_focus = self.field.hasFocus()
        self.field.hide()
        self._text.show()
        if had_focus:
            self.left.emit()
        if not text:
            self.removed.emit(self.comment)
        elif text != self.comment.text:
            self.comment.text = text
            self.refresh()
            self.changed.emit(self.comment)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Show the passage."""
        super().mousePressEvent(event)
        self.setFocus(Qt.FocusReason.MouseFocusReason)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the passage that it is about."""
        super().focusInEvent(event)
        self.picked.emit(self.comment)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter changes, Delete deletes, Escape goes back."""
        if event.key() in _ENTER:
            self.write()
        elif event.key() == Qt.Key.Key_Delete:
            self.removed.emit(self.comment)
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        event.accept()


class SendRow(QWidget):
    """How many comments wait, and the button that sends them."""

    def __init__(self, keys: str, send: Callable[[], object], parent: QWidget) -> None:
        super().__init__(parent)
        self._words = ElidedLabel("", self, tone="muted", kind="small")
        self.button = ShortcutButton("", keys, self)
        mark(self.button, kind="small", primary=True)
        self.button.clicked.connect(lambda: send())
        hbox((self._words, 1), self.button, parent=self, spacing=8)

    def show_count(self, count: int) -> None:
        """Say how many there are."""
        one, many = self.tr("1 comment, not sent"), self.tr("{count} comments, not sent")
        self._words.setText(one if count == 1 else many.format(count=count))
        two = self.tr("Send both") if count == 2 else self.tr("Send all")
        self.button.say(self.tr("Send") if count == 1 else two, self.button.keys)


class CommentBoard(QScrollArea):
    """Cards at the height of their lines, pushed down by those above."""

    changed = Signal(object)
    removed = Signal(object)
    picked = Signal(object)
    left = Signal()
    resized = Signal()

    def __init__(self, keys: str, send: Callable[[], object]) -> None:
        super().__init__()
        self.setObjectName("comment_board")
        wear(self, "inline_edit.qss", "controls.qss")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Comments"))
        self._inside = QWidget()
        self._inside.setObjectName("comment_board")
        self.setWidget(self._inside)
        self.cards: list[CommentCard] = []
        self._send = SendRow(keys, send, self._inside)
        self._beside = True

    def show_comments(self, comments: Sequence[Comment], waiting: int) -> None:
        """Show the comments of a note, in the order of their passages; `waiting` counts those of all notes."""
        known = {id(card.comment): card for card in self.cards}
        kept = {id(comment) for comment in comments}
        for card in self.cards:
            if id(card.comment) not in kept:
                card.hide()
                card.deleteLater()
        self.cards = [known.get(id(comment)) or self._make(comment) for comment in comments]
        for card in self.cards:
            card.refresh()
            card.show()
        self._send.show_count(waiting)

    def _make(self, comment: Comment) -> CommentCard:
        card = CommentCard(comment, self._inside)
        card.changed.connect(self.changed)
        card.removed.connect(self.removed)
        card.picked.connect(self.picked)
        card.left.connect(self.left)
        return card

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let the cards be arranged for another size."""
        super().resizeEvent(event)
        self.resized.emit()

    def card_of(self, comment: Comment) -> CommentCard | None:
        """Return the card of a comment."""
        return next((card for card in self.cards if card.comment is comment), None)

    def arrange(self, heights: Sequence[int], *, beside: bool) -> None:
        """Put the cards at these heights of the text, or below each other under it."""
        self._beside = beside
        if beside:
            self.setFixedWidth(px(_WIDTH) + _EDGE)
            self.setMinimumHeight(0)
            self.setMaximumHeight(16_777_215)
        else:
            self.setMinimumWidth(0)
            self.setMaximumWidth(16_777_215)
        width = px(_WIDTH) if beside else max(80, self.width() - 2 * _EDGE)
        left, top, first = (0 if beside else _EDGE), _APART, True
        for card, height in zip(self.cards, heights, strict=True):
            card.setFixedWidth(width)
            needed = card.heightForWidth(width) if card.hasHeightForWidth() else card.sizeHint().height()
            place = max(top, height) if beside and not first else height if beside else top
            card.setGeometry(left, place, width, needed)
            top, first = place + needed + _APART, False
        row = self._send.sizeHint().height()
        self._send.setGeometry(left, top, width, row)
        whole = top + row + _APART
        self._inside.resize(max(1, self.width()), max(whole, self.height()) if beside else whole)
        policy = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(policy.ScrollBarAlwaysOff if beside else policy.ScrollBarAsNeeded)
        if not beside:
            self.setFixedHeight(min(whole, px(_HIGHEST_LIST)))
