"""The rows of the lists of links, without a window."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from axon_desktop.index.build.entry import LinkMark
from axon_desktop.index.catalog.link_graph import Backlink
from axon_desktop.markdown.scan.plain_line import plain_line, plain_text, plain_words
from axon_desktop.theme.colors import LIGHT
from axon_desktop.ui.link_preview.excerpt import read_excerpt
from axon_desktop.ui.look.theme import ui_font
from axon_desktop.ui.note_panel.link_rows import (
    LinkWords,
    backlink_lines,
    gather_links,
    outgoing_lines,
    read_snippets,
    shorten,
    wikilink,
)
from axon_desktop.ui.note_panel.outline_page import read_outline
from axon_desktop.ui.note_panel.row_delegate import fit
from axon_desktop.ui.note_panel.row_view import PanelRowView
from axon_desktop.ui.note_panel.rows import PanelRow, RowTarget, parent_row, shown_rows
from axon_desktop.ui.note_panel.tag_rows import read_tags, tag_lines
from axon_desktop.vault import Vault
from tests.index.library import Library, write
from tests.waiting import shortest

WORDS = LinkWords("Create", "in a canvas")
TREE = [
    PanelRow("a", "Apples", 0, foldable=True),
    PanelRow("a1", "red ones", 1, foldable=True),
    PanelRow("a11", "Jonagold", 2),
    PanelRow("b", "Bread", 0, foldable=True),
    PanelRow("b1", "rye", 1),
]


def keys(rows: list[int]) -> list[str]:
    return [TREE[row].key for row in rows]


def test_folded_line_hides_all_that_is_deeper() -> None:
    assert keys(shown_rows(TREE, ())) == ["a", "a1", "a11", "b", "b1"]
    assert keys(shown_rows(TREE, {"a"})) == ["a", "b", "b1"]
    assert keys(shown_rows(TREE, {"a1", "b"})) == ["a", "a1", "b"]


def test_filter_shows_matches_with_what_is_above_them_even_if_folded() -> None:
    assert keys(shown_rows(TREE, {"a", "b"}, "JONA gold")) == ["a", "a1", "a11"]
    assert keys(shown_rows(TREE, (), "ry")) == ["b", "b1"]
    assert keys(shown_rows(TREE, (), "bread")) == ["b"]
    assert shown_rows(TREE, (), "nothing") == []
    assert parent_row(TREE, 2) == 1
    assert parent_row(TREE, 3) is None


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("plain", "plain"),
        ("**bold** and *slanted* `code` ~~old~~ ==mark==", "bold and slanted code old mark"),
        ("[[Plan]] and [[Folder/Plan#Part|the plan]]", "Plan and the plan"),
        ("[a *link*](Some%20note.md#x)", "a link"),
        ("energy $E=mc^2$ %%hidden%% #tag/a", "energy E=mc^2  #tag/a"),
        ("![[image.png|200]] 中文 **粗体**", "image.png 中文 粗体"),
        ("<b>raw</b> a\\*b ^name", "raw a*b"),
    ],
)
def test_plain_text_is_what_the_reader_sees(source: str, text: str) -> None:
    assert plain_text(source).text == text


@pytest.mark.parametrize(
    "source",
    [
        "- [ ] see [[Plan]]",
        "> > see [[Plan]]",
        "## see [[Plan]]",
        "12. see [[Plan]]",
        "> [!note]- see [[Plan]]",
        "|see [[Plan]]|",
    ],
)
def test_line_loses_the_markers_of_its_block_and_keeps_the_place_of_its_link(source: str) -> None:
    plain = plain_line(source)
    assert plain.text == "see Plan"
    assert [(plain.text[link.start : link.end], link.target) for link in plain.links] == [("Plan", "Plan")]


def test_words_of_several_lines_stand_in_one_without_their_signs() -> None:
    source = (
        "# 《雾城》人物分析\n\n**林晚**与[[沈默|他]]。\n\n"
        "| 人物 | 身份 |\n|---|:-:|\n| `林晚` | [[记者\\|女记者]] |\n\n"
        "---\n\n```python\nprint(1)\n```\n- [x] done\n> quoted"
    )
    assert plain_words(source) == "《雾城》人物分析 林晚与他。 人物 身份 林晚 女记者 print(1) done quoted"
    assert plain_words("") == plain_words("---\n") == ""


def test_outline_nests_headings_and_counts_equal_ones() -> None:
    text = (
        "# One **bold**\n\n### Deep\n\ntext\n\n## Two\n\n```\n# code\n```\n\n## Two\n\nSet\n---\n\n# [[P|End]]\n"
    )
    lines = read_outline(text)
    shown = [(line.text, line.depth, line.foldable, line.target.line) for line in lines]
    assert shown == [
        ("One bold", 0, True, 1),
        ("Deep", 1, False, 3),
        ("Two", 1, False, 7),
        ("Two", 1, False, 13),
        ("Set", 1, False, 15),
        ("End", 0, False, 18),
    ]
    assert len({line.key for line in lines}) == len(lines)
    assert [line.key for line in read_outline("new words\n\n" + text)] == [line.key for line in lines]


def test_outline_of_twenty_thousand_headings_costs_no_more_for_each() -> None:
    def cost(count: int) -> float:
        text = "# Top\n\n" + "".join(f"## Part {number}\n\nwords\n\n" for number in range(count))
        begun = time.process_time()
        assert len(read_outline(text)) == count + 1
        return (time.process_time() - begun) / count

    assert shortest(lambda: cost(20_000) / cost(2_000), 3.0) < 3.0


def test_tags_stand_below_their_parts_and_count_notes_once(tmp_path: Path) -> None:
    notes = {
        "a.md": "#Project #project/axon #项目/窗口",
        "b.md": "#project/axon/ui #lonely/child",
        "c.md": "#project",
        "d.md": "#project",
    }
    library = Library(tmp_path, notes)
    lines = tag_lines(read_tags(library.links()), "name")
    assert [(line.text, line.depth, line.note) for line in lines] == [
        ("#lonely", 0, "1"),
        ("child", 1, "1"),
        ("#project", 0, "4"),
        ("axon", 1, "2"),
        ("ui", 2, "1"),
        ("#项目", 0, "1"),
        ("窗口", 1, "1"),
    ]
    assert lines[4].target.path == "project/axon/ui"
    assert tag_lines(read_tags(library.links()), "count")[0].text == "#project"


NOTES = {
    "Plan.md": "# Plan\n\nSee [[Other#Part|there]], [[Other#Part]] and [[Nobody]], [[Nobody]] and [[#Plan]].\n",
    "Other.md": "# Part\n\n- **First** line with [[Plan|the plan]] and [[plan]] twice.\n\nNo link to Plan here.\n",
    "Deep/More.md": "before\n\n" + "word " * 900 + "[[Plan]]" + " word" * 900 + "\n",
    "Deep/Plan elsewhere.md": "[[Plan elsewhere]] and [[Other]]\n",
    "Board.canvas": '{"nodes":[{"id":"1","type":"file","file":"Plan.md"}],"edges":[]}',
}


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path, NOTES)


def vault_of(library: Library, tmp_path: Path) -> Vault:
    vault = Vault(library.root, data_dir=tmp_path / "data")
    vault.names.scan()
    return vault


def test_backlinks_are_grouped_by_note_and_lines_are_read_later(library: Library, tmp_path: Path) -> None:
    found = gather_links(library.links(), "Plan.md", WORDS)
    assert found.incoming == 4
    shown = [(line.text, line.depth, line.note) for line in found.backlinks]
    assert shown == [
        ("Board.canvas", 1, ""),
        ("in a canvas", 2, ""),
        ("More", 1, ""),
        ("Plan", 2, ""),
        ("Other", 1, "2"),
        ("the plan", 2, ""),
    ]
    snippets = [line for line in found.backlinks if line.kind == "snippet" and line.target.line]
    read = read_snippets(vault_of(library, tmp_path), "Plan.md", snippets)
    other = read["backlink:Other.md:3"]
    assert other.text == "First line with the plan and plan twice."
    assert [other.text[start:end] for start, end in other.marks] == ["the plan", "plan"]
    long = read["backlink:Deep/More.md:3"]
    assert len(long.text) < 300
    assert [long.text[start:end] for start, end in long.marks] == ["Plan"]


def test_outgoing_links_are_listed_once_and_missing_notes_are_offered(library: Library) -> None:
    lines = outgoing_lines(library.links().outgoing("Plan.md"), WORDS)
    assert [(line.text, line.kind, line.note, line.target) for line in lines] == [
        ("Other > Part", "entry", "", RowTarget("Other.md", "Part")),
        ("Nobody", "new", "Create", RowTarget("Nobody")),
    ]


def test_ten_thousand_backlinks_make_as_many_lines_without_reading_a_file() -> None:
    link = LinkMark("wikilink", "Hub", "", "", False, 3)
    lines = backlink_lines([Backlink(f"gone/{number}.md", link) for number in range(10_000)], WORDS)
    assert len(lines) == 20_000
    assert len({line.key for line in lines}) == 20_000


def test_long_line_is_shown_around_its_first_mark() -> None:
    text = "a" * 400 + "LINK" + "b" * 400
    shown, marks = shorten(text, [(400, 404)])
    assert shown.startswith("…")
    assert shown.endswith("…")
    assert [shown[start:end] for start, end in marks] == ["LINK"]
    assert shorten("short", [(0, 5)]) == ("short", ((0, 5),))


def test_narrow_row_shows_the_mark_rather_than_what_is_before_it(qtbot: QtBot) -> None:
    metrics = QFontMetrics(ui_font())
    text = "some rather long words that come before the LINK and go on"
    start = text.index("LINK")
    shown, marks = fit(text, [(start, start + 4)], metrics, 160)
    assert metrics.horizontalAdvance(shown) <= 160
    assert [shown[begin:end] for begin, end in marks] == ["LINK"]
    assert fit(text, [(start, start + 4)], metrics, 2000) == (text, [(start, start + 4)])


def test_wikilink_names_the_folder_only_where_the_name_means_another_note(tmp_path: Path) -> None:
    write(tmp_path / "v", {"Plan.md": "", "Deep/Plan.md": "", "Deep/Lonely.md": ""})
    vault = Vault(tmp_path / "v", data_dir=tmp_path / "data")
    vault.names.scan()
    assert wikilink(vault, RowTarget("Deep/Lonely.md", "Part")) == "[[Lonely#Part]]"
    assert wikilink(vault, RowTarget("Plan.md")) == "[[Plan]]"
    assert wikilink(vault, RowTarget("Deep/Plan.md")) == "[[Deep/Plan]]"


def test_excerpt_shows_the_beginning_a_section_a_block_or_what_is_around_a_line(tmp_path: Path) -> None:
    note = "---\nkey: 1\n---\n# Top\n\nFirst.\n\n## Part\n\nIn it.\n\n- item ^one\n\n## Last\n\nEnd.\n"
    write(tmp_path / "v", {"Note.md": note, "Empty.md": "", "long.md": "word\n\n" * 60_000, "x.bin": "x"})
    vault = Vault(tmp_path / "v", data_dir=tmp_path / "data")

    def text_of(path: str, place: str = "", line: int = 0) -> str:
        excerpt = read_excerpt(vault, RowTarget(path, place, line))
        assert excerpt is not None
        return excerpt.text if excerpt.found else "not found"

    assert text_of("Note.md").startswith("# Top\n\nFirst.")
    assert text_of("Note.md", "Part") == "## Part\n\nIn it.\n\n- item ^one"
    assert text_of("Note.md", "^one") == "- item ^one"
    assert text_of("Note.md", line=16).endswith("## Last\n\nEnd.")
    assert "First" not in text_of("Note.md", line=16)
    assert text_of("Note.md", "Nowhere") == "not found"
    assert text_of("Gone.md") == "not found"
    assert text_of("Empty.md") == ""
    assert text_of("long.md").endswith("…")
    assert len(text_of("long.md")) < 20_000
    assert read_excerpt(vault, RowTarget("x.bin")) is None
    shown = read_excerpt(vault, RowTarget("Note.md", "Part"))
    assert shown is not None
    assert shown.title == "Note › Part"


@pytest.mark.parametrize(("line", "said"), [(4, "# Top"), (13, "- item ^one"), (20, "| b | [[x]] |"), (22, "")])
def test_excerpt_tells_where_the_line_is_in_it(tmp_path: Path, line: int, said: str) -> None:
    note = (
        "---\nkey: 1\n---\n# Top\n\nFirst.\n\n\n## Part\n\nIn it.\n\n- item ^one\n\n## Last\n\n| a | b |\n"
        "| - | - |\n| a | c |\n| b | [[x]] |\n"
    )
    write(tmp_path / "v", {"Note.md": note})
    excerpt = read_excerpt(Vault(tmp_path / "v", data_dir=tmp_path / "data"), RowTarget("Note.md", line=line))
    assert excerpt is not None
    assert excerpt.line > 0
    assert "".join(excerpt.text.splitlines()[excerpt.line - 1 : excerpt.line]) == said


def test_line_is_marked_as_chosen_only_while_the_list_has_the_keyboard(lines: PanelRowView, qtbot: QtBot) -> None:
    other = QLineEdit(lines)
    other.show()

    def ground() -> str:
        return lines.grab().toImage().pixelColor(lines.viewport().width() - 12, 13).name()

    with qtbot.waitActive(lines):
        lines.activateWindow()
    lines.setFocus()
    qtbot.waitUntil(lines.hasFocus)
    lines.setCurrentIndex(lines.lines.index(0, 0))
    assert ground() == LIGHT.accent_soft
    other.setFocus()
    qtbot.waitUntil(other.hasFocus)
    assert lines.currentIndex().row() == 0
    assert ground() != LIGHT.accent_soft


def test_line_stands_on_the_screen_as_wide_as_its_list(lines: PanelRowView) -> None:
    lines.resize(220, 40)
    place = lines.rect_of(lines.lines.index(0, 0))
    assert place.width() == lines.width() > lines.visualRect(lines.lines.index(0, 0)).width()
    assert place.left() == lines.mapToGlobal(QPoint()).x()
    assert place.top() == lines.viewport().mapToGlobal(QPoint()).y()


@pytest.fixture
def lines(qtbot: QtBot) -> PanelRowView:
    made = PanelRowView("Lines")
    qtbot.addWidget(made)
    made.resize(220, 300)
    made.set_lines(TREE)
    made.show()
    qtbot.waitUntil(made.isActiveWindow)
    return made


def shown(lines: PanelRowView) -> list[str]:
    return [lines.lines.line(row).key for row in range(lines.lines.rowCount())]


def current(lines: PanelRowView) -> str:
    line = lines.current_line()
    return line.key if line is not None else ""


def test_list_is_walked_and_folded_by_keys(lines: PanelRowView, qtbot: QtBot) -> None:
    chosen: list[tuple[str, bool]] = []
    lines.chosen.connect(lambda line, new_tab: chosen.append((line.key, new_tab)))
    lines.setFocus()
    assert current(lines) == "a"
    qtbot.keyClick(lines, Qt.Key.Key_Down)
    qtbot.keyClick(lines, Qt.Key.Key_Up)
    assert current(lines) == "a"
    qtbot.keyClick(lines, Qt.Key.Key_Right)
    qtbot.keyClick(lines, Qt.Key.Key_Right)
    assert current(lines) == "a11"
    qtbot.keyClick(lines, Qt.Key.Key_Return)
    qtbot.keyClick(lines, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert chosen == [("a11", False), ("a11", True)]
    qtbot.keyClick(lines, Qt.Key.Key_Left)
    assert current(lines) == "a1"
    qtbot.keyClick(lines, Qt.Key.Key_Left)
    assert shown(lines) == ["a", "a1", "b", "b1"]
    qtbot.keyClick(lines, Qt.Key.Key_Right)
    assert shown(lines) == ["a", "a1", "a11", "b", "b1"]


def test_current_line_moves_to_the_one_it_is_folded_into(lines: PanelRowView) -> None:
    lines.setCurrentIndex(lines.lines.index(2, 0))
    lines.set_open(TREE[0], False)
    assert current(lines) == "a"
    assert shown(lines) == ["a", "b", "b1"]


def test_new_lines_keep_the_current_one_and_the_place(lines: PanelRowView) -> None:
    many = [PanelRow(str(number), f"line {number}") for number in range(500)]
    lines.set_lines(many)
    lines.setCurrentIndex(lines.lines.index(250, 0))
    lines.verticalScrollBar().setValue(6000)
    lines.set_lines(many[:499])
    assert current(lines) == "250"
    assert lines.verticalScrollBar().value() == 6000


def test_click_folds_at_the_arrow_and_chooses_at_the_text(lines: PanelRowView, qtbot: QtBot) -> None:
    chosen: list[tuple[str, bool]] = []
    lines.chosen.connect(lambda line, new_tab: chosen.append((line.key, new_tab)))
    rect = lines.visualRect(lines.lines.index(0, 0))
    viewport = lines.viewport()
    qtbot.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=rect.topLeft() + QPoint(8, 12))
    assert shown(lines) == ["a", "b", "b1"]
    assert chosen == []
    qtbot.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=rect.topLeft() + QPoint(60, 12))
    qtbot.mouseClick(viewport, Qt.MouseButton.MiddleButton, pos=rect.topLeft() + QPoint(60, 12))
    control = Qt.KeyboardModifier.ControlModifier
    qtbot.mouseClick(viewport, Qt.MouseButton.LeftButton, control, rect.topLeft() + QPoint(60, 12))
    assert chosen == [("a", False), ("a", True), ("a", True)]


def test_lines_are_read_out_with_their_state(lines: PanelRowView) -> None:
    role = Qt.ItemDataRole.AccessibleTextRole
    assert lines.lines.index(0, 0).data(role) == "Apples, unfolded"
    lines.set_open(TREE[0], False)
    assert lines.lines.index(0, 0).data(role) == "Apples, folded"
