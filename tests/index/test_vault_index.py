from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import psutil
import pytest

from axon_desktop.errors import FolderNotFoundError, IndexUnavailableError, InvalidParametersError
from axon_desktop.index.catalog.text_index import TextReader, is_whole
from axon_desktop.index.search.indexed_search import IndexedSearch
from axon_desktop.index.store import open_store
from axon_desktop.index.vault_index import IndexState, OutsideChange, VaultIndex
from axon_desktop.vault import Vault
from axon_desktop.vault.search.found import Query
from axon_desktop.vault.search.scan import FileSearch
from tests.index.library import write
from tests.index.watch.test_watcher import until
from tests.waiting import PATIENCE

NOTES = {
    f"{number % 4}/note {number}.md": f"# Note {number}\ncommon word{number} [[note {number + 1}]] #tag\n"
    for number in range(40)
}


class Listener:
    """Records the reports of an index."""

    def __init__(self) -> None:
        self.states: list[IndexState] = []
        self.outside: list[OutsideChange] = []

    def __call__(self, event: IndexState | OutsideChange) -> None:
        if isinstance(event, IndexState):
            self.states.append(event)
        else:
            self.outside.append(event)

    @property
    def paths(self) -> set[str]:
        return {path for change in self.outside for path in change.paths}


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    write(tmp_path / "vault", NOTES)
    return Vault(tmp_path / "vault", data_dir=tmp_path / "data")


@contextmanager
def opened(vault: Vault, *, ready: bool = True) -> Iterator[tuple[VaultIndex, Listener]]:
    listener = Listener()
    index = VaultIndex(vault, listener, home=vault.data_dir.with_name("index"))
    index.start()
    try:
        if ready:
            until(lambda: index.state.phase == "ready" and index.state.watch is not None)
        yield index, listener
    finally:
        index.close()


def find(index: VaultIndex, query: str) -> list[str]:
    finder = index.finder()
    return [note.path for note in finder.find(Query(query, limit=100)).notes] if finder is not None else []


def say(vault: Vault, path: str, text: str) -> None:
    vault.apply(vault.preview(path, text, "overwrite"), turn="t")


def has_another_worker(index: VaultIndex, old: int) -> bool:
    return index.worker_pid not in (None, old) or index.state.phase == "failed"


def worker_of(index: VaultIndex) -> int:
    assert index.worker_pid is not None
    return index.worker_pid


def test_index_is_built_with_progress(vault: Vault) -> None:
    with opened(vault) as (index, listener):
        assert len(find(index, "common")) == len(NOTES)
        links = index.links()
        assert links is not None
        vault.names.scan()
        links = index.links()
        assert links is not None
        assert [link.path for link in links.backlinks("1/note 1.md")] == ["0/note 0.md"]
    assert [state.phase for state in listener.states if state.watch][-1] == "ready"
    assert listener.outside == []


def test_own_write_is_found_at_once_and_not_announced(vault: Vault) -> None:
    with opened(vault) as (index, listener):
        for number in range(5):
            say(vault, f"New {number}.md", f"zebra{number}")
            assert find(index, f"zebra{number}") == [f"New {number}.md"]
        moved = vault.locate("New 0.md")
        vault.apply_all(vault.propose_trash("New 1.md"), turn="t")
        assert find(index, "zebra1") == []
        write(vault.root, {"Last.md": "from outside"})
        until(lambda: "Last.md" in listener.paths)
    assert moved == "New 0.md"
    assert listener.paths == {"Last.md"}


def test_outside_change_is_announced_and_found(vault: Vault) -> None:
    with opened(vault) as (index, listener):
        write(vault.root, {"Out/side.md": "giraffe"})
        until(lambda: listener.paths & {"Out", "Out/side.md"})
        until(lambda: find(index, "giraffe") == ["Out/side.md"])
        (vault.root / "Out").rename(vault.root / "In")
        until(lambda: find(index, "giraffe") == ["In/side.md"])
        until(lambda: any(change.moved for change in listener.outside))
    assert [change.moved for change in listener.outside if change.moved] == [{"Out/side.md": "In/side.md"}]


