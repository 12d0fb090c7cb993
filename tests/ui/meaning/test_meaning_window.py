"""Search by meaning and related notes in the whole program, with the encoder that ships."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from axon_desktop.index.store import index_folder
from axon_desktop.settings.keys import KeyStore
from axon_desktop.settings.settings import MeaningSettings, Settings
from axon_desktop.ui.meaning import window_meaning
from axon_desktop.ui.meaning.related_page import RelatedPage
from axon_desktop.ui.meaning.window_meaning import WindowMeaning
from axon_desktop.ui.search.page import SearchPage
from axon_desktop.ui.settings.dialog import SettingsDialog
from tests.ui.chat_world import Run
from tests.ui.mcp_window import calls, results, window_with
from tests.waiting import until

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")

NOTES = {
    "Dog.md": "# Dog\n\nThe dog barks at the postman every morning.\n",
    "Pets/Puppy.md": "# Puppy\n\nIntro.\n\n## Noise\n\nOur little puppy barks at the mailman each morning.\n",
    "Bank.md": "# Bank\n\nInterest rates rose by a quarter of a percent.\n",
}


@pytest.fixture
def vault(qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AXON_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(window_meaning, "_REST_MS", 0)
    for path, text in NOTES.items():
        (tmp_path / "vault" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "vault" / path).write_text(text, "utf-8")
    return tmp_path / "vault"


def test_notes_are_found_by_what_they_say(qapp: QApplication, vault: Path, run_async: Run) -> None:
    async def body() -> None:
        async with window_with(qapp, vault, meaning=MeaningSettings()) as program:
            window = program.desktop.window
            context = window.context
            await until(lambda: context.meaning is not None and context.meaning.state.phase == "ready")
            page = window.vault_panel.show_page("search")
            assert isinstance(page, SearchPage)
            asked = calls(("search_notes", {"query": "a pet and the mail carrier", "by": "meaning"}))
            events = await program.turn("Who is noisy?", asked, "The dog.")
            assert "Dog.md" in str(results(events)[0].result.data)

            assert page.bar.may_choose
            page.bar.ways.buttons["meaning"].click()
            page.search("a noisy pet and the mail carrier")
            await until(lambda: any(note.passage for note in page.results.results.notes))
            first = page.results.results.notes[0]
            assert first.path in ("Dog.md", "Pets/Puppy.md")
            assert "% alike" in page.results.results.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
            assert window.state.value("search_by") == "meaning"

            window.preview.open_note("Dog.md")
            await until(lambda: context.note_path == "Dog.md")
            window.menus.actions["view.related_notes"].trigger()
            related = window.note_panel.show_page("related")
            assert isinstance(related, RelatedPage)
            await until(lambda: [note.path for note in related.results.results.notes] == ["Pets/Puppy.md"])
            assert related.results.results.notes[0].heading_path == ("Noise",)
            assert related.results.hasFocus()
            QTest.keyClick(related.results, Qt.Key.Key_Return)
            await until(lambda: window.preview.path == "Pets/Puppy.md")
            await until(lambda: [note.path for note in related.results.results.notes] == ["Dog.md"])

            related.pin.setChecked(True)
            window.preview.open_note("Bank.md")
            await until(lambda: context.note_path == "Bank.md")
            assert related.subject.text() == "Puppy"
            view = window.preview.body.made_view
            assert view is not None
            menu = view.make_menu(view.rect().center())
            view.select_all()
            next(action for action in menu.actions() if action.text() == "Notes about t&his").trigger()
            await until(lambda: related.subject.text().startswith("“Bank"))
            assert related.nothing.title.text() == "No related notes"

            assert program.desktop.workspace is not None
            file = index_folder(program.desktop.workspace.vault.id) / "meaning"
            assert file.exists()
            life = window.findChild(WindowMeaning)
            assert life is not None
            life.use(MeaningSettings(encoder="off"))
            await until(lambda: related.nothing.title.text() == "Search by meaning is off")
            assert page.bar.ways.isHidden()
            assert file.exists()
            dialog = SettingsDialog(Settings(), KeyStore(), window, page="meaning", meaning=life)
            dialog.meaning.remove.click()
            await until(lambda: dialog.meaning.removed.text() == "Removed.")
            assert not file.exists()
            dialog.deleteLater()

    run_async(body())
