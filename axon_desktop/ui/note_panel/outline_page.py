"""OutlinePage: the headings of the shown note as a tree, with the current position."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QObject
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from axon_desktop.markdown.scan.section_move import move_section
from axon_desktop.text.file_names import is_note
from axon_desktop.ui.aio import single_shot, spawn
from axon_desktop.ui.look.parts import name_panel, vbox
from axon_desktop.ui.note_panel.filter_box import FilterBox, make_hint
from axon_desktop.ui.note_panel.outline_list import OutlineList
from axon_desktop.ui.note_panel.rows import PanelRow, RowTarget
from axon_desktop.ui.session.user_writes import UserWrites

if TYPE_CHECKING:
    from axon_desktop.ui.groups.note_groups import NoteGroups
    from axon_desktop.ui.markdown_view import MarkdownView
    from axon_desktop.ui.session.vault_context import VaultContext

_EDIT_PAUSE_MS = 200
_MOST_PARSED = 2_000
"""Number of headings whose markup is removed; no note written by a person has more."""
_POSITION_PAUSE_MS = 60


def read_outline(text: str) -> list[PanelRow]:
    """Return the headings of a note; call it in a thread.

    A heading is as deep as it has ancestors; its target has its Markdown and its line.
    """
    from axon_desktop.markdown.scan.plain_line import plain_text
    from axon_desktop.markdown.scan.sections import read_sections

    lines: list[PanelRow] = []
    seen: dict[str, int] = {}
    sections = read_sections(text)
    for number, section in enumerate(sections):
        depth = len(section.parents)
        below = number + 1 < len(sections) and len(sections[number + 1].parents) > depth
        title = plain_text(section.title).text.strip() if number < _MOST_PARSED else section.title
        title = title or section.name
        name = "/".join((*section.parents, section.name))
        seen[name] = seen.get(name, 0) + 1
        key = f"{name}/{seen[name]}"  # not the line: it stays folded when text is inserted above it
        lines.append(
            PanelRow(
                key,
                title,
                depth,
                foldable=below,
                tip=title,
                target=RowTarget(anchor=section.title, line=section.line),
            )
        )
    return lines


class OutlinePage(QWidget):
    """Follows the shown note; reads the headings only while visible."""

    def __init__(self, context: VaultContext, groups: NoteGroups, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        name_panel(self, "outline_page")
        self._context = context
        self._groups = groups
        self._path = ""
        self._read: tuple[str, str] | None = None
        """Path and text of the headings in the list."""
        self._serial = 0
        self._followed: set[QObject] = set()

        self.list = OutlineList(self.tr("Outline"))
        self.list.lines.dragged = self._dragged
        self.filter = FilterBox(self.tr("Filter headings"), self.list)
        self.hint = make_hint()
        self._pages = QStackedWidget()
        self._pages.addWidget(self.hint)
        self._pages.addWidget(self.list)
        vbox(self.filter, self._pages, parent=self, margins=(8, 10, 8, 0))
        self.setFocusProxy(self.hint)

        self._pause = single_shot(self, _EDIT_PAUSE_MS, self._refresh)
        self._position_pause = single_shot(self, _POSITION_PAUSE_MS, self._mark_position)
        self.list.chosen.connect(self._go_to)
        self.list.moved.connect(lambda *move: spawn(self._move(*move), name="move a section"))
        self.filter.looked.connect(self._show_list)
        context.note_changed.connect(self._note_changed)
        groups.used.connect(self._position_pause.start)
        groups.each(lambda pane: pane.body.currentChanged.connect(self._position_pause.start))

    def showEvent(self, event: QShowEvent) -> None:
        """Read what was postponed while hidden."""
        super().showEvent(event)
        self._refresh()

    # --- reading

    def _note_changed(self, path: str, _text: str) -> None:
        if path == self._path:
            self._pause.start()
        else:
            self._path = path
            self.list.lines.folded.clear()
            self.filter.clear()
            self._refresh()

    def _refresh(self) -> None:
        wanted = self._context.note_path, self._context.note_text
        if self.isVisible() and wanted != self._read:
            self._serial += 1
            spawn(self._read_headings(self._serial, *wanted), name="outline")

    async def _read_headings(self, serial: int, path: str, text: str) -> None:
        lines = await asyncio.to_thread(read_outline, text)
        if serial != self._serial:
            return  # it changed
        self._read = path, text
        self.list.set_lines(lines)
        self._show_list()
        self._mark_position()

    def _show_list(self) -> None:
        """Show the headings, or say why there are none."""
        shown, some = self.list.lines.rowCount() > 0, bool(self.list.lines.lines)
        self.hint.setText(self.tr("No matching headings.") if some else self._reason())
        page = self.list if shown else self.hint
        self._pages.setCurrentWidget(page)
        self.setFocusProxy(page)  # a hidden widget cannot have the focus
        self.filter.setVisible(some)

    def _reason(self) -> str:
        """Say why there are no headings."""
        if not self._context.note_path:
            return self.tr("No note is open.")
        if self._groups.current.has_note:
            return self.tr("This note has no headings.")
        if not is_note(self._context.note_path):
            return self.tr("Only notes have an outline.")
        gone = self._groups.current.tabs.current.gone
        return self.tr("This note no longer exists.") if gone else self.tr("This note cannot be read.")

    # --- the current position

    def _go_to(self, line: PanelRow, new_tab: bool) -> None:
        view = self._groups.current.body.made_view
        if view is not None and view.isVisible() and not new_tab:
            view.go_to_line(line.target.line)
        else:
            self._groups.current.open_note(self._context.note_path, line=line.target.line, new_tab=new_tab)

    def _dragged(self, line: PanelRow) -> QMimeData | None:
        """Return what becomes a link to a heading where it is dropped."""
        from axon_desktop.ui.attachments.given import note_mime

        vault = self._context.vault
        return note_mime(vault.root / self._path, line.target.anchor) if vault is not None else None

    def _mark_position(self) -> None:
        """Highlight the heading above the caret, or above the upper edge of a note that is read."""
        lines = self.list.lines.lines
        if not lines or not self.isVisible():
            return
        body = self._groups.current.body
        view, editor = body.made_view, body.made_editor
        if view is not None and view not in self._followed:
            self._followed.add(view)
            view.moved.connect(self._position_pause.start)
        if editor is not None and editor not in self._followed:
            self._followed.add(editor)
            editor.edit.cursorPositionChanged.connect(self._position_pause.start)
        if editor is not None and body.shows_editor:
            edit = editor.edit
            line = editor.line if edit.joined else edit.textCursor().blockNumber() + 1
            self.list.set_position(next((row.key for row in reversed(lines) if row.target.line <= line), ""))
        else:
            self.list.set_position(self._key_at_top(view, lines) if view is not None and view.isVisible() else "")

    # --- moving sections

    async def _move(self, line: int, before: int) -> None:
        """Move a section in the editor, or in the file of a note that is read."""
        vault, pane, path = self._context.vault, self._groups.current, self._context.note_path
        rows, editor = self.list.lines.lines, pane.body.made_editor
        if vault is None or self._read is None or self._read[0] != path:
            return
        if editor is not None and pane.editing.shows(path):
            version, text = editor.edit.version, editor.text
            moved = await asyncio.to_thread(_moved, text, rows, line, before)
            if moved is not None and editor.edit.version == version and not editor.edit.isReadOnly():
                editor.edit.take_text(moved)
            return
        note = (await asyncio.to_thread(vault.read_exactly, [path]))[0]
        moved = await asyncio.to_thread(_moved, note.text, rows, line, before)
        if moved is not None:
            await UserWrites(vault).write(path, moved, expected_sha256=note.sha256)

    def _key_at_top(self, view: MarkdownView, lines: Sequence[PanelRow]) -> str:
        """Return the key of the heading that the view returns; of equal ones the last before the edge."""
        title = view.heading_at_top()
        found = [line for line in lines if line.target.anchor == title] if title else []
        if len(found) > 1:
            above = self._context.note_text.count("\n", 0, max(0, round(view.place().source))) + 1
            found = [line for line in found if line.target.line <= above][-1:] or found
        return found[0].key if found else ""


def _moved(text: str, rows: Sequence[PanelRow], line: int, before: int) -> str | None:
    """Return a text with a section moved, where headings are named by their lines in `rows`; for a thread.

    None if the text has other headings than these, or if the section cannot stand there.
    """
    plain = text.removeprefix("\ufeff")
    now = read_outline(plain)
    if [row.key for row in now] != [row.key for row in rows]:
        return None
    lines = {old.target.line: new.target.line for old, new in zip(rows, now, strict=True)} | {0: 0}
    moved = move_section(plain, lines[line], lines[before])
    return None if moved is None else text.removesuffix(plain) + moved