def test_files_of_which_only_times_or_rights_changed_are_distinguished(vault: Vault) -> None:
    """Red when a tool that sets the times of all files makes all of them look changed."""
    paths = ["0/note 0.md", "1/note 1.md", "2/note 2.md", "New.md"]
    with opened(vault) as (index, listener):
        os.utime(vault.root / paths[0], (1e9, 1e9))
        (vault.root / paths[1]).chmod(0o600)
        write(vault.root, {paths[2]: "other text", paths[3]: "new"})
        until(lambda: set(paths) <= listener.paths)
        until(lambda: find(index, "other") == [paths[2]])
        same = {path for change in listener.outside for path in change.same}
        differs = {path for change in listener.outside for path in change.paths if path not in change.same}
    assert {*paths[:2]} <= same
    assert {*paths[:2]}.isdisjoint(differs)
    assert {*paths[2:]} <= differs


def test_outside_change_of_our_own_note_is_announced(vault: Vault) -> None:
    with opened(vault) as (_, listener):
        say(vault, "Note.md", "ours")
        write(vault.root, {"Note.md": "theirs"})
        until(lambda: "Note.md" in listener.paths)


def test_warm_start_searches_before_it_compares(vault: Vault) -> None:
    with opened(vault) as (index, _):
        assert find(index, "word7") == ["3/note 7.md"]
    write(vault.root, {"Meanwhile.md": "giraffe"})
    with opened(vault, ready=False) as (index, listener):
        until(lambda: index.state.searchable)
        until(lambda: find(index, "giraffe") == ["Meanwhile.md"])
        until(lambda: index.state.phase == "ready")
    assert listener.states[1].searchable or listener.states[0].searchable


@pytest.mark.usefixtures("real_workers")
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signal")
def test_worker_that_was_killed_is_started_again(vault: Vault) -> None:
    with opened(vault) as (index, _):
        for round_ in range(2):
            old = worker_of(index)
            os.kill(old, signal.SIGKILL)
            until(partial(has_another_worker, index, old))
            say(vault, f"After {round_}.md", f"zebra{round_}")
            until(lambda: index.state.phase == "ready")
            until(partial(find, index, f"zebra{round_}"))


@pytest.mark.usefixtures("real_workers")
def test_worker_that_always_ends_is_given_up(vault: Vault, tmp_path: Path) -> None:
    (tmp_path / "index").mkdir()
    (tmp_path / "index" / "lock").mkdir()  # the lock cannot be had
    with opened(vault, ready=False) as (index, _):
        for _ in range(4):
            until(lambda: index.worker_pid is not None and index.state.phase != "starting")
            pid = worker_of(index)
            os.kill(pid, 9)
            until(partial(has_another_worker, index, pid))
        until(lambda: index.state.phase == "failed")
        assert index.finder() is None


@pytest.mark.usefixtures("real_workers")
def test_worker_ends_with_the_program(vault: Vault) -> None:
    with opened(vault) as (index, _):
        worker = psutil.Process(worker_of(index))
        index._worker.rest()
        worker.wait(PATIENCE)


def test_second_program_waits_and_then_takes_over(vault: Vault) -> None:
    with opened(vault) as (first, _), opened(vault, ready=False) as (second, _):
        until(lambda: second.state.phase == "waiting")
        first.close()
        until(lambda: second.state.phase == "ready")
        assert len(find(second, "common")) == len(NOTES)


def test_damage_that_is_noticed_while_reading_is_repaired(vault: Vault) -> None:
    with opened(vault) as (index, _):
        search = IndexedSearch(vault, index)
        query = Query("word7")
        expected = [(hit.path, hit.line) for hit in FileSearch(vault, budget=0).find(query).hits]
        old = worker_of(index)
        index.distrust()
        until(lambda: index.worker_pid not in (None, old))
        assert [(hit.path, hit.line) for hit in search.find(query).hits] == expected
        until(lambda: index.state.phase == "ready")
        assert [(hit.path, hit.line) for hit in search.find(query).hits] == expected


@pytest.mark.usefixtures("real_workers")
def test_close_may_come_at_any_time(vault: Vault) -> None:
    threads = threading.active_count()
    moments: tuple[Callable[[VaultIndex], bool], ...] = (
        lambda _: True,
        lambda index: index.worker_pid is not None,
        lambda index: index.state.phase != "starting",
    )
    for moment in moments:
        with opened(vault, ready=False) as (index, _):
            until(partial(moment, index))
            index.close()
        until(lambda: threading.active_count() <= threads)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Vault, VaultIndex]]:
    home = tmp_path_factory.mktemp("shared")
    write(home / "vault", NOTES)
    vault = Vault(home / "vault", data_dir=home / "data")
    with opened(vault) as (index, _):
        yield vault, index


