"""Words are looked up in true dictionaries, in a process of its own, and only words of prose."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import shiboken6
from PySide6.QtGui import QContextMenuEvent, QTextCursor
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from axon_desktop.ui.accessibility.announcer import Announcer
from axon_desktop.ui.editor.spelling.checker import SpellChecker
from axon_desktop.ui.editor.spelling.dictionaries import (
    chosen_codes,
    find_dictionaries,
    own_dictionaries,
    user_words_file,
)
from axon_desktop.ui.editor.spelling.underlines import SpellUnderlines
from axon_desktop.ui.editor.spelling.words import words_of
from axon_desktop.ui.editor.syntax import FENCE, MATH, PROPERTIES, START, TEXT
from axon_desktop.ui.editor.text_edit import NoteTextEdit
from tests.ui.chat_world import Run, until

LINES = json.loads((Path(__file__).parents[3] / "data" / "spelled_words.json").read_text("utf-8"))
STATES = {"fence": FENCE | (3 << 8), "properties": PROPERTIES, "start": START, "math": MATH}


@pytest.mark.parametrize("case", LINES, ids=lambda case: case["line"])
def test_only_words_of_prose_are_checked(case: dict[str, Any]) -> None:
    before = STATES.get(case.get("before", ""), TEXT)
    found = [*words_of(before, case["line"])]
    assert [word for _, _, word in found] == case["words"]
    assert [case["line"][start:end].replace("’", "'") for start, end, _ in found] == case["words"]


@pytest.mark.parametrize(
    ("chosen", "languages", "codes"),
    [
        ((), ("zh_CN", "en_GB"), ["en_GB"]),
        ((), ("zh_CN",), []),
        ((), ("en", "de-AT"), ["en_US", "de_DE"]),
        ((), ("en_AU", "en_US"), ["en_US"]),
        ((), ("pt",), ["pt_PT"]),
        (("de_DE", "fr_FR", "en_GB"), ("zh_CN",), ["de_DE", "en_GB"]),
    ],
)
def test_dictionaries_are_those_that_were_chosen_or_of_the_languages(
    chosen: tuple[str, ...], languages: tuple[str, ...], codes: list[str]
) -> None:
    assert chosen_codes(chosen, ["pt_PT", "en_US", "en_GB", "de_DE"], languages) == codes


def make_dictionary(name: str, words: list[str], encoding: str) -> None:
    folder = own_dictionaries()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.aff").write_text(f"SET {encoding}\nTRY aeiouäöü\n", encoding)
    (folder / f"{name}.dic").write_text("\n".join([str(len(words)), *words, ""]), encoding)


def test_words_are_underlined_corrected_from_the_menu_and_added(
    qapp: QApplication, qtbot: QtBot, tmp_path: Path, run_async: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AXON_HOME", str(tmp_path))
    make_dictionary("de_DE", ["Wörter", "und", "schön"], "ISO8859-1")
    make_dictionary("en_GB", ["words", "and", "colour", "kept"], "UTF-8")
    (own_dictionaries() / "hyph_de_DE.dic").write_text("UTF-8\n")
    (own_dictionaries() / "xx_XX.dic").write_text("0\n")
    assert {"de_DE", "en_GB"} <= find_dictionaries().keys()
    assert "xx_XX" not in find_dictionaries()

    async def body() -> None:
        edit = NoteTextEdit()
        qtbot.addWidget(edit)
        edit.resize(700, 300)
        edit.set_live(True)
        edit.show()
        edit.open_text("Wörter and colur\n\n`colur` Привет 中文 und kept\n")
        checker = SpellChecker(edit)
        underlines = SpellUnderlines(edit, checker)
        checker.use(("de_DE", "en_GB", "none"), (), on=True)
        await until(lambda: underlines.wrong == ["colur"])
        assert len(edit.extraSelections()) == 1
        for _time in range(2):  # from the last one to the first
            await underlines.go_to_next()
            assert edit.textCursor().selectedText() == "colur"
        await until(lambda: "colur, misspelled" in Announcer.of_program().spoken[-1])
        edit.moveCursor(QTextCursor.MoveOperation.End)
        menus: list[QMenu] = []
        edit.menu_requested.connect(menus.append)
        cursor = QTextCursor(edit.document())
        cursor.setPosition(13)
        place = edit.cursorRect(cursor).center()
        click = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, edit.viewport().mapToGlobal(place))
        QApplication.sendEvent(edit.viewport(), click)
        await until(lambda: bool(menus))
        actions = {action.text(): action for action in menus[0].actions()}
        menus[0].close()
        actions["colour"].trigger()
        assert edit.toPlainText().startswith("Wörter and colour\n")
        await until(lambda: underlines.wrong == [])
        await underlines.go_to_next()
        assert edit.textCursor().atEnd(), "none is left"
        edit.undo()
        await until(lambda: underlines.wrong == ["colur"])
        await checker.add("colur")
        await until(lambda: underlines.wrong == [])
        assert user_words_file().read_text("utf-8") == "colur\n"
        assert checker.is_right("Colur")
        edit.undo()
        edit.open_text("kept wrng")
        await until(lambda: underlines.wrong == ["wrng"])
        before = edit.document()
        edit.open_text("")
        shiboken6.delete(before)  # Qt would look for its marks in it
        await until(lambda: not underlines.wrong and not underlines._pause.isActive())
        checker.use((), (), on=False)
        await until(lambda: not checker.active)
        checker.end()

    run_async(body())


def test_dictionary_that_ends_its_process_ends_the_checking_and_nothing_else(
    qapp: QApplication, run_async: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AXON_HOME", str(tmp_path))
    monkeypatch.setattr(
        "axon_desktop.ui.editor.spelling.checker.worker_command", lambda _module: ["sh", "-c", "read x"]
    )
    make_dictionary("en_GB", ["words"], "UTF-8")

    async def body() -> None:
        checker = SpellChecker()
        checker.use(("en_GB",), (), on=True)
        await until(lambda: checker.active)
        for word in ("a", "b", "c"):
            checker.ask([word])
            await until(lambda: not checker._asked)
        assert not checker.active
        checker.end()

    run_async(body())
