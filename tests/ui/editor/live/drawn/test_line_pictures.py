"""In Live formulas and pictures among words are drawn in their line; code has the colours of Reading."""

from __future__ import annotations

from urllib.parse import unquote

import pytest
from PySide6.QtCore import QBuffer, QEvent, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QMouseEvent, QTextBlock, QTextCursor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from axon_desktop.markdown.html.highlight import code_html, code_parts
from axon_desktop.theme.derived_colors import syntax
from axon_desktop.ui.attachments.picture_handle import PictureHandle
from axon_desktop.ui.editor.live.block_layout import x_of
from axon_desktop.ui.editor.live.drawing import places_of
from axon_desktop.ui.editor.live.looks import Sources
from axon_desktop.ui.editor.text_edit import NoteTextEdit
from axon_desktop.ui.look.theme import current_colors

RED = "#c33333"


def picture(_path: str) -> bytes:
    image, bytes_ = QImage(120, 60, QImage.Format.Format_RGB32), QBuffer()
    image.fill(QColor(RED))
    bytes_.open(QBuffer.OpenModeFlag.WriteOnly)
    image.save(bytes_, "PNG")  # type: ignore[call-overload]  # the stub knows bytes only
    return bytes(bytes_.data().data())


@pytest.fixture
def edit(qtbot: QtBot) -> NoteTextEdit:
    made = NoteTextEdit()
    qtbot.addWidget(made)
    made.resize(700, 500)
    made.set_live(True)
    made.set_sources(Sources(picture, lambda _key: None, lambda name: None if name.startswith("no") else name))
    made.show()
    made.activateWindow()
    made.setFocus()
    qtbot.waitUntil(made.hasFocus)
    return made


def show(edit: NoteTextEdit, qtbot: QtBot, text: str) -> QTextBlock:
    """Show a text with the caret in its first line; return the second one, with all that is drawn in it."""
    edit.open_text(text)
    edit.grab()
    drawn, colors = edit.note_looks.drawn, edit.note_looks.code_colors
    assert drawn is not None
    assert colors is not None
    qtbot.waitUntil(lambda: not drawn.at_work and not colors.at_work)
    edit.grab()
    return edit.document().findBlockByNumber(1)


def put_caret(edit: NoteTextEdit, place: int) -> None:
    cursor = QTextCursor(edit.document())
    cursor.setPosition(place)
    edit.setTextCursor(cursor)
    edit.grab()


@pytest.mark.parametrize(
    ("line", "drawn"),
    [
        ("mass $E = mc^2$ and $x$", ["E = mc^2", "x"]),
        ("a picture ![[pic.png|40]] among words", ["pic.png"]),
        ('and ![alt|30](a%20b.png) or ![c](<d e.png> "title")', ["a b.png", "d e.png"]),
        ("- ![[pic.png]]", ["pic.png"]),
        ("> quoted $y$", ["y"]),
        ("## Heading $\\alpha$", ["\\alpha"]),
        ("😀 中文 $x$ 中文 ![[图.png]]", ["x", "图.png"]),
        ("![[no.png]], ![x](https://example.com/x.png), ![[Note]]", []),
        ("`$x$` costs 5$ or 6$, \\$y\\$", []),
    ],
)
def test_what_is_drawn_among_words(edit: NoteTextEdit, qtbot: QtBot, line: str, drawn: list[str]) -> None:
    block = show(edit, qtbot, f"first\n{line}\n")
    data = edit.note_layout.laid_out(block)
    names = [found.name.rpartition(":")[2] for found, _ in data.pictures]
    assert [unquote(name) for name in names] == drawn
    revision = edit.document().revision()
    put_caret(edit, block.position())
    assert edit.note_layout.laid_out(block).revealed
    put_caret(edit, 0)
    assert edit.document().revision() == revision
    assert not edit.document().isModified()


