"""The length of a note in the status bar."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from axon_desktop.ui.markdown_view.selection import TextPosition
from axon_desktop.ui.status_bar.status_bar import StatusBar
from axon_desktop.ui.status_bar.word_count import Length, measure
from axon_desktop.ui.window.main_window import MainWindow
from tests.ui.chat_world import Run
from tests.ui.mcp_window import window_with
from tests.waiting import until


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", 0),
        ("Hello world", 2),
        ("他走进房间，看见了桌上的信。", 12),
        ("我用 Axon 写了 3 章", 7),
        ("Axon写作", 3),
        ("ひらがなカタカナ々〇", 10),
        ("한국어 단어", 2),
        ("don't well-known it’s", 3),
        ("1,234.5 3.14 1, 2", 4),
        ("- item\n- [ ] **bold** — `code`", 3),
        ("[[Some note|shown]] #tag/inner", 5),
        ("snake_case", 2),
        ("cafe\u0301s naïve", 2),
        ("\U00020bb7野家", 3),
        ("ＡＢＣ１", 1),
    ],
)
def test_words_are_counted_as_obsidian_does(text: str, words: int) -> None:
    assert measure(text).words == words


def test_characters_count_as_one_reads_them() -> None:
    assert measure("a b\r\n𠮷。") == Length(3, 6)


@pytest.mark.parametrize("piece", ["don't stop 1,234.5 ", "他走进well-known房间", "x" * 30_000 + " "])
def test_long_texts_are_counted_in_slices_that_cut_no_word(piece: str) -> None:
    times = 60_000 // len(piece)
    assert measure(piece * times).words == measure(piece).words * times


def test_length_gives_way_before_anything_else(qtbot: QtBot) -> None:
    bar = StatusBar()
    qtbot.addWidget(bar)
    bar.set_vault("Garden")
    bar.set_provider("DeepSeek · deepseek-chat", "ok")
    bar.set_language("zh-CN")
    bar.set_length("1,234 words · 5,678 characters", "1,234 words")
    bar.show()
    bar.resize(900, 26)
    assert bar.length.text() == "1,234 words · 5,678 characters"
    others = [bar.vault, bar.provider, bar.language]
    assert "简体中文" in bar.language.toolTip()
    seen = {""}
    for width in range(900, 200, -10):
        bar.resize(width, 26)
        QApplication.processEvents()
        if bar.length.isVisible():
            seen.add(bar.length.text())
            assert bar.length.width() >= bar.length.sizeHint().width()
            assert all(label.width() >= label.sizeHint().width() for label in others)
    assert seen == {"", "1,234 words", "1,234 words · 5,678 characters"}
    assert bar.length.isHidden()
    bar.resize(900, 26)
    assert bar.length.text() == "1,234 words · 5,678 characters"
    bar.show_message("A sentence that takes the room of the line: " + 12 * "it is long, ")
    assert bar.length.isHidden()
    bar.clearMessage()
    assert not bar.length.isHidden()
    bar.set_vault("A vault whose name is longer than anything that anybody would call a vault")
    bar.resize(520, 26)
    QApplication.processEvents()
    assert bar.length.isHidden()


@pytest.fixture
def vault(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AXON_HOME", str(tmp_path / "home"))
    root = tmp_path / "vault"
    root.mkdir()
    text = "---\ntags: [novel]\nstatus: a draft\n---\n第一章\n\nHe said **hello world**.\n"
    (root / "Home.md").write_text(text, "utf-8")
    (root / "Other.md").write_text("alone", "utf-8")
    (root / "picture.png").write_bytes(b"no picture")
    return root


async def _said(window: MainWindow, words: str) -> None:
    await until(lambda: window.status.length.text() == words)


@pytest.mark.qt_log_ignore("propagateSizeHints")
def test_status_bar_says_how_long_note_and_selection_are(qapp: QApplication, vault: Path, run_async: Run) -> None:
    async def body() -> None:
        async with window_with(qapp, vault) as program:
            window = program.desktop.window
            window.resize(1600, 800)
            preview = window.preview
            preview.open_note("Home.md")
            await _said(window, "7 words · 30 characters")
            view = preview.body.view
            view.select_all()
            await _said(window, "7 of 7 words")
            chunk = list(view._content.chunks())[-1]
            view.selection.set(TextPosition(chunk, 0), TextPosition(chunk, 2))
            await _said(window, "2 of 7 words")
            view.selection.set(None, None)
            await _said(window, "7 words · 30 characters")

            preview.toggle_source()
            await until(lambda: preview.body.shows_editor)
            edit = preview.body.editor.edit
            edit.selectAll()
            await _said(window, "7 of 7 words")
            edit.moveCursor(QTextCursor.MoveOperation.End)
            QTest.keyClicks(edit, "more words")
            await _said(window, "9 words · 40 characters")
            edit.moveCursor(QTextCursor.MoveOperation.PreviousWord, QTextCursor.MoveMode.KeepAnchor)
            await _said(window, "1 of 9 words")
            edit.moveCursor(QTextCursor.MoveOperation.Start)
            edit.moveCursor(QTextCursor.MoveOperation.EndOfLine, QTextCursor.MoveMode.KeepAnchor)
            edit.moveCursor(QTextCursor.MoveOperation.Down, QTextCursor.MoveMode.KeepAnchor)
            await _said(window, "0 of 9 words")

            preview.open_note("Other.md")
            await _said(window, "1 word · 5 characters")
            preview.open_note("picture.png")
            await _said(window, "")
            assert window.status.length.isHidden()

    run_async(body())
