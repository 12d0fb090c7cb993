"""A short tour of the real window, played by typing into it; every step is checked and saves a picture."""

from __future__ import annotations

import asyncio
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPalette, QPixmap
from PySide6.QtWidgets import QDialog, QListWidget, QPlainTextEdit, QWidget

from axon_desktop.text.file_names import is_note, without_suffix
from axon_desktop.ui.aio import failures
from axon_desktop.ui.composer.input import ChatInput
from axon_desktop.ui.markdown_view import MarkdownView
from axon_desktop.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from axon_desktop.vault import Vault

_SIZE = QSize(1440, 900)
_NARROW = QSize(1000, 700)
_STEP_SECONDS = 20.0
_POLL_SECONDS = 0.03
_SETTLE_SECONDS = 0.25
_NEW_NOTE = "Inbox/Axon tour"
_LINKING_NOTE = "Inbox/Axon tour, second note"
_NEW_NAME = "Axon tour, renamed"
_NEW_TEXT = "Axon wrote this note, and will take it back. 阿克森写了这条笔记。"


class TourError(Exception):
    """A step of the tour had the wrong result."""


async def play_tour(window: MainWindow, vault: Vault, folder: Path) -> int:
    """Play the tour, save its pictures in `folder`, and return an exit code."""
    try:
        await Tour(window, vault, folder).play()
    except TourError as error:
        sys.stderr.write(f"axon-desktop: the tour stopped: {error}\n")
        if error.__cause__ is not None:
            traceback.print_exception(error.__cause__)
        return 1
    sys.stderr.write(f"The tour's pictures are in {folder}.\n")
    return 0


