"""After a crash the next start lists what was left, and leads to it; after a normal exit it shows nothing."""

from __future__ import annotations

import asyncio
import hashlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from axon_desktop import paths
from axon_desktop.conversations.models import Item
from axon_desktop.conversations.store.conversation_store import ConversationStore
from axon_desktop.desktop import Desktop
from axon_desktop.options import parse_options
from axon_desktop.settings.keys import KeyStore
from axon_desktop.ui.chat.panel import ChatPanel
from axon_desktop.ui.crash_recovery.leftovers import Leftovers
from axon_desktop.ui.crash_recovery.notice import CrashNotice
from axon_desktop.ui.crash_recovery.run_marker import RunMarker
from axon_desktop.ui.editor.saving.drafts import Draft, Drafts
from axon_desktop.vault import Vault
from tests.ui.chat_world import Run, until
from tests.waiting import wait_until

pytestmark = [
    pytest.mark.qt_log_ignore("propagateSizeHints"),
    pytest.mark.skipif(sys.platform == "win32", reason="signals"),
]
ROOT = Path(__file__).resolve().parents[3]
_HOLD = """
import sys
from pathlib import Path
from axon_desktop.ui.crash_recovery.run_marker import RunMarker
mark = RunMarker(Path(sys.argv[1]))
print(mark.take(), flush=True)
sys.stdin.read()
mark.release()
"""


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a vault with two notes."""
    monkeypatch.setenv("AXON_HOME", str(tmp_path / "home"))
    folder = tmp_path / "vault"
    folder.mkdir()
    (folder / "Home.md").write_text("# Home\n", "utf-8")
    (folder / "Beds.md").write_text("# Beds\n", "utf-8")
    return folder


def hold(folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", _HOLD, str(folder)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def said(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def test_only_a_run_that_is_dead_and_left_its_mark_broke_down(tmp_path: Path) -> None:
    one, two = hold(tmp_path), hold(tmp_path)
    assert {said(one), said(two)} == {"False"}
    two.communicate("")
    three = hold(tmp_path)
    assert said(three) == "False"
    three.kill()
    three.communicate()
    four = hold(tmp_path)
    assert said(four) == "True"
    four.communicate("")
    five = hold(tmp_path)
    assert said(five) == "False"
    for process in (five, one):
        process.communicate("")
    assert list(tmp_path.iterdir()) == []


def test_folder_that_cannot_be_written_is_no_crash(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    mark = RunMarker(tmp_path / "file" / "marks")
    assert not mark.take()
    mark.release()


def kill_the_program(root: Path) -> None:
    """Open the vault in the real program and kill it, as soon as its run is marked."""
    environ = {name: value for name, value in os.environ.items() if not name.endswith("_API_KEY")}
    process = subprocess.Popen(
        [sys.executable, "-m", "axon_desktop", str(root)],
        env={**environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)},
        stderr=subprocess.DEVNULL,
    )
    marks = paths.data_dir() / "running"
    wait_until(lambda: process.poll() is not None or (marks.is_dir() and any(marks.iterdir())))
    assert process.poll() is None
    process.send_signal(signal.SIGKILL)
    process.wait()


async def leave_something(root: Path) -> None:
    """Leave what a user who typed and chatted would have left at the moment of the crash."""
    vault = Vault(root)
    base = hashlib.sha256((root / "Beds.md").read_bytes()).hexdigest()
    Drafts(vault.data_dir).keep(Draft("Beds.md", "# Beds\nUnsaved text from\n", base, time.time()))
    store = ConversationStore()
    await store.open()
    ident = await store.create(vault=vault.id, title="Plant the beds")
    started = {"turn_id": "t", "text": "Plant the beds", "mode": "react"}
    store.record(ident, Item("t", "turn_started", started))
    await store.close()


def notice_of(desktop: Desktop) -> CrashNotice | None:
    found = desktop.window.findChild(CrashNotice)
    return found if found is not None and found.isVisible() else None


def test_killed_program_says_at_the_next_start_what_was_kept(
    qapp: QApplication, root: Path, run_async: Run
) -> None:
    async def body() -> None:
        desktop = Desktop(qapp, parse_options([str(root)]), KeyStore())
        running = asyncio.ensure_future(desktop.run())
        await until(lambda: notice_of(desktop) is not None)
        notice = notice_of(desktop)
        assert notice is not None
        assert "“Beds”" in notice.bar.text.text()
        assert "“Plant the beds” was interrupted" in notice.bar.text.text()
        assert [button.text() for button in notice.bar.buttons] == [
            "&Show “Beds”",
            "&Continue conversation",
            "C&lose",
        ]
        assert all(button.isVisible() for button in notice.bar.buttons)
        notice.bar.buttons[0].click()
        await until(lambda: desktop.window.preview.path == "Beds.md")
        await until(lambda: desktop.window.preview.body.made_editor is not None)
        editor = desktop.window.preview.body.editor
        await until(lambda: editor.notice.about == "draft")
        assert notice_of(desktop) is None
        desktop.window.close()
        assert await running == 0

    kill_the_program(root)
    run_async(leave_something(root))
    run_async(body())


def test_notice_of_one_note_goes_when_its_source_is_opened_otherwise(
    qapp: QApplication, root: Path, run_async: Run
) -> None:
    async def body() -> None:
        desktop = Desktop(qapp, parse_options([str(root)]), KeyStore())
        running = asyncio.ensure_future(desktop.run())
        await until(lambda: desktop.workspace is not None)
        preview = desktop.window.preview
        preview.tabs.set_default_mode("reading")
        preview.open_note("Home.md")
        await until(lambda: preview.path == "Home.md" and preview.body.shows_view)
        notice = CrashNotice(desktop.window)
        notice.show_leftovers(Leftovers(("Beds.md",)))
        preview.open_note("Beds.md")
        await until(lambda: "Beds" in preview.body.view.to_plain_text())
        assert notice_of(desktop) is notice  # a view that renders a note does not offer its text
        preview.set_mode("source")
        await until(lambda: notice_of(desktop) is None)
        desktop.window.close()
        assert await running == 0

    run_async(body())


def test_conversation_that_broke_off_is_gone_on_with_and_a_good_end_leaves_no_notice(
    qapp: QApplication, root: Path, run_async: Run
) -> None:
    async def first() -> None:
        desktop = Desktop(qapp, parse_options([str(root)]), KeyStore())
        running = asyncio.ensure_future(desktop.run())
        await until(lambda: notice_of(desktop) is not None)
        notice = notice_of(desktop)
        assert notice is not None
        notice.bar.buttons[1].click()
        await until(lambda: desktop.workspace is not None and desktop.workspace.keeper.title == "Plant the beds")
        desktop.window.close()
        assert await running == 0

    async def second() -> None:
        desktop = Desktop(qapp, parse_options([str(root)]), KeyStore())
        running = asyncio.ensure_future(desktop.run())
        await until(lambda: isinstance(desktop.window.chat, ChatPanel))
        await until(lambda: desktop._mark is not None)
        assert desktop.window.findChild(CrashNotice) is None
        desktop.window.close()
        assert await running == 0

    marks = paths.data_dir() / "running"
    process = hold(marks)
    said(process)
    process.kill()
    process.communicate()
    run_async(leave_something(root))
    run_async(first())
    run_async(second())


def test_notice_drops_a_note_whose_text_was_restored_and_goes_with_the_last(
    qapp: QApplication, root: Path, run_async: Run
) -> None:
    async def restore(desktop: Desktop, path: str) -> None:
        preview = desktop.window.preview
        preview.open_note(path)
        await until(lambda: preview.path == path and not preview.body.shows_hint)
        preview.set_mode("source")
        editor = preview.body.editor
        await until(lambda: editor.path == path and editor.notice.about == "draft")
        editor.setFocus()
        QTest.mouseClick(editor.notice.buttons[0], Qt.MouseButton.LeftButton)
        await until(lambda: "Unsaved text from" in (root / path).read_text("utf-8"))
        assert desktop.window.focusWidget() is editor.edit

    async def body() -> None:
        desktop = Desktop(qapp, parse_options([str(root)]), KeyStore())
        running = asyncio.ensure_future(desktop.run())
        await until(lambda: desktop.workspace is not None)
        vault = Vault(root)
        names = ["Beds.md", "Home.md", "Plan.md"]
        for name in names:
            base = hashlib.sha256((root / name).read_bytes()).hexdigest()
            Drafts(vault.data_dir).keep(Draft(name, "# Unsaved text from\n", base, time.time()))
        preview = desktop.window.preview
        preview.tabs.set_default_mode("reading")
        preview.open_note("Home.md")
        await until(lambda: preview.path == "Home.md" and preview.body.shows_view)
        notice = CrashNotice(desktop.window)
        notice.show_leftovers(Leftovers(names))
        await restore(desktop, "Home.md")
        await until(lambda: "Home" not in notice.bar.text.text())
        assert "“Beds”, “Plan”" in notice.bar.text.text()
        await restore(desktop, "Beds.md")
        await until(lambda: "“Plan”" in notice.bar.text.text() and "Beds" not in notice.bar.text.text())
        assert [button.text() for button in notice.bar.buttons] == ["&Show “Plan”", "C&lose"]
        await restore(desktop, "Plan.md")
        await until(lambda: notice_of(desktop) is None)
        desktop.window.close()
        assert await running == 0

    (root / "Plan.md").write_text("# Plan\n", "utf-8")
    run_async(body())


@pytest.mark.parametrize("way", ["seen", "unseen", "gone"])
def test_text_of_a_note_that_was_renamed_is_found(
    qapp: QApplication, root: Path, run_async: Run, caplog: pytest.LogCaptureFixture, way: str
) -> None:
    async def body() -> None:
        desktop = Desktop(qapp, parse_options([str(root)]), KeyStore())
        running = asyncio.ensure_future(desktop.run())
        await until(lambda: notice_of(desktop) is not None)
        notice, window = notice_of(desktop), desktop.window
        assert notice is not None
        assert desktop.workspace is not None
        vault = desktop.workspace.vault
        if way == "gone":
            (root / "Beds.md").unlink()
        else:
            (root / "Beds.md").rename(root / "New.md")
            moved = {"Beds.md": "New.md"} if way == "seen" else {}
            vault.changed_outside(["Beds.md", "New.md"], moved=moved)
            await until(lambda: "New.md" in vault.names.paths)
        if way == "seen":
            await until(lambda: "“New”" in notice.bar.text.text())
        show = notice.bar.buttons[0]
        show.click()
        show.click()  # as a double click does
        if way == "gone":
            await until(lambda: "Beds.md no longer exists" in window.error_bar.text.text())
            assert notice_of(desktop) is notice
            assert Drafts(vault.data_dir).paths() == ["Beds.md"]
        else:
            await until(lambda: window.preview.path == "New.md" and window.preview.body.shows_editor)
            await until(lambda: window.preview.body.editor.notice.about == "draft")
            await until(lambda: notice_of(desktop) is None)
        await until(lambda: not any(task.get_name() == "show unsaved text" for task in asyncio.all_tasks()))
        assert window.error_bar.isVisible() == (way == "gone")
        assert "Task show unsaved text failed" not in caplog.text
        window.close()
        assert await running == 0

    process = hold(paths.data_dir() / "running")
    said(process)
    process.kill()
    process.communicate()
    run_async(leave_something(root))
    run_async(body())


def test_notice_of_a_note_on_the_screen_goes_once_its_text_was_discarded(
    qapp: QApplication, root: Path, run_async: Run
) -> None:
    async def body() -> None:
        desktop = Desktop(qapp, parse_options([str(root)]), KeyStore())
        running = asyncio.ensure_future(desktop.run())
        await until(lambda: desktop.workspace is not None)
        base = hashlib.sha256((root / "Beds.md").read_bytes()).hexdigest()
        Drafts(Vault(root).data_dir).keep(Draft("Beds.md", "# Beds\nUnsaved text from\n", base, time.time()))
        preview = desktop.window.preview
        preview.tabs.set_default_mode("reading")
        preview.open_note("Home.md")
        await until(lambda: preview.path == "Home.md" and preview.body.shows_view)
        preview.open_note("Beds.md")
        await until(lambda: preview.path == "Beds.md" and "Beds" in preview.body.view.to_plain_text())
        preview.set_mode("source")
        await until(lambda: preview.body.editor.notice.about == "draft")
        notice = CrashNotice(desktop.window)
        notice.show_leftovers(Leftovers(("Beds.md",)))
        assert notice_of(desktop) is notice
        preview.body.editor.notice.buttons[1].click()
        await until(lambda: notice_of(desktop) is None)
        desktop.window.close()
        assert await running == 0

    run_async(body())
