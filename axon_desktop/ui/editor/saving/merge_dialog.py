"""MergeDialog: the file's lines and the user's side by side, with a choice for each difference."""

from __future__ import annotations

import asyncio

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QDialog, QHBoxLayout, QLabel, QRadioButton, QToolButton, QWidget

from axon_desktop.ui.aio import ask
from axon_desktop.ui.diff.rows import Diff
from axon_desktop.ui.diff.view import SideBySideDiff
from axon_desktop.ui.editor.saving.saver import Conflict
from axon_desktop.ui.editor.saving.three_way import Side, ThreeWayTexts, bring_together, combine
from axon_desktop.ui.look.icons import icon
from axon_desktop.ui.look.parts import STRETCH, fill_dialog, hbox, push_button, text_label
from axon_desktop.ui.look.sizes import start_size
from axon_desktop.ui.look.stylesheet import plain_tip, wear_dialog
from axon_desktop.ui.widgets.labels import WrappedLabel


class HunkDiff(SideBySideDiff):
    """A comparison with a current difference."""

    current_changed = Signal(int)

    def _describe(self) -> None:
        super()._describe()
        self.current_changed.emit(self.current)

    def go_to_hunk(self, number: int) -> None:
        """Make another difference the current one, and scroll to it."""
        top = self._top(self._diff.hunks[number].rows.start)
        self._go_to(number, top - 2 * self.verticalScrollBar().singleStep())


class MergeDialog(QDialog):
    """Asks which side to keep; closing it other than with Save changes nothing."""

    def __init__(self, name: str, sides: ThreeWayTexts, diff: Diff, parent: QWidget | None = None) -> None:
        """Take both versions and the difference of the file's from the user's."""
        super().__init__(parent)
        self._sides = sides
        self._diff = diff
        self.choices: list[Side] = ["mine"] * len(diff.hunks)
        """The choice for each difference."""
        self.setObjectName("merge_dialog")
        self.setWindowTitle(self.tr("Two versions of {name}").format(name=name))
        wear_dialog(self)
        heading = WrappedLabel(self.windowTitle(), kind="title")
        words = text_label(
            self.tr(
                "The file changed in the same lines you edited. For each difference, choose what to"
                " keep. Nothing is lost: the change history keeps both versions."
            ),
            wraps=True,
            tone="muted",
        )
        sides_words = (self.tr("In the file"), self.tr("Mine"))
        heads = hbox(*((text_label(text, tone="muted", kind="small"), 1) for text in sides_words), spacing=-1)
        self.view = HunkDiff(self)
        self.view.set_diff(diff, choosable=True)
        self.view.current_changed.connect(self._show_current)
        self.view.chosen_changed.connect(self._take_boxes)
        fill_dialog(self, heading, words, heads, (self.view, 1), self._make_choice(), 4, self._make_buttons())
        self.resize(start_size(self, 900, 560))
        self._show_current(0)
        self.view.setFocus()

    def _make_choice(self) -> QHBoxLayout:
        self._place = QLabel()
        self._up, self._down = QToolButton(), QToolButton()
        for button, name, text, step in (
            (self._up, "up", self.tr("Previous difference"), -1),
            (self._down, "down", self.tr("Next difference"), 1),
        ):
            button.setIcon(icon(name))
            button.setToolTip(plain_tip(text))
            button.setAccessibleName(text)
            button.clicked.connect(
                lambda _checked=False, step=step: self.view.go_to_hunk(self.view.current + step)
            )
        self.radios: dict[Side, QRadioButton] = {
            "theirs": QRadioButton(self.tr("From the &file")),
            "mine": QRadioButton(self.tr("&Mine")),
            "both": QRadioButton(self.tr("&Both")),
        }
        group = QButtonGroup(self)
        for side, radio in self.radios.items():
            group.addButton(radio)
            radio.clicked.connect(lambda _checked=False, side=side: self.choose(side))
        return hbox(self._place, self._up, self._down, STRETCH, *self.radios.values(), spacing=10)

    def _make_buttons(self) -> QHBoxLayout:
        theirs = push_button(self.tr("Use &all from the file"), clicked=lambda: self._choose_all("theirs"))
        mine = push_button(self.tr("Use a&ll mine"), clicked=lambda: self._choose_all("mine"))
        later = push_button(
            self.tr("&Decide later"), clicked=self.reject, tip=self.tr("The file and your text stay as they are.")
        )
        self.save_button = push_button(self.tr("&Save"), clicked=self.accept, default=True, primary=True)
        return hbox(theirs, mine, STRETCH, later, self.save_button)

    @property
    def text(self) -> bytes:
        """The merged text."""
        return combine(self._sides.theirs, self._sides.mine, self._diff, self.choices)

    def choose(self, side: Side) -> None:
        """Choose for the current difference."""
        number = self.view.current
        self.choices[number] = side
        if (number in self.view.chosen) == (side == "theirs"):
            self.view.toggle(number)
        self._show_current(number)

    def _choose_all(self, side: Side) -> None:
        here = self.view.current
        for number in range(len(self.choices)):
            self.view.current = number
            self.choose(side)
        self.view.go_to_hunk(here)

    def _take_boxes(self) -> None:
        """Follow a check box that was changed in the comparison."""
        for number, side in enumerate(self.choices):
            if (number in self.view.chosen) == (side == "theirs"):
                self.choices[number] = "mine" if number in self.view.chosen else "theirs"
        self._show_current(self.view.current)

    def _show_current(self, number: int) -> None:
        count = len(self.choices)
        words = self.tr("Difference {number} of {count}")
        self._place.setText(words.format(number=number + 1, count=count))
        self._up.setEnabled(number > 0)
        self._down.setEnabled(number < count - 1)
        self.radios[self.choices[number]].setChecked(True)


async def ask_for_version(conflict: Conflict, window: QWidget) -> bytes | None:
    """Show both versions side by side; return what the user merged, None if nothing."""
    from axon_desktop.ui.diff.rows import compare
    from axon_desktop.ui.editor.saving.merge_dialog import MergeDialog

    sides = await asyncio.to_thread(bring_together, conflict.base, conflict.mine, conflict.theirs)
    diff = await asyncio.to_thread(compare, sides.theirs, sides.mine)
    if not diff.hunks:
        return sides.mine
    dialog = MergeDialog(conflict.path, sides, diff, window)
    return dialog.text if await ask(dialog) else None
