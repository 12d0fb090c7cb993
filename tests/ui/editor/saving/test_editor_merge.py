"""Two versions of a note: merged where that is clear, chosen from where it is not; no line gets lost."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel
from pytestqt.qtbot import QtBot

from axon_desktop.theme.colors import DARK, LIGHT, Colors
from axon_desktop.theme.derived_colors import contrast
from axon_desktop.ui.diff.rows import compare
from axon_desktop.ui.editor.saving.merge_dialog import MergeDialog
from axon_desktop.ui.editor.saving.three_way import Side, ThreeWayTexts, bring_together, combine
from axon_desktop.ui.look.theme import apply_theme
from tests.ui.colors import wear_colors

_TEXTS = st.lists(
    st.sampled_from([b"a\n", b"b\n", b"c\r\n", b"d\n", b"\n", b"e", "中\n".encode()]), max_size=9
).map(b"".join)


@given(base=_TEXTS, other=_TEXTS)
@settings(max_examples=200)
def test_what_only_one_side_changed_is_in_both(base: bytes, other: bytes) -> None:
    assert bring_together(base, base, other) == ThreeWayTexts(other, other)
    assert bring_together(base, other, base) == ThreeWayTexts(other, other)
    assert bring_together(base, other, other) == ThreeWayTexts(other, other)


@given(base=_TEXTS, mine=_TEXTS, theirs=_TEXTS)
@example(base=b"b\na\nd\nb\n", mine=b"a\nb\nb\nc\r\n", theirs=b"a\ne")  # a change overlaps another one twice
@settings(max_examples=300)
def test_choosing_one_side_everywhere_gives_that_side_and_no_line_gets_lost(
    base: bytes, mine: bytes, theirs: bytes
) -> None:
    sides = bring_together(base, mine, theirs)
    diff = compare(sides.theirs, sides.mine)
    everywhere = len(diff.hunks)
    assert combine(sides.theirs, sides.mine, diff, ["mine"] * everywhere) == sides.mine
    assert combine(sides.theirs, sides.mine, diff, ["theirs"] * everywhere) == sides.theirs
    both = combine(sides.theirs, sides.mine, diff, ["both"] * everywhere).splitlines()
    for side in sides:
        assert set(side.splitlines()) <= set(both)
    for line in {*mine.splitlines(), *theirs.splitlines()} - set(base.splitlines()):
        assert line in both or not line
    assert bring_together(None, mine, theirs) == ThreeWayTexts(mine, theirs)


def test_far_changes_of_both_sides_leave_only_the_overlap_to_choose() -> None:
    base = b"".join(b"line %d\n" % number for number in range(20))
    mine = base.replace(b"line 2\n", b"mine 2\n").replace(b"line 10\n", b"mine 10\n")
    theirs = base.replace(b"line 18\n", b"their 18\n").replace(b"line 10\n", b"their 10\n")
    sides = bring_together(base, mine, theirs)
    (hunk,) = compare(sides.theirs, sides.mine).hunks
    assert (hunk.added, hunk.removed) == (1, 1)
    for side in sides:
        assert b"mine 2\n" in side
        assert b"their 18\n" in side


def test_words_of_both_sides_that_do_not_touch_leave_nothing_to_choose() -> None:
    base = b"one two three four\n\nother words\n"
    mine = base.replace(b"four", b"four typed").replace(b"other", b"my")
    theirs = base.replace(b"one", b"1").replace(b"other", b"their")
    sides = bring_together(base, mine, theirs)
    assert sides.mine == b"1 two three four typed\n\nmy words\n"
    assert sides.theirs == b"1 two three four typed\n\ntheir words\n"


def _dialog(qtbot: QtBot, colors: Colors = DARK) -> MergeDialog:
    theirs = b"same\ntheirs 1\nsame\nsame\ntheirs 2\nend\n"
    mine = b"same\nmine 1\nsame\nsame\nmine 2\nend\n"
    wear_colors(colors)
    dialog = MergeDialog("Note", ThreeWayTexts(mine, theirs), compare(theirs, mine))
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


@pytest.mark.parametrize(
    ("side", "first"), [("mine", b"mine 1\n"), ("theirs", b"theirs 1\n"), ("both", b"theirs 1\nmine 1\n")]
)
def test_each_difference_is_chosen_on_its_own(qtbot: QtBot, side: Side, first: bytes) -> None:
    dialog = _dialog(qtbot)
    dialog.choose(side)
    assert dialog.text == b"same\n" + first + b"same\nsame\nmine 2\nend\n"
    assert dialog.radios[side].isChecked()


def test_boxes_and_keys_of_the_comparison_choose_too(qtbot: QtBot) -> None:
    dialog = _dialog(qtbot)
    dialog.view.setFocus()
    qtbot.keyClick(dialog.view, Qt.Key.Key_Down)
    assert dialog.view.current == 1
    qtbot.keyClick(dialog.view, Qt.Key.Key_Space)
    assert dialog.choices == ["mine", "theirs"]
    assert dialog.radios["theirs"].isChecked()
    assert dialog.text == b"same\nmine 1\nsame\nsame\ntheirs 2\nend\n"


def test_dialog_looks_and_answers_to_keys_as_the_others_do(qtbot: QtBot) -> None:
    dialog = _dialog(qtbot)
    labels = {label.text(): label for label in dialog.findChildren(QLabel)}
    assert labels["Two versions of Note"].font().bold()
    assert labels["Mine"].font().pixelSize() < labels["Two versions of Note"].font().pixelSize()
    assert labels["Mine"].palette().windowText().color().name() == DARK.muted
    assert dialog.save_button.palette().button().color().name() == DARK.accent
    letters = [button.shortcut().toString() for button in dialog.findChildren(QAbstractButton) if button.text()]
    assert all(letters)
    assert len(set(letters)) == len(letters)


@pytest.mark.parametrize("colors", [LIGHT, DARK], ids=["light", "dark"])
def test_ring_of_an_unchecked_radio_button_is_seen(qapp: QApplication, qtbot: QtBot, colors: Colors) -> None:
    apply_theme(qapp, colors)
    dialog = _dialog(qtbot, colors)
    dialog.choose("theirs")
    radio = dialog.radios["mine"]
    assert not radio.isChecked()
    image = dialog.grab().toImage()
    left, middle = radio.x(), radio.geometry().center().y()
    ground = image.pixelColor(left - 2, middle).name()
    ring = [image.pixelColor(left + x, middle).name() for x in range(14)]
    assert max(contrast(color, ground) for color in ring) >= 3.0
