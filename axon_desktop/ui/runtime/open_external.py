"""Opening a file in another program: Obsidian or the system's file manager."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

if TYPE_CHECKING:
    from axon_desktop.ui.note.pane import NotePane

_ENDS_PLACE = re.compile(r"[#^|:%\[\]\\`*_~=<>]+")


def obsidian_url(root: Path, path: str, anchor: str = "") -> str:
    """Return the URL that makes Obsidian show a file, at a heading or a `^block` if there is one.

    By absolute path, since two vaults may have one name. Obsidian reads the part after the vault's folder like
    `file`, so an anchor may follow after `#`.
    """
    whole = str(root / path)
    return f"obsidian://open?path={quote(f'{whole}#{anchor}' if anchor else whole, safe='')}"


def open_in_obsidian(root: Path, path: str, anchor: str = "") -> bool:
    """Ask Obsidian to show a file; False when no program opens such URLs."""
    from PySide6.QtCore import QUrl  # like QDesktopServices not needed before the first paint
    from PySide6.QtGui import QDesktopServices

    return QDesktopServices.openUrl(QUrl(obsidian_url(root, path, anchor), QUrl.ParsingMode.StrictMode))


def heading_shown(preview: NotePane) -> str:
    """Return the heading at the top of the rendered note, as a link names it; empty if none, or in the source."""
    return as_anchor(preview.body.view.heading_at_top()) if preview.body.shows_view else ""


def line_edited(preview: NotePane) -> int:
    """Return the line of the source, from 1, that the caret is in; 0 while the note is read."""
    return preview.body.editor.line if preview.body.shows_editor else 0


def as_anchor(heading: str) -> str:
    """Return a heading without the characters that end an anchor in a link."""
    return " ".join(_ENDS_PLACE.sub(" ", heading).split())


def heading_at(path: str, text: str, line: int) -> str:
    """Return the heading above a line of a note, as a link names it; empty if none.

    It reads the whole text: call it in a thread.
    """
    from axon_desktop.vault.links.note_parser import read_marks

    if not line:
        return ""
    above = [heading for heading in read_marks(path, text).headings if heading.line <= line]
    return as_anchor(above[-1].title) if above else ""


def open_folder(folder: Path) -> bool:
    """Show the contents of a folder in the system's file manager."""
    from PySide6.QtCore import QUrl
    from PySide6.QtGui import QDesktopServices

    return QDesktopServices.openUrl(QUrl.fromLocalFile(os.fspath(folder)))


def reveal(root: Path, path: str, *, is_folder: bool = False) -> bool:
    """Show a file in the system's file manager, selected if the system can do that; does not access the disk."""
    target = root / path
    if sys.platform == "win32":
        subprocess.Popen(f'explorer /select,"{target}"')  # as one text: a comma in the name would end it
        return True
    if sys.platform == "darwin":
        subprocess.Popen(["open", "-R", os.fspath(target)])
        return True
    return open_folder(target if is_folder else target.parent)
