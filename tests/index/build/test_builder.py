from __future__ import annotations

import json
import os
import select
import shutil
import sys
import tempfile
import threading
from pathlib import Path

import psutil
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from axon_desktop.index.build.builder import IndexBuilder
from axon_desktop.index.build.document import DocumentWorkers
from tests.index.library import Library, write
from tests.waiting import PATIENCE

PATHS = ["a.md", "b.md", "one/a.md", "one/two/c.md", "one/board.canvas", "three.txt", "Ä.md", "笔记/记.md"]
WORDS = ["apple", "berry", "笔记本", "#tag/x", "[[a]]", "[[one/a|see]]", "![](b.md)", "# Head", "^id", "ümlaut"]
WORD = st.sampled_from(WORDS)
TEXT = st.lists(WORD, max_size=6).map("\n".join)
CHANGE = st.one_of(
    st.tuples(st.just("write"), st.sampled_from(PATHS), TEXT),
    st.tuples(st.just("remove"), st.sampled_from(PATHS), st.just("")),
    st.tuples(st.just("move"), st.sampled_from(PATHS), st.sampled_from(PATHS)),
    st.tuples(st.just("folder"), st.sampled_from(["one", "one/two", "笔记"]), st.sampled_from(["new", "one/new"])),
    st.tuples(st.just("touch"), st.sampled_from(PATHS), st.just("")),
    st.tuples(st.just("compare"), st.just(""), st.just("")),
)


def apply(root: Path, kind: str, path: str, value: str) -> list[str]:
    """Change the vault and return the paths that a watcher reports."""
    place, target = root / path, root / value
    if kind == "write":
        write(root, {path: value})
    elif kind == "remove":
        place.unlink(missing_ok=True)
    elif kind == "touch" and place.exists():
        os.utime(place)
    elif kind in ("move", "folder") and place.exists() and target != place / "new" and not target.is_dir():
        target.parent.mkdir(parents=True, exist_ok=True)
        place.rename(target)
        return [path, value]
    return [path]


@settings(max_examples=25)
@given(st.dictionaries(st.sampled_from(PATHS), TEXT), st.lists(CHANGE, max_size=10))
def test_index_after_changes_equals_a_rebuilt_one(
    files: dict[str, str], changes: list[tuple[str, str, str]]
) -> None:
    home = Path(tempfile.mkdtemp())
    try:
        library = Library(home / "old", files)
        for kind, path, value in changes:
            if kind == "compare":
                library.build()
            else:
                library.change(*apply(library.root, kind, path, value))
        fresh = Library(home / "new", copy_of=library.root)
        assert library.dump() == fresh.dump()
        for query in ("apple", "berry", "笔记", "本", "umlaut", "tag:tag", "head", "path:one", "file:a"):
            assert sorted(library.paths(query)) == sorted(fresh.paths(query)), query
        library.store.close()
        fresh.store.close()
    finally:
        shutil.rmtree(home)


def test_build_goes_on_after_it_was_left(tmp_path: Path) -> None:
    library = Library(tmp_path)
    write(library.root, {f"n{number:03}.md": f"word{number} [[n000]] %%x%%" for number in range(700)})
    builder = IndexBuilder(library.root, library.store)
    builder.compare()
    assert builder.work.texts == 700
    while builder.work.texts:
        builder.step(100)
    builder.step(50)
    builder.commit()
    assert len(library.store.catalog.undescribed()) == 650
    library.reopen()
    library.build()
    assert len(library.links().backlinks("n000.md")) == 699
    assert library.store.agrees
    library.store.close()


def test_file_with_the_same_text_is_not_indexed_again(tmp_path: Path) -> None:
    library = Library(tmp_path, {"a.md": "apple"})
    before = library.store.catalog.known()["a.md"]
    os.utime(library.root / "a.md", (1, 1))
    library.build()
    after = library.store.catalog.known()["a.md"]
    assert (after.digest, after.version.mtime_ns) == (before.digest, 1_000_000_000)
    library.store.close()


