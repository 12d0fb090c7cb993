"""Characters that no font has are shown as boxes without a search through all fonts."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFont, QTextDocument
from PySide6.QtWidgets import QApplication
from pytestqt.logging import _QtMessageCapture
from pytestqt.qtbot import QtBot

from axon_desktop.markdown.html.style import stylesheet
from axon_desktop.theme.colors import LIGHT
from axon_desktop.ui.markdown_view import MarkdownView
from axon_desktop.ui.markdown_view.embeds.images import ImageStore
from axon_desktop.ui.markdown_view.embeds.missing_glyphs import _missing, fontless_runs, has_such_letters
from axon_desktop.ui.markdown_view.embeds.picture import PictureFormat
from axon_desktop.ui.markdown_view.layout.chunk_document import ChunkDocument

KHMER = "\u1780-\u17ff"
SAMPLES = "खगঅਅઅଅஅఅಅഅඅកܐހ"
"""A letter of each script."""


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("abc 12 中文", []),
        ("a ខ b", [(2, 4)]),
        ("ខ 12, គ — “x”", [(0, 11)]),
        ("12 ខ", [(0, 4)]),
        ("a 12 ខ", [(5, 6)]),
        ("😀 ខ 😀 1 ខ中", [(2, 5), (7, 11)]),
        ("𝐀 ខ𝐀", [(0, 6)]),
        ("中 ខ µ ʹ 中 ខ", [(2, 8), (10, 11)]),
        ("क ខ", [(2, 3)]),
    ],
)
def test_runs_are_what_qt_takes_for_one_script(text: str, runs: list[tuple[int, int]]) -> None:
    assert list(fontless_runs(text, KHMER)) == runs


def test_without_missing_letters_there_are_no_runs() -> None:
    assert list(fontless_runs(SAMPLES, "")) == []
    assert not has_such_letters("Ünï 中文 😀 ไทย العربية")
    assert all(map(has_such_letters, SAMPLES))


def fresh_font(pixels: int) -> QFont:
    font = QFont()
    font.setPixelSize(pixels)  # a size in which nothing was laid out before
    return font


def test_no_font_is_opened_in_vain(qapp: QApplication, qtlog: _QtMessageCapture) -> None:
    if not _missing():
        pytest.skip("this computer has fonts for all scripts")
    text = "".join(letter for letter in SAMPLES if list(fontless_runs(letter)))

    def searches() -> int:
        return sum("OpenType support missing" in record.message for record in qtlog.records)

    document = ChunkDocument(ImageStore(None, PictureFormat(LIGHT, fresh_font(37), 1.0)))
    html = f"<h2>{text}</h2><p>Words 12 {text} and <b>12 {text}</b> <code>{text}</code></p>"
    document.show_html(html, stylesheet(LIGHT, 37), fresh_font(37), 600.0)
    assert document.size().height() > 40
    assert searches() == 0
    assert document.toPlainText() == f"{text}\nWords 12 {text} and 12 {text} {text}"
    plain = QTextDocument()
    plain.setDefaultFont(fresh_font(41))
    plain.setHtml(f"<p>{text}</p>")
    assert plain.size().height() > 40
    assert searches() > 10  # else the test would prove nothing


def test_such_letters_are_found_selected_and_copied(view: MarkdownView, qtbot: QtBot) -> None:
    view.set_note("N", "abc 😀 ខគឃ 12 def\n")
    qtbot.waitUntil(lambda: not view.at_work)
    assert view.find("គឃ 12") == 1
    view.select_all()
    assert view.selected_text().endswith("abc 😀 ខគឃ 12 def")