def test_picture_is_at_the_place_of_its_source_and_takes_its_room(edit: NoteTextEdit, qtbot: QtBot) -> None:
    line = "some words ![[pic.png|40]] and more"
    block = show(edit, qtbot, f"first\n{line}\n")
    data, layout = edit.note_layout.laid_out(block), block.layout()
    ((_, place),) = places_of(data, layout)
    assert (place.width(), place.height()) == (40, 20)
    start, end = line.index("!"), line.index(" and")
    first = layout.lineAt(0)
    assert x_of(first, end) - x_of(first, start) == pytest.approx(40, abs=0.1)
    assert place.left() == pytest.approx(x_of(first, start), abs=0.1)
    shot = edit.viewport().grab().toImage()
    ratio = shot.devicePixelRatio()
    at = place.center() + QPointF(0, edit.note_layout.top_of(block))
    assert shot.pixelColor((at * ratio).toPoint()).name() == RED


@pytest.mark.parametrize(
    ("formula", "changes"), [("$x$", False), ("$E = mc^2$", False), ("$\\frac{a}{b}$", False)]
)
def test_line_with_a_formula_is_as_high_with_its_source_shown(
    edit: NoteTextEdit, qtbot: QtBot, formula: str, changes: bool
) -> None:
    block = show(edit, qtbot, f"first\nwords {formula} words\n")
    before = block.lineCount()
    put_caret(edit, block.position())
    assert (block.lineCount() != before) is changes
    edit.insertPlainText("typed ")
    edit.grab()
    assert block.lineCount() == before


def test_tall_picture_makes_its_line_higher_and_no_other(edit: NoteTextEdit, qtbot: QtBot) -> None:
    block = show(edit, qtbot, f"first\n{'word ' * 20}![[pic.png]] {'word ' * 40}\n")
    layout = block.layout()
    gaps = [layout.lineAt(n + 1).y() - layout.lineAt(n).y() for n in range(layout.lineCount() - 1)]
    assert sum(gap > 40 for gap in gaps) == 1
    ((_, place),) = places_of(edit.note_layout.laid_out(block), layout)
    tall = next(n for n, gap in enumerate(gaps) if gap > 40)
    assert place.top() >= layout.lineAt(tall).naturalTextRect().bottom() - 1


