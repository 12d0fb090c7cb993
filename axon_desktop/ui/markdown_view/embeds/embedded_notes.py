"""Embedded notes: read and scanned in a thread, cached until they change."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from functools import partial

from PySide6.QtCore import QObject, Qt, Signal

from axon_desktop.markdown.html.board_embeds import BaseKey, is_about, is_canvas
from axon_desktop.markdown.html.embeds import EmbeddedNote, scan_embedded
from axon_desktop.markdown.html.links import ResolveLink
from axon_desktop.ui.markdown_view.render_worker import Worker

LoadNote = Callable[[str], tuple[str, ResolveLink] | None]
"""Returns the text of a note by its path, and the resolver of its links; None if it cannot be read.

Also of a base and a canvas: see `markdown/html/board_embeds.py`.
"""
MAX_NOTES = 64


class NoteStore(QObject):
    """Returns cached notes at once; requests others and reports when they are ready."""

    loaded = Signal(str)
    """Path of a note that was read, or cannot be read."""
    _asked = Signal(str)

    def __init__(self, load: LoadNote | None, parent: QObject) -> None:
        super().__init__(parent)
        self._load = load
        self._notes: OrderedDict[str, EmbeddedNote] = OrderedDict()
        self._outdated: set[str] = set()
        self._worker = Worker("axon-embeds", self)
        self._worker.finished.connect(self._take)
        # Queued also within one thread: a note that is ready at once would change a chunk while it is rendered.
        self._asked.connect(self._ask, Qt.ConnectionType.QueuedConnection)

    @property
    def find(self) -> Callable[[str], EmbeddedNote | None] | None:
        """Return a function that finds notes for a renderer, in any thread; None if notes cannot be read."""
        return None if self._load is None else self._find

    @property
    def at_work(self) -> bool:
        """Whether a note is being read."""
        return self._worker.busy

    def outdate(self, paths: Iterable[str] | None) -> None:
        """Read these notes again, or all, if they are cached; until then the old text stays."""
        changed = None if paths is None else frozenset(paths)
        for key in [key for key in self._notes if changed is None or any(is_about(key, path) for path in changed)]:
            self._outdated.add(key)
            self._ask(key)

    def forget_tables(self) -> None:
        """Compute the tables of bases again when they are shown next: any note may be in them."""
        for key in [key for key in self._notes if BaseKey.read(key) is not None]:
            del self._notes[key]

    def clear(self) -> None:
        """Drop all notes: the vault is another one, or links resolve differently now."""
        self._notes.clear()
        self._outdated.clear()

    def _find(self, path: str) -> EmbeddedNote | None:
        note = self._notes.get(path)
        if note is None:
            self._asked.emit(path)
        return note

    def _ask(self, path: str) -> None:
        if self._load is not None and (path not in self._notes or path in self._outdated):
            self._worker.add(path, partial(_read, self._load, path))

    def _take(self, path: str, note: EmbeddedNote) -> None:
        self._outdated.discard(path)
        self._notes[path] = note
        self._notes.move_to_end(path)
        while len(self._notes) > MAX_NOTES:
            self._notes.popitem(last=False)
        self.loaded.emit(path)


def _read(load: LoadNote, path: str) -> EmbeddedNote:
    found = load(path)
    if found is not None and is_canvas(path):
        return EmbeddedNote(path, resolve=found[1], drawing=found[0])
    return EmbeddedNote(path, readable=False) if found is None else scan_embedded(path, *found)
