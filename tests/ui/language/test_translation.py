from __future__ import annotations

import ast
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import get_args

import pytest
from PySide6.QtCore import QAbstractItemModel, QDate, QLocale, QModelIndex, QSettings, Qt, QTranslator
from PySide6.QtGui import QAction, QIcon
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QTableView,
    QWidget,
)
from pytestqt.qtbot import QtBot

from axon_desktop.agent.approval.approval import ApprovalRequest, RoundSummary
from axon_desktop.agent.events import (
    Answer,
    ApprovalRequested,
    BudgetWarning,
    Compacted,
    ContextCut,
    ContextSized,
    ContinueRequested,
    Error,
    PlanProposed,
    StepComplete,
    StepStarted,
    Stopped,
    TurnStarted,
    UsageReported,
)
from axon_desktop.agent.plan.plan import Plan
from axon_desktop.conversations.models import ConversationSummary, Item, Message
from axon_desktop.conversations.store.conversation_store import ConversationStore
from axon_desktop.errors import FolderNotFoundError, LLMError, LLMServerError, SettingsError, StaleNoteError
from axon_desktop.llm.context_size.context_window import WindowFinding
from axon_desktop.llm.messages import JsonObject, ToolCall, Usage
from axon_desktop.llm.models.discovery import LocalServer
from axon_desktop.llm.models.probe import ProbeCode, ProbeResult
from axon_desktop.llm.offline.command_grammar import read_command
from axon_desktop.paths import resources_dir
from axon_desktop.settings.keys import KeyStore
from axon_desktop.settings.settings import FolderRule, ModelSettings, ProviderId, Settings, ToolRule
from axon_desktop.ui.actions import native
from axon_desktop.ui.approval.dialog import ApprovalDialog
from axon_desktop.ui.approval.dialog_approver import approval_dialog
from axon_desktop.ui.approval.plan_dialog import PlanDialog
from axon_desktop.ui.approval.plan_steps import StepEditor
from axon_desktop.ui.approval.rounds_dialog import RoundsDialog
from axon_desktop.ui.chat.cards.plan_card import PlanCard
from axon_desktop.ui.chat.welcome import Welcome, note_to_read
from axon_desktop.ui.composer.request_queue_bar import RequestQueueBar
from axon_desktop.ui.conversations.history_dialog import HistoryDialog
from axon_desktop.ui.conversations.save_prompt import SavePrompt
from axon_desktop.ui.diff.rows import compare
from axon_desktop.ui.first_run.question_page import first_note
from axon_desktop.ui.help.about_dialog import AboutDialog
from axon_desktop.ui.language.error_texts import error_text
from axon_desktop.ui.language.formats import provider_text
from axon_desktop.ui.language.translation import install_translations, is_english, pick_language, plain
from axon_desktop.ui.look.theme import Theme, ui_font
from axon_desktop.ui.session.compaction import CompactionState
from axon_desktop.ui.session.request_queue import Request
from axon_desktop.ui.settings.dialog import SettingsDialog
from axon_desktop.ui.settings.model.model_test_result import probe_sentence
from axon_desktop.ui.shortcuts.dialog import ShortcutsDialog
from axon_desktop.ui.widgets.confirm_dialog import Question
from axon_desktop.ui.widgets.labels import ElidedButton
from axon_desktop.ui.window.main_window import MainWindow
from axon_desktop.ui.window.notifications import Notifier
from axon_desktop.vault import Vault
from axon_desktop.vault.history.changes import ChangePreview, Proposal
from tests.ui.chat_world import Run, call, dialog, make_world, ready, until
from tests.ui.hearing import hear
from tests.waiting import PATIENCE

pytestmark = pytest.mark.qt_log_ignore(r"propagateSizeHints|raise\(\)")

