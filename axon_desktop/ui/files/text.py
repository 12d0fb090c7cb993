"""TextFile: a plain text file as one long code block, which the note view draws in parts."""

from __future__ import annotations

import asyncio
import re
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from axon_desktop.ui.markdown_view import MarkdownView
from axon_desktop.vault import Vault

if TYPE_CHECKING:
    from axon_desktop.index.vault_index import VaultIndex

_LANGUAGES = {".yml": "yaml", ".htm": "html", ".jsonl": "json", ".h": "c", ".log": "", ".txt": "", ".text": ""}
_RUN = re.compile("`{3,}")
_ENCODINGS = ("utf-8-sig", "gb18030")
"""The usual encoding of Chinese Windows, before the one that decodes anything."""


class TextFile(MarkdownView):
    """Shows a text file; selection, copy and find are those of notes."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("Text file"))
        self._path = ""

    async def show_file(self, vault: Vault, path: str, data: bytes, index: VaultIndex | None = None) -> None:
        """Show a file; the same one again keeps its scroll position."""
        source = await asyncio.to_thread(_as_code, path, data)
        again, self._path = path == self._path, path
        self.set_note(PurePosixPath(path).name, source, keep_position=again)


def _as_code(path: str, data: bytes) -> str:
    text = read_text(data)
    longest = max(map(len, _RUN.findall(text)), default=2)
    fence = "`" * (longest + 1)
    suffix = PurePosixPath(path).suffix.lower()
    language = _LANGUAGES.get(suffix, suffix.removeprefix("."))
    return f"{fence}{language}\n{text}\n{fence}\n"


def read_text(data: bytes) -> str:
    """Return the text of a file of unknown encoding."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    for encoding in _ENCODINGS:
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("cp1252", "replace")
