"""SaveStateLabel: shows in the header, beside the mode button, whether the text is saved."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QWidget

from axon_desktop.ui.accessibility.announcer import announce
from axon_desktop.ui.look.parts import hbox, push_button
from axon_desktop.ui.look.stylesheet import mark, plain_tip

SaveKind: TypeAlias = Literal["none", "saved", "unsaved", "failed", "conflict", "read_only"]


class SaveState(Struct, frozen=True):
    """How the text relates to its file."""

    kind: SaveKind = "none"
    """`failed` and `conflict` both mean that the file does not have the user's text; `none`: nothing is shown."""
    why: str = ""
    """For the user: why it is not saved or cannot be edited, or a remark on how it was saved."""
    unrecorded: bool = False
    """Whether it cannot be recorded: it was saved without undo, or would have to be."""

    @property
    def safe(self) -> bool:
        """Whether the file has all that the user typed."""
        return self.kind in ("none", "saved", "read_only")


class SaveStateLabel(QWidget):
    """A word or two; a button where an action is needed."""

    action_requested = Signal()
    """The user wants to save again or to choose; `EditorView.settle` does it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("save_state")
        self.text = QLabel()
        self.button = push_button("", clicked=self.action_requested)
        hbox(self.text, self.button, parent=self, spacing=6)
        self.set_state(SaveState())

    def set_short(self, short: bool, *, tight: bool = False) -> None:
        """Move the words to the tooltip where there is a button, in a narrow window; if `tight`, usual ones."""
        self.text.setVisible(not (short and self._acts) and not (tight and self._usual))

    def set_state(self, state: SaveState, *, acts: bool = True) -> None:
        """Show a state; with `acts` the action is offered here, unless a notice over the text does it already."""
        self._usual = state.kind in ("saved", "unsaved")  # the tab says it too
        words = {
            "none": "",
            "saved": self.tr("Saved"),
            "unsaved": self.tr("Unsaved"),
            "failed": self.tr("Not saved"),
            "conflict": self.tr("Conflict"),
            "read_only": self.tr("Read only"),
        }
        failed = state.kind in ("failed", "conflict")
        self._acts = failed and acts
        self.text.setText(words[state.kind])
        mark(self.text, tone="error" if failed else "muted")
        self.setToolTip(plain_tip(f"{words[state.kind]}: {state.why}" if state.why else ""))
        self.button.setText(self.tr("Choose…") if state.kind == "conflict" else self.tr("Retry"))
        self.button.setVisible(self._acts)
        self.setVisible(state.kind != "none")
        said = f"{words[state.kind]}: {state.why}" if state.why else words[state.kind]
        self.text.setAccessibleName(said)
        if failed:
            announce(said, urgent=True)
