"""All dialogs that decide something, opened as the program does it: each follows the same rules of keys."""

from __future__ import annotations

import ast
import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QLineEdit, QVBoxLayout

from axon_desktop.theme.colors import LIGHT
from axon_desktop.ui.aio import ask, cancel_all
from axon_desktop.ui.changes.changes_dialog import ChangesDialog
from axon_desktop.ui.conversations.history_dialog import HistoryDialog
from axon_desktop.ui.dialog_keys import HOLD_MS, keys_of
from axon_desktop.ui.file_actions.name_prompt import NamePrompt
from axon_desktop.ui.file_actions.templates import TemplateChoice
from axon_desktop.ui.first_run.dialog import WelcomeDialog
from axon_desktop.ui.help.about_dialog import AboutDialog
from axon_desktop.ui.look.theme import apply_theme
from axon_desktop.ui.mcp.settings.log_dialog import LogDialog
from axon_desktop.ui.mcp.settings.server_form import ServerForm
from axon_desktop.ui.settings.dialog import SettingsDialog
from axon_desktop.ui.shortcuts.dialog import ShortcutsDialog
from axon_desktop.ui.vault_picker.list import VaultList
from tests.ui import accessible_dialogs, accessible_server_dialogs  # noqa: F401  they fill the table
from tests.ui.accessible_table import DIALOGS, UI, Shelf
from tests.ui.chat_world import Run, until
from tests.ui.decisions_world import press
from tests.ui.waiting_world import quiet

pytestmark = pytest.mark.qt_log_ignore(r"propagateSizeHints|raise\(\)")

DECIDE_NOTHING: dict[type[QDialog], str] = {
    AboutDialog: "nothing is asked",
    LogDialog: "nothing is asked",
    ShortcutsDialog: "it takes keys as they are pressed",
    HistoryDialog: "Enter opens what was searched for; a Question asks before something is deleted",
    ChangesDialog: "a filter and a list; an UndoDialog asks before something is taken back",
    NamePrompt: "Enter right after the name is meant, and a name that is taken is refused",
    TemplateChoice: "Enter takes what the typing before has found; what is put in can be undone",
    VaultList: "Enter right after an arrow is meant; another vault loses nothing",
    SettingsDialog: "a form, in which Enter after a value is meant; a Question asks before it is thrown away",
    ServerForm: "a form, as the settings",
    WelcomeDialog: "a form of several pages",
}
"""Dialogs that accept keys at once, and why; another one needs an equally good reason."""
for _kind, _ in DIALOGS.values():
    if _kind in DECIDE_NOTHING or not issubclass(_kind, tuple(DECIDE_NOTHING)):
        continue
    DECIDE_NOTHING[_kind] = "as its base"

SHOWN_OTHERWISE = {
    "aio.py": "ask()",
    "decisions/decisions.py": "a question that waits; it has the rules from there",
    "file_actions/name_prompt.py": "its own open() is called by ask()",
}
"""Modules that show a dialog: all others call `ask`."""


def kinds() -> dict[str, str]:
    """Return one state of each kind of dialog."""
    found: dict[type[QDialog], str] = {}
    for name, (kind, _) in DIALOGS.items():
        found.setdefault(kind, name)
    return {kind.__name__: name for kind, name in found.items()}


def mnemonics(dialog: QDialog) -> list[Qt.Key]:
    """Return the letters that press a button with Alt."""
    letters = []
    for button in dialog.findChildren(QAbstractButton):
        _, mark, rest = button.text().replace("&&", "").partition("&")
        if mark and rest[:1].isascii() and button.isVisible() and button.isEnabled():
            letters.append(Qt.Key(ord(rest[0].upper())))
    return letters


@pytest.mark.parametrize("kind", kinds())
def test_no_key_right_after_another_answers_a_dialog_that_decides(
    kind: str, qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run_async: Run
) -> None:
    monkeypatch.setenv("AXON_HOME", str(tmp_path / "home"))

    async def body() -> None:
        apply_theme(qapp, LIGHT)
        async with AsyncExitStack() as stack:
            made, make = DIALOGS[kinds()[kind]]
            shown = await make(Shelf(qapp, tmp_path, monkeypatch, stack))
            asked = asyncio.ensure_future(ask(shown))
            await until(lambda: shown.isVisible() and shown.windowModality() == Qt.WindowModality.WindowModal)
            keys = keys_of(shown)
            assert (keys is None) == (made in DECIDE_NOTHING), "decides, or says in DECIDE_NOTHING why not"
            if keys is not None:
                await until(lambda: keys.is_painted)
                plain, alt = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.AltModifier
                tried = [(key, plain) for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape)]
                for key, modifier in [*tried, *((key, alt) for key in mnemonics(shown))]:
                    press(shown, Qt.Key.Key_F13)
                    press(shown, key, modifier)
                    await asyncio.sleep(0)
                    assert not asked.done(), key
                    assert shown.isVisible(), key
                    assert QApplication.activePopupWidget() is None, key
                    assert QApplication.activeModalWidget() in (shown, None), key
                await quiet(HOLD_MS)
                press(shown, Qt.Key.Key_Escape)
                assert await asked == QDialog.DialogCode.Rejected
            asked.cancel()
            await cancel_all()

    run_async(body())


def test_every_dialog_is_shown_where_it_gets_the_rules() -> None:
    found = set()
    for file in UI.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        if ".open()" not in text and ".exec()" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
                continue
            of = ast.unparse(node.func.value).rpartition(".")[2].lower()
            is_dialog = any(word in of for word in ("dialog", "question", "prompt", "approval", "super()", "self"))
            if is_dialog and not node.args and node.func.attr in ("open", "exec"):
                found.add(file.relative_to(UI).as_posix())
    assert found <= SHOWN_OTHERWISE.keys()


class Renaming(QDialog):
    """A new dialog that the rules do not list."""

    def __init__(self) -> None:
        super().__init__()
        self.field = QLineEdit(self)
        QVBoxLayout(self).addWidget(self.field)


def test_dialog_that_says_nothing_has_the_rules(run_async: Run) -> None:
    async def body() -> None:
        shown = Renaming()
        asked = asyncio.ensure_future(ask(shown))
        await until(shown.isVisible)
        assert keys_of(shown) is not None
        asked.cancel()

    run_async(body())