class Tour(QObject):
    """The tour's steps, with the methods that type and look."""

    def __init__(
        self, window: MainWindow, vault: Vault, folder: Path, done: Callable[[str], None] = lambda step: None
    ) -> None:
        """Take the window and a folder for the pictures; `done` is called with each step that succeeded."""
        super().__init__()
        self._done = done
        self._window = window
        self._vault = vault
        self._folder = folder
        self._shots = 0
        self._failure: BaseException | None = None
        failures.task_failed.connect(self._failed)

    def _failed(self, _task: str, error: BaseException) -> None:
        self._failure = error

    async def play(self) -> None:
        """Play all steps.

        Raises:
            TourError: a step had the wrong result.
        """
        await asyncio.to_thread(self._folder.mkdir, parents=True, exist_ok=True)
        self._window.resize(_SIZE)
        self._window.reset_panels()
        note = await self._first_note()
        await self._shoot("note")
        self._done("a note is shown")
        await self._ask("list", answered="list_folder")
        await self._shoot("list")
        await self._ask(f"read {without_suffix(note)}", answered="read_note")
        await self._shoot("read")
        await self._ask(f"search {PurePosixPath(note).stem}", answered="search_notes")
        await self._shoot("search")
        self._done("requests are answered")
        await self._write()
        self._done("a note is written once it is approved")
        await self._move()
        self._done("a note is moved with its links")
        await self._undo()
        self._done("three turns are undone")
        await self._check_history()
        self._done("the conversation is kept")
        self._window.preview.open_note(note)
        self._window.theme_requested.emit("dark")
        await self._shoot("dark")
        self._window.resize(_NARROW)
        self._window.reset_panels()
        await self._shoot("narrow")
        if self._failure is not None:
            raise TourError(f"something failed on the way: {self._failure!r}") from self._failure

    async def _first_note(self) -> str:
        await self._until(lambda: self._vault.names.ready, "the vault's names are not read")
        notes = [path for path in self._vault.names.paths if is_note(path)]
        if not notes:
            raise TourError("the vault has no note")
        preview = self._window.preview
        if not preview.path:
            preview.open_note("Home.md" if "Home.md" in notes else notes[0])
        await self._until(
            lambda: preview.body.shows_editor or preview.body.shows_view, "the first note does not appear"
        )
        return preview.path

    async def _ask(self, text: str, *, answered: str) -> None:
        """Type a request, send it with Enter, and wait for the end of its turn."""
        await self._type(text)
        await self._until(
            lambda: not self._window.menus.actions["agent.stop"].isEnabled(), f"“{text}” does not end"
        )
        await self._until(lambda: self._has_done(answered), f"“{text}” shows no {answered} card")

    async def _write(self) -> None:
        """Have a note written, checking the question before agreeing with Enter."""
        before = await self._exists(_NEW_NOTE)
        await self._type(f"create note {_NEW_NOTE}: {_NEW_TEXT}")
        await self._see_question("approval")
        if await self._exists(_NEW_NOTE) != before:
            raise TourError("the note was written before it was approved")
        await self._agree()
        if _NEW_TEXT not in await self._read(_NEW_NOTE):
            raise TourError("the note does not hold what was asked for")
        self._window.preview.open_note(f"{_NEW_NOTE}.md")
        await self._shoot("created")

    async def _move(self) -> None:
        """Have a note renamed that another one links to, and check that the link follows."""
        await self._type(f"create note {_LINKING_NOTE}: See [[{PurePosixPath(_NEW_NOTE).name}]].")
        await self._see_question()
        await self._agree()
        await self._type(f"rename {_NEW_NOTE} to {_NEW_NAME}")
        await self._see_question("move")
        await self._agree()
        if f"[[{_NEW_NAME}]]" not in await self._read(_LINKING_NOTE):
            raise TourError("the link does not follow the renamed note")
        self._window.preview.open_note(f"{_LINKING_NOTE}.md")
        await self._shoot("moved")

    async def _undo(self) -> None:
        """Undo the last three turns: the name, then both notes."""
        for path, there in ((_NEW_NOTE, True), (_LINKING_NOTE, False), (_NEW_NOTE, False)):
            self._window.undo_requested.emit()
            deadline = time.monotonic() + _STEP_SECONDS
            while await self._exists(path) != there:
                if time.monotonic() > deadline:
                    raise TourError(f"undo does not reach {path}")
                await asyncio.sleep(_POLL_SECONDS)
        await self._shoot("undone")

    async def _check_history(self) -> None:
        """Check the list of conversations, which must contain this one."""
        await self._type("/history")
        await self._until(lambda: self._dialog() is not None, "the conversations are not listed")
        await self._until(self._lists_something, "this conversation is not kept")
        await self._shoot("history")
        self._press(Qt.Key.Key_Escape)
        await self._until(lambda: self._dialog() is None, "the list of conversations does not close")

    # --- typing

    async def _see_question(self, picture: str = "") -> None:
        """Go to the question that is asked before a change."""
        decisions = self._window.decisions
        await self._until(lambda: bool(decisions.waiting), "nobody asks before writing")
        decisions.open(decisions.waiting[0])
        await self._until(lambda: self._dialog() is not None, "the question does not open")
        if picture:
            await self._shoot(picture)

    async def _agree(self) -> None:
        """Agree with Enter, and wait for the end of the turn."""
        await asyncio.sleep(_SETTLE_SECONDS)
        self._press(Qt.Key.Key_Return)
        await self._until(
            lambda: not self._window.menus.actions["agent.stop"].isEnabled(), "the change does not end"
        )

    def _press(self, key: Qt.Key) -> None:
        """Press a key in the open dialog."""
        dialog = self._dialog()
        if dialog is not None:
            self._key(dialog, key)

    async def _type(self, text: str) -> None:
        """Type into the message box, key by key, and press Enter."""
        self._window.focus_chat()
        box = self._window.chat.findChild(ChatInput)
        if not isinstance(box, QPlainTextEdit):
            raise TourError("there is no message box")
        for letter in text:
            self._key(box, Qt.Key.Key_unknown, letter)
        await self._until(lambda: box.toPlainText() == text, "the message box does not take the text")
        self._key(box, Qt.Key.Key_Return)
        await self._until(lambda: not box.toPlainText(), "the message is not sent")

    @staticmethod
    def _key(widget: QWidget, key: Qt.Key, text: str = "") -> None:
        for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            event = QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier, text)
            QCoreApplication.postEvent(widget, event)

    # --- looking

    def _dialog(self) -> QDialog | None:
        return next((dialog for dialog in self._window.findChildren(QDialog) if dialog.isVisible()), None)

    def _has_done(self, tool: str) -> bool:
        """Tell whether the conversation shows that this tool was used."""
        from axon_desktop.ui.chat.panel import ChatPanel  # not needed before the window is there

        chat = self._window.chat
        return isinstance(chat, ChatPanel) and any(
            call.call.tool == tool for call in chat.transcript.call_log.calls
        )

    def _lists_something(self) -> bool:
        dialog = self._dialog()
        rows = dialog.findChild(QListWidget) if dialog is not None else None
        return rows is not None and rows.count() > 0

    async def _exists(self, note: str) -> bool:
        return await asyncio.to_thread((self._vault.root / f"{note}.md").exists)

    async def _read(self, note: str) -> str:
        return (await asyncio.to_thread(self._vault.read, f"{note}.md")).text

    async def _until(self, reached: Callable[[], bool], failure: str) -> None:
        deadline = time.monotonic() + _STEP_SECONDS
        while not reached():
            if self._failure is not None:
                raise TourError(f"{failure}, because of {self._failure!r}") from self._failure
            if time.monotonic() > deadline:
                raise TourError(failure)
            await asyncio.sleep(_POLL_SECONDS)

    async def _shoot(self, name: str) -> None:
        """Save a picture of the window, with the open dialog over it."""
        await asyncio.sleep(_SETTLE_SECONDS)
        views = self._window.findChildren(MarkdownView)
        await self._until(lambda: not any(view.at_work for view in views), "what is shown is not drawn to its end")
        picture = self._window.grab()
        dialog = self._dialog()
        if dialog is not None:
            self._paint_dialog(picture, dialog)
        self._shots += 1
        file = self._folder / f"{self._shots:02}-{name}.png"
        if not picture.save(str(file)):
            raise TourError(f"{file} cannot be written")

    def _paint_dialog(self, picture: QPixmap, dialog: QDialog) -> None:
        image = dialog.grab()
        middle = self._window.rect().center() - dialog.rect().center()
        painter = QPainter(picture)
        painter.fillRect(self._window.rect(), QColor(0, 0, 0, 70))
        corner = QPoint(max(0, middle.x()), max(0, middle.y()))
        painter.drawPixmap(corner, image)
        painter.setPen(dialog.palette().color(QPalette.ColorRole.Mid))
        painter.drawRect(QRect(corner, dialog.size()))
        painter.end()
