"""The views for files that are not notes, by suffix."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from axon_desktop.ui.lazy_import import load

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from axon_desktop.index.vault_index import VaultIndex
    from axon_desktop.vault import Vault


class FileView(Protocol):
    """A widget that shows one file at a time; the note pane reuses it for the next file of its kind.

    It may have signals `link_activated(str)` and `link_hovered(str)`, with the links of a MarkdownView
    (`axon-note:`, `axon-new:`, `https:` …), and `message_requested(str)`; the pane follows them. It may have a
    method `zoom(step)` (+1 larger, -1 smaller, 0 as it was) instead of a text size, and those of
    `finding.Searchable`, which the find bar uses.
    """

    async def show_file(self, vault: Vault, path: str, data: bytes, index: VaultIndex | None = None) -> None:
        """Show a file in place of the last one; `data` is empty for kinds that are not read.

        `index` knows the properties of the vault's notes; None if there is none.
        """

    def set_font_size(self, pixels: int) -> None:
        """Set the text size."""


class FileKind(Struct, frozen=True):
    """How files of a kind are shown."""

    name: str
    """One view is created per name."""
    view: str
    """Name of the widget's class, a `FileView`; see `lazy_import.load`."""
    limit: int
    """Limit of bytes to read, a larger file is shown as a card; 0 reads nothing."""

    def make(self) -> QWidget:
        """Create the widget, for the first file of this kind."""
        view: QWidget = load(self.view)()
        return view


def kind_of(path: str) -> FileKind | None:
    """Return the kind of a file; None for a note, and for an unknown suffix."""
    return _KINDS.get(PurePosixPath(path).suffix.lower())


CARD = FileKind("card", "files.card:FileCard", 0)
"""Files left to other programs: name, size, and a button to open them."""
TEXT = FileKind("text", "files.text:TextFile", 8_000_000)
IMAGE = FileKind("image", "files.image:ImageFile", 20_000_000)
DRAWING = FileKind("image", "files.image:ImageFile", 2_000_000)
"""SVG: drawn in a process of its own, because a small one can keep Qt busy for minutes."""
CANVAS = FileKind("canvas", "canvas.canvas_view:CanvasView", 16 << 20)
BASE = FileKind("base", "bases.base_view:BaseView", 256 << 10)

_SUFFIXES: tuple[tuple[FileKind, str], ...] = (
    (IMAGE, ".png .jpg .jpeg .gif .webp .bmp .ico"),
    (DRAWING, ".svg"),
    (CANVAS, ".canvas"),
    (BASE, ".base"),
    (
        TEXT,
        ".txt .text .csv .tsv .json .jsonl .yaml .yml .toml .ini .cfg .xml .html .htm .css .js .ts .py .log",
    ),
    (TEXT, ".sh .tex .bib .sql .rst .org .c .h .cpp .java .go .rs .lua .r"),
    (CARD, ".pdf .mp3 .wav .m4a .ogg .oga .flac .3gp .aac .mp4 .webm .ogv .mov .mkv .avi"),
    (CARD, ".zip .gz .7z .rar .tar .doc .docx .xls .xlsx .ppt .pptx .odt .ods .odp .epub .avif .heic .tif .tiff"),
)
_KINDS: dict[str, FileKind] = {suffix: kind for kind, suffixes in _SUFFIXES for suffix in suffixes.split()}
