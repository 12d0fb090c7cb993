"""EditBar: asks what shall become of a passage, and lets the user take the answer change by change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QMenu, QSizePolicy, QWidget

from axon_desktop.ui.accessibility.announcer import announce
from axon_desktop.ui.buttons.shortcut_button import ShortcutButton
from axon_desktop.ui.inline_edit.instruction import InstructionField
from axon_desktop.ui.inline_edit.session import EditSession, State
from axon_desktop.ui.language.error_texts import error_text
from axon_desktop.ui.look.icons import paint_icon
from axon_desktop.ui.look.parts import STRETCH, add_parts, hbox, push_button, text_label, vbox
from axon_desktop.ui.look.sizes import px, row_height
from axon_desktop.ui.look.stylesheet import mark, plain_tip, wear
from axon_desktop.ui.look.theme import current_colors
from axon_desktop.ui.typing_clock import TypingClock
from axon_desktop.ui.widgets.labels import ElidedLabel

_HOLD_MS = 400
"""After an answer is complete no key decides for so long: it may have been meant for what was there before."""
_SLIM = 34
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_Modifier = Qt.KeyboardModifier
_ICONS: dict[State, tuple[str, str]] = {
    "changed": ("warning", "warn"),
    "gone": ("warning", "warn"),
    "unable": ("warning", "warn"),
    "done": ("check", "ok"),
    "failed": ("cross", "err"),
}


class _Choice(NamedTuple):
    """A button of a state."""

    words: str
    keys: str
    do: Callable[[], object]
    primary: bool = False


class EditBar(QFrame):
    """Shows one session; lies below its passage, always at the same place and in the same width."""

    asked = Signal(str)
    """The instruction."""
    closed = Signal()
    """Nothing is to be done any more."""
    resized = Signal()
    """Another height is needed."""
    current_changed = Signal()
    """Another change is the current one."""

    def __init__(
        self, session: EditSession, models: Callable[[QMenu], None], earlier: list[str], parent: QWidget
    ) -> None:
        """Take the session, what fills the menu of models, and the earlier instructions."""
        super().__init__(parent)
        self.setObjectName("inline_bar")
        wear(self, "inline_edit.qss", "controls.qss")
        self.session = session
        self.current = 0
        """Number of the change that keys are about."""
        self._since = TypingClock.now()
        self._state: State = "asking"
        self._fill_models = models
        self._menu = QMenu(self)
        self._menu.aboutToShow.connect(self._offer_models)
        self._buttons: list[ShortcutButton] = []
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Edit in place"))
        self.field = InstructionField(earlier, self)
        self.field.submitted.connect(self._submit)
        self.field.left.connect(self.closed)
        self.field.resized.connect(self.resized)
        self.question = self._build_question()
        self.slim, self._row = self._build_slim()
        vbox(self.question, self.slim, parent=self, margins=(1, 1, 1, 1), spacing=0)
        QApplication.instance().focusChanged.connect(self._follow_focus)  # type: ignore[union-attr]
        session.changed.connect(self.refresh)
        self.refresh()

    # --- parts

    def _build_question(self) -> QWidget:
        page = QWidget(self)
        page.setObjectName("inline_page")
        self.chip = push_button("", page, self._show_models, kind="chip")
        self.about = text_label("", page, tone="muted", kind="small")
        keys = text_label(self.tr("↑ earlier · Esc close"), page, tone="muted", kind="small")
        self.write = ShortcutButton(self.tr("Write"), "⏎", page)
        self.write.clicked.connect(self._submit)
        mark(self.write, kind="small", primary=True)
        self._hint = keys
        row = hbox(self.chip, self.about, STRETCH, keys, self.write, margins=(7, 4, 6, 6))
        vbox(self.field, row, parent=page, margins=(6, 4, 0, 0), spacing=0)
        return page

    def _build_slim(self) -> tuple[QWidget, QHBoxLayout]:
        slim = QWidget(self)
        slim.setObjectName("inline_page")
        self._icon = _StateIcon(slim)
        self.words = text_label("", slim, plain=True)
        self.words.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Preferred)
        self.more = ElidedLabel("", slim, tone="muted", kind="small")
        slim.setFixedHeight(row_height(_SLIM) - 2)
        return slim, hbox(self._icon, self.words, (self.more, 1), parent=slim, margins=(9, 0, 5, 0), spacing=6)

    def set_model(self, name: str) -> None:
        """Show who would write."""
        self.chip.setText(f"{name} ▾")
        self.chip.setAccessibleName(self.tr("Model: {model}, menu").format(model=name))

    def set_about(self, words: str) -> None:
        """Show what is asked about."""
        self.about.setText(words)

    def _show_models(self) -> None:
        self._menu.popup(self.chip.mapToGlobal(self.chip.rect().bottomLeft()))

    def _offer_models(self) -> None:
        self._menu.clear()
        self._fill_models(self._menu)

    # --- state

    def refresh(self) -> None:
        """Show the state of the session."""
        state = self.session.state
        if state == "closed":
            self._leave()
            return
        if state != self._state:
            self._since, self._state = TypingClock.now(), state
            self.current = 0
        self._keep_current()
        self.question.setVisible(state == "asking")
        self.slim.setVisible(state != "asking")
        focused = QApplication.focusWidget()
        had_focus = focused is not None and self.isAncestorOf(focused)
        if state != "asking":
            self._fill_slim(state)
        if had_focus and not self.hasFocus():
            (self.field if state == "asking" else self).setFocus(Qt.FocusReason.OtherFocusReason)
        self.current_changed.emit()
        self.resized.emit()
        self.update()

    def _keep_current(self) -> None:
        """Go on to the next change that waits, if this one is decided."""
        offers = self.session.offers
        if not any(not offer.decision for offer in offers):
            self.current = -1 if self._state == "hunks" else 0
        elif not 0 <= self.current < len(offers) or offers[self.current].decision:
            self._step(1)

    def _fill_slim(self, state: State) -> None:
        conflict = state == "hunks" and any(
            offer.over_typed for offer in self.session.offers[self.current :][:1] if not offer.decision
        )
        name, tone = ("warning", "warn") if conflict else _ICONS.get(state, ("", "text"))
        self._icon.show_icon(name, tone)
        words, more = self._words_of(state)
        if conflict:
            more = self.tr("would replace what was typed meanwhile")
        font = self.words.font()
        font.setBold(state == "hunks" and not self.session.count("accepted") + self.session.count("rejected"))
        self.words.setFont(font)
        if words != self.words.text():
            self.words.setText(words)
            self.words.setAccessibleName(f"{words} {more}".strip())
            announce(self.words.accessibleName(), topic="inline edit")
        self.more.setText(more)
        self.more.setToolTip(plain_tip(more))
        self._set_buttons(self._choices_of(state))

    def _words_of(self, state: State) -> tuple[str, str]:
        session = self.session
        left = len(session.undecided)
        accepted, rejected = session.count("accepted"), session.count("rejected")
        decided = self.tr("{accepted} accepted, {rejected} rejected").format(accepted=accepted, rejected=rejected)
        match state:
            case "writing":
                return self.tr("Writing…"), self.tr("your text stays until you accept")
            case "same":
                return self.tr("Nothing to change."), ""
            case "hunks" if accepted or rejected:
                return decided, self.tr("{count} to decide").format(count=left) if left else ""
            case "hunks":
                one, many = self.tr("1 change"), self.tr("{count} changes")
                return one if left == 1 else many.format(count=left), ""
            case "changed":
                return self.tr("The paragraph changed meanwhile."), ""
            case "gone":
                return self.tr("The paragraph is gone."), ""
            case "done":
                return decided, ""
            case "failed":
                words = self.tr("{model} did not answer.").format(model=session.model)
                return words, error_text(session.error) if session.error is not None else ""
            case "unable":
                return self.tr("Offline cannot write."), self.tr("Choose a model.")
        return "", ""

    def _choices_of(self, state: State) -> Sequence[_Choice]:
        session, escape = self.session, "Esc"
        match state:
            case "writing":
                return [_Choice(self.tr("Stop"), escape, session.stop)]
            case "same":
                again = _Choice(self.tr("Ask differently"), "", self._ask_differently)
                return [again, _Choice(self.tr("Close"), escape, self._leave)]
            case "hunks" if session.undecided:
                untouched = len(session.undecided) == len(session.offers) and len(session.offers) > 1
                accept = self.tr("Accept all") if untouched else self.tr("Accept")
                choices = [
                    _Choice(accept, "⏎", self._accept_rest, primary=True),
                    _Choice(self.tr("Reject"), escape, self._reject_rest),
                ]
                more = len(session.undecided) > 1
                return [*choices, _Choice(self.tr("Next"), "Tab", self.go_on)] if more else choices
            case "changed":
                return [
                    _Choice(self.tr("Compare"), "", session.compare),
                    _Choice(self.tr("Write again"), "", session.ask_again),
                ]
            case "gone":
                return [_Choice(self.tr("Close"), escape, self._leave)]
            case "done":
                return [_Choice(self.tr("Undo"), "Ctrl Z", session.undo)]
            case "failed":
                again = _Choice(self.tr("Try again"), "", session.ask_again)
                return [again, _Choice(self.tr("Other model ▾"), "", self._other_model)]
            case "unable":
                other = _Choice(self.tr("Other model ▾"), "", self._other_model)
                return [other, _Choice(self.tr("Close"), escape, self._leave)]
        return []

    def _set_buttons(self, choices: Sequence[_Choice]) -> None:
        shown = [(button.accessibleName(), button.keys) for button in self._buttons]
        if [(one.words, one.keys) for one in choices] == shown:
            return
        for button in self._buttons:
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._buttons = []
        for choice in choices:
            button = ShortcutButton(choice.words, choice.keys, self.slim)
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus if choice.keys else Qt.FocusPolicy.StrongFocus)
            mark(button, kind="small", primary=choice.primary)
            button.clicked.connect(lambda _checked=False, do=choice.do: do())
            add_parts(self._row, button)
            self._buttons.append(button)

    # --- what the user does

    def begin(self, instruction: str = "") -> None:
        """Take the keyboard, perhaps with the beginning of an instruction."""
        if instruction:
            self.field.set_text(instruction)
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _submit(self) -> None:
        instruction = self.field.keep()
        if instruction:
            self.asked.emit(instruction)

    def _leave(self) -> None:
        self.closed.emit()

    def _ask_differently(self) -> None:
        self.session.state = "asking"
        self.refresh()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _other_model(self) -> None:
        button = self._buttons[0 if self._state == "unable" else 1]
        self._menu.popup(button.mapToGlobal(button.rect().bottomLeft()))

    def _accept_rest(self) -> None:
        self.session.accept(self.session.undecided)

    def _reject_rest(self) -> None:
        self.session.reject(self.session.undecided)

    def accept_current(self) -> None:
        """Take the current change."""
        self.session.accept(self.session.offers[self.current : self.current + 1])

    def reject_current(self) -> None:
        """Leave the current change."""
        offers = self.session.offers[self.current : self.current + 1]
        if offers and not offers[0].decision:
            self.session.reject(offers)

    def go_on(self) -> None:
        """Go to the next change."""
        self._step(1)
        self.refresh()

    def _step(self, step: int) -> None:
        offers = self.session.offers
        for _ in offers:
            self.current = (self.current + step) % len(offers)
            if not offers[self.current].decision:
                return

    # --- keys

    def event(self, event: QEvent) -> bool:
        """Keep the bar's keys from the shortcuts of the window."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._action(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Do what a key means; nothing that is typed here goes into the note."""
        action = self._action(event)
        event.accept()
        early = TypingClock.of_program().last - self._since < _HOLD_MS and self._state != "writing"
        if action is not None and not event.isAutoRepeat() and not early:
            action()

    def _action(self, event: QKeyEvent) -> Callable[[], object] | None:
        key, state, modifiers = event.key(), self._state, event.modifiers() & ~_Modifier.KeypadModifier
        if modifiers == _Modifier.ControlModifier:
            if state == "done" and key == Qt.Key.Key_Z:
                return self.session.undo
            if state == "hunks" and self.session.undecided:
                if key in _ENTER:
                    return self.accept_current
                if key == Qt.Key.Key_Backspace:
                    return self.reject_current
        if modifiers or state == "asking":
            return None
        if key == Qt.Key.Key_Escape:
            ends: dict[State, Callable[[], object]] = {"writing": self.session.stop, "hunks": self._reject_rest}
            return ends.get(state, self._leave)
        if key in _ENTER:
            does: dict[State, Callable[[], object]] = {
                "hunks": self._accept_rest,
                "same": self._leave,
                "changed": self.session.compare,
                "gone": self._leave,
                "done": self._leave,
                "failed": self.session.ask_again,
                "unable": self._other_model,
            }
            return does.get(state)
        return None

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Let Tab go from change to change."""
        if self._state == "hunks":
            self._step(1 if forward else -1)
            self.refresh()
            return True
        return super().focusNextPrevChild(forward)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Keep a click from the text below."""
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        event.accept()

    def _follow_focus(self, _old: QWidget | None, new: QWidget | None) -> None:
        mark(self, here=new is not None and (new is self or self.isAncestorOf(new)))

    # --- looks

    def fit(self, width: int) -> int:
        """Take a width, and return the height that is needed."""
        self.setFixedWidth(width)
        self._hint.setVisible(width > px(420))
        for button in self._buttons:
            button.set_short(bool(button.keys) and width < px(330))
        height = 0
        for part in (self.question, self.slim):
            if not part.isHidden():
                height += part.sizeHint().height() if part is self.question else part.height()
        return height + 2

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the frame, and how far the answer is."""
        super().paintEvent(event)
        if self._state == "writing":
            share = len(self.session.streamed) / max(40, len(self.session.text))
            painter = QPainter(self)
            width = round((self.width() - 8) * min(0.95, max(0.03, share)))
            painter.fillRect(4, self.height() - 3, width, 2, QColor(current_colors().accent))


class _StateIcon(QWidget):
    """An icon in the colour of its meaning."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._name = self._tone = ""

    def show_icon(self, name: str, tone: str) -> None:
        """Show an icon, or none."""
        self._name, self._tone = name, tone
        self.setFixedSize(px(14), px(14))
        self.setVisible(bool(name))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the icon."""
        if self._name:
            color = QColor(getattr(current_colors(), self._tone))
            paint_icon(QPainter(self), self._name, QRectF(self.rect()), color)