def test_write_within_the_same_tick_of_the_clock_is_seen(tmp_path: Path) -> None:
    library = Library(tmp_path, {"a.md": "apple"})
    info = (library.root / "a.md").stat()
    (library.root / "a.md").write_text("berry")
    os.utime(library.root / "a.md", ns=(info.st_atime_ns, info.st_mtime_ns))
    library.build()
    assert library.paths("berry") == ["a.md"]
    library.store.close()


def test_what_is_excluded_is_not_searched(tmp_path: Path) -> None:
    library = Library(
        tmp_path,
        {
            "note.md": "word",
            "note.sync-conflict-20261122-103000-ABCDEF7.md": "word",
            ".trash/gone.md": "word",
            ".obsidian/plugin.md": "word",
            "node_modules/x/readme.md": "word",
            "Archive/old.md": "word",
            "temp-1.md": "word",
            "image.png": "word",
            ".obsidian/app.json": json.dumps({"userIgnoreFilters": ["Archive/", "/^temp-\\d+/"]}),
        },
    )
    assert library.paths("word") == ["note.md"]
    (library.root / ".obsidian" / "app.json").unlink()
    library.build()
    assert sorted(library.paths("word")) == ["Archive/old.md", "note.md", "temp-1.md"]
    library.store.close()


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="no links")
def test_links_are_followed_within_the_vault_only(tmp_path: Path) -> None:
    write(tmp_path / "outside", {"secret.md": "word"})
    library = Library(tmp_path, {"real.md": "word"})
    (library.root / "inner.md").symlink_to("real.md")
    (library.root / "outer.md").symlink_to(tmp_path / "outside" / "secret.md")
    (library.root / "outer").symlink_to(tmp_path / "outside")
    library.build()
    assert sorted(library.paths("word")) == ["inner.md", "real.md"]
    library.store.close()


def test_unreadable_texts_are_passed_over(tmp_path: Path) -> None:
    library = Library(tmp_path)
    (library.root / "bytes.md").write_bytes(b"word \xff\xfe\x00 [[x]]")
    (library.root / "huge.md").write_bytes(b"word " * (4 << 20))
    (library.root / "folder.md").mkdir()
    library.build()
    assert library.paths("word") == ["bytes.md"]
    library.store.close()


def test_nothing_is_forgotten_while_the_vault_is_away(tmp_path: Path) -> None:
    library = Library(tmp_path, {"a.md": "apple", "folder/b.md": "apple"})
    library.root.rename(tmp_path / "away")
    library.build()
    library.change("a.md", "folder")
    (tmp_path / "away").rename(library.root)
    assert sorted(library.paths("apple")) == ["a.md", "folder/b.md"]
    library.store.close()


def test_folder_that_went_is_forgotten(tmp_path: Path) -> None:
    library = Library(tmp_path, {"a.md": "apple", "folder/sub/b.md": "apple", "folder.md": "apple"})
    shutil.rmtree(library.root / "folder")
    library.change("folder")
    assert sorted(library.paths("apple")) == ["a.md", "folder.md"]
    library.store.close()


def helped(library: Library) -> IndexBuilder:
    builder = IndexBuilder(library.root, library.store, lambda: DocumentWorkers(library.root))
    builder.compare()
    return builder


