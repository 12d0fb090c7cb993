"""Highlighting of a line, and its speed."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QTextCursor
from pytestqt.qtbot import QtBot

from axon_desktop.theme.colors import DARK, LIGHT
from axon_desktop.ui.editor.live import states
from axon_desktop.ui.editor.live.states import LineStates
from axon_desktop.ui.editor.syntax import FENCE, START, TEXT, WHAT, end_state, spans
from axon_desktop.ui.editor.text_edit import NoteTextEdit
from tests.ui.colors import wear_colors


def _marked(line: str, before: int = TEXT) -> list[tuple[str, str]]:
    return [(span.kind, line[span.start : span.end]) for span in spans(before, line)]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("## Plan", ("heading", "## Plan")),
        ("see [[Note#Part|text]] now", ("link", "[[Note#Part|text]]")),
        ("![[image.png|200]]", ("link", "![[image.png|200]]")),
        ("a [page](https://x.org) b", ("address", "(https://x.org)")),
        ("https://x.org/a?b", ("link", "https://x.org/a?b")),
        ("so #tag/child, yes", ("tag", "#tag/child")),
        ("中文 #标签", ("tag", "#标签")),
        ("**bold** text", ("strong", "**bold**")),
        ("an *italic* word", ("emphasis", "*italic*")),
        ("an _italic_ word", ("emphasis", "_italic_")),
        ("==marked== here", ("highlight", "==marked==")),
        ("~~gone~~", ("strike", "~~gone~~")),
        ("`code **no**`", ("code", "`code **no**`")),
        ("before %%hidden%% after", ("comment", "%%hidden%%")),
        ("> [!note]- Title", ("callout", "[!note]- Title")),
        ("- [ ] task", ("list", "- [ ]")),
        ("12. item", ("list", "12.")),
        ("sum $a+b$ here", ("math", "$a+b$")),
        ("text[^1]", ("link", "[^1]")),
        ("<b>x</b>", ("html", "<b>")),
        ("words ^block-1", ("markup", "^block-1")),
    ],
)
def test_a_part_of_a_line_is_known(line: str, expected: tuple[str, str]) -> None:
    assert expected in _marked(line)


@pytest.mark.parametrize(
    "line", ["#1234", "a#b", "5 * 3 * 2", "snake_case_name", "costs $5 and $6", "\\*no\\*", "c# is"]
)
def test_what_only_looks_like_markdown_is_plain(line: str) -> None:
    assert _marked(line) == []


def test_states_go_from_line_to_line() -> None:
    text = """---
