"""RewindDialog: which message to rewind to, what to rewind, and the effect on each note."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from PySide6.QtWidgets import QButtonGroup, QComboBox, QDialog, QHBoxLayout, QRadioButton, QVBoxLayout, QWidget

from axon_desktop.errors import AxonError
from axon_desktop.text.mention_syntax import say_mentions
from axon_desktop.ui.changes.undo.preview_pane import UndoPreviewPane
from axon_desktop.ui.changes.undo.widget_tasks import WidgetTasks
from axon_desktop.ui.changes.wording import note_count, preview_summary
from axon_desktop.ui.language.error_texts import error_text, join_sentences
from axon_desktop.ui.look.parts import STRETCH, fill_dialog, hbox, push_button, text_label, vbox
from axon_desktop.ui.look.sizes import start_size
from axon_desktop.ui.look.stylesheet import mark, wear_dialog
from axon_desktop.ui.session.user_messages import UserMessage
from axon_desktop.ui.widgets.form_fields import Chooser
from axon_desktop.vault import Vault
from axon_desktop.vault.undo.preview import UndoPreview

BackPart: TypeAlias = Literal["both", "files", "chat"]
_SHOWN = 90
_NOTHING = UndoPreview((), ())


@dataclass(frozen=True, slots=True)
class RewindChoice:
    """What the user agreed to."""

    request: UserMessage
    part: BackPart
    changes: tuple[int, ...]
    """Change ids to undo."""
    preview: UndoPreview
    """What the undo would do, as it was shown."""


def find_changes(vault: Vault, turns: Sequence[str]) -> tuple[tuple[int, ...], UndoPreview]:
    """Return the changes of some turns that can be undone, and the preview; for a thread."""
    ids = tuple(change.id for change in vault.journal.undoable(turns))
    return ids, vault.undo_preview(ids) if ids else _NOTHING


class RewindDialog(QDialog):
    """Accepted when the user agreed to `choice`."""

    def __init__(
        self,
        vault: Vault,
        requests: Sequence[UserMessage],
        parent: QWidget | None = None,
        *,
        chosen: str = "",
        part: BackPart = "both",
        keeps_chat: bool = True,
        is_running: bool = False,
        changed: bool = False,
    ) -> None:
        """Take the messages of the conversation in order, and the turn of the selected one."""
        super().__init__(parent)
        self._tasks = WidgetTasks(self)
        self._vault = vault
        self._requests = requests[::-1]
        self._number = 0
        self._changed = changed
        self._changes: tuple[int, ...] = ()
        self._preview: UndoPreview | None = None
        """None while it is being computed."""
        self.setWindowTitle(self.tr("Go back to a message"))
        wear_dialog(self)
        heading = text_label(self.tr("Go back to before this message?"), self, kind="title")
        self.message = Chooser()
        self.message.setParent(self)  # set now, so that it comes first in the tab order
        self.message.setAccessibleName(self.tr("Message"))
        self.message.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.message.setMinimumContentsLength(20)
        for request in self._requests:
            self.message.addItem(_short(request.text))
        at = next((number for number, request in enumerate(self._requests) if request.turn == chosen), 0)
        self.message.setCurrentIndex(at)
        self.message.currentIndexChanged.connect(lambda _index: self._look())
        self.summary = text_label("", self, wraps=True)
        self.running = text_label(self.tr("The running request will be stopped first."), self, tone="warn")
        self.running.setVisible(is_running)
        parts = self._build_parts(part, keeps_chat)
        self.pane = UndoPreviewPane(self, together=True)
        fill_dialog(
            self, heading, self.message, parts, self.running, self.summary, (self.pane, 1), self._build_buttons()
        )
        self.pane.diff.describe_with(self.agree_button)
        self.resize(start_size(self, 820, 540))
        self.setMinimumSize(400, 340)
        self._look()

    def _build_parts(self, part: BackPart, keeps_chat: bool) -> QVBoxLayout:
        self._group = QButtonGroup(self)
        self.parts: dict[BackPart, QRadioButton] = {
            "both": QRadioButton(self.tr("&Notes and conversation"), self),
            "files": QRadioButton(self.tr("Notes &only: the conversation stays as it is"), self),
            "chat": QRadioButton(self.tr("Con&versation only: the notes stay as they are"), self),
        }
        for name, button in self.parts.items():
            button.setEnabled(keeps_chat or name == "files")
            self._group.addButton(button)
        self.parts[part if keeps_chat else "files"].setChecked(True)
        self._group.buttonClicked.connect(lambda _button: self._show_state())
        return vbox(*self.parts.values(), spacing=4)

    def _build_buttons(self) -> QHBoxLayout:
        cancel = push_button(self.tr("&Cancel"), self, self.reject, auto_default=False)
        self.agree_button = push_button(self.tr("&Go back"), self, self.accept, default=True, primary=True)
        return hbox(STRETCH, cancel, self.agree_button)

    @property
    def part(self) -> BackPart:
        """What is to be rewound."""
        return next(name for name, button in self.parts.items() if button.isChecked())

    @property
    def choice(self) -> RewindChoice:
        """What the user agrees to."""
        request = self._requests[self.message.currentIndex()]
        if self.part == "chat" or self._preview is None:
            return RewindChoice(request, "chat", (), _NOTHING)
        return RewindChoice(request, self.part, self._changes, self._preview)

    # --- preview

    def _look(self) -> None:
        self._number += 1
        self._preview = None
        self.pane.set_preview(_NOTHING)
        self._show_state()
        self._tasks.start(
            self._find(self._requests[self.message.currentIndex()], self._number), name="look before going back"
        )

    async def _find(self, request: UserMessage, number: int) -> None:
        try:
            changes, preview = await asyncio.to_thread(find_changes, self._vault, request.turns)
        except AxonError as error:
            if number == self._number:
                self.summary.setText(error_text(error))
                mark(self.summary, tone="err")
            return
        if number == self._number:
            self._changes, self._preview = changes, preview
            self.pane.set_preview(preview)
            self._show_state()

    def _show_state(self) -> None:
        preview, part = self._preview, self.part
        self.pane.setVisible(part != "chat" and preview is not None and bool(preview.files))
        words, ready = self._words(part, preview)
        self.summary.setText(words)
        mark(self.summary, tone="muted" if ready or preview is None else "warn")
        self.agree_button.setEnabled(ready)

    def _words(self, part: BackPart, preview: UndoPreview | None) -> tuple[str, bool]:
        """Return the sentence, and whether the rewind is possible."""
        cut = self.tr(
            "You continue in a copy of the conversation that ends here; the full conversation"
            " stays in the history."
        )
        if part == "chat":
            return cut, True
        if preview is None:
            return self.tr("Checking the notes…"), False
        if not preview.files:
            return self.tr(
                "No note has changed since this message, or all changes are already undone."
            ), part == "both"
        if not preview.ok:
            advice = self.tr("Either all notes go back or none do. To undo them one by one, open Changes.")
            return join_sentences(preview_summary(preview, changed=self._changed), advice), False
        back = self.tr("{count} will change.").format(count=note_count(len(preview.files)))
        summary = preview_summary(preview, changed=self._changed)
        return join_sentences(back, summary, cut if part == "both" else ""), True


def _short(text: str) -> str:
    line = " ".join(say_mentions(text).split())
    return line if len(line) <= _SHOWN else line[: _SHOWN - 1].rstrip() + "…"
