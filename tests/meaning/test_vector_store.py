from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from axon_desktop.meaning import vector_store
from axon_desktop.meaning.vector_file import ALL, BEGINNING, NoteState, fingerprint
from axon_desktop.meaning.vector_store import VectorStore
from axon_desktop.worker_process import worker_environment

DIMS = 96
PATHS = ["a.md", "b/c.md", "知识/冰.md", "d.md"]


def vectors(seed: int, count: int = 3) -> np.ndarray:
    found = np.random.default_rng(seed).standard_normal((count, DIMS)).astype(np.float32)
    found /= np.linalg.norm(found, axis=1, keepdims=True)
    return found


def state(seed: int, stage: int = ALL) -> NoteState:
    return NoteState(seed, seed + 1, seed.to_bytes(16), ALL if stage == ALL else BEGINNING)


def prints(seed: int, count: int = 3) -> list[bytes]:
    return [fingerprint(f"{seed} {number}") for number in range(count)]


def put(store: VectorStore, path: str, seed: int, count: int) -> None:
    store.put(path, state(seed), vectors(seed, count), prints(seed, count))


def holds(store: VectorStore, known: dict[str, int]) -> None:
    """See that a store knows exactly some notes, each in the version of a seed."""
    assert {*store.paths()} == known.keys()
    assert store.passages == sum(1 + seed % 4 for seed in known.values())
    for path, seed in known.items():
        assert store.state(path) == state(seed)
        written = vectors(seed, 1 + seed % 4)
        assert np.abs(store.vectors(path) - written).max() < 0.02
        assert store.fingerprints(path) == prints(seed, 1 + seed % 4)
        near = store.near(written[0], 10)
        best = [one for one in near if one.nearness > near[0].nearness - 1e-6]  # another may have the same text
        assert (path, 0) in [(one.path, one.number) for one in best]
        assert near[0].nearness > 0.6
        assert len({one.path for one in near}) == len(near)


ACTS = st.lists(
    st.one_of(
        st.tuples(st.just("put"), st.sampled_from(PATHS), st.integers(1, 10_000)),
        st.tuples(st.just("remove"), st.sampled_from(PATHS), st.just(0)),
        st.tuples(st.just("copy"), st.sampled_from(PATHS), st.just(0)),
        st.tuples(st.just("tidy"), st.just(""), st.just(0)),
        st.tuples(st.just("reopen"), st.just(""), st.just(0)),
        st.tuples(st.just("cut"), st.just(""), st.integers(1, 60)),
    ),
    max_size=25,
)


