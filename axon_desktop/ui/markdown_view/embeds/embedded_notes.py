"""Embedded notes, bases and canvases: read and scanned in a thread, cached until they change."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from functools import partial

from PySide6.QtCore import QObject, Qt, Signal

from axon_desktop.markdown.html.embed_keys import EmbedKey
from axon_desktop.markdown.html.embeds import Embedded, EmbeddedNote
from axon_desktop.ui.markdown_view.embeds.embed_kinds import EMBED_KINDS
from axon_desktop.ui.markdown_view.render_worker import RenderWorker

LoadNote = Callable[[EmbedKey], Embedded | None]
"""Returns what is embedded, None if it cannot be read; called in a thread. See `embed_kinds.load_embed`."""
MAX_NOTES = 64


class NoteStore(QObject):
    """Returns cached notes at once; requests others and reports when they are ready."""

    loaded = Signal(object)
    """EmbedKey of what was read, or cannot be read."""
    _asked = Signal(object)

    def __init__(self, load: LoadNote | None, parent: QObject) -> None:
        super().__init__(parent)
        self._load = load
        self._notes: OrderedDict[EmbedKey, Embedded] = OrderedDict()
        self._outdated: set[EmbedKey] = set()
        self._worker = RenderWorker("axon-embeds", self)
        self._worker.finished.connect(self._take)
        # Queued also within one thread: a note that is ready at once would change a chunk while it is rendered.
        self._asked.connect(self._ask, Qt.ConnectionType.QueuedConnection)

    @property
    def find(self) -> Callable[[EmbedKey], Embedded | None] | None:
        """Return a function that finds notes for a renderer, in any thread; None if notes cannot be read."""
        return None if self._load is None else self._find

    @property
    def at_work(self) -> bool:
        """Whether a note is being read."""
        return self._worker.busy

    def outdate(self, paths: Iterable[str] | None) -> None:
        """Read these notes again, or all, if they are cached; until then the old text stays."""
        changed = None if paths is None else frozenset(paths)
        for key in [key for key in self._notes if changed is None or key.path in changed]:
            self._outdated.add(key)
            self._ask(key)

    def forget_queries(self) -> None:
        """Compute what asks for other notes again when it is shown next: any note may be in it."""
        kinds = {kind.name for kind in EMBED_KINDS if kind.queries}
        for key in [key for key in self._notes if key.kind in kinds]:
            del self._notes[key]

    def clear(self) -> None:
        """Drop all notes: the vault is another one, or links resolve differently now."""
        self._notes.clear()
        self._outdated.clear()

    def _find(self, key: EmbedKey) -> Embedded | None:
        note = self._notes.get(key)
        if note is None:
            self._asked.emit(key)
        return note

    def _ask(self, key: EmbedKey) -> None:
        if self._load is not None and (key not in self._notes or key in self._outdated):
            self._worker.add(key, partial(_read, self._load, key))

    def _take(self, key: EmbedKey, note: Embedded) -> None:
        self._outdated.discard(key)
        self._notes[key] = note
        self._notes.move_to_end(key)
        while len(self._notes) > MAX_NOTES:
            self._notes.popitem(last=False)
        self.loaded.emit(key)


def _read(load: LoadNote, key: EmbedKey) -> Embedded:
    return load(key) or EmbeddedNote(key.path, readable=False)
