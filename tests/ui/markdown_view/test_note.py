"""Notes: what is laid out, what is cached, and where the text is."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QTextCharFormat
from pytestqt.qtbot import QtBot

from axon_desktop.theme.colors import DARK, LIGHT
from axon_desktop.ui.look.theme import ui_font
from axon_desktop.ui.markdown_view import MarkdownView
from axon_desktop.ui.markdown_view.layout.chunk_builder import MAX_DOCUMENTS, ChunkBuilder
from axon_desktop.ui.markdown_view.selection import TextPosition
from tests.ui.colors import wear_colors

Settle = Callable[[MarkdownView], None]


def note(paragraphs: int, words: int = 40) -> str:
    parts = []
    for number in range(paragraphs):
        if number % 10 == 0:
            parts.append(f"## Part {number // 10}")
        parts.append(f"Paragraph {number}: " + " ".join(f"word{n}" for n in range(words)))
    return "\n\n".join(parts) + "\n"


def text_at_top(view: MarkdownView) -> str:
    """Return the paragraph at the upper edge of the viewport."""
    place = view.place_at(QPoint(200, 1))
    assert place is not None
    assert place.chunk.document is not None
    return place.chunk.document.findBlock(place.position).text()


def colors_of(view: MarkdownView) -> set[str]:
    image = view.viewport().grab().toImage()
    return {
        QColor(image.pixel(x, y)).name() for x in range(0, image.width(), 2) for y in range(0, image.height(), 2)
    }


def test_set_note_paints_title_and_text(view: MarkdownView, settle: Settle) -> None:
    view.set_note("Home", "Some *text* here.\n")
    settle(view)
    seen = colors_of(view)
    assert LIGHT.bg in seen
    assert LIGHT.text in seen
    assert view.to_plain_text() == "Home\nSome text here."


@pytest.mark.parametrize("front_matter", ["", "---\ntags: [a]\n---\n"])
def test_note_that_begins_with_its_title_shows_it_once(view: MarkdownView, front_matter: str) -> None:
    view.set_note("Home", f"{front_matter}# Home\n\nText.\n")
    assert view.to_plain_text().count("Home") == 1
    view.set_note("Home", f"{front_matter}# Other\n\nText.\n")
    assert "Home" in view.to_plain_text()


def test_link_to_a_note_that_is_not_there_is_underlined_with_dashes(view: MarkdownView, settle: Settle) -> None:
    view.set_resolver(lambda target: "Home.md" if target == "Home" else None)
    view.set_note("Links", "See [[Home]] and [[Nowhere]].\n")
    settle(view)
    looks = {
        fragment.charFormat().anchorHref(): fragment.charFormat().underlineStyle()
        for chunk in view.visible_chunks()
        if chunk.document is not None
        for fragment in chunk.document.fragments()
    }
    dashes = QTextCharFormat.UnderlineStyle.DashUnderline
    assert looks["axon-new:Nowhere"] == dashes
    assert looks["axon-note:Home.md"] != dashes


def test_large_note_opens_without_laying_out_everything(view: MarkdownView, settle: Settle) -> None:
    source = note(3500, 45)
    assert len(source) > 1_000_000
    view.set_note("Large", source)
    settle(view)
    assert len(list(view._content.chunks())) > 300
    assert view._builder.laid_out < 20
    assert view.verticalScrollBar().maximum() > 100_000


def test_documents_are_bounded_after_scrolling_through(view: MarkdownView, settle: Settle) -> None:
    view.set_note("Large", note(1500))
    settle(view)
    bar = view.verticalScrollBar()
    for step in range(120):
        bar.setValue(bar.maximum() * (step * 37 % 120) // 120)
        settle(view)
    assert len(view._builder._documents) <= MAX_DOCUMENTS
    held = [chunk for chunk in view._content.chunks() if chunk.document is not None]
    assert len(held) <= MAX_DOCUMENTS


def test_heights_that_become_known_above_do_not_move_the_text(view: MarkdownView, settle: Settle) -> None:
    view.set_note("Large", note(800))
    settle(view)
    bar = view.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    settle(view)
    bar.setValue(bar.value() - 30)
    before = text_at_top(view)
    settle(view)
    assert text_at_top(view) == before


@pytest.mark.parametrize("widths", [(500, 900, 720), (300, 720)])
def test_resize_keeps_the_text_at_the_upper_edge(
    view: MarkdownView, settle: Settle, widths: tuple[int, ...]
) -> None:
    view.set_note("Large", note(300))
    settle(view)
    bar = view.verticalScrollBar()
    bar.setValue(bar.maximum() // 3)
    settle(view)
    before = text_at_top(view)
    for width in widths:
        view.resize(width, 600)
        settle(view)
        assert text_at_top(view) == before


def test_keep_position_replaces_only_what_changed(view: MarkdownView, settle: Settle) -> None:
    source = note(300)
    view.set_note("Note", source)
    settle(view)
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum() // 2)
    settle(view)
    before = text_at_top(view)
    chunks = list(view._content.chunks())
    documents = {chunk for chunk in chunks if chunk.document is not None}
    changed = source.replace("Paragraph 3:", "New text. " * 30 + "\n\nParagraph 3:")
    view.set_note("Note", changed, keep_position=True)
    settle(view)
    after = list(view._content.chunks())
    assert len(set(after) & set(chunks)) >= len(chunks) - 2
    assert all(chunk in after for chunk in documents if chunk.document is not None)
    assert text_at_top(view) == before
    assert "New text." in view.to_plain_text()


def test_keep_position_equals_opening_anew(view: MarkdownView, settle: Settle, qtbot: QtBot) -> None:
    view.set_note("Note", note(60))
    settle(view)
    changed = note(60).replace("Paragraph 30", "[label] Paragraph 30") + "\n[label]: https://example.org\n"
    view.set_note("Note", changed, keep_position=True)
    other = MarkdownView()
    qtbot.addWidget(other)
    other.set_note("Note", changed)
    assert view.to_plain_text() == other.to_plain_text()


def test_changed_properties_change_the_header(view: MarkdownView, settle: Settle) -> None:
    view.set_note("Note", "---\nstatus: open\n---\nText\n")
    settle(view)
    view.set_note("Note", "---\nstatus: closed\n---\nText\n", keep_position=True)
    settle(view)
    assert "status: closed" in view.to_plain_text()


def test_scroll_to_heading_puts_it_at_the_top(view: MarkdownView, settle: Settle) -> None:
    view.set_note("Large", note(900))
    view.scroll_to_heading("Part 70")
    settle(view)
    place = view.place_at(QPoint(200, 14))
    assert place is not None
    assert place.chunk.document is not None
    assert place.chunk.document.findBlock(place.position).text() == "Part 70"


def test_tags_are_pills_with_room_inside(view: MarkdownView, settle: Settle) -> None:
    view.set_note("Tags", "#tag and `code` here\n")
    settle(view)
    documents = [chunk.document for chunk in view.visible_chunks() if chunk.document is not None]
    tag, code = [chip for document in documents for chip in document.chips()]
    assert tag.radius == pytest.approx(tag.rect.height() / 2, abs=1)
    assert code.radius == 4.0
    small = QFont(documents[-1].defaultFont())
    small.setPixelSize(12)
    assert tag.rect.width() > QFontMetricsF(small).horizontalAdvance("\xa0#tag\xa0") + 6


def test_tags_are_copied_as_they_are_written(view: MarkdownView, settle: Settle) -> None:
    view.set_note("Tags", "See #tag, #知识/a or `#code`.\n")
    settle(view)
    view.select_all()
    assert view.selected_text() == view.to_plain_text() == "Tags\nSee #tag, #知识/a or #code."
    last = view.place_at(QPoint(20, view.viewport().height() - 1))
    assert last is not None
    view.selection.set(TextPosition(last.chunk, 0), TextPosition(last.chunk, 10))
    assert view.selected_text() == "See #tag"
    assert view.find("  #tag ") == 1, "found as it is laid out"


@pytest.mark.parametrize("name", ["garden", "知识", "知a", "a知"])
def test_tags_look_alike_wherever_they_stand(view: MarkdownView, settle: Settle, name: str) -> None:
    text = f"---\ntags: [{name}]\n---\nIn text #{name} x\n\n| a |\n|---|\n| #{name} |\n\n> [!tip] b\n> #{name} c\n"
    view.set_note("Tags", text)
    settle(view)
    shot, seen = view.viewport().grab().toImage(), 0
    for chunk in view.visible_chunks():
        document = chunk.document
        assert document is not None
        places = [link for link in document.links() if link.href.startswith("axon-tag:")]
        chips = [chip for chip in document.chips() if chip.radius != 4.0]
        assert len(chips) == len(places)
        for place, chip in zip(places, chips, strict=True):
            seen += 1
            left, start, end, right = (
                document.position_rect(at).left()
                for at in (place.start, place.start + 2, place.end - 2, place.end)
            )
            assert 6 < start - left < 9
            assert right - end == pytest.approx(start - left, abs=0.5)
            pill = chip.rect.translated(view.chunk_origin(chunk)).toRect()
            assert shot.pixelColor(pill.topLeft()) == shot.pixelColor(pill.topLeft() - QPoint(2, 0))
            assert shot.pixelColor(pill.center().x(), pill.top() + 1) == QColor(LIGHT.accent_soft)
    assert seen == 4


@pytest.mark.parametrize("pixels", [13, 15, 18, 21])
def test_numbers_stand_on_the_line_of_their_text(view: MarkdownView, settle: Settle, pixels: int) -> None:
    """Qt rounds positions of numbers and of their text differently: lines are whole pixels high."""
    view.setFont(ui_font(pixels))
    view.set_font_size(pixels)
    text = "# One\n\nA\n\n```\ncode\n```\n\n## Two\n\n- bullet\n\n### Three\n\n1. one\n2. two **bold**\n3. three\n"
    view.set_note("", text)
    settle(view)
    places = []
    for chunk in view.visible_chunks():
        assert chunk.document is not None
        block = chunk.document.begin()
        while block.isValid():
            if block.textList() is not None:
                places.append(chunk.document.documentLayout().blockBoundingRect(block).top())
            block = block.next()
    assert len(places) == 4
    assert [place % 1 for place in places] == [0, 0, 0, 0]


def test_scroll_to_unknown_heading_changes_nothing(view: MarkdownView, settle: Settle) -> None:
    view.set_note("Note", note(50))
    view.scroll_to_heading("Nowhere")
    settle(view)
    assert view.verticalScrollBar().value() == 0


def test_another_theme_keeps_the_place(view: MarkdownView, settle: Settle) -> None:
    view.set_note("Note", note(300))
    settle(view)
    view.verticalScrollBar().setValue(4000)
    settle(view)
    before = text_at_top(view)
    wear_colors(DARK)
    settle(view)
    assert text_at_top(view) == before
    seen = colors_of(view)
    assert DARK.bg in seen
    assert LIGHT.bg not in seen


def test_font_size_keeps_the_place(view: MarkdownView, settle: Settle) -> None:
    view.set_note("Note", note(300))
    settle(view)
    view.verticalScrollBar().setValue(4000)
    settle(view)
    before = text_at_top(view)
    view.set_font_size(19)
    settle(view)
    assert text_at_top(view) == before


def test_footnotes_stand_at_the_end_and_can_be_reached(view: MarkdownView, settle: Settle) -> None:
    view.set_note("Note", "Word[^a].\n\n[^a]: The footnote.\n\n" + note(80))
    settle(view)
    assert view.to_plain_text().endswith("The footnote.")
    view.follow("#fn-1")
    settle(view)
    assert view.verticalScrollBar().value() > 1000


def test_note_takes_the_place_of_a_conversation(view: MarkdownView, settle: Settle) -> None:
    view.add_text("hello", "user")
    view.set_note("Note", "text")
    settle(view)
    assert view.to_plain_text() == "Note\ntext"
    view.clear()
    assert view.to_plain_text() == ""


def test_rest_of_a_huge_block_unfolds_on_request(view: MarkdownView, settle: Settle) -> None:
    lines = 60_000
    view.set_note("Huge", "```\n" + "\n".join(f"line {number}" for number in range(lines)) + "\n```\n")
    view._content.finish_scans()
    (hidden,) = [b for chunk in view._content.chunks() for b in chunk.blocks if b.kind == "more"]
    before = len(list(view._content.chunks()))
    view.follow(f"axon-more:{hidden.offset}")
    settle(view)
    assert len(list(view._content.chunks())) > before
    assert not any(b == hidden for chunk in view._content.chunks() for b in chunk.blocks)


def test_code_that_was_never_rendered_before_waits_for_the_background(
    view: MarkdownView, settle: Settle, qtbot: QtBot
) -> None:
    ChunkBuilder.warm = False
    view.set_note("Code", "```python\nx = 1\n```\n")
    chunk = list(view._content.chunks())[1]
    at_first = chunk.document
    settle(view)
    assert at_first is None
    assert chunk.document is not None
    qtbot.waitUntil(lambda: ChunkBuilder.warm)


def test_headings_have_the_sizes_of_the_style_sheet(view: MarkdownView, settle: Settle) -> None:
    view.set_note("Title", "## Second\n\ntext\n")
    settle(view)
    sizes = [
        fragment.charFormat().font().pixelSize()
        for chunk in view._content.chunks()
        if chunk.document is not None
        for fragment in chunk.document.fragments()
    ]
    assert sizes == [26, 19, 15]