tags: [a]
---
# Title
```python
# no heading
````
%%
comment
%%
$$
x
$$
> ```
> code
after"""
    state = START
    kinds = []
    for line in text.split("\n"):
        kinds.append([span.kind for span in spans(state, line)][:1])
        state = end_state(state, line)
    assert kinds == [
        ["markup"], ["property"], ["markup"], ["heading"], ["markup"], ["fence"], ["markup"], ["comment"],
        ["comment"], ["comment"], ["math"], ["math"], ["math"], ["markup"], ["fence"], [],
    ]  # fmt: skip


@given(
    st.text(st.sampled_from("ab *_`~=[]()!#>%$\\<-1:|^😀"), max_size=60), st.sampled_from([TEXT, START, 1, 2, 3])
)
@settings(max_examples=300)
def test_parts_lie_within_their_line(line: str, before: int) -> None:
    for start, end, _ in spans(before, line):
        assert 0 <= start <= end <= len(line)


@pytest.mark.parametrize(
    "markup", ["*", "_", "`", "~~", "==", "[", "[[", "![", "$", "%%", "<", "**a ", "> ", "(", "\\", "#a "]
)
def test_hostile_lines_take_no_longer_than_plain_ones(markup: str) -> None:
    line = markup * (4000 // len(markup))
    started = time.process_time()
    spans(TEXT, line)
    end_state(TEXT, line)
    assert time.process_time() - started < 0.25


def _formats(edit: NoteTextEdit, number: int) -> int:
    return len(edit.document().findBlockByNumber(number).layout().formats())


def test_a_large_note_is_coloured_where_it_is_seen(qtbot: QtBot) -> None:
    edit = NoteTextEdit()
    qtbot.addWidget(edit)
    edit.resize(700, 500)
    edit.show()
    text = "# Heading\n\nSome **bold** text with a [[link]] and #tags.\n" * 20_000
    started = time.process_time()
    edit.open_text(text)
    edit.grab()
    assert time.process_time() - started < 2
    assert _formats(edit, 0)
    assert not _formats(edit, 30_000)  # not on the screen
    edit.verticalScrollBar().setValue(edit.note_layout.top_of(edit.document().findBlockByNumber(30_000)))
    qtbot.waitUntil(lambda: edit.grab() is not None and _formats(edit, 30_002) > 0)


def test_a_fence_that_is_opened_recolours_what_follows(qtbot: QtBot) -> None:
    edit = NoteTextEdit()
    qtbot.addWidget(edit)
    edit.resize(700, 500)
    edit.show()
    edit.open_text("text\n\n# Heading\n\n**bold**\n")
    edit.grab()
    qtbot.waitUntil(lambda: _formats(edit, 4) > 0)
    before = edit.note_layout.states.before
    state = before(edit.document().findBlockByNumber(4))
    cursor = QTextCursor(edit.document())
    cursor.insertText("```\n")
    block = edit.document().findBlockByNumber(5)
    qtbot.waitUntil(lambda: before(block) != state)
    cursor.movePosition(QTextCursor.MoveOperation.Start)
    cursor.movePosition(QTextCursor.MoveOperation.Down, QTextCursor.MoveMode.KeepAnchor)
    cursor.removeSelectedText()
    block = edit.document().findBlockByNumber(4)
    qtbot.waitUntil(lambda: before(block) == state)


def test_colours_alone_are_no_edit(qtbot: QtBot) -> None:
    edit = NoteTextEdit()
    qtbot.addWidget(edit)
    edit.resize(700, 500)
    edit.show()
    edit.open_text("# Heading\n**bold**\n" * 50)
    heard: list[int] = []
    edit.edited.connect(lambda: heard.append(1))
    edit.grab()
    wear_colors(DARK)
    edit.verticalScrollBar().setValue(50)
    edit.grab()
    assert not heard


def test_another_theme_and_a_higher_window_colour_what_is_seen(qtbot: QtBot) -> None:
    edit = NoteTextEdit()
    qtbot.addWidget(edit)
    edit.resize(700, 200)
    edit.show()
    edit.open_text("a [[link]]\n" * 60)
    qtbot.waitUntil(lambda: _formats(edit, 0) > 0)
    assert not _formats(edit, 30)
    edit.resize(700, 900)
    qtbot.waitUntil(lambda: _formats(edit, 30) > 0)

    def colour() -> str:
        part = edit.document().firstBlock().layout().formats()[1]  # behind the brackets
        return part.format.foreground().color().name()

    assert colour() == LIGHT.accent
    wear_colors(DARK)
    edit.grab()
    assert colour() == DARK.accent


def test_states_are_worked_out_in_short_slices_and_only_as_far_as_they_differ(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    edit = NoteTextEdit()
    qtbot.addWidget(edit)
    edit.resize(700, 500)
    edit.show()
    slices, lines = [0], [0]
    work_out, line_end = LineStates._work_out, end_state

    def working(self: LineStates, seconds: float) -> None:
        slices[0] += 1
        assert seconds <= 0.004, "two slices may come between two other events"
        work_out(self, seconds)

    def counting(before: int, line: str, *, continues: bool = False) -> int:
        lines[0] += 1
        return line_end(before, line, continues=continues)

    edit.open_text("- [ ] some **bold** words\n" * 20_000)
    monkeypatch.setattr(LineStates, "_work_out", working)
    monkeypatch.setattr(states, "end_state", counting)
    qtbot.keyClicks(edit, "word")
    assert lines[0] < 10
    assert not edit.note_layout.states.busy
    QTextCursor(edit.document()).insertText("```\n")
    qtbot.waitUntil(lambda: not edit.note_layout.states.busy)
    assert slices[0] > 5
    assert edit.document().lastBlock().userState() & WHAT == FENCE
    edit.undo()
    qtbot.waitUntil(lambda: not edit.note_layout.states.busy)
    assert edit.document().lastBlock().userState() & WHAT == TEXT
    assert lines[0] < 2 * 20_000 + 1_000
