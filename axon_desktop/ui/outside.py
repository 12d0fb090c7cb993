"""Handing a file to another program: Obsidian or the system's file manager."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices


def obsidian_url(root: Path, path: str) -> str:
    """Return the address that makes Obsidian show a file; by absolute path, since two vaults may share a name."""
    return f"obsidian://open?path={quote(str(root / path), safe='')}"


def open_in_obsidian(root: Path, path: str) -> bool:
    """Ask Obsidian to show a file; False when no program answers such addresses."""
    return QDesktopServices.openUrl(QUrl(obsidian_url(root, path), QUrl.ParsingMode.StrictMode))


def reveal(root: Path, path: str) -> bool:
    """Show a file in the system's file manager, selected where the system can do that."""
    target = root / path
    if sys.platform == "win32":
        subprocess.Popen(["explorer", "/select,", os.fspath(target)])
        return True
    if sys.platform == "darwin":
        subprocess.Popen(["open", "-R", os.fspath(target)])
        return True
    folder = target if target.is_dir() else target.parent
    return QDesktopServices.openUrl(QUrl.fromLocalFile(os.fspath(folder)))