def test_build_with_helping_processes_is_the_same(tmp_path: Path) -> None:
    notes = {
        f"{number % 7}/n{number}.md": f"# Title {number}\n[[n{number + 1}]] #tag 笔记\n" for number in range(2_100)
    }
    notes |= {f"odd {number}.md": f"odd %%x%% [[n{number}]]" for number in range(100)}
    library, fresh = Library(tmp_path / "one"), Library(tmp_path / "two")
    for made in (library, fresh):
        write(made.root, notes)
    builder = helped(library)
    assert builder.step(100)
    write(library.root, {"0/n0.md": "changed zebra"})
    (library.root / "1/n1.md").unlink()
    builder.mark(["0/n0.md", "1/n1.md", "1"])
    while builder.step(100):
        assert builder.work.texts + builder.work.entries
    write(fresh.root, {"0/n0.md": "changed zebra"})
    (fresh.root / "1/n1.md").unlink()
    fresh.build()
    assert library.dump() == fresh.dump()
    assert library.paths("zebra") == ["0/n0.md"]
    assert sorted(library.paths("笔记", 3000)) == sorted(fresh.paths("笔记", 3000))
    for made in (library, fresh):
        made.store.close()


@pytest.mark.skipif(sys.platform != "linux", reason="pipes are made small as they are on Windows")
def test_helpers_do_not_wait_for_each_other_where_pipes_are_small(tmp_path: Path) -> None:
    import fcntl

    paths = [f"{number:03}{'n' * 150}.md" for number in range(50)]
    write(tmp_path, dict.fromkeys(paths, "many words " * 200))
    workers = DocumentWorkers(tmp_path)
    for process in workers._processes:
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, 4096)
    received: list[int] = []

    def ask_ahead() -> None:
        asked = 0
        while workers.waits:
            workers.ask(paths)
            asked += 1
        received.extend(len(workers.receive()) for _ in range(asked))

    thread = threading.Thread(target=ask_ahead, daemon=True)
    thread.start()
    thread.join(PATIENCE)
    ended = not thread.is_alive()
    workers.close()
    assert ended
    assert received == [50] * 2 * len(workers._processes)


@pytest.mark.parametrize("reported", ["6/n6.md", "6"])
def test_file_that_goes_after_a_helper_read_it_is_not_found(tmp_path: Path, reported: str) -> None:
    library = Library(tmp_path)
    write(library.root, {f"{number % 7}/n{number}.md": "zebra" for number in range(2_100)})
    workers = DocumentWorkers(library.root)
    builder = IndexBuilder(library.root, library.store, lambda: workers)
    builder.compare()
    assert builder.step(1_050)  # two are asked; the first has answered
    answer = workers._asked[0].stdout
    assert answer is not None
    assert select.select([answer], [], [], 30)[0]
    (library.root / "6/n6.md").unlink()
    builder.mark([reported])
    while builder.step(1_050):
        pass
    assert library.find("zebra").total == len(library.store.catalog.known()) == 2_099
    assert library.store.catalog.known_of("6/n6.md") is None
    library.store.close()


def test_helpers_read_what_was_left_to_be_read(tmp_path: Path) -> None:
    library, fresh = Library(tmp_path / "one"), Library(tmp_path / "two")
    notes = {f"n{number}.md": f"odd %%x%% [[n{number + 1}]] #tag{number % 9}" for number in range(502)}
    for made in (library, fresh):
        write(made.root, notes)
    builder = helped(library)
    while builder.work.texts:
        builder.step(100)
    assert builder.work.entries == 502
    assert builder.step(100)
    write(library.root, {"n401.md": "other"})
    (library.root / "n402.md").unlink()
    while builder.step(100):
        pass
    builder.compare()
    while builder.step(100):
        pass
    write(fresh.root, {"n401.md": "other"})
    (fresh.root / "n402.md").unlink()
    fresh.build()
    assert library.dump() == fresh.dump()
    assert library.paths("other") == ["n401.md"]
    for made in (library, fresh):
        made.store.close()


def test_build_goes_on_when_its_helpers_are_killed(tmp_path: Path) -> None:
    library = Library(tmp_path)
    write(library.root, {f"n{number}.md": f"word{number} common" for number in range(2_500)})
    before = set(psutil.Process().children())
    builder = helped(library)
    builder.step(100)
    for child in set(psutil.Process().children()) - before:
        child.kill()
    while builder.step(100):
        pass
    assert library.find("common").total == 2_500
    assert set(psutil.Process().children()) == before
    library.store.close()
