from __future__ import annotations

import logging
import os
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from axon_desktop.index.watch.drives import is_remote
from axon_desktop.index.watch.moves import find_moves
from axon_desktop.index.watch.watcher import MOST, Changes, Watcher, WatchState
from tests.index.library import Library, write
from tests.waiting import wait_until


class Listener:
    """Records the reports of a watcher."""

    def __init__(self) -> None:
        self.changes: list[Changes] = []
        self.states: list[WatchState] = []

    @property
    def paths(self) -> set[str]:
        return {path for changes in self.changes for path in changes.paths}

    def has_reported(self, path: str) -> bool:
        return path in self.paths


def until(condition: Callable[[], object]) -> float:
    """Wait, and return how long it took."""
    begun = time.monotonic()
    wait_until(condition)
    return time.monotonic() - begun


@contextmanager
def watching(root: Path, *, poll: bool = False, most: int = MOST) -> Iterator[Listener]:
    listener = Listener()
    watcher = Watcher(root, listener.changes.append, listener.states.append, poll=poll, most=most)
    watcher.start()
    until(lambda: listener.states)
    try:
        yield listener
    finally:
        watcher.close()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write(tmp_path / "vault", {"a.md": "one", "folder/b.md": "two"})
    return tmp_path / "vault"


@pytest.mark.parametrize("poll", [False, True])
def test_changes_are_reported_with_their_paths(root: Path, poll: bool) -> None:
    with watching(root, poll=poll) as watched:
        write(root, {"a.md": "changed", "new/c.md": "made"})
        (root / "folder" / "b.md").unlink()
        until(lambda: {"a.md", "folder/b.md", "new"} <= watched.paths)
    assert not any(changes.many for changes in watched.changes)


def test_change_is_reported_within_a_second(root: Path) -> None:
    with watching(root) as watched:
        times = []
        for number in range(5):
            write(root, {f"n{number}.md": "x"})
            times.append(until(partial(watched.has_reported, f"n{number}.md")))
    assert min(times) < 1.0


def test_rename_is_reported_with_both_names(root: Path) -> None:
    with watching(root) as watched:
        (root / "folder").rename(root / "other")
        until(lambda: {"folder", "other"} <= watched.paths)
        write(root, {"other/b.md": "changed"})
        until(lambda: "other/b.md" in watched.paths)


def test_hidden_files_are_not_reported_but_settings_are(root: Path) -> None:
    with watching(root) as watched:
        write(root, {".obsidian/workspace.json": "{}", ".git/x": "", ".a.md.tmp": "", "node_modules/m.md": ""})
        write(root, {".obsidian/app.json": "{}"})
        until(lambda: any(changes.settings for changes in watched.changes))
        write(root, {"last.md": ""})
        until(lambda: "last.md" in watched.paths)
    assert watched.paths == {"last.md"}


def test_flood_is_reported_as_many_changes(root: Path) -> None:
    with watching(root, most=20) as watched:
        for number in range(3_000):
            (root / f"n{number}.md").touch()
        until(lambda: any(changes.many for changes in watched.changes))
        until(lambda: watched.changes[-1] == Changes(many=True))
    assert max(len(changes.paths) for changes in watched.changes) <= 20


@pytest.mark.parametrize("poll", [False, True])
def test_folder_that_goes_away_and_comes_back_is_noticed(root: Path, poll: bool) -> None:
    with watching(root, poll=poll) as watched:
        root.rename(root.with_name("away"))
        until(lambda: watched.states[-1] == "away")
        root.with_name("away").rename(root)
        until(lambda: watched.states[-1] == ("polling" if poll else "watching"))
        until(lambda: any(changes.many for changes in watched.changes))
        write(root, {"after.md": "x"})
        until(lambda: "after.md" in watched.paths)


def test_another_folder_at_the_same_place_is_noticed(root: Path) -> None:
    with watching(root) as watched:
        root.rename(root.with_name("away"))
        write(root, {"other.md": "x"})
        until(lambda: any(changes.many for changes in watched.changes))
        write(root, {"other.md": "y"})
        until(lambda: "other.md" in watched.paths)


def test_vault_behind_a_link_is_watched(root: Path) -> None:
    link = root.with_name("link")
    link.symlink_to(root)
    with watching(link) as watched:
        write(root, {"new.md": "x"})
        until(lambda: "new.md" in watched.paths)


@pytest.mark.skipif(sys.platform != "linux", reason="the names of files are text")
@pytest.mark.parametrize("poll", [False, True])
def test_name_that_is_no_text_does_not_end_the_watching(root: Path, poll: bool) -> None:
    with watching(root, poll=poll) as watched:
        Path(os.fsdecode(os.fsencode(root) + b"/na\xefve.md")).touch()
        until(lambda: watched.states[-1] == "polling")
        write(root, {"after.md": "x"})
        until(lambda: "after.md" in watched.paths or any(changes.many for changes in watched.changes))
        write(root, {"later.md": "x"})
        until(lambda: "later.md" in watched.paths)
    assert all(path.isprintable() for path in watched.paths)


def test_system_that_watches_no_more_folders_is_helped_by_looking(
    root: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from watchfiles import _rust_notify

    def refuse(*_: object) -> None:
        raise _rust_notify.WatchfilesRustInternalError("error creating recommended watcher: OS file watch limit")

    monkeypatch.setattr(_rust_notify, "RustNotify", refuse)
    with caplog.at_level(logging.WARNING), watching(root) as watched:
        write(root, {"new.md": "x"})
        until(lambda: "new.md" in watched.paths)
    assert watched.states == ["polling"]
    assert "OS file watch limit" in caplog.text


@pytest.mark.parametrize("fault", [sqlite3.OperationalError("disk I/O error"), FileNotFoundError(), ValueError()])
def test_move_that_cannot_be_looked_up_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    library = Library(tmp_path, {"a.md": "one"})

    def fail(_: str) -> None:
        raise fault

    monkeypatch.setattr(library.store.catalog, "known_of", fail)
    (library.root / "a.md").rename(library.root / "b.md")
    assert find_moves(library.root, library.store.catalog, ["a.md", "b.md"]) == {}


def test_move_is_not_followed_through_a_link_that_leads_out(tmp_path: Path) -> None:
    library = Library(tmp_path, {"a.md": "one", "b.md": "two"})
    (tmp_path / "outside").mkdir()
    (library.root / "inside").mkdir()
    (library.root / "a.md").rename(tmp_path / "outside" / "a.md")
    (library.root / "b.md").rename(library.root / "inside" / "b.md")
    (library.root / "link").symlink_to("../outside", target_is_directory=True)
    found = find_moves(library.root, library.store.catalog, ["a.md", "b.md", "inside", "link"])
    assert found == {"b.md": "inside/b.md"}


@pytest.mark.skipif(os.name == "nt", reason="no such table of mounts")
def test_local_folder_is_not_remote(root: Path) -> None:
    assert not is_remote(root)
