"""Live: marks are shown in the line of the caret only; no byte changes by looking, and edits are the source's.

Named in the environment: a folder of notes (`AXON_LIVE_NOTES`), the specification of CommonMark, and how
many generated notes (`AXON_LIVE_GENERATED`) and random edits (`AXON_LIVE_EDITS`) there are.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from urllib.parse import quote

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QTextBlock, QTextCursor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from axon_desktop.ui.editor.editing.feature import COMMANDS
from axon_desktop.ui.editor.live.block_layout import Places, x_of
from axon_desktop.ui.editor.live.looks import Sources
from axon_desktop.ui.editor.text_edit import NoteTextEdit
from axon_desktop.ui.markdown_view.layout.chunk_builder import ChunkBuilder
from axon_desktop.vault.links.link_text import footnote_at, link_at
from bench.commonmark import read_examples
from bench.texts import markdown
from tests.markdown.html.test_commonmark import SPEC
from tests.ui.editor.live.elements import seen, top_blocks
from tests.ui.ime import commit, compose

_Move = QTextCursor.MoveOperation
_PIECES = (
    "**", "*", "`", "```\n", "[[", "]]", "|", "# ", "- ", "- [ ] ", "> ", "> [!tip] ", "\n", "\n\n", "word ",
    "中文", "😀", "~~", "==", "%%", "$", "$$\n", "---\n", "\t", "| a | b |\n", "[^1]", "\\", "1. ",
)  # fmt: skip


def text_of(edit: NoteTextEdit) -> str:
    return edit.note_text.restore(edit.raw)


def put_caret(edit: NoteTextEdit, place: int) -> None:
    cursor = QTextCursor(edit.document())
    cursor.setPosition(place)
    edit.setTextCursor(cursor)


def hidden(block: QTextBlock) -> str:
    """Return the characters of a block that take no room."""
    layout, found = block.layout(), ""
    text = block.text()
    places = Places(text)
    for at, letter in enumerate(text):
        start, end = places.of(at), places.of(at + 1)
        line = layout.lineForTextPosition(start)
        if end <= line.textStart() + line.textLength() and abs(x_of(line, end) - x_of(line, start)) < 0.01:
            found += letter
    return found


def walk(edit: NoteTextEdit) -> Iterator[QTextBlock]:
    """Move the caret through every line by keys, down and up again."""
    put_caret(edit, 0)
    for key, end in ((_Move.Down, _Move.End), (_Move.Up, _Move.Start)):
        last = -1
        while edit.textCursor().position() != last:
            last = edit.textCursor().position()
            yield edit.textCursor().block()
            edit.moveCursor(key)
        edit.moveCursor(end)


def check_walk(edit: NoteTextEdit, text: str) -> None:
    """Open, walk and look; nothing changes, and the caret is always in a line that shows its marks."""
    edit.open_text(text)
    revision = edit.document().revision()
    edit.grab()
    seen = set()
    for block in walk(edit):
        seen.add(block.blockNumber())
        data = edit.note_layout.laid_out(block)
        assert data.revealed
        assert block.layout().lineCount() > 0
    assert seen == set(range(edit.document().blockCount()))
    assert text_of(edit) == text
    assert edit.document().revision() == revision
    assert not edit.document().isModified()


def named_notes() -> Iterator[str]:
    """Yield the texts that are named in the environment."""
    if folder := os.environ.get("AXON_LIVE_NOTES", ""):
        for path in sorted(Path(folder).rglob("*.md")):
            yield path.read_bytes().decode("utf-8", "replace")
    if file := os.environ.get(SPEC, ""):
        yield from (example["markdown"] for example in read_examples(Path(file)))


def notes() -> Iterator[str]:
    """Yield texts to look at."""
    yield from named_notes()
    chance = random.Random(3)
    for _ in range(int(os.environ.get("AXON_LIVE_GENERATED", "3"))):
        yield "".join(chance.choices(_PIECES, k=chance.randrange(60)))
    yield markdown(2_000)


def test_looking_at_a_note_line_by_line_changes_nothing(edit: NoteTextEdit) -> None:
    for text in notes():
        check_walk(edit, text)


@pytest.mark.parametrize(
    ("line", "marks"),
    [
        ("a **bold** word", "****"),
        ("a *leaning* word and ***both***", "********"),
        ("some `code` and ``a ` b``", "``````"),
        ("~~gone~~ ==marked==", "~~~~===="),
        ("[[Target]] and [[Target|alias]]", "[[]][[Target|]]"),
        ("see [words](https://example.com/a_b) here", "[](https://example.com/a_b)"),
        ("## Heading", "## "),
        ("- item", "- "),
        ("- [ ] task", "- [ ] "),
        ("\t- nested", "- "),
        ("1. first", ""),
        ("> quoted", "> "),
        ("\\*escaped\\*", "\\\\"),
        ("a note[^1] and text ^name", "[^]^name"),
        ("a %%remark%% here", "%%remark%% "),
        ("a%%remark%%, <!-- and --> one", "%%remark%%<!-- and --> "),
        ("%%remark%% here", "%%remark%% "),
        ("`**not bold**`", "``"),
        ("𝄞 **粗体** 😀 *x*", "****" + "**"),
        ("snake_case_name and 2 * 3 * 4", ""),
    ],
)
def test_marks_are_hidden_but_in_the_line_of_the_caret(edit: NoteTextEdit, line: str, marks: str) -> None:
    edit.open_text(f"first\n{line}\n")
    edit.grab()
    block = edit.document().findBlockByNumber(1)
    assert hidden(block) == marks
    height = block.lineCount()
    put_caret(edit, block.position())
    edit.grab()
    assert hidden(block) == ""
    assert block.lineCount() == height, "the height of a line does not depend on its marks"


@pytest.mark.parametrize("line", ["## Heading", "- item", "- [ ] task", "> quoted", "\t- nested", "\t\t1. number"])
def test_text_stays_where_it_is_when_the_marks_before_it_are_shown(edit: NoteTextEdit, line: str) -> None:
    edit.open_text(f"first\n{line}\n")
    edit.grab()
    block = edit.document().findBlockByNumber(1)

    def end() -> float:
        shown = block.layout().lineAt(0)
        return x_of(shown, len(line))

    before = end()
    put_caret(edit, block.position())
    edit.grab()
    assert end() == pytest.approx(before, abs=0.6)


@pytest.mark.parametrize(
    "note",
    [
        *("- a\n  b", "  - a\n    b", "- [ ] a\n  b", "- a\n\n  b **c**", "- א\n  ב", "* a\n\n\n  b"),
        *("1. a\n   b", "  10) a\nb\nc", "- a\n\tb", "- a\n\n  b\n    c"),
    ],
)
def test_text_of_an_item_stands_below_its_words(edit: NoteTextEdit, note: str) -> None:
    edit.open_text(f"{note}\n\n  text\n\nend\n")
    put_caret(edit, edit.document().characterCount() - 1)
    edit.grab()
    document = edit.document()
    item, below = document.firstBlock(), document.findBlockByNumber(note.count("\n"))
    first, second = edit.note_layout.laid_out(item), edit.note_layout.laid_out(below)
    assert second.line.kind == "text"
    assert (second.content, second.edge) == (first.content, first.edge)
    line = second.painted(below).lineAt(0)
    letter = x_of(line, second.place_of(second.line.content))
    assert letter == pytest.approx(second.edge if second.is_rtl else second.content, abs=0.6)


@pytest.mark.parametrize(
    "line",
    [
        "里面有**粗体**、*斜体*、==高亮==、`代码`，还有[[Target|香草螺旋]]。和 #植物 标签",
        "see the [first words](https://example.com/a-b/c_d-e), more [words](note.md) and [[Some/other-note|x]].",
        "- a note[^1], **bold words**. And `code`: <u>under</u>, <b>more</b>.",
        "> 写到**这里**！再写到*那里*？又写到[这里](https://example.com/a/b)。",
    ],
)
def test_no_line_begins_with_what_belongs_to_the_one_above(edit: NoteTextEdit, line: str) -> None:
    for width in range(180, 420, 12):
        edit.resize(width, 500)
        edit.open_text(f"first\n{line}\n")
        edit.grab()
        data = edit.note_layout.laid_out(block := edit.document().findBlockByNumber(1))
        layout = data.painted(block)
        for number in range(1, layout.lineCount()):
            begin = layout.lineAt(number).textStart()
            at = begin if data.woven is None else data.woven.back(begin)
            assert seen(data, line, at, len(line))[0] not in " 、，。！？,.:", width


@pytest.mark.parametrize(
    ("line", "raised"),
    [("a[^1] b", "[^1]"), ("- [^note]: x", "[^note]"), ("[^1]: text[^2]", "[^2]"), ("[^1]: text", "")],
)
def test_footnotes_are_raised_but_the_name_before_their_text(edit: NoteTextEdit, line: str, raised: str) -> None:
    edit.open_text(f"first\n{line}\n")
    edit.grab()
    data = edit.note_layout.laid_out(edit.document().findBlockByNumber(1))
    assert "".join(line[start:end] for start, end, look in data.line.tagged if look == "note") == raised


@pytest.mark.parametrize(
    "line", ["### three", "###### six", "1000. item", "> > > quote", "### שלום", "\t- [ ] task"]
)
def test_marks_are_seen_in_a_narrow_pane(edit: NoteTextEdit, line: str) -> None:
    edit.resize(190, 300)
    edit.open_text(f"{line}\ntext")
    put_caret(edit, 0)
    edit.grab()
    begin, end = (edit.note_layout.rect_of(place).x() for place in (0, len(line)))
    assert min(begin, end) >= 0
    assert max(begin, end) <= edit.viewport().width()


def centre_of(edit: NoteTextEdit, place: int) -> QPoint:
    cursor = QTextCursor(edit.document())
    cursor.setPosition(place)
    return edit.cursorRect(cursor).center()


def test_box_is_ticked_by_a_click_and_the_caret_stays(edit: NoteTextEdit) -> None:
    lines = ["first", "- [ ] 𝄞 one", "\t- [x] two", "- [ ] ", "\t- [x]", "- [ ] **three**", "- [ ] [](a)"]
    text = "\n".join(lines)
    edit.open_text(text)
    edit.grab()
    layout = edit.note_layout
    for number, line in enumerate(lines[1:], 1):
        block = edit.document().findBlockByNumber(number)
        put_caret(edit, 0)
        data = layout.laid_out(block)
        middle = QPointF(data.content - 16, layout.top_of(block) + 12).toPoint()
        QTest.mouseClick(edit.viewport(), Qt.MouseButton.LeftButton, pos=middle)
        changed = line.replace("[ ]", "[x]") if "[ ]" in line else line.replace("[x]", "[ ]")
        assert text_of(edit) == "\n".join([*lines[:number], changed, *lines[number + 1 :]])
        assert edit.textCursor().position() == 0
        edit.undo()
        assert text_of(edit) == text


def test_link_is_followed_by_a_click_where_its_marks_are_hidden(edit: NoteTextEdit) -> None:
    line = "go to [[Target|alias]] and on"
    edit.open_text(f"first\n{line}\n")
    edit.grab()
    followed: list[tuple[str, int, bool]] = []
    edit.link_requested.connect(lambda *found: followed.append(found))
    at = len("first\n") + line.index("alias") + 2
    QTest.mouseClick(edit.viewport(), Qt.MouseButton.LeftButton, pos=centre_of(edit, at))
    assert [(found, new_tab) for found, _place, new_tab in followed] == [(line, False)]
    assert line.index("alias") <= followed[0][1] <= line.index("alias") + 5
    assert edit.textCursor().position() == 0
    put_caret(edit, len("first\n"))
    edit.grab()
    QTest.mouseClick(edit.viewport(), Qt.MouseButton.LeftButton, pos=centre_of(edit, at))
    assert len(followed) == 1, "with the caret in its line it is text"
    assert edit.textCursor().position() == at


def test_tag_and_footnote_are_followed(edit: NoteTextEdit) -> None:
    line = "a #tag/知识 and 😀 a note[^1]"
    text = f"{line}\nmore\n[^1]: its text\n"
    edit.open_text(text)
    assert link_at(line, 5, lambda _target: None) == "axon-tag:" + quote("#tag/知识")
    assert footnote_at(line, line.index("^")) == "1"
    there = edit.find_footnote("1", line)
    assert there is not None
    assert there.block().text() == "[^1]: its text"
    back = edit.find_footnote("1", "[^1]: its text")
    assert back is not None
    assert back.block().blockNumber() == 0


def test_nothing_is_shown_or_hidden_while_a_button_is_down_or_a_word_is_composed(edit: NoteTextEdit) -> None:
    edit.open_text("first\n**second**\n")
    edit.grab()
    block = edit.document().findBlockByNumber(1)
    QTest.mousePress(edit.viewport(), Qt.MouseButton.LeftButton, pos=centre_of(edit, len("first\n**se")))
    edit.grab()
    assert hidden(block) == "****"
    QTest.mouseRelease(edit.viewport(), Qt.MouseButton.LeftButton, pos=centre_of(edit, len("first\n**se")))
    edit.grab()
    assert hidden(block) == ""
    compose(edit, "zhong")
    put_caret(edit, 0)
    edit.grab()
    assert hidden(block) == ""
    commit(edit, "中")
    edit.grab()
    assert hidden(block) != ""


def looks_of(edit: NoteTextEdit) -> list[tuple[object, ...]]:
    """Return how each line is shown."""
    found: list[tuple[object, ...]] = []
    block = edit.document().begin()
    while block.isValid():
        data = edit.note_layout.laid_out(block)
        line, group = data.line, data.group
        if group is not None:
            found.append((block.text(), group.kind, group.source, data.chunk is None))
        else:
            looks = line.kind, line.level, tuple(line.hidden), line.quotes, line.columns, data.height
            found.append((block.text(), *looks))
        block = block.next()
    return found


def test_lines_are_shown_after_edits_as_in_a_view_that_never_saw_another_text(
    edit: NoteTextEdit, qtbot: QtBot
) -> None:
    chance, fresh = random.Random(11), NoteTextEdit()
    qtbot.addWidget(fresh)
    for each in (edit, fresh):
        each.resize(700, 500)
        each.set_live(True)
        each.set_sources(Sources(lambda _path: None, lambda _key: None, lambda target: target))
        each.clearFocus()
    fresh.note_looks.set_place(edit.note_looks.left, edit.note_looks.width, edit.note_looks.room)
    edit.open_text(
        markdown(800)
        + "\none\ntwo\n===\n\n    code\n\n"
        + "> [!tip] T\n> words\nlazy\n\n> q\nlazy\n**more**\n\n- i\nlazy\n\n| a | b |\n| - | - |\n"
    )
    for _ in range(int(os.environ.get("AXON_LIVE_EDITS", "75")) // 3):
        looks_of(edit)
        cursor = QTextCursor(edit.document())
        if chance.random() < 0.2 and edit.document().isUndoAvailable():
            edit.undo()
        else:
            start = chance.randrange(edit.document().characterCount())
            end = min(start + chance.choice((0, 0, 1, 3, 30)), edit.document().characterCount() - 1)
            cursor.setPosition(start)
            cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            cursor.insertText(chance.choice(_PIECES))
        fresh.open_text(edit.note_text.restore(edit.raw))
        assert looks_of(edit) == looks_of(fresh)


def test_begin_of_a_note_is_behind_its_properties(edit: NoteTextEdit) -> None:
    """Somebody in a hurry goes to the top and types; before the properties that would make them text."""
    for text in ("---\nstatus: a\n---\nfirst\n\nlast", "first\n\nlast", "---\nstatus: a\n---"):
        edit.open_text(text)
        edit.moveCursor(QTextCursor.MoveOperation.End)
        QTest.keyClick(edit, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
        assert edit.textCursor().position() == (text.find("first") if "first" in text else len(text))


def test_what_is_written_behind_nothing_but_properties_begins_a_line(edit: NoteTextEdit) -> None:
    text = "---\nstatus: a\n---"
    acts: Sequence[tuple[Callable[[], object], str]] = (
        (lambda: QTest.keyClicks(edit, "ab"), "\nab"),
        (lambda: commit(edit, "中"), "\n中"),
        (lambda: edit.editing.run(COMMANDS["format.task"]), "\n- [ ] "),
        (lambda: QTest.keyClick(edit, Qt.Key.Key_Backspace), ""),
        (lambda: QTest.keyClick(edit, Qt.Key.Key_Delete), ""),
    )
    for act, written in acts:
        edit.open_text(text)
        assert edit.skip_properties()
        edit.grab()
        assert edit.note_layout.form_shown
        assert edit.document().lastBlock().lineCount() > 0, "there is a line to write in"
        assert edit.properties.form.isVisible()
        act()
        assert text_of(edit) == text + written
        while edit.document().isUndoAvailable():
            edit.undo()
        assert text_of(edit) == text
        assert edit.note_layout.form_shown


def test_live_and_source_are_one_document_with_one_undo(edit: NoteTextEdit) -> None:
    edit.open_text("a **b** c\n")
    edit.insertPlainText("x")
    edit.set_live(False)
    edit.grab()
    assert hidden(edit.document().firstBlock()) == ""
    edit.insertPlainText("y")
    edit.set_live(True)
    edit.undo()
    edit.undo()
    assert text_of(edit) == "a **b** c\n"


DRAWN = """---
tags: [one]
---
first