@given(acts=ACTS)
@settings(max_examples=25, deadline=None)
def test_store_knows_the_last_version_of_each_note(
    acts: list[tuple[str, str, int]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Whatever is done, the file opened again knows the same, for who writes and for who only reads."""
    file = tmp_path_factory.mktemp("store") / "meaning"
    known: dict[str, int] = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(vector_store, "_SPARE", 0)
        store = VectorStore(file, "one", write=True)
        reader = VectorStore(file, "one", write=False)
        for act, path, seed in acts:
            match act:
                case "put":
                    put(store, path, seed, 1 + seed % 4)
                    known[path] = seed
                case "remove":
                    store.remove(path)
                    known.pop(path, None)
                case "copy" if path in known:
                    store.copy(path, f"{path} copy.md", state(known[path]))
                    known[f"{path} copy.md"] = known.pop(path)
                    store.remove(path)
                case "tidy":
                    store.tidy()
                case "reopen":
                    store.close()
                    store = VectorStore(file, "one", write=True)
                case "cut":  # a kill in the middle of a record
                    with file.open("ab") as torn:
                        torn.write(b"\xa7Mng" + random.Random(seed).randbytes(seed))
                    store.close()
                    store = VectorStore(file, "one", write=True)
        holds(store, known)
        reader.refresh()
        holds(reader, known)
        store.close()
        reader.close()


def test_damage_costs_the_notes_that_it_hits(tmp_path: Path) -> None:
    """Red when a flipped byte is not noticed, or takes other notes with it."""
    chance = random.Random(5)
    file = tmp_path / "meaning"
    store = VectorStore(file, "one", write=True)
    for number in range(30):
        put(store, f"{number}.md", number + 1, 1 + (number + 1) % 4)
    store.close()
    sound = file.read_bytes()
    for _ in range(25):
        data = bytearray(sound)
        at, length = chance.randrange(40, len(data)), chance.choice([1, 1, 200])
        data[at : at + length] = chance.randbytes(length)
        file.write_bytes(data)
        store = VectorStore(file, "one", write=True)
        left = store.paths()
        assert len(left) >= 27
        for path in left:
            number = int(path.removesuffix(".md")) + 1
            assert np.abs(store.vectors(path) - vectors(number, 1 + number % 4)).max() < 0.02
        for path in {f"{number}.md" for number in range(30)}.difference(left):
            number = int(path.removesuffix(".md")) + 1
            put(store, path, number, 1 + number % 4)
        holds(store, {f"{number}.md": number + 1 for number in range(30)})
        store.close()


@pytest.mark.parametrize("begin", [b"", b"Axon", b"no such file at all, and long enough to have a head"])
def test_another_file_in_its_place_is_none_of_its(tmp_path: Path, begin: bytes) -> None:
    (tmp_path / "meaning").write_bytes(begin)
    reader = VectorStore(tmp_path / "meaning", "one", write=False)
    assert reader.paths() == []
    reader.close()
    store = VectorStore(tmp_path / "meaning", "one", write=True)
    put(store, "a.md", 1, 2)
    store.close()
    store = VectorStore(tmp_path / "meaning", "one", write=True)
    holds(store, {"a.md": 1})
    store.close()
    other = VectorStore(tmp_path / "meaning", "another encoder", write=True)
    assert other.paths() == []
    other.close()


def test_few_signs_lead_to_the_nearest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Red when the first look, by signs alone, loses what the vectors would find."""
    monkeypatch.setattr(vector_store, "_LOOKED_AT", 250)
    chance = np.random.default_rng(1)
    themes = chance.standard_normal((20, 256)).astype(np.float32)
    everything = (themes[np.arange(1_800) % 20] + 1.5 * chance.standard_normal((1_800, 256))).astype(np.float32)
    everything /= np.linalg.norm(everything, axis=1, keepdims=True)
    store = VectorStore(tmp_path / "meaning", "one", write=True)
    for number in range(600):
        path = f"{'even/' * (number % 2 == 0)}{number}.md"
        store.put(path, state(number), everything[3 * number : 3 * number + 3], prints(number))
    missed = 0
    for theme in themes:
        wanted = {*np.argsort(-(everything @ theme))[:10]}
        missed += len(wanted.difference(store._candidates(theme, np.ones(601, bool))))
    assert missed <= 4
    even = [one.path for one in store.near(themes[0], 10, folder="even")]
    assert all(path.startswith("even/") for path in even)
    assert len(even) == 10
    others = [one.path for one in store.near(themes[0], 10, folder="even", without=even[0])]
    assert others[:9] == even[1:]
    some = store.near(themes[0], 10, among=[*even[:3], "no such note.md"])
    assert [one.path for one in some] == even[:3]
    store.close()


WRITER = """
import sys
from pathlib import Path
from tests.meaning.test_vector_store import VectorStore, put
store = VectorStore(Path(sys.argv[1]), "one", write=True)
print(len(store.paths()), flush=True)
number = len(store.paths())
while True:
    number += 1
    put(store, f"{number}.md", number, 1 + number % 4)
    print(number, flush=True)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signal")
@pytest.mark.parametrize("kills", [pytest.param(2), pytest.param(200, marks=pytest.mark.soak)])
def test_killed_writer_goes_on_where_it_was(tmp_path: Path, kills: int) -> None:
    """Nothing that was written is lost or there twice, whenever the process is killed."""
    chance = random.Random(11)
    file, last = tmp_path / "meaning", 0
    for _ in range(kills):
        process = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(file)],
            stdout=subprocess.PIPE,
            env=worker_environment(),
            cwd=Path(__file__).parents[2],
        )
        assert process.stdout is not None
        begun = int(process.stdout.readline())
        assert begun >= last
        last = begun
        time.sleep(chance.random() / 10)
        process.kill()
        said = process.stdout.read().split()
        process.wait()
        process.stdout.close()
        last = max(last, int(said[-1])) if said else last
        reader = VectorStore(file, "one", write=False)
        assert (
            {f"{number}.md" for number in range(1, last + 1)}
            <= {*reader.paths()}
            <= {f"{number}.md" for number in range(1, last + 2)}
        )
        reader.close()
    store = VectorStore(file, "one", write=True)
    count = len(store.paths())
    assert store.passages == sum(1 + number % 4 for number in range(1, count + 1))
    assert np.abs(store.vectors(f"{count}.md") - vectors(count, 1 + count % 4)).max() < 0.02
    store.close()