ROOT = Path(__file__).parents[3]
SOURCES = [file for file in sorted((ROOT / "axon_desktop").rglob("*.py")) if "generated" not in file.parts]
LANGUAGES = ("zh_CN", "zh_TW")
SAME = {"Axon", "Enter", "Shift+Enter", "Esc", "Tab", " MB"}
"""Texts that are not English."""
SENTENCE = 12
"""Minimum length from which an English text is found also inside of another one."""

Texts = dict[tuple[str, str], ElementTree.Element]


def run_tool(name: str, *arguments: str | Path) -> None:
    tool = Path(sys.executable).parent / name
    subprocess.run([tool, "-silent", *arguments], check=True, capture_output=True, timeout=PATIENCE)


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


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    """Measure with the fonts and the style of the program."""
    return Theme(qapp, "light")


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest, theme: Theme, qapp: QApplication, compiled: Path) -> Iterator[str]:
    """Let the program speak a language for one test."""
    before = QLocale()
    assert install_translations(qapp, request.param, compiled) == request.param.replace("_", "-")
    yield request.param
    for translator in qapp.findChildren(QTranslator):
        qapp.removeTranslator(translator)
        translator.setParent(None)  # it must not be found from now on: deleted later, it would be by the next test
    QLocale.setDefault(before)


def listed(view: QAbstractItemView) -> list[str]:
    """Return the texts of a list or table, including those for screen readers only."""
    model: QAbstractItemModel | None = view.model()
    if model is None:
        return []
    roles = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole)
    columns = range(view.horizontalHeader().count() if isinstance(view, QTableView) else 1)
    cells = [model.index(row, column) for row in range(model.rowCount(QModelIndex())) for column in columns]
    found = [cell.data(role) for cell in cells for role in roles]
    found += [model.headerData(column, Qt.Orientation.Horizontal) for column in columns]
    return [text for text in found if isinstance(text, str)]


def shown(root: QWidget) -> list[str]:
    """Return every visible or spoken text of a window."""
    texts = [root.windowTitle()]
    for widget in [root, *root.findChildren(QWidget)]:
        texts += [widget.toolTip(), widget.accessibleName(), widget.accessibleDescription(), widget.statusTip()]
        if isinstance(widget, QLabel | QAbstractButton | QAbstractSpinBox):
            texts.append(widget.text())
        if isinstance(widget, QLineEdit | QPlainTextEdit):
            texts.append(widget.placeholderText())
        if isinstance(widget, QPlainTextEdit) and widget.isReadOnly():
            texts.append(widget.toPlainText())
        if isinstance(widget, QComboBox):
            texts += [widget.itemText(row) for row in range(widget.count())]
        if isinstance(widget, QAbstractItemView):
            texts += listed(widget)
    for action in root.findChildren(QAction):
        texts += [action.text(), action.statusTip()]
    return [text for text in texts if text]


