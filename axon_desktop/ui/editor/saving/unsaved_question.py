"""UnsavedQuestion: asks what to do with text that could not be saved, before its note is closed."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QSizePolicy, QWidget

from axon_desktop.ui.editor.saving.save_state import SaveState
from axon_desktop.ui.language.translation import translate
from axon_desktop.ui.look.parts import push_button
from axon_desktop.ui.tree.model import display_name
from axon_desktop.ui.widgets.confirm_dialog import Question


class UnsavedQuestion(Question):
    """Accepted if the user closes the note; `OTHER` saves without undo where that helps, else compares."""

    def __init__(
        self,
        path: str,
        state: SaveState,
        parent: QWidget,
        *,
        hangs: bool,
        kept: bool,
        conflict: bool,
        text: Callable[[], str],
    ) -> None:
        """Ask about the note at `path`.

        Args:
            path: vault path of the note.
            state: how its text relates to its file.
            parent: the window.
            hangs: whether the disk does not answer.
            kept: whether a draft has the text; else it can be copied.
            conflict: whether there are two versions to choose from.
            text: returns the text to copy.
        """
        other = translate("UnsavedQuestion", "&Compare and choose…") if conflict else ""
        if state.unrecorded and not hangs:
            other = translate("UnsavedQuestion", "Sa&ve without undo")
        if kept:
            fate = translate(
                "UnsavedQuestion", "Your text is kept as a draft and offered when you open the note again."
            )
            leave = translate("UnsavedQuestion", "Keep as draft and &leave")
        else:
            fate = translate(
                "UnsavedQuestion", "Your text cannot be kept as a draft either. If you leave, it will be lost."
            )
            leave = translate("UnsavedQuestion", "&Discard and leave")
        super().__init__(
            translate("UnsavedQuestion", "{name} is not saved.").format(name=display_name(path)),
            [translate("UnsavedQuestion", "The disk is not responding.") if hangs else state.why, fate],
            leave,
            parent,
            careful=True,
            cancel_words=translate("UnsavedQuestion", "&Stay"),
            other_words=other,
        )
        self._text = text
        if not kept:
            self._offer_copy()

    def on_state_changed(self, state: SaveState) -> None:
        """Accept once the text is saved, because the disk answers after all."""
        if state.kind == "saved":
            self.accept()

    def _offer_copy(self) -> None:
        button = push_button(
            translate("UnsavedQuestion", "Copy &text"),
            self,
            lambda: QGuiApplication.clipboard().setText(self._text()),
            auto_default=False,
        )
        button.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        button.clicked.connect(lambda: button.setText(translate("UnsavedQuestion", "Copied")))
        self.add_row(button)