@pytest.mark.parametrize(
    "query",
    [
        Query("common", limit=100),
        Query("word7"),
        Query("word7 word8"),
        Query('"common word7"'),
        Query("", tag="tag", limit=100),
        Query("word8", folder="0"),
        Query("word8", folder="1"),
        Query(r"word1\d", regex=True),
        Query("#tag", limit=100),
        Query("[["),
        Query("nothing word8"),
        Query("ommo", limit=100),
    ],
)
def test_tools_find_the_same_notes_by_index_and_by_scan(shared: tuple[Vault, VaultIndex], query: Query) -> None:
    vault, index = shared
    indexed = IndexedSearch(vault, index).find(query)
    scanned = FileSearch(vault, budget=0).find(query)
    assert indexed == scanned


def test_empty_query_is_refused_as_by_scan(shared: tuple[Vault, VaultIndex]) -> None:
    vault, index = shared
    search = IndexedSearch(vault, index)
    with pytest.raises(InvalidParametersError):
        search.find(Query(""))
    with pytest.raises(FolderNotFoundError):
        search.find(Query("x", folder="no such"))


def test_halves_that_disagree_are_rebuilt(vault: Vault, tmp_path: Path) -> None:
    with opened(vault):
        pass
    store = open_store(tmp_path / "index")
    store.text.put(1234, "ghost", "", "ghostword", new=True)
    store.text.commit()
    folder = store.folder
    store.close()
    with opened(vault) as (index, _):
        until(lambda: len(find(index, "common")) == len(NOTES))
        assert not folder.exists()
        assert find(index, "ghostword") == []


def test_damage_while_the_index_is_open_is_noticed_and_repaired(vault: Vault, tmp_path: Path) -> None:
    """Whatever part is damaged, no search fails, and the index is whole again in the end."""
    with opened(vault) as (index, _):
        for name in ("catalog.sqlite", "text/meta.json"):
            finder = index.finder()
            assert finder is not None
            folder = Path(index._folder)
            until(lambda: index.state.phase == "ready")
            for part in folder.glob("catalog.sqlite-*"):
                part.write_bytes(b"")
            (folder / name).write_bytes(b"damaged" * 1000)
            index._stale = True
            search = IndexedSearch(vault, index)
            assert [hit.path for hit in search.find(Query("word7")).hits] == ["3/note 7.md"]
            until(lambda folder=folder: index._folder not in ("", str(folder)))  # type: ignore[misc]
            until(lambda: find(index, "word7") == ["3/note 7.md"])


def test_file_that_was_cut_short_is_not_mapped(vault: Vault) -> None:
    with opened(vault) as (index, _):
        folder = Path(index._folder)
        for file in (folder / "text").glob("*.store"):
            with file.open("rb+") as stream:
                stream.truncate(20)
        assert not is_whole(folder)
        with pytest.raises(ValueError, match="not whole"):
            TextReader(folder)


def test_what_reads_a_closed_index_says_so(vault: Vault) -> None:
    with opened(vault) as (index, _):
        links = index.links()
        assert links is not None
    with pytest.raises(IndexUnavailableError):
        links.tags()


def test_second_program_reads_what_the_first_keeps(vault: Vault) -> None:
    with opened(vault), opened(vault, ready=False) as (second, _):
        until(lambda: second.state.phase == "waiting" and second.state.searchable)
        assert find(second, "word7") == ["3/note 7.md"]
        say(vault, "Own.md", "zebra")
        write(vault.root, {"Outside.md": "giraffe"})
        search = IndexedSearch(vault, second)
        assert [hit.path for hit in search.find(Query("zebra")).hits] == ["Own.md"]
        until(lambda: find(second, "giraffe") == ["Outside.md"])


@pytest.mark.usefixtures("real_workers")
def test_worker_runs_as_in_a_frozen_build(vault: Vault, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A frozen program starts itself; here a script stands for it, since Python takes `-m` before `--worker`."""
    program = tmp_path / "axon-desktop"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m axon_desktop "$@"\n')
    program.chmod(0o755)
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(program))
    with opened(vault) as (index, _):
        assert find(index, "word7") == ["3/note 7.md"]
