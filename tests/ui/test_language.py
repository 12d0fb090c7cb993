from __future__ import annotations

import ast
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, QSettings, Qt, QTranslator
from PySide6.QtGui import QAction, QIcon
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from axon_desktop.agent.approval import RoundSummary
from axon_desktop.errors import FolderNotFoundError, SettingsError, StaleNoteError
from axon_desktop.keys import KeyStore
from axon_desktop.llm.commands import read_command
from axon_desktop.llm.messages import ToolCall, Usage
from axon_desktop.paths import resources_dir
from axon_desktop.settings import FolderRule, ProviderId, Settings
from axon_desktop.ui.about import AboutDialog, ShortcutsDialog
from axon_desktop.ui.chat.welcome import Welcome
from axon_desktop.ui.dialogs.approval import ApprovalDialog
from axon_desktop.ui.dialogs.rounds import RoundsDialog
from axon_desktop.ui.dialogs.settings import SettingsDialog
from axon_desktop.ui.language import install_translations, pick_language, plain
from axon_desktop.ui.main_window import MainWindow
from axon_desktop.ui.sentences import error_text
from axon_desktop.ui.theme import Theme, ui_font
from axon_desktop.vault.markdown.colors import LIGHT
from tests.ui.chat_world import Run, call, dialog, make_world, until

pytestmark = pytest.mark.qt_log_ignore(r"propagateSizeHints|raise\(\)")

ROOT = Path(__file__).parents[2]
SOURCES = [*sorted((ROOT / "axon_desktop" / "ui").rglob("*.py")), ROOT / "axon_desktop" / "app.py"]
LANGUAGES = ("zh_CN", "zh_TW")
SAME = {"Axon", "Enter", "Shift+Enter", "Esc", "Tab"}
"""Texts that are no English."""

Texts = dict[tuple[str, str], ElementTree.Element]


def run_tool(name: str, *arguments: str | Path) -> None:
    tool = Path(sys.executable).parent / name
    subprocess.run([tool, "-silent", *arguments], check=True, capture_output=True, timeout=60)


def read(file: Path) -> Texts:
    """Return the translation of each (context, source)."""
    found = {}
    for context in ElementTree.parse(file).getroot().iter("context"):
        for message in context.iter("message"):
            translation = message.find("translation")
            assert translation is not None
            found[context.findtext("name", ""), message.findtext("source", "")] = translation
    return found


