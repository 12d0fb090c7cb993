"""Tables with any number of columns: no word is broken, and what does not fit scrolls sideways in its frame."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, QSize, Qt, QTextBoundaryFinder
from PySide6.QtGui import QAccessible, QColor, QGuiApplication, QTextBlock, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScrollBar, QWidget
from pytestqt.qtbot import QtBot

from axon_desktop.markdown.html.embeds import scan_embedded
from axon_desktop.theme.colors import LIGHT
from axon_desktop.ui.look.theme import make_style_sheet
from axon_desktop.ui.markdown_view import MarkdownView
from axon_desktop.ui.markdown_view.accessible import AccessibleText, AccessibleView
from axon_desktop.ui.markdown_view.layout.chunk import TABLE_HREF, Chunk
from axon_desktop.ui.markdown_view.tables.table_frames import STEP, TableBar
from axon_desktop.ui.markdown_view.tables.wide_tables import WideTable

Settle = Callable[[MarkdownView], None]
Cell = Callable[[int, int], str]
MONSTER = 40
"""Characters of a word that may be broken; see `LONGEST_WORD` of column_needs.py."""
STILL = QPoint()
SHIFT, NONE = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.NoModifier

LONG = ("Donaudampfschifffahrtsgesellschaft", "x", "incomprehensibilities")
CHINESE = ("每天早上整理昨天的笔记并且写下今天要做的事情", "状态", "完成")
MARKS = (
    "**Donaudampf**schifffahrtsgesellschaft",
    "`code_of_a_kind`",
    "[a link](https://a.example)",
    "$x$",
    "a<br>b",
    "#tag",
)
CELLS: dict[str, Cell] = {
    "words": lambda column, row: f"system {column * row}",
    "long words": lambda column, row: LONG[column % 3],
    "Chinese": lambda column, row: CHINESE[column % 3],
    "empty": lambda column, row: "" if column % 3 else "some words",
    "prose": lambda column, row: "A sentence that goes on for a while, as people write them. " * (1 + column % 4),
    "marks": lambda column, row: MARKS[column % len(MARKS)],
    "numbers": lambda column, row: f"{(7.1 + 31 * row) * (column + 1):.4f}",
}


def table(columns: int, rows: int = 4, cell: Cell = CELLS["words"]) -> str:
    lines = [[f"column {column}" for column in range(columns)], ["---"] * columns]
    lines += [[cell(column, row) for column in range(columns)] for row in range(rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n\n"


def put_in(prefix: str, text: str, first: str = "") -> str:
    return "".join(
        f"{prefix if number or not first else first}{line}\n" for number, line in enumerate(text.splitlines())
    )


def broken_words(view: MarkdownView) -> list[str]:
    """Return the words that are broken at the end of a line, except those too long for any column."""
    return [word for chunk in view.visible_chunks() for word in _broken_in(chunk)]


def _broken_in(chunk: Chunk) -> Iterator[str]:
    assert chunk.document is not None
    block: QTextBlock = chunk.document.begin()
    while block.isValid():
        text, layout = block.text(), block.layout()
        finder = QTextBoundaryFinder(QTextBoundaryFinder.BoundaryType.Line, text)
        for number in range(1, layout.lineCount()):
            place = layout.lineAt(number).textStart()
            finder.setPosition(place)
            if not finder.isAtBoundary():
                word = text[:place].split()[-1] + text[place:].split()[0]
                if len(word) < MONSTER:
                    yield word
        block = block.next()


def the_table(view: MarkdownView) -> WideTable:
    return next(table for _, table, _ in view.wide_tables())


def middle_of(view: MarkdownView) -> QPointF:
    return next(area for _, _, area in view.wide_tables()).center()


def turn_wheel(
    view: MarkdownView,
    angle: QPoint,
    pixels: QPoint = STILL,
    modifiers: Qt.KeyboardModifier = NONE,
    *,
    place: QPointF | None = None,
    target: QWidget | None = None,
) -> bool:
    """Turn a wheel on a widget at a point of the viewport, else on the table; tell whether it was accepted."""
    at = (place or middle_of(view)).toPoint()
    turned = target or view.viewport()
    event = QWheelEvent(
        QPointF(turned.mapFrom(view.viewport(), at) if target else at),
        QPointF(view.viewport().mapToGlobal(at)),
        pixels,
        angle,
        Qt.MouseButton.NoButton,
        modifiers,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(turned, event)
    return event.isAccepted()


def seen_at(view: MarkdownView, text: str) -> QPoint | None:
    """Return the position of a visible text; None if it is not visible."""
    for chunk in view.visible_chunks():
        assert chunk.document is not None
        cursor = chunk.document.find(text)
        if not cursor.isNull():
            place = chunk.rect_at(cursor.selectionStart()).translated(view.chunk_origin(chunk)).center().toPoint()
            frame = next((area for _, part, area in view.wide_tables() if part.holds(cursor.position())), None)
            return place if frame is None or frame.contains(QPointF(place)) else None
    return None


@pytest.mark.parametrize("width", [360, 720, 1500])
@pytest.mark.parametrize("columns", [3, 10, 14, 30])
@pytest.mark.parametrize("kind", CELLS)
def test_no_word_is_broken(view: MarkdownView, settle: Settle, kind: str, columns: int, width: int) -> None:
    view.resize(width, 900)
    view.set_note("Table", table(columns, cell=CELLS[kind]) + "After it.\n")
    settle(view)
    assert broken_words(view) == []
    for _, _, area in view.wide_tables():
        assert area.right() <= view.column_left + view.column_width + 1, "the frame is in the text's width"


@pytest.mark.parametrize(
    "source",
    [
        put_in("> ", table(14)),
        "> [!note] Title\n" + put_in("> ", "Some words. " * 30 + "\n\n" + table(14) + "Behind it."),
        "> [!note] Outer\n" + put_in("> ", "> [!tip] Inner\n" + put_in("> ", table(14)) + "\nWords. " * 20),
        "- item\n\n" + put_in("  ", table(14)),
        "<table><tr>" + "<td>systematically</td>" * 14 + "</tr></table>\n",
        "<details open><summary>More</summary>\n\n" + table(14) + "</details>\n",
    ],
    ids=["quote", "callout", "callout in callout", "list", "html", "details"],
)
def test_no_word_is_broken_wherever_a_table_stands(view: MarkdownView, settle: Settle, source: str) -> None:
    view.set_note("Table", "Before it.\n\n" + source + "\n\nAfter it.\n")
    settle(view)
    assert broken_words(view) == []
    assert the_table(view).reach > 0
    for chunk in view.visible_chunks():
        assert chunk.document is not None
        block = chunk.document.begin()
        while block.isValid():  # text beside it is not as wide as the table
            rect = chunk.document.documentLayout().blockBoundingRect(block)
            if block.text() and not any(part.holds(block.position()) for part in chunk.tables):
                assert rect.right() <= view.column_width + 1, block.text()
            block = block.next()


def test_no_word_is_broken_in_a_conversation(view: MarkdownView, settle: Settle) -> None:
    view.add_text(table(10), "user")
    view.add_text(table(14), "assistant")
    view.add_text(table(10), "thinking")
    settle(view)
    view.scroll_to_end()
    settle(view)
    assert broken_words(view) == []
    assert len(list(view.wide_tables())) == 3


def test_no_word_is_broken_in_an_embedded_note(qtbot: QtBot, settle: Settle) -> None:
    text = "Words.\n\n" + table(14)
    made = MarkdownView(
        resolve_link=lambda _target: "Other.md",
        load_note=lambda key: scan_embedded(key.path, text, lambda _: None),
    )
    qtbot.addWidget(made)
    made.resize(720, 600)
    made.show()
    made.set_note("Table", "![[Other]]\n")
    qtbot.waitUntil(lambda: any(True for _ in made.wide_tables()))
    settle(made)
    assert broken_words(made) == []


def test_chinese_has_several_signs_on_a_line(view: MarkdownView, settle: Settle) -> None:
    view.set_note("Table", table(14, cell=CELLS["Chinese"]))
    settle(view)
    for chunk in view.visible_chunks():
        assert chunk.document is not None
        block = chunk.document.begin()
        while block.isValid():
            lines = [block.layout().lineAt(number).textLength() for number in range(block.layout().lineCount())]
            assert all(length >= 5 for length in lines[:-1]), block.text()
            block = block.next()


def test_a_table_that_fits_is_as_wide_as_what_stands_in_it(view: MarkdownView, settle: Settle) -> None:
    view.set_note("Table", table(3) + "Behind it.\n")
    settle(view)
    assert not list(view.wide_tables())
    assert not [bar for bar in view.findChildren(TableBar) if bar.isVisible()]


def test_a_very_long_word_does_not_make_the_table_endless(view: MarkdownView, settle: Settle) -> None:
    view.set_note(
        "Table", table(6, cell=lambda column, row: f"https://a.example/{'page/' * 60 if column else ''}")
    )
    settle(view)
    assert the_table(view).reach < 4 * view.column_width


@pytest.mark.parametrize(
    ("angle", "pixels", "modifiers"),
    [
        (QPoint(-240, 0), QPoint(), NONE),  # a wheel that tilts
        (QPoint(0, -240), QPoint(), SHIFT),
        (QPoint(-240, -8), QPoint(-120, -4), NONE),  # two fingers
    ],
)
def test_wheel_and_touchpad_scroll_the_table_and_not_the_text(
    view: MarkdownView, settle: Settle, angle: QPoint, pixels: QPoint, modifiers: Qt.KeyboardModifier
) -> None:
    view.set_note("Table", table(14) + "word\n\n" * 60)
    settle(view)
    turn_wheel(view, angle, pixels, modifiers)
    assert the_table(view).offset == 120
    assert view.verticalScrollBar().value() == 0
    turn_wheel(view, angle * -9, pixels * -9, modifiers)
    assert the_table(view).offset == 0


@pytest.mark.parametrize("pixels", [QPoint(), QPoint(3, -60)])
def test_a_wheel_that_turns_down_scrolls_the_text(view: MarkdownView, settle: Settle, pixels: QPoint) -> None:
    view.set_note("Table", table(14) + "word\n\n" * 60)
    settle(view)
    turn_wheel(view, QPoint(0, -240), pixels)
    assert the_table(view).offset == 0
    assert view.verticalScrollBar().value() > 0


def test_the_bar_scrolls_the_table_and_says_where_it_is(view: MarkdownView, settle: Settle) -> None:
    view.set_note("Table", table(14) + "Behind it.\n")
    settle(view)
    (bar,) = [bar for bar in view.findChildren(TableBar) if bar.isVisible()]
    assert bar.maximum() == the_table(view).reach
    assert bar.accessibleName()
    bar.setValue(90)
    assert the_table(view).offset == 90
    turn_wheel(view, QPoint(-120, 0))
    assert bar.value() == the_table(view).offset == 150


def test_the_bar_looks_like_any_other(view: MarkdownView, settle: Settle) -> None:
    """At rest, under the pointer and while it is dragged; it is painted from a cached picture."""
    view.setStyleSheet(make_style_sheet(LIGHT))
    view.set_note("Table", table(14) + "Behind it.\n")
    settle(view)
    (bar,) = [bar for bar in view.findChildren(TableBar) if bar.isVisible()]
    other = QScrollBar(Qt.Orientation.Horizontal, view.viewport())
    other.setRange(0, bar.maximum())
    other.setPageStep(bar.pageStep())
    other.setGeometry(bar.geometry())
    looks = [_looks_of(one, view) for one in (bar, other)]
    assert looks[0] == looks[1]
    rest, under, dragged, again = looks[0]
    assert rest == again != under == dragged
    assert LIGHT.line in rest
    assert LIGHT.faint in under


def _looks_of(bar: QScrollBar, view: MarkdownView) -> list[list[str]]:
    """Return the colours along a bar at rest, under the pointer, dragged, and at rest again."""
    for other in view.viewport().findChildren(QScrollBar):
        other.setVisible(other is bar)
    looks: list[list[str]] = []

    def look() -> None:
        picture = view.grab(QRect(bar.mapTo(view, QPoint()), bar.size())).toImage()
        middle = [picture.pixelColor(x, picture.height() // 2).name() for x in range(picture.width())]
        parts = [(colour, len(list(same))) for colour, same in itertools.groupby(middle)]
        looks.append([colour for colour, width in parts if width > 2])  # except the round ends

    handle = QPoint(20, 5)
    QTest.mouseMove(view.viewport(), QPoint(5, 5))
    look()
    QTest.mouseMove(bar, handle)
    look()
    QTest.mousePress(bar, Qt.MouseButton.LeftButton, NONE, handle)
    look()
    QTest.mouseRelease(bar, Qt.MouseButton.LeftButton, NONE, handle)
    QTest.mouseMove(view.viewport(), QPoint(5, 5))
    look()
    return looks


def test_a_wheel_that_turns_down_on_the_bar_is_left_to_the_text(view: MarkdownView, settle: Settle) -> None:
    view.set_note("Table", table(14) + "word\n\n" * 60)
    settle(view)
    (bar,) = [bar for bar in view.findChildren(TableBar) if bar.isVisible()]
    place = QPointF(bar.geometry().center())
    assert not turn_wheel(view, QPoint(0, -240), place=place, target=bar)
    assert the_table(view).offset == 0
    assert turn_wheel(view, QPoint(-240, 0), place=place, target=bar)
    assert the_table(view).offset > 0


def test_the_bar_stays_in_sight_while_the_table_goes_on_below(view: MarkdownView, settle: Settle) -> None:
    view.set_note("Table", table(14, 60) + "word\n\n" * 60)
    settle(view)
    bars = [bar for bar in view.findChildren(TableBar) if bar.isVisible()]
    assert [bar.geometry().bottom() for bar in bars] == [view.viewport().height() - 1]
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())
    settle(view)
    assert not [bar for bar in view.findChildren(TableBar) if bar.isVisible()]


def test_keys_scroll_the_table_whose_frame_was_reached_by_tab(view: MarkdownView, settle: Settle) -> None:
    source = "[before](https://a.example)\n\n" + table(14) + "[after](https://b.example)\n\n" + "word\n\n" * 60
    view.set_note("Table", source)
    settle(view)
    view.setFocus()
    reached = []
    for _ in range(3):
        QTest.keyClick(view, Qt.Key.Key_Tab)
        reached.append(view.focused_link())
    assert reached == ["https://a.example", TABLE_HREF, "https://b.example"]
    QTest.keyClick(view, Qt.Key.Key_Backtab, SHIFT)
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert the_table(view).offset == STEP
    QTest.keyClick(view, Qt.Key.Key_End)
    assert the_table(view).offset == the_table(view).reach
    QTest.keyClick(view, Qt.Key.Key_Left)
    assert the_table(view).offset == the_table(view).reach - STEP
    QTest.keyClick(view, Qt.Key.Key_Home)
    assert the_table(view).offset == 0
    assert view.verticalScrollBar().value() == 0
    QTest.keyClick(view, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    assert view.verticalScrollBar().value() > 0


def test_the_frame_with_the_focus_is_seen(view: MarkdownView, settle: Settle) -> None:
    view.set_note("Table", table(14))
    settle(view)
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Tab)
    area = next(area for _, _, area in view.wide_tables()).toAlignedRect()
    image = view.viewport().grab().toImage()
    corners = area.topLeft(), area.topRight() - QPoint(0, -3), area.bottomLeft() - QPoint(0, 3)
    assert {QColor(image.pixel(corner)).name() for corner in corners} == {LIGHT.accent}


def test_one_tab_leaves_a_table_of_many_parts(view: MarkdownView, settle: Settle) -> None:
    view.set_note("Table", table(14, 90) + "[after](https://b.example)\n")
    settle(view)
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Tab)
    assert view.focused_link() == TABLE_HREF
    QTest.keyClick(view, Qt.Key.Key_Tab)
    assert view.focused_link() == "https://b.example"
    QTest.keyClick(view, Qt.Key.Key_Backtab, SHIFT)
    assert view.focused_link() == TABLE_HREF


def test_keys_scroll_the_table_in_which_one_clicked(view: MarkdownView, settle: Settle) -> None:
    view.set_note("Table", table(14))
    settle(view)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=middle_of(view).toPoint())
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert the_table(view).offset == STEP


def test_links_are_clicked_where_they_are_seen(view: MarkdownView, settle: Settle, qtbot: QtBot) -> None:
    view.set_note("Table", table(14, 1, lambda column, row: f"[link{column}x](https://{column}.example)"))
    settle(view)
    view.scroll_table(the_table(view), 400)
    place = seen_at(view, "link8x")
    assert place is not None
    assert view.link_at(place) == "https://8.example"
    with qtbot.waitSignal(view.link_activated) as activated:
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert activated.args == ["https://8.example"]


def test_selecting_and_copying_take_what_is_seen(view: MarkdownView, settle: Settle) -> None:
    view.set_note("Table", table(14, 1, lambda column, row: f"word{column}x"))
    settle(view)
    view.scroll_table(the_table(view), 500)
    place = seen_at(view, "word9x")
    assert place is not None
    QTest.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place + QPoint(4, 0))
    view.copy()
    assert QGuiApplication.clipboard().text() == "word9x"
    around = QRect(place - QPoint(0, 8), QSize(30, 16))
    selected = view.viewport().grab(around).toImage()
    view.selection.set(None, None)
    assert view.viewport().grab(around).toImage() != selected


def test_find_scrolls_the_table_to_what_was_found(view: MarkdownView, settle: Settle) -> None:
    view.set_note("Table", table(14, 2, lambda column, row: f"word{column}x{row}") + "words\n")
    settle(view)
    view.find("word12x1")
    assert seen_at(view, "word12x1") is not None
    view.find("word0x0")
    assert seen_at(view, "word0x0") is not None


def test_selecting_by_keys_scrolls_along(view: MarkdownView, settle: Settle) -> None:
    view.set_note("Table", table(14, 1, lambda column, row: f"word{column}x"))
    settle(view)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=middle_of(view).toPoint())
    for _ in range(60):
        QTest.keyClick(view, Qt.Key.Key_Right, SHIFT)
    assert the_table(view).offset > 0


def test_dragging_out_of_the_frame_scrolls_on(view: MarkdownView, settle: Settle, qtbot: QtBot) -> None:
    view.resize(1000, 500)
    view.set_note("Table", table(20))
    settle(view)
    place = middle_of(view).toPoint()
    beyond = QPoint(view.viewport().width() - 2, place.y())
    QTest.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    view.cursor().setPos(view.viewport().mapToGlobal(beyond))
    QTest.mouseMove(view.viewport(), place + QPoint(20, 0))
    QTest.mouseMove(view.viewport(), beyond)
    qtbot.waitUntil(lambda: the_table(view).offset == the_table(view).reach)
    QTest.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=beyond)
    assert "system" in view.selected_text()
    offset = the_table(view).offset
    assert not view._mouse._autoscroll.isActive()
    assert offset == the_table(view).reach


def test_parts_of_a_table_in_an_embedded_note_are_one(qtbot: QtBot, settle: Settle) -> None:
    text = table(9, 30, lambda column, row: "word" if row < 14 else "a-longer-word")
    made = MarkdownView(
        resolve_link=lambda _target: "Other.md",
        load_note=lambda key: scan_embedded(key.path, text, lambda _: None),
    )
    qtbot.addWidget(made)
    made.resize(720, 900)
    made.show()
    made.set_note("Table", "![[Other]]\n")
    qtbot.waitUntil(lambda: any(True for _ in made.wide_tables()))
    settle(made)
    parts = [part for _, part, _ in made.wide_tables()]
    assert len(parts) > 1
    assert len({(part.shared, part.reach, part.area.left()) for part in parts}) == 1
    assert len([bar for bar in made.findChildren(TableBar) if bar.isVisible()]) == 1


def test_parts_of_a_huge_table_have_the_same_columns_and_move_together(view: MarkdownView, settle: Settle) -> None:
    def cell(column: int, row: int) -> str:
        return "exceptionally-long-identifiers" if (column, row) == (3, 170) else f"row{row}x{column}"

    view.set_note("Table", table(30, 400, cell))
    settle(view)
    widths = set()
    bar = view.verticalScrollBar()
    for place in (0.0, 0.5, 0.45, 0.4, 0.3, 1.0, 0.0):
        bar.setValue(round(bar.maximum() * place))
        settle(view)
        assert broken_words(view) == []
        seen = {(part.reach, part.shared, part.offset) for _, part, _ in view.wide_tables()}
        assert len(seen) == 1
        widths |= seen
        view.scroll_table(the_table(view), the_table(view).offset + 100)
    assert len({shared for _, shared, _ in widths}) == 1


def test_a_longer_word_further_down_widens_the_parts_above(view: MarkdownView, settle: Settle) -> None:
    def cell(column: int, row: int) -> str:  # markup hides its width from the scanner
        return "`WWWWWWWWWWWWWWWWWWWW`" if (column, row) == (3, 40) else "iiiiiiiiiiiiiiiiiiiiiiii"

    view.resize(720, 400)
    view.set_note("Table", table(14, 60, cell))
    settle(view)
    bar = view.verticalScrollBar()
    for place in (0.5, 0.7, 1.0, 0.0):
        bar.setValue(round(bar.maximum() * place))
        settle(view)
        assert broken_words(view) == []
        assert len({part.reach for _, part, _ in view.wide_tables()}) == 1


@pytest.mark.parametrize("title", ["column", "**column**"])
def test_a_growing_reply_keeps_its_columns_and_place(
    view: MarkdownView, settle: Settle, qtbot: QtBot, title: str
) -> None:
    view.add_text("Make a table.", "user")
    view.begin_stream()
    source = "Here it is.\n\n" + table(14, 60).replace("column", title)
    for start in range(0, len(source), 500):
        view.append_stream(source[start : start + 500])
        view._write_pending()
        settle(view)
        if start == 1_500:
            view.scroll_table(the_table(view), 210)
        if start >= 1_500:
            assert {part.offset for _, part, _ in view.wide_tables()} == {210}
            assert len({part.reach for _, part, _ in view.wide_tables()}) == 1
        assert broken_words(view) == []
    view.end_stream()
    settle(view)
    view.scroll_to_end()
    settle(view)
    assert {part.offset for _, part, _ in view.wide_tables()} == {210}


def test_the_place_is_kept_when_the_note_changes(view: MarkdownView, settle: Settle) -> None:
    view.set_note("Table", "Words.\n\n" + table(14))
    settle(view)
    view.scroll_table(the_table(view), 150)
    changed = table(14, cell=lambda column, row: f"other {column}")
    view.set_note("Table", "Other words.\n\n" + changed, keep_position=True)
    settle(view)
    assert the_table(view).offset == 150


def test_a_narrower_and_a_wider_window_fit_the_table_anew(view: MarkdownView, settle: Settle) -> None:
    view.resize(1200, 500)
    view.set_note("Table", "> [!note] Title\n" + put_in("> ", "Words. " * 40 + "\n\n" + table(5)))
    settle(view)
    assert not list(view.wide_tables())
    height = view.column_height
    view.resize(500, 500)
    settle(view)
    assert the_table(view).reach > 0
    assert broken_words(view) == []
    view.resize(1200, 500)
    settle(view)
    assert not list(view.wide_tables())
    assert view.column_height == pytest.approx(height, abs=1)


def test_enter_on_a_frame_leads_nowhere(view: MarkdownView, settle: Settle, qtbot: QtBot) -> None:
    view.set_note("Table", table(14))
    settle(view)
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Tab)
    with qtbot.assertNotEmitted(view.link_activated):
        QTest.keyClick(view, Qt.Key.Key_Return)


def test_a_screen_reader_is_told_where_things_are_seen(view: MarkdownView, settle: Settle) -> None:
    view.set_note("Table", table(14, 1, lambda column, row: f"[link{column}x](https://{column}.example)"))
    settle(view)
    view.scroll_table(the_table(view), 400)
    place = seen_at(view, "link8x")
    assert place is not None
    document = AccessibleView(view)
    shown = view.viewport().mapToGlobal(place)
    text = document.interface_cast(QAccessible.InterfaceType.TextInterface)
    assert isinstance(text, AccessibleText)
    offset = text.text(0, text.characterCount()).index("link8x")
    assert text.characterRect(offset).adjusted(-1, 0, 1, 0).contains(shown)
    assert text.offsetAtPoint(shown) == offset
    children = [document.child(index) for index in range(document.childCount())]
    named = {child.text(QAccessible.Text.Name): child.rect() for child in children}
    assert named["link8x"].contains(shown + QPoint(1, 0))
    assert any("Left and Right" in name for name in named)