def test_width_of_a_drawn_picture_is_set_by_its_edge(edit: NoteTextEdit, qtbot: QtBot) -> None:
    text = "first\n😀 ![[pic.png|40]] and ![[pic.png]]\n\n![[pic.png]]\n"
    show(edit, qtbot, text)
    handles = edit.viewport().findChildren(PictureHandle)
    assert len(handles) == 1
    block = edit.document().findBlockByNumber(1)
    (_, first), (_, second) = places_of(edit.note_layout.laid_out(block), block.layout())
    alone = edit.document().findBlockByNumber(3)
    chunk = edit.note_layout.laid_out(alone).chunk
    assert chunk is not None
    assert chunk.document is not None
    ((_, own),) = chunk.document.pictures()
    steps = [
        (second, block, 77, text.replace("and ![[pic.png]]", "and ![[pic.png|77]]")),
        (first, block, None, text.replace("|40", "")),
        (
            own.translated(edit.note_looks.left, 0),
            alone,
            90,
            text.replace("\n\n![[pic.png]]", "\n\n![[pic.png|90]]"),
        ),
    ]
    for place, line, width, after in steps:
        rect = place.translated(0, edit.note_layout.top_of(line))
        nothing = Qt.MouseButton.NoButton
        where = rect.center()
        there = QPointF(edit.viewport().mapToGlobal(where.toPoint()))
        move = QMouseEvent(QEvent.Type.MouseMove, where, there, nothing, nothing, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(edit.viewport(), move)
        assert handles[0].isVisible()
        found = handles[0]._picture
        handles[0].resized.emit(found, width)
        assert edit.toPlainText() == after
        edit.undo()
        assert edit.toPlainText() == text
        put_caret(edit, 0)  # undoing goes there


@pytest.mark.parametrize("live", [True, False])
def test_code_has_the_colours_of_reading(edit: NoteTextEdit, qtbot: QtBot, live: bool) -> None:
    code = 'def f(x: int) -> str:\n    """😀 words\n    of two lines"""\n    return "a"  # 中文'
    edit.set_live(live)
    show(edit, qtbot, f"first\n```python\n{code}\n```\nlast\n")
    palette = syntax(current_colors())
    expected = [(text, palette[role]) for text, role in _by_words(code)]
    found = []
    for number in range(2, 6):
        block = edit.document().findBlockByNumber(number)
        raw = block.text().encode("utf-16-le")
        for part in block.layout().formats():
            text = raw[2 * part.start : 2 * (part.start + part.length)].decode("utf-16-le")
            color = part.format.foreground().color().name()
            if color in palette.values():
                found += [(word, color) for word in text.split()]
    assert found == expected
    assert all(color in code_html(code, "python", current_colors()) for _, color in expected)


def _by_words(code: str) -> list[tuple[str, str]]:
    return [(word, role) for text, role in code_parts(code, "python") if role for word in text.split()]


def test_colours_stay_while_code_is_typed_and_come_for_what_is_new(edit: NoteTextEdit, qtbot: QtBot) -> None:
    text = "first\n```python\nreturn 1\nreturn 2\n```\n"
    show(edit, qtbot, text)
    colors = edit.note_looks.code_colors
    assert colors is not None
    put_caret(edit, text.index("return 2"))
    edit.insertPlainText('"')  # what follows is a string from here on
    edit.grab()
    above = edit.note_layout.laid_out(edit.document().findBlockByNumber(2))
    assert [role for _, _, role in above.colors] == ["keyword", "number"]
    qtbot.waitUntil(lambda: not colors.at_work)
    edit.grab()
    below = edit.note_layout.laid_out(edit.document().findBlockByNumber(3))
    assert {role for _, _, role in below.colors} != {"keyword", "number"}


@pytest.mark.parametrize(
    "text",
    [
        "first\n```nolanguage\nreturn 1\n```\n",
        "first\n```\nreturn 1\n```\n",
        "first\n```python\n" + "return 1\n" * 2_000 + "```\n",
    ],
)
def test_code_that_reading_does_not_colour_stays_plain(edit: NoteTextEdit, qtbot: QtBot, text: str) -> None:
    show(edit, qtbot, text)
    assert list(edit.note_layout.laid_out(edit.document().findBlockByNumber(2)).colors) == []


def test_links_are_pointed_at_also_where_they_are_drawn_or_shown_as_text(edit: NoteTextEdit, qtbot: QtBot) -> None:
    text = "in [[First]] here\nsee [[Target|alias]] and #tag\n\n> [!tip] T\n> [[Drawn]]\n"
    block = show(edit, qtbot, text)
    found: list[str] = []
    edit.link_hovered.connect(found.append)

    def point(place: QPointF) -> None:
        nothing = Qt.MouseButton.NoButton
        there = QPointF(edit.viewport().mapToGlobal(place.toPoint()))
        move = QMouseEvent(QEvent.Type.MouseMove, place, there, nothing, nothing, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(edit.viewport(), move)

    def at(position: int) -> QPointF:
        cursor = QTextCursor(edit.document())
        cursor.setPosition(position)
        return QPointF(edit.cursorRect(cursor).center())

    for word, href, as_text in (("rst]]", "axon-note:First", True), ("ias]]", "axon-note:Target", False)):
        point(at(text.index(word)))
        link = edit.link_at(at(text.index(word)).toPoint())
        assert link is not None
        assert (link.href, link.as_text) == (href, as_text)
        assert link.rect.contains(at(text.index(word)))
    point(at(block.position() + 1))
    head = edit.document().findBlockByNumber(3)
    chunk = edit.note_layout.laid_out(head).chunk
    assert chunk is not None
    assert chunk.document is not None
    link_place = chunk.document.position_rect(chunk.document.links()[0].start).center()
    point(link_place + QPointF(edit.note_looks.left + 4, edit.note_layout.top_of(head)))
    assert found == ["axon-note:First", "axon-note:Target", "", "axon-note:Drawn"]
    put_caret(edit, text.index("First"))
    caret = edit.link_at_caret()
    assert caret is not None
    assert caret.href == "axon-note:First"