def translations(language: str) -> Texts:
    return read(resources_dir() / "i18n" / f"axon_{language}.ts")


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the compiled translations."""
    folder = tmp_path_factory.mktemp("i18n")
    for language in LANGUAGES:
        source = resources_dir() / "i18n" / f"axon_{language}.ts"
        run_tool("pyside6-lrelease", source, "-qm", folder / f"axon_{language}.qm")
    return folder


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest, qapp: QApplication, compiled: Path) -> Iterator[str]:
    """Let the program speak a language for one test."""
    before = QLocale()
    assert install_translations(qapp, request.param, compiled) == request.param.replace("_", "-")
    yield request.param
    for translator in qapp.findChildren(QTranslator):
        qapp.removeTranslator(translator)
        translator.deleteLater()
    QLocale.setDefault(before)


def shown(root: QWidget) -> list[str]:
    """Return every text of a window that a person sees or hears."""
    texts = [root.windowTitle()]
    for widget in [root, *root.findChildren(QWidget)]:
        texts += [widget.toolTip(), widget.accessibleName(), widget.accessibleDescription(), widget.statusTip()]
        if isinstance(widget, QLabel | QAbstractButton):
            texts.append(widget.text())
        if isinstance(widget, QLineEdit | QPlainTextEdit):
            texts.append(widget.placeholderText())
        if isinstance(widget, QComboBox):
            texts += [widget.itemText(row) for row in range(widget.count())]
    for action in root.findChildren(QAction):
        texts += [action.text(), action.statusTip()]
    return [text for text in texts if text]


def english(root: QWidget) -> set[str]:
    """Return the texts of a window that should have been translated."""
    sources = {source for _, source in translations("zh_CN")} - SAME
    return set(shown(root)) & (sources | {source.replace("&", "") for source in sources})


def cut_off(root: QWidget) -> list[str]:
    """Return the texts that have less room than they need."""
    return [
        widget.text()
        for widget in root.findChildren(QWidget)
        if isinstance(widget, QLabel | QAbstractButton) and widget.isVisible() and widget.text()
        if not (isinstance(widget, QLabel) and widget.wordWrap())
        if widget.width() < widget.minimumSizeHint().width() or widget.height() < widget.minimumSizeHint().height()
    ]


# --- the files


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_has_a_finished_translation(language: str) -> None:
    for (context, source), translation in translations(language).items():
        assert translation.get("type") is None, f"{context}: {source}"
        assert (translation.text or "").strip() or not source.strip(), f"{context}: {source}"
        assert (translation.text != source) is (source not in SAME), f"{context}: {source}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_keep_places_and_letters_of_the_source(language: str) -> None:
    for (_, source), translation in translations(language).items():
        text = translation.text or ""
        for what in (r"\{\w*\}", r"</?\w+>", r"obsidian://|https?://[^ 。]*[\w]"):
            assert Counter(re.findall(what, source)) == Counter(re.findall(what, text)), source
        letters = [letter.upper() for letter in re.findall(r"&(\w)", source)]
        assert letters == re.findall(r"\(&(\w)\)", text), source
        if ". " not in source:
            assert source.endswith(("…", "▾")) is text.endswith(("…", "▾")), source
        assert source[:2] == text[:2] or source[0] not in "●○✓⋯≈", source


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_source_has_one_translation(language: str) -> None:
    found: dict[str, set[str | None]] = {}
    for (_, source), translation in translations(language).items():
        found.setdefault(source, set()).add(translation.text)
    assert [source for source, texts in found.items() if len(texts) > 1] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_files_hold_the_texts_of_the_window_and_no_others(language: str, tmp_path: Path) -> None:
    fresh = tmp_path / f"axon_{language}.ts"
    run_tool("pyside6-lupdate", "-no-obsolete", "-locations", "none", *SOURCES, "-ts", fresh)
    assert set(read(fresh)) == set(translations(language)), "run `make strings` and translate what is new"


def test_every_call_for_a_translation_is_found() -> None:
    """`lupdate` passes over what it cannot read, such as a text inside an f-string, without a word."""
    known = {source for _, source in translations("zh_CN")}
    for file in SOURCES:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = ast.unparse(node.func)
            texts = node.args[:1] if name.endswith(".tr") else node.args[1:2] if name == "translate" else []
            for text in texts:
                assert isinstance(text, ast.Constant), f"{file}:{node.lineno}"
                assert text.value in known, f"{file}:{node.lineno}"


# --- the window


def test_window_speaks_the_language(language: str, qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> None:
    theme = Theme(qapp, "light")
    state = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    window = MainWindow(theme, QIcon(), state)
    qtbot.addWidget(window, before_close_func=lambda made: made.close_for_good())
    window.show()
    menus = {
        "zh_CN": ["文件", "编辑", "视图", "智能体", "帮助"],
        "zh_TW": ["檔案", "編輯", "檢視", "代理", "說明"],
    }
    bar = window.menuBar()
    assert [action.text() for action in bar.actions()] == menus[language]
    for action in bar.actions():  # what does not fit would be hidden
        assert bar.rect().contains(bar.actionGeometry(action))
    assert english(window) == set()
    assert cut_off(window) == []
    window.show_provider("Offline", "no AI")
    assert "Offline" not in window.status.provider.text()
    for small in (ShortcutsDialog(window.menus.shortcuts(), window), AboutDialog(QIcon(), window)):
        small.show()
        assert english(small) == set()
        assert not any("(" in text and ")" in text and "&" in text for text in shown(small))
    qapp.setStyleSheet("")


def test_letters_of_the_menus_still_open_them(
    language: str, qapp: QApplication, qtbot: QtBot, tmp_path: Path
) -> None:
    state = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    window = MainWindow(Theme(qapp, "light"), QIcon(), state)
    qtbot.addWidget(window, before_close_func=lambda made: made.close_for_good())
    window.show()
    with qtbot.waitActive(window):
        window.activateWindow()
    qtbot.keyClick(window.preview, Qt.Key.Key_F, Qt.KeyboardModifier.AltModifier)
    popup = QApplication.activePopupWidget()
    assert popup is window.menuBar().actions()[0].menu()
    popup.close()
    qapp.setStyleSheet("")


@pytest.mark.parametrize("page", ["general", "models", "safety", "appearance"])
@pytest.mark.parametrize("provider", ["deepseek", "openai_compatible"])
def test_settings_speak_the_language(language: str, page: str, provider: ProviderId, run_async: Run) -> None:
    async def body() -> None:
        settings = Settings()
        settings.model.provider = provider
        settings.safety.rules = [FolderRule("v", "Inbox", True), FolderRule("v", "", False)]
        found = SettingsDialog(settings, KeyStore({}), LIGHT, page=page)
        found.show()
        await until(lambda: found.models.key_place.text()[:1] in "●○")
        assert english(found) == set()
        assert cut_off(found) == []
        rules = [found.safety.rules.item(row).text() for row in range(2)]
        words = {"zh_CN": ("始终应用", "永不写入"), "zh_TW": ("一律套用", "永不寫入")}[language]
        assert [rule.rpartition(" — ")[2] for rule in rules] == list(words)
        found.close()

    run_async(body())


def test_approval_and_conversation_speak_the_language(language: str, tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        reply = call("create_note", path="Home", content="x", mode="overwrite")
        world = make_world(tmp_path, [reply, "好。"])
        assert english(world.panel) == set()
        world.session.send("改写首页")
        await until(dialog)
        found = dialog()
        assert isinstance(found, ApprovalDialog)
        assert found.windowTitle() == {"zh_CN": "应用此更改？", "zh_TW": "要套用這項變更嗎？"}[language]
        assert english(found) | english(world.panel) == set()
        assert cut_off(found) == []
        found.edit_button.click()
        assert english(found) == set()
        found.apply_button.click()
        await world.end()
        assert english(world.panel) == set()
        await world.close()

    run_async(body())


def test_question_about_rounds_speaks_the_language(language: str, qtbot: QtBot) -> None:
    summary = RoundSummary(5, tuple((n, ToolCall("read_note", {"path": "Home"})) for n in range(1, 5)), Usage())
    found = RoundsDialog(summary, LIGHT)
    qtbot.addWidget(found)
    found.show()
    assert found.windowTitle() == {"zh_CN": "已完成四轮工具调用", "zh_TW": "已完成四輪工具呼叫"}[language]
    assert english(found) == set()
    assert cut_off(found) == []


def test_qt_speaks_it_too(language: str, qtbot: QtBot) -> None:
    box = QDialog()
    qtbot.addWidget(box)
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, box)
    text = buttons.button(QDialogButtonBox.StandardButton.Close).text()
    assert plain(text) == {"zh_CN": "关闭", "zh_TW": "關閉"}[language]


def test_offline_examples_are_commands(language: str, qtbot: QtBot) -> None:
    welcome = Welcome(offline=True)
    qtbot.addWidget(welcome)
    examples = [button.text() for button in welcome.findChildren(QAbstractButton)]
    commands = [read_command(example) for example in examples]
    assert [command and command.action for command in commands] == ["list", "read", "create"]


def test_errors_name_their_kind_in_the_language(language: str) -> None:
    kinds = {"zh_CN": "找不到文件夹：/x", "zh_TW": "找不到資料夾：/x"}
    assert error_text(FolderNotFoundError("/x")) == kinds[language]
    assert error_text(SettingsError("Cannot read it.")) == "Cannot read it."


def test_errors_in_english_are_what_the_model_reads() -> None:
    for error in (FolderNotFoundError("a{b}"), StaleNoteError("a.md is gone")):
        assert error_text(error) == str(error)


def test_signs_have_the_shapes_of_the_place(language: str) -> None:
    other = {"zh_CN": "Noto Sans CJK TC", "zh_TW": "Noto Sans CJK SC"}[language]
    assert other not in ui_font().families()


# --- which language


@pytest.mark.parametrize(
    ("wanted", "language"),
    [
        (["zh-CN"], "zh_CN"),
        (["zh-Hans-CN", "zh-CN", "zh-Hans", "zh"], "zh_CN"),
        (["zh-SG"], "zh_CN"),
        (["zh"], "zh_CN"),
        (["zh-TW"], "zh_TW"),
        (["zh-Hant-TW"], "zh_TW"),
        (["zh-HK"], "zh_TW"),
        (["zh-Hant-HK", "zh-HK"], "zh_TW"),
        (["zh_MO"], "zh_TW"),
        (["zh-Hans-HK"], "zh_CN"),
        (["zh-Hant-CN"], "zh_TW"),
        (["en-US", "zh-CN"], "en"),
        (["de-DE", "zh-TW", "en"], "zh_TW"),
        (["de-DE", "fr"], "en"),
        (["C"], "en"),
        ([], "en"),
    ],
)
def test_first_language_that_there_is_wins(wanted: list[str], language: str) -> None:
    assert pick_language(wanted) == language


@pytest.mark.parametrize("choice", ["en", "de", "", "nonsense", "zh_CN"])
def test_without_translation_the_window_is_english(choice: str, qapp: QApplication, tmp_path: Path) -> None:
    assert install_translations(qapp, choice, tmp_path) == "en"
    assert qapp.translate("Menus", "&File") == "&File"
