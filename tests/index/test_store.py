from __future__ import annotations

import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from axon_desktop.errors import IndexUnavailableError
from axon_desktop.index.catalog.catalog import Catalog
from axon_desktop.index.store import IndexStore, open_store
from axon_desktop.worker_process import worker_environment
from tests.index.library import Library, write

NOTES = {
    f"{number % 3}/note{number}.md": f"# Title {number}\nword{number} common [[note{number + 1}]] #tag"
    for number in range(60)
}


def check(library: Library) -> None:
    """See that the index knows all notes."""
    assert library.store.agrees
    assert library.find("common", 100).total == len(NOTES)
    assert library.paths("word17") == ["2/note17.md"]
    assert len(library.links().backlinks("2/note17.md")) == 1


def test_question_that_is_too_large_is_no_damage(tmp_path: Path) -> None:
    library = Library(tmp_path, NOTES)
    reported: list[bool] = []
    catalog = Catalog(library.store.folder, lambda: reported.append(True))
    for patterns in (["%a%"] * 5_000, ["%" + "a" * 60_000]):
        with pytest.raises(IndexUnavailableError, match=r"too (large|complex|many)"):
            catalog.headings_like(patterns, 10)
    assert reported == []
    assert len(catalog.headings_like(["Title 1%"], 20)) == 11
    with sqlite3.connect(library.store.folder / "catalog.sqlite") as other:
        other.execute("DROP TABLE titles")
    with pytest.raises(IndexUnavailableError, match="no such table"):
        catalog.aliases()
    assert reported == [True]
    other.close()
    catalog.close()


@pytest.mark.parametrize("harm", ["truncate", "garbage", "flip", "remove"])
def test_every_damaged_file_is_found_and_the_index_rebuilt(tmp_path: Path, harm: str) -> None:
    library = Library(tmp_path, NOTES)
    chance = random.Random(3)
    names = [
        place.relative_to(library.store.folder) for place in library.store.folder.rglob("*") if place.is_file()
    ]
    library.store.close()
    for name in names:
        if name.name.endswith((".lock", "-wal", "-shm")) or name.name == ".managed.json":
            continue
        library.store = open_store(library.home)
        library.build()
        folder = library.store.folder
        library.store.close()
        if not (folder / name).exists():  # it was rebuilt: another file of the same kind
            kinds = [place for place in folder.rglob(f"*{name.suffix}") if place.is_file()]
            place = kinds[0]
        else:
            place = folder / name
        data = place.read_bytes()
        if harm == "truncate":
            place.write_bytes(data[: len(data) // 2])
        elif harm == "garbage":
            place.write_bytes(chance.randbytes(len(data)))
        elif harm == "flip":
            at = len(data) // 3
            place.write_bytes(data[:at] + bytes([data[at] ^ 0xFF]) + data[at + 1 :])
        else:
            place.unlink()
        library.store = open_store(library.home)
        assert library.store.made or harm == "flip", name
        library.build()
        check(library)
        library.store.close()


def test_sound_index_is_used_again(tmp_path: Path) -> None:
    library = Library(tmp_path, NOTES)
    assert library.store.made
    folder = library.store.folder
    library.reopen()
    assert (library.store.made, library.store.folder) == (False, folder)
    check(library)
    library.store.close()


def test_index_of_another_schema_is_rebuilt(tmp_path: Path) -> None:
    library = Library(tmp_path, NOTES)
    library.store.catalog.remember([("schema", "0")])
    library.store.commit()
    library.reopen()
    assert library.store.made
    library.build()
    check(library)
    library.store.close()


def test_old_generations_are_removed(tmp_path: Path) -> None:
    library = Library(tmp_path, NOTES)
    library.store.close()
    library.store = open_store(library.home, fresh=True)
    assert [place.name for place in library.home.iterdir() if place.is_dir()] == [library.store.folder.name]
    library.store.close()


def test_second_writer_is_refused(tmp_path: Path) -> None:
    library = Library(tmp_path, NOTES)
    with pytest.raises(ValueError, match="LockBusy"):
        IndexStore(library.store.folder)
    library.store.close()


PROGRAM = """
import sys
from pathlib import Path
from axon_desktop.index.build import builder
from axon_desktop.index.build.builder import IndexBuilder
from axon_desktop.index.store import IndexStore, open_store
builder._COMMIT_TEXTS = builder._COMMIT_ENTRIES = 5
store = open_store(Path(sys.argv[2]))
print("begun", flush=True)
build = IndexBuilder(Path(sys.argv[1]), store)
while True:
    build.compare()
    while build.step(3):
        pass
    for path in Path(sys.argv[1]).rglob("*.md"):
        text = path.read_text()
        path.with_suffix(".tmp").write_text(text.rstrip() + "\\n" * (len(text) % 3))
        path.with_suffix(".tmp").replace(path)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signal")
def test_index_survives_kills_in_the_middle_of_commits(tmp_path: Path) -> None:
    library = Library(tmp_path, NOTES)
    library.store.close()
    chance = random.Random(11)
    kept = 0
    for _ in range(6):
        command = [sys.executable, "-c", PROGRAM, str(library.root), str(library.home)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, env=worker_environment()) as child:
            assert child.stdout is not None
            assert child.stdout.readline() == b"begun\n"
            time.sleep(chance.uniform(0.0, 0.4))  # the moment of the kill, not a wait
            child.kill()
        library.store = open_store(library.home)
        kept += not library.store.made
        library.build()
        if not library.store.agrees:
            library.store.close()
            library.store = open_store(library.home, fresh=True)
            library.build()
        check(library)
        library.store.close()
    assert kept >= 4


def test_notes_that_only_the_text_half_kept_are_not_found_twice(tmp_path: Path) -> None:
    library = Library(tmp_path, {"a.md": "apple"})
    write(library.root, {"b.md": "apple", "c.md": "apple"})
    library.store.text.put(1234, "ghost", "", "apple", new=True)
    library.store.text.commit()
    library.build()
    assert not library.store.agrees
    assert sorted(library.paths("apple")) == ["a.md", "b.md", "c.md"]
    library.store.close()
