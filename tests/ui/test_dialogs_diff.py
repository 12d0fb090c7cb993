from __future__ import annotations

import time

from hypothesis import given
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from axon_desktop.ui.dialogs.diff_rows import compare, decode, merge_edit
from axon_desktop.ui.dialogs.diff_view import SideBySideDiff
from axon_desktop.ui.dialogs.editor import EditPane
from axon_desktop.vault.markdown.colors import LIGHT

lines = st.lists(st.sampled_from(["a", "b", "c", "", "长"]), max_size=30)
notes = st.lists(
    st.tuples(st.sampled_from(["a", "b b", "", "长\u00a0x"]), st.sampled_from(["\n", "\r\n", "\r"])), max_size=12
)


@given(lines, lines)
def test_both_sides_of_the_rows_are_the_two_texts(old: list[str], new: list[str]) -> None:
    before, after = "".join(f"{line}\n" for line in old), "".join(f"{line}\n" for line in new)
    diff = compare(before, after)
    for side, text in (("left", old), ("right", new)):
        shown = {getattr(row, f"{side}_number"): getattr(row, side) for row in diff.rows}
        shown.pop(0, None)
        assert all(text[number - 1] == line for number, line in shown.items())
    hidden = sum(row.skipped for row in diff.rows)
    same = sum(row.kind == "same" for row in diff.rows)
    assert same + hidden + diff.removed == len(old)
    assert same + hidden + diff.added == len(new)


@given(notes, st.booleans(), st.sampled_from(["", "tail"]))
def test_text_left_as_it_is_keeps_every_byte(parts: list[tuple[str, str]], bom: bool, tail: str) -> None:
    text = ("\ufeff" if bom else "") + "".join(line + end for line, end in parts) + tail
    shown = decode(text.encode()).replace("\r\n", "\n").replace("\r", "\n")
    assert merge_edit(text.encode(), shown) == text.encode()


def test_edit_changes_only_the_edited_lines() -> None:
    original = "\ufeffone\r\ntwo\nthree\r\nfour".encode()
    assert merge_edit(original, "one\n2\nthree\nfour\nfive") == "\ufeffone\r\n2\r\nthree\r\nfour\r\nfive".encode()
    assert merge_edit(b"", "x") == b"x"
    assert merge_edit(b"a\n", "") == b""


def test_editor_keeps_no_break_spaces_and_reports_no_edit(qtbot: QtBot) -> None:
    pane = EditPane(None, "a\u00a0b\r\nc\r\n".encode())
    qtbot.addWidget(pane)
    assert pane.edited() is None
    pane.editor.moveCursor(pane.editor.textCursor().MoveOperation.End)
    pane.editor.insertPlainText("d")
    assert pane.edited() == "a\u00a0b\r\nc\r\nd".encode()


def test_unchanged_lines_between_changes_are_skipped() -> None:
    before = "".join(f"{number}\n" for number in range(100))
    diff = compare(before, before.replace("50\n", "fifty\n") + "end\n")
    assert (diff.added, diff.removed) == (2, 1)
    assert [row.skipped for row in diff.rows if row.kind == "skip"] == [47, 43]
    assert len(diff.rows) == 1 + 3 + 1 + 3 + 1 + 3 + 1


def test_changed_line_ends_are_made_visible() -> None:
    (row,) = compare("a\n", "a\r\n").rows
    assert (row.left, row.right) == ("a␊", "a␍␊")
    (row,) = compare("a", "a\n").rows
    assert (row.left, row.right) == ("a", "a␊")


def test_large_notes_are_compared_in_time() -> None:
    before = "".join(f"line {number % 7}\n" for number in range(60_000))
    begun = time.monotonic()
    diff = compare(before, before.replace("line 3\n", "three\n"))
    assert diff.added == diff.removed
    assert time.monotonic() - begun < 5


def test_view_paints_only_what_is_visible_and_scrolls_both_halves(qtbot: QtBot) -> None:
    before = "".join(f"{number}\n" for number in range(50_000))
    view = SideBySideDiff(LIGHT)
    qtbot.addWidget(view)
    view.resize(600, 200)
    view.set_diff(compare("", before + "x" * 5000 + "\n"))
    view.show()
    begun = time.monotonic()
    assert not view.grab().isNull()
    assert time.monotonic() - begun < 0.5
    assert view.verticalScrollBar().maximum() > 900_000
    assert view.horizontalScrollBar().maximum() > 0
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())
    color = view.viewport().grab().toImage().pixelColor(view.viewport().width() - 5, 100).name()
    assert color == LIGHT.add
    assert "50001 lines added" in view.accessibleDescription()