> [!tip] A callout
> - [ ] a task in it
> and [[Target]]

| a | b |
| - | - |
| 1 | 2 |

$$
x^2
$$

last
"""


@pytest.fixture
def drawing(edit: NoteTextEdit, qtbot: QtBot) -> NoteTextEdit:
    """Show a note with drawn groups, all of them rendered."""
    edit.set_sources(Sources(lambda _path: None, lambda _key: None, lambda target: target))
    edit.open_text(DRAWN)
    put_caret(edit, DRAWN.index("first"))
    edit.grab()
    drawn = edit.note_looks.drawn
    assert drawn is not None
    qtbot.waitUntil(lambda: not drawn.at_work and ChunkBuilder.warm)
    edit.grab()
    return edit


def shown(edit: NoteTextEdit) -> list[str]:
    """Return the lines that are shown as text."""
    edit.grab()
    found, block = [], edit.document().firstBlock()
    while block.isValid():
        if edit.note_layout.laid_out(block).group is None and block.text():
            found.append(block.text())
        block = block.next()
    return found


def test_groups_of_lines_are_drawn_while_the_caret_is_outside(drawing: NoteTextEdit) -> None:
    edit = drawing
    assert shown(edit) == ["first", "last"]
    seen = {block.blockNumber() for block in walk(edit)}
    assert seen == set(range(edit.document().blockCount()))
    for word, lines in (("a task", 3), ("1 | 2", 3), ("x^2", 3), ("tags", 3)):
        put_caret(edit, DRAWN.index(word))
        assert len(shown(edit)) == lines + 2
    put_caret(edit, DRAWN.index("last"))
    assert shown(edit) == ["first", "last"]
    assert text_of(edit) == DRAWN
    assert not edit.document().isModified()


@pytest.mark.parametrize(
    ("note", "inside"),
    [
        ("> [!tip]\nlazy\n\nno", 1),
        ("> [!tip] T\n> a\nlazy\nmore\n- no", 2),
        ("> a\nlazy\n# no", 1),
        ("> > a\nlazy\n\nno", 1),
        ("> - a\nlazy\n1. no", 1),
        ("> # a\nno", 0),
        ("> ```\n> a\n> ```\nno", 0),
        ("- a\nno", 0),
    ],
)
def test_lines_of_a_quote_need_no_mark_as_in_reading(edit: NoteTextEdit, note: str, inside: int) -> None:
    edit.set_sources(Sources(lambda _path: None, lambda _key: None, lambda target: target))
    edit.open_text(f"first\n\n{note}\n")
    edit.grab()
    quoted = "".join(part.source for part in top_blocks(note)[0]).rstrip("\n").split("\n")
    block, found = edit.document().findBlockByNumber(2), 0
    while block.isValid():
        found += edit.note_layout.laid_out(block).line.quotes > 0 and not block.text().startswith(">")
        block = block.next()
    assert found == inside == sum(not line.startswith(">") for line in quoted if not note.startswith("-"))


def test_edit_that_breaks_a_table_shows_its_lines(drawing: NoteTextEdit) -> None:
    edit = drawing
    line = QTextCursor(edit.document().findBlockByNumber(10))
    line.select(QTextCursor.SelectionType.LineUnderCursor)
    line.removeSelectedText()
    assert {"| a | b |", "| 1 | 2 |"} <= set(shown(edit))
    edit.undo()
    put_caret(edit, DRAWN.index("first"))
    assert shown(edit) == ["first", "last"]


def test_links_and_boxes_of_a_drawing_work(drawing: NoteTextEdit) -> None:
    edit = drawing
    followed: list[str] = []
    edit.drawn_link_activated.connect(followed.append)
    block = edit.document().findBlockByNumber(5)
    chunk = edit.note_layout.laid_out(block).chunk
    assert chunk is not None
    assert chunk.document is not None
    corner = QPointF(edit.note_looks.left, edit.note_layout.top_of(block))
    links = chunk.document.links()
    for link in links:
        middle = chunk.document.position_rect(link.start).center() + corner
        QTest.mouseClick(edit.viewport(), Qt.MouseButton.LeftButton, pos=(middle + QPointF(4, 0)).toPoint())
    assert len(links) == 2
    assert text_of(edit) == DRAWN.replace("[ ]", "[x]")
    assert followed == [links[1].href]