@cache
def sources() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return patterns for whole texts and for parts of texts that must not occur: sources, with any values."""
    whole: list[str] = []
    parts: list[str] = []
    for source in {plain(source) for _, source in translations("zh_CN")} - SAME:
        pieces = re.split(r"\{\w*\}", source)
        pattern = "(?s:.*?)".join(map(re.escape, pieces))
        letters = sum(len(re.findall("[A-Za-z]", piece)) for piece in pieces)
        if not letters:  # only joins others
            continue
        (parts if letters >= SENTENCE and " " in source.strip() else whole).append(pattern)
    return re.compile("|".join(whole)), re.compile("|".join(parts))


def english(root: QWidget | None, *more: str) -> set[str]:
    """Return the texts of a window, and others, that should have been translated."""
    texts = {plain(text) for text in [*(shown(root) if root is not None else ()), *more]}
    return {text for text in texts if is_untranslated(text)}


@cache
def is_untranslated(text: str) -> bool:
    whole, part = sources()
    return bool(whole.fullmatch(text) or part.search(text))


def clashes(root: QWidget) -> list[str]:
    """Return the mnemonics that two visible widgets, or two actions of one menu, share."""
    seen = [
        widget.text()
        for widget in root.findChildren(QWidget)
        if isinstance(widget, QAbstractButton | QLabel) and widget.isVisible()
        if isinstance(widget, QAbstractButton) or widget.buddy() is not None
    ]
    groups = [seen, *([action.text() for action in menu.actions()] for menu in root.findChildren(QMenu))]
    found = []
    for texts in groups:
        letters = Counter(letter for text in texts for letter in re.findall(r"\(&(\w)\)", text))
        found += [letter for letter, count in letters.items() if count > 1]
    return found


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
        assert letters == [letter or digit for letter, digit in re.findall(r"\(&(\w)\)|&(\d)", text)], source
        if ". " not in source:
            assert source.endswith(("…", "▾")) is text.endswith(("…", "▾")), source
        assert source[:2] == text[:2] or source[0] not in "●○✓⋯≈+", source
        assert source.count(" — ") <= text.count(" — "), source  # the text before it is shown alone


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_source_has_one_translation(language: str) -> None:
    found: dict[str, set[str | None]] = {}
    for (_, source), translation in translations(language).items():
        found.setdefault(source, set()).add(translation.text)
    assert [source for source, texts in found.items() if len(texts) > 1] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_files_hold_the_texts_of_the_window_and_no_others(language: str, tmp_path: Path) -> None:
    fresh = tmp_path / f"axon_{language}.ts"
    alias = ("-tr-function-alias", "QT_TRANSLATE_NOOP+=N_")  # as in the Makefile
    run_tool("pyside6-lupdate", *alias, "-no-obsolete", "-locations", "none", *SOURCES, "-ts", fresh)
    assert set(read(fresh)) == set(translations(language)), "run `make strings` and translate what is new"


def test_every_call_for_a_translation_is_found() -> None:
    """`lupdate` silently skips what it cannot parse, such as a text inside an f-string."""
    known = {source for _, source in translations("zh_CN")}
    for file in SOURCES:
        source = file.read_text(encoding="utf-8")
        if not any(word in source for word in (".tr(", "translate(", "N_(")):
            continue
        for node in ast.walk(ast.parse(source)):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name | ast.Attribute):
                continue
            name = ast.unparse(node.func)
            named = name in ("translate", "N_")
            texts = node.args[:1] if name.endswith(".tr") else node.args[1:2] if named else []
            for text in texts:
                assert isinstance(text, ast.Constant), f"{file}:{node.lineno}"
                assert text.value in known, f"{file}:{node.lineno}"


# --- the window


def test_window_speaks_the_language(language: str, theme: Theme, qtbot: QtBot, tmp_path: Path) -> None:
    state = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    window = MainWindow(QIcon(), state)
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
    assert clashes(window) == []
    assert cut_off(window) == []
    window.status.set_provider(provider_text("Offline", "no AI"), "off")
    assert "Offline" not in window.status.provider.text()
    for small in (ShortcutsDialog(window.menus.keymap, window), AboutDialog(QIcon(), window)):
        small.show()
        assert english(small) == set()
        pressed = {button.text() for button in small.findChildren(QAbstractButton)}
        assert not any("(" in text and ")" in text and "&" in text for text in {*shown(small)} - pressed)


def test_letters_of_the_menus_still_open_them(language: str, theme: Theme, qtbot: QtBot, tmp_path: Path) -> None:
    state = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    window = MainWindow(QIcon(), state)
    qtbot.addWidget(window, before_close_func=lambda made: made.close_for_good())
    window.show()
    with qtbot.waitActive(window):
        window.activateWindow()
    qtbot.keyClick(window.preview, Qt.Key.Key_F, Qt.KeyboardModifier.AltModifier)
    popup = QApplication.activePopupWidget()
    assert popup is window.menuBar().actions()[0].menu()
    popup.close()


def test_a_vault_begins_with_a_note_in_the_language(language: str, tmp_path: Path) -> None:
    for name in ("Home", "Index", "开始"):
        (tmp_path / f"{name}.md").touch()
    vault = Vault(tmp_path, data_dir=tmp_path / ".data")
    assert first_note(tmp_path) == note_to_read(vault) == "开始"
    vault.names.scan()
    assert note_to_read(vault) == "开始"
    (tmp_path / "开始.md").unlink()
    vault.names.scan()
    assert first_note(tmp_path) == note_to_read(vault) == "Home"


def test_settings_are_found_by_their_english_words_too(language: str, qtbot: QtBot) -> None:
    dialog = SettingsDialog(Settings(model=ModelSettings(provider="deepseek")), KeyStore({}), page="general")
    qtbot.addWidget(dialog)

    def found(query: str) -> list[str]:
        dialog.search.box.setText(query)
        return [dialog.list.item(row).text() for row in range(dialog.list.count())]

    own = {"zh_CN": ("外观", "主题", "API 密钥"), "zh_TW": ("外觀", "主題", "API 金鑰")}[language]
    assert found("theme") == found(own[1]) == list(own[:2])
    assert found("api key")[1:] == found(own[2])[1:] == [own[2]]
    assert found("appearance") == [own[0]]
    assert found("dark")[0] == own[0], "what can be chosen counts too"
    assert found("(&t)") == []


@pytest.mark.parametrize("page", ["general", "models", "safety", "appearance"])
@pytest.mark.parametrize("provider", ["deepseek", "openai_compatible"])
def test_settings_speak_the_language(language: str, page: str, provider: ProviderId, run_async: Run) -> None:
    async def body() -> None:
        settings = Settings()
        settings.model.provider = provider
        settings.other_models = [
            ModelSettings(),
            ModelSettings(provider="anthropic", model="claude-haiku-4-5", temperature=0.5, max_tokens=9_000),
            ModelSettings(provider="openai_compatible", base_url="http://127.0.0.1:11434/v1", model="qwen3:4b"),
        ]
        settings.safety.rules = [FolderRule("v", "收件箱", True), FolderRule("w", "", False)]
        settings.safety.tools = [ToolRule("a.b", True), ToolRule("a.c", False)]
        found = SettingsDialog(settings, KeyStore({}), page=page, vault_id="v")
        found.show()
        table = found.models.table
        await until(lambda: found.models.form.key_row.place.text()[:1] in "●○")
        await until(lambda: "…" not in [item.text() for row in range(4) if (item := table.item(row, 3))])
        for row in reversed(range(4)):
            table.selectRow(row)
            QApplication.sendPostedEvents()
            assert english(found) == set()
            assert cut_off(found) == []
            assert clashes(found) == []
        assert listed(table)[0].endswith({"zh_CN": " · 默认", "zh_TW": " · 預設"}[language])
        rules = [found.safety.rules.item(row).text() for row in range(4)]
        words = {
            "zh_CN": ["始终应用", "永不写入", "始终允许", "永不允许"],
            "zh_TW": ["一律套用", "永不寫入", "一律允許", "永不允許"],
        }[language]
        assert [rule.rpartition(" — ")[2] for rule in rules] == words
        found.safety.remove_all.click()
        found.models.form.temperature.setText("3")
        problem = found.models.form.problem()
        assert problem is not None
        assert english(found, problem[0]) == set()
        found.close()

    run_async(body())


def question(kind: str) -> ApprovalRequest:
    """Return a question about one call, for each kind."""
    links = tuple(
        ChangePreview(f"日记/{n}.md", "[[想法]]\n".encode(), "[[二/想法]]\n".encode(), "links") for n in range(2)
    )
    text = "".join(f"第 {n} 行\n" for n in range(40))
    changed = text.replace("第 3 行", "三").replace("第 30 行", "三十").encode()
    call = ToolCall("tool", {})
    asked: dict[str, ApprovalRequest] = {
        name: ApprovalRequest(call, Proposal.write(change), ("write", *reasons), "改写")
        for name, change, reasons in (
            ("create", ChangePreview("甲.md", None, changed, "overwrite"), ()),
            ("append", ChangePreview("甲.md", text.encode(), text.encode() + b"+\n", "append"), ()),
            ("edit", ChangePreview("甲.md", text.encode(), changed, "edit"), ("near_miss",)),
            ("shrink", ChangePreview("甲.md", text.encode(), b"+\n", "overwrite"), ("shrinks",)),
            ("empty", ChangePreview("AGENTS.md", text.encode(), b"", "edit"), ("empties", "instructions")),
        )
    }
    for name, proposal, removed in (
        ("move", Proposal("move", "想法.md", links, "二/想法.md"), None),
        ("move one", Proposal("move", "收件/图.png", links[:1], "二/图.png"), None),
        ("move alone", Proposal("move", "想法.md", (), "二/想法.md"), None),
        ("trash", Proposal("trash", "想法.md", ()), text.encode()),
        ("trash picture", Proposal("trash", "图.png", (), ".trash/图.png"), b"\xff"),
        ("trash empty", Proposal("trash", "图.png", ()), b""),
        ("trash large", Proposal("trash", "图.png", ()), None),
    ):
        asked[name] = ApprovalRequest(call, proposal, ("write",), "整理", removed=removed)
    commands: tuple[tuple[str, JsonObject, bool], ...] = (
        ("command", {"command": ["wc", "甲.md"], "timeout": 5}, True),
        ("command free", {"command": "ls | wc", "shell": True}, False),
    )
    for name, params, sandboxed in commands:
        run = ToolCall("run_command", params)
        asked[name] = ApprovalRequest(run, None, ("command",), "", "command", sandboxed=sandboxed)
    for name, params in (("tool", {"题": "新"}), ("tool without", {})):
        asked[name] = ApprovalRequest(ToolCall("a.b", dict(params)), None, ("external",), "", "external")
    return asked[kind]


QUESTIONS = {
    "create": ("应用此更改？", "要套用這項變更嗎？"),
    "append": ("应用此更改？", "要套用這項變更嗎？"),
    "edit": ("应用此更改？", "要套用這項變更嗎？"),
    "shrink": ("应用此更改？", "要套用這項變更嗎？"),
    "empty": ("应用此更改？", "要套用這項變更嗎？"),
    "move": ("移动此笔记？", "要移動這則筆記嗎？"),
    "move one": ("移动此文件？", "要移動這個檔案嗎？"),
    "move alone": ("移动此笔记？", "要移動這則筆記嗎？"),
    "trash": ("将此笔记移到回收站？", "要將這則筆記移到資源回收筒嗎？"),
    "trash picture": ("将此文件移到回收站？", "要將這個檔案移到資源回收筒嗎？"),
    "trash empty": ("将此文件移到回收站？", "要將這個檔案移到資源回收筒嗎？"),
    "trash large": ("将此文件移到回收站？", "要將這個檔案移到資源回收筒嗎？"),
    "command": ("运行此命令？", "要執行這個指令嗎？"),
    "command free": ("运行此命令？", "要執行這個指令嗎？"),
    "tool": ("使用此工具？", "要使用這個工具嗎？"),
    "tool without": ("使用此工具？", "要使用這個工具嗎？"),
}


@pytest.mark.parametrize("kind", QUESTIONS)
def test_every_kind_of_question_speaks_the_language(language: str, kind: str, qtbot: QtBot) -> None:
    request = question(kind)
    changes = request.proposal.changes if request.proposal else ()
    diffs = [compare(change.before, change.after) for change in changes]
    if kind.startswith("trash"):
        diffs = [compare(request.removed, b"")]
    found = approval_dialog(request, diffs)
    qtbot.addWidget(found)
    found.show()
    assert found.windowTitle() == QUESTIONS[kind][LANGUAGES.index(language)]
    assert cut_off(found) == []
    found.reject_menu.actions()[1].trigger()
    assert found.note.isVisible()
    assert english(found) == set()
    assert clashes(found) == []


PLAN = Plan.draft("整理阅读清单", [("列出文件夹", "一张表"), ("写索引", "一篇新笔记"), ("检查", "都对")])


def test_plan_speaks_the_language(language: str, qtbot: QtBot) -> None:
    found = PlanDialog(PLAN.with_step(1, "completed", "好"))
    qtbot.addWidget(found)
    found.show()
    assert found.windowTitle() == {"zh_CN": "计划 — 整理阅读清单", "zh_TW": "計畫 — 整理阅读清单"}[language]
    found.revise_button.click()
    found.steps.setCurrentRow(2)
    found.steps.add_step()
    assert found.steps.findChild(StepEditor) is not None
    new = found.edited().steps[-1]
    QApplication.sendPostedEvents()
    assert english(found, new.description, new.expected_outcome) == set()
    assert clashes(found) == []
    assert cut_off(found) == []


def test_plan_in_the_conversation_speaks_the_language(language: str, qtbot: QtBot) -> None:
    card = PlanCard(PLAN)
    qtbot.addWidget(card)
    card.resize(400, card.heightForWidth(400))
    card.show()
    titles = [card.title()]
    assert english(card) == set()
    card.set_plan(PLAN.with_status("executing"))
    card.start_step(1)
    titles.append(card.title())
    assert english(card) == set()
    card.end_step(1, "好", success=True)
    card.rest()
    assert english(card) == set()
    assert clashes(card) == []
    card.end_step(2, "不好", success=False)
    card.rest()
    assert card.skip.isVisible()
    assert clashes(card) == []
    card.set_plan(card.plan.with_step(2, "skipped").with_step(3, "completed"))
    titles.append(card.title())
    assert english(card) == set()
    assert (
        titles
        == {
            "zh_CN": ["3 个步骤", "第 1 / 3 步", "3 个步骤中已完成 2 个，跳过 1 个"],
            "zh_TW": ["3 個步驟", "第 1 / 3 步", "3 個步驟中已完成 2 個，略過 1 個"],
        }[language]
    )


def test_history_speaks_the_language(language: str, tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        store = ConversationStore(tmp_path / "conversations.sqlite")
        await store.open()
        for title in ("整理", ""):
            made = await store.create(vault="v", title=title)
            store.record(made, Item("t", "turn_started", {}, Message("m" + title, "user", "阅读", 0)))
        await store.flush()
        found = HistoryDialog(store, "v", current=made, is_running=lambda: True)
        found.show()
        await until(lambda: found.list.count() == 2)
        if found.selected() != made:
            found.list.setCurrentRow(1)
        for button in (found.rename_button, found.delete_button):
            button.click()
            QApplication.sendPostedEvents()
            assert english(found) == set()
            assert clashes(found) == []
            assert cut_off(found) == []
        assert (
            found.delete_button.text()
            == {
                "zh_CN": "停止并永久删除(&D)？",
                "zh_TW": "要停止並永久刪除(&D)嗎？",
            }[language]
        )
        for query in ("没有的词", ""):
            found.search.setText(query)
            await until(lambda: found.empty.isVisible() is bool(found.search.text()))
            assert english(found) == set()
        found.close()
        found.deleteLater()
        await store.close()
        empty = ConversationStore(tmp_path / "none.sqlite")
        await empty.open()
        without = HistoryDialog(empty, "v")
        without.show()
        await until(without.empty.isVisible)
        assert english(without) == set()
        without.close()
        without.deleteLater()
        await empty.close()

    run_async(body())


def test_approval_and_conversation_speak_the_language(language: str, tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        reply = call("create_note", path="Home", content="x", mode="overwrite")
        world = make_world(tmp_path, [reply, "好。"])
        assert english(world.panel) == set()
        world.session.send("改写首页")
        await until(ready)
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


def test_what_waits_speaks_the_language(language: str, qtbot: QtBot) -> None:
    strip = RequestQueueBar()
    qtbot.addWidget(strip)
    strip.resize(420, 100)
    strip.show_requests([Request("先做", steering=True), Request("后做")])
    for running in (True, False):
        strip.set_running(running)
        assert english(strip) == set()
    assert strip.rows[1].steer.text() == {"zh_CN": "立即发送", "zh_TW": "立即傳送"}[language]


def test_suggestions_speak_the_language(language: str, tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, notes=(("家.md", "x\n"), ("项目/图.md", "x\n")))
        box, offered = world.panel.composer.input, world.panel.completer.list
        box.setFocus()
        box.set_text("/")
        await until(lambda: offered.count() > 9)
        plan = next(text for text in listed(offered) if text.startswith("/plan"))
        assert plan == {"zh_CN": "/plan ‹请求›", "zh_TW": "/plan ‹請求›"}[language]
        assert english(world.panel) == set()
        box.set_text("@")
        await until(lambda: offered.count() == 3)
        assert english(world.panel) == set()
        await world.close()

    run_async(body())


def test_what_happens_in_a_conversation_is_told_in_the_language(
    language: str, tmp_path: Path, run_async: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def body() -> None:
        world = make_world(tmp_path, keep=True)
        panel = world.panel
        heard = hear(monkeypatch)
        show = world.session.event_received.emit
        show(TurnStarted(turn_id="t", text="去", mode="plan"))
        panel.composer.set_running(True)
        usage = Usage(12_000, 300)
        show(UsageReported(turn_id="t", usage=usage, total=usage, cost=0.1, total_cost=0.2, context=12_300))
        show(PlanProposed(turn_id="t", plan=PLAN))
        assert english(panel, world.text, *(text for text, _ in heard)) == set()
        show(StepStarted(turn_id="t", step=1, index=0, total=3))
        show(StepComplete(turn_id="t", step=1, result="不好", success=False))
        for count in (1, 12):
            show(ContextCut(turn_id="t", messages=count))
            for finding in get_args(WindowFinding):
                show(ContextSized(turn_id="t", finding=finding, tokens=32_768, read=4_096, sent=9_000))
            show(Compacted(turn_id="t", summary="谈到链接。", messages=count))
        show(BudgetWarning(turn_id="t", tokens=81_000, cost=0.8, max_tokens=100_000, max_cost=1.0))
        assert english(panel, world.text, *(text for text, _ in heard)) == set()
        for reason in ("budget", "plan_discarded", "plan_failed"):
            show(Stopped(turn_id="t", reason=reason))
            assert english(panel, world.text, *(text for text, _ in heard)) == set()
        panel.composer.set_running(False)
        for mode in ("plan", "react"):
            world.session.set_mode(mode)
            assert english(panel) == set()
        for stage in ("running", "done", "nothing", "no_model", "stopped", "failed"):
            error = LLMServerError("坏", status=500) if stage == "failed" else None
            panel.compaction.show_state(CompactionState(stage, error))
            assert english(panel, world.text, *(text for text, _ in heard)) == set()
        assert len(heard) > 10
        await world.close()

    run_async(body())


def test_deeds_with_a_conversation_ask_in_the_language(language: str, tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, ["好。"], keep=True)
        messages: list[str] = []
        world.panel.conversation_actions.message_requested.connect(messages.append)
        await world.ask("整理")
        await until(lambda: world.kept.id)
        folder = {"zh_CN": "对话", "zh_TW": "對話"}[language]
        for taken in (False, True):  # the second time there is such a note
            world.panel.conversation_actions.save_to_note()
            await until(lambda: isinstance(dialog(), SavePrompt))
            asked = dialog()
            assert isinstance(asked, SavePrompt)
            await until(asked.message.text)
            assert english(asked) == set()
            assert asked.field.text() == f"{folder}/整理"
            (asked.reject if taken else asked.accept)()
            await until(lambda: dialog() is None and messages)
        assert english(None, *messages) == set()
        world.panel.conversation_actions.revise_plan()
        await until(lambda: isinstance(dialog(), Question))
        revising = dialog()
        assert revising is not None
        assert english(revising) == set()
        revising.reject()
        await until(lambda: dialog() is None)
        world.panel.conversation_actions.delete()
        await until(lambda: isinstance(dialog(), Question))
        deleting = dialog()
        assert isinstance(deleting, Question)
        assert english(deleting, deleting.windowTitle(), *deleting.sentences) == set()
        deleting.reject()
        await until(lambda: dialog() is None)
        await world.close()

    run_async(body())


def test_calls_of_the_desktop_speak_the_language(language: str, qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    notifier = Notifier(window, lambda: True)
    notifier.handle(ApprovalRequested(turn_id="t", call=ToolCall("tool", {})))
    notifier.handle(PlanProposed(turn_id="t", plan=PLAN))
    notifier.handle(ContinueRequested(turn_id="t", round=5))
    notifier.handle(Answer(turn_id="t", content="好"))
    notifier.handle(Stopped(turn_id="t", reason="length"))
    notifier.handle(Error.of(LLMError(""), "t"))
    assert len(notifier.messages) == 6
    assert english(None, *notifier.messages) == set()


def test_question_about_rounds_speaks_the_language(language: str, qtbot: QtBot) -> None:
    summary = RoundSummary(5, tuple((n, ToolCall("read_note", {"path": "Home"})) for n in range(1, 5)), Usage())
    found = RoundsDialog(summary)
    qtbot.addWidget(found)
    found.show()
    assert found.windowTitle() == {"zh_CN": "已完成四轮工具调用", "zh_TW": "已完成四輪工具呼叫"}[language]
    assert english(found) == set()
    assert clashes(found) == []
    assert cut_off(found) == []


def test_qt_speaks_it_too(language: str, qtbot: QtBot) -> None:
    box = QDialog()
    qtbot.addWidget(box)
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, box)
    text = buttons.button(QDialogButtonBox.StandardButton.Close).text()
    assert plain(text) == {"zh_CN": "关闭", "zh_TW": "關閉"}[language]


def test_offline_examples_are_commands(language: str, qtbot: QtBot) -> None:
    welcome = Welcome(offline=True, note="Home")
    qtbot.addWidget(welcome)
    assert english(welcome) == set()
    examples = [button.text() for button in welcome.findChildren(ElidedButton)]
    commands = [read_command(example) for example in examples]
    assert [command and command.action for command in commands] == ["list", "read", "create"]


def test_offers_of_the_first_page_speak_the_language(language: str, qtbot: QtBot) -> None:
    welcome = Welcome(offline=False, note="Home")
    qtbot.addWidget(welcome)
    welcome.show_servers([LocalServer("Ollama", "http://127.0.0.1:11434/v1", ("qwen3:4b",))])
    welcome.show_recent([ConversationSummary("1", "", 0, 0, 2, "")])
    assert english(welcome) == set()


def test_test_of_a_model_speaks_the_language(language: str) -> None:
    for code in get_args(ProbeCode):
        assert english(None, probe_sentence(ProbeResult(code == "ok", code), "DeepSeek")) == set()


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
    assert is_english()


def test_without_a_place_dates_begin_with_the_year(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    before = QLocale()
    monkeypatch.setattr(QLocale, "system", staticmethod(QLocale.c))
    install_translations(qapp, "en")
    try:
        assert QLocale().toString(QDate(2026, 11, 3), QLocale.FormatType.ShortFormat) == "2026-11-03"
    finally:
        QLocale.setDefault(before)


def test_arrows_among_shortcuts_are_drawn(language: str) -> None:
    """Qt's own translations in Taiwan name the buttons of a mouse."""
    assert [native(key) for key in ("Alt+Left", "Ctrl+Right", "Up", "Down")] == ["Alt+←", "Ctrl+→", "↑", "↓"]
