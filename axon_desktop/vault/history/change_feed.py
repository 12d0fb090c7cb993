"""Calls listeners after changes of a vault, once its names and its reader are up to date."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from axon_desktop.vault.files.reader import NoteReader
from axon_desktop.vault.history.changes import ChangeListener, VaultChanged

if TYPE_CHECKING:
    from axon_desktop.vault.history.records import Change, Origin
    from axon_desktop.vault.names.index import NameIndex


class ChangeFeed:
    """Publishes changes from the thread that made them known."""

    def __init__(self, reader: NoteReader) -> None:
        self._reader = reader
        self._listeners: list[ChangeListener] = []

    def subscribe(self, listener: ChangeListener) -> Callable[[], None]:
        """Call a listener after every change; return a function that ends it."""
        self._listeners.append(listener)

        def unsubscribe() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return unsubscribe

    def publish(
        self,
        paths: Iterable[str],
        origin: Origin | Literal["outside"],
        *,
        moved: Mapping[str, str] | None = None,
        many: bool = False,
        same: Collection[str] = (),
    ) -> None:
        """Call the listeners; each path is named once. See `VaultChanged`."""
        event = VaultChanged(tuple(dict.fromkeys(paths)), origin, moved or {}, many, frozenset(same))
        for listener in tuple(self._listeners):
            listener(event)

    def publish_written(self, changes: Sequence[Change], origin: Origin, names: NameIndex) -> None:
        """Take note of changes that were made here, and call the listeners."""
        paths: list[str] = []
        came_from: dict[str, str] = {}
        folders: set[str] = set()
        is_there: dict[str, bool] = {}
        for change in changes:
            folders.update(change.folders, change.removes_folders)
            moved = change.kind == "move"
            self._reader.remember(change.path, None if moved else change.after_sha256)
            if change.kind in ("remove", "move", "trash"):
                is_there[change.path] = False
            elif change.kind == "create":
                is_there[change.path] = True
            paths.append(change.path)
            if moved:
                self._reader.remember(change.target, change.after_sha256)
                is_there[change.target] = True
                paths.append(change.target)
                came_from[change.target] = came_from.pop(change.path, change.path)
        if is_there:  # all at once: each call re-creates the whole table
            removed = [path for path, there in is_there.items() if not there]
            names.change([path for path, there in is_there.items() if there], removed)
        if folders:
            names.look_again(folders)
        moved_to = {
            old: new for new, old in came_from.items() if old != new
        }  # else it came in, or back from the trash
        self.publish(paths, origin, moved=moved_to)
