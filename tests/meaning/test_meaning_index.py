from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from axon_desktop.errors import LLMAuthError, LLMConnectionError, LLMResponseError, MeaningUnavailableError
from axon_desktop.meaning import meaning_index, worker
from axon_desktop.meaning.meaning_index import MeaningIndex, MeaningState
from axon_desktop.settings.settings import MeaningSettings
from axon_desktop.vault import Vault
from tests.index.library import write
from tests.llm.embeddings_server import EmbeddingsServer
from tests.llm.loopback import Raw, Status
from tests.vault.files.test_placeholders import hollow
from tests.waiting import wait_until

NOTES = {
    "Pond.md": "# Pond\n\nThe goldfish sleep below the ice.\n\n# Pump\n\nIt hums at night.\n",
    "Car.md": "---\ntags: [machines]\n---\nA new motor came on Tuesday.\n",
    "Work/Letter.md": "Dear neighbour, your fence fell over in the storm.\n",
    "Work/Plan.md": "The fence fell over in the storm: paint it, then the gate.\n",
    "secret/Diary.md": "The goldfish know nothing of this.\n",
    "Pond (conflicted copy 2026-01-01).md": "Old goldfish.\n",
    ".trash/Gone.md": "Thrown away goldfish.\n",
    ".obsidian/app.json": '{"userIgnoreFilters": ["secret/"]}',
}


class World:
    """A vault, its index of meaning and the server that encodes."""

    def __init__(self, home: Path, server: EmbeddingsServer) -> None:
        self.home, self.server = home, server
        self.root = home / "vault"
        self.vault = Vault(self.root, data_dir=home / "data")
        self.states: list[MeaningState] = []
        self.indexes: list[MeaningIndex] = []

    def open(
        self, *, model: str = EmbeddingsServer.model, key: str = EmbeddingsServer.key, watched: bool = True
    ) -> MeaningIndex:
        settings = MeaningSettings(encoder="server", base_url=f"{self.server.base_url}/v1", model=model)
        index = MeaningIndex(
            self.vault,
            settings,
            self.states.append,
            api_key=lambda: key,
            watched=watched,
            home=self.home / "index",
        )
        self.indexes.append(index)
        return index

    def change(self, path: str, text: str | None) -> None:
        """Change or remove a file, as the window hears of it from other programs."""
        if text is None:
            (self.root / path).unlink()
        else:
            write(self.root, {path: text})
        self.vault.changed_outside([path])


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    write(tmp_path / "vault", NOTES)
    with EmbeddingsServer() as server:
        made = World(tmp_path, server)
        yield made
        for index in made.indexes:
            index.close()
        assert server.problems == []


def paths(index: MeaningIndex, text: str, **more: str) -> list[str]:
    return [passage.path for passage in index.find(text, 5, **more)]  # type: ignore[arg-type]


def test_meaning_is_found_and_follows_the_notes(world: World) -> None:
    """What is excluded, a copy of a conflict, in the trash or not downloaded is not even encoded."""
    if hasattr(os.stat_result, "st_blocks"):
        hollow(world.root / "Away.md")
    index = world.open()
    [first] = index.find("frozen goldfish", 1)
    assert (first.path, first.heading_path, first.line) == ("Pond.md", ("Pond",), 3)
    assert first.text == "The goldfish sleep below the ice."
    assert 1 / 3 < first.likeness < 1
    everything = " ".join(world.server.texts)
    assert not [word for word in ("nothing of this", "Old", "Thrown", "\0", "Away") if word in everything]
    assert {*paths(index, "storm fence", folder="Work")} == {"Work/Plan.md", "Work/Letter.md"}
    assert [one.path for one in index.find("engine", among=["Work/Plan.md", "Car.md"])] == ["Car.md"]
    assert [one.path for one in index.related("Work/Letter.md", 3)] == ["Work/Plan.md"]
    assert [one.path for one in index.related_to("a storm", "Work/Plan.md")] == []
    encoded = len(world.server.texts)
    world.change("Pond.md", "# Pond\n\nA heron stands there.\n")
    assert paths(index, "heron")[0] == "Pond.md"
    assert "Pond.md" not in paths(index, "frozen goldfish")
    (world.root / "Car.md").write_text("Sold for a bicycle.\n")  # and nobody says so
    assert "Car.md" not in paths(index, "Tuesday")
    assert paths(index, "bicycle")[0] == "Car.md"
    world.change("Work/Letter.md", None)
    assert paths(index, "neighbour") == []
    (world.root / "Work").rename(world.root / "Jobs")
    world.vault.changed_outside(["Work", "Jobs"])
    assert paths(index, "paint gate")[0] == "Jobs/Plan.md"
    again = [text for text in world.server.texts[encoded:] if "paint it" in text]
    assert again == []  # it only has another path
    world.vault.apply(world.vault.preview("New.md", "Zebras graze.", "overwrite"), turn="t")
    assert paths(index, "zebras")[0] == "New.md"


def test_process_goes_on_after_a_kill_and_ends_when_idle(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    index = world.open()
    index.start()
    wait_until(lambda: index.state.phase == "ready")
    assert world.states[-1].usable
    old, encoded = index.worker_pid, len(world.server.texts)
    assert old is not None
    os.kill(old, signal.SIGTERM)
    wait_until(lambda: index.worker_pid not in (None, old))
    assert paths(index, "goldfish")[0] == "Pond.md"
    assert not [text for text in world.server.texts[encoded:] if text in NOTES.values() or "sleep" in text]
    index.close()
    monkeypatch.setattr(worker, "_IDLE", 0.0)
    monkeypatch.setattr(worker, "_IDLE_UNUSED", 0.0)
    ends = world.open()
    monkeypatch.setattr(meaning_index, "worker_command", lambda _module: _patched_worker())
    assert paths(ends, "goldfish")[0] == "Pond.md"
    wait_until(lambda: ends.worker_pid is None)
    assert paths(ends, "goldfish")[0] == "Pond.md"  # another one is started


def _patched_worker() -> list[str]:
    import sys

    code = "from axon_desktop.meaning import worker; worker._IDLE = worker._IDLE_UNUSED = 0.05; worker.main()"
    return [sys.executable, "-c", code]


def test_nothing_is_encoded_while_somebody_types(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A query is answered meanwhile, by what is encoded already; afterwards the rest is."""
    index = world.open()
    assert paths(index, "goldfish")
    wait_until(lambda: index.state.phase == "ready")
    monkeypatch.setattr(meaning_index, "_PAUSE_EVERY", 0.0)
    monkeypatch.setattr(meaning_index, "_PAUSE", 3_600.0)
    index.pause()
    many = {f"Zoo/{number}.md": f"Zebra {number} grazes." for number in range(worker._CHANGED_AT_ONCE + 1)}
    write(world.root, many)
    world.vault.changed_outside([*many])
    for _ in range(3):
        assert paths(index, "frozen goldfish")[0] == "Pond.md"
        assert "grazes" not in " ".join(world.server.texts)
    monkeypatch.setattr(meaning_index, "_PAUSE", 0.0)
    index.pause()
    wait_until(lambda: [text for text in many.values() if text not in " ".join(world.server.texts)] == [])


def test_second_program_only_reads_what_the_first_one_encodes(world: World) -> None:
    first, second = world.open(), world.open(watched=False)
    assert paths(first, "goldfish")
    assert paths(second, "goldfish") == paths(first, "goldfish")
    world.change("New.md", "Zebras graze.")
    assert paths(first, "zebras")[0] == "New.md"
    assert paths(second, "zebras")[0] == "New.md"
    first.close()
    second.close()
    third = world.open(watched=False)
    write(world.root, {"Newer.md": "Giraffes graze."})  # nobody says so
    assert paths(third, "giraffes")[0] == "Newer.md"


@pytest.mark.parametrize(
    ("spoil", "expected", "words"),
    [
        (
            lambda world: world.server.script(
                *[Status(429, "slow down", error={"code": "insufficient_quota"})] * 9
            ),
            Exception,
            "slow down",
        ),
        (
            lambda world: world.server.script(*[Raw(b'{"object": "list", "data": []}', "application/json")] * 9),
            LLMResponseError,
            "no vectors",
        ),
        (lambda world: world.server.script(*[Raw(b"<html>", "text/html")] * 9), LLMResponseError, "127"),
    ],
    ids=["refused", "no vectors", "no JSON"],
)
def test_trouble_of_the_server_is_its_own_error(
    world: World, spoil: Callable[[World], None], expected: type[Exception], words: str
) -> None:
    spoil(world)
    index = world.open()
    with pytest.raises(expected, match=words):
        index.find("goldfish")
    world.server.play_now()
    assert paths(index, "goldfish")[0] == "Pond.md"


def test_wrong_key_is_told_without_the_key(world: World) -> None:
    with pytest.raises(LLMAuthError) as caught:
        world.open(key="sk-wrong-key-of-somebody").find("goldfish")
    assert "sk-wrong" not in str(caught.value)


def test_server_that_is_not_there(world: World) -> None:
    settings = MeaningSettings(encoder="server", base_url="http://127.0.0.1:9/v1", model="m")
    index = MeaningIndex(world.vault, settings, home=world.home / "index")
    world.indexes.append(index)
    with pytest.raises(LLMConnectionError):
        index.find("goldfish")


def test_vectors_of_another_model_are_not_mixed(world: World) -> None:
    index = world.open()
    assert paths(index, "goldfish")
    index.close()
    world.server.backwards = True
    world.server.model = "other"
    encoded = len(world.server.texts)
    index = world.open(model="other")
    assert paths(index, "frozen goldfish")[0] == "Pond.md"
    assert len(world.server.texts) > encoded + 5


def test_turned_off_and_nothing_encoded(world: World) -> None:
    off = MeaningIndex(world.vault, MeaningSettings(encoder="off"), home=world.home / "index")
    world.indexes.append(off)
    off.start()
    off.pause()
    with pytest.raises(MeaningUnavailableError, match="turned off"):
        off.find("goldfish")
    assert off.worker_pid is None


@pytest.mark.usefixtures("real_workers")
def test_encoder_that_ships_knows_languages(tmp_path: Path) -> None:
    """The one test that loads it: in a process of its own, of one thread, which ends with the program."""
    write(
        tmp_path / "vault",
        {
            "Hochbeet.md": "Die Tomaten brauchen im Sommer jeden Abend Wasser.",
            "冰箱.md": "冰箱又坏了，牛奶都酸了，明天叫人来修。",
            "出張.md": "来週は新幹線で大阪へ行き、取引先と会う。",
            "회의.md": "다음 주 월요일 오후에 예산 회의가 있다.",
            "Attic.md": "We insulated the roof, and heating costs less now.",
        },
    )
    index = MeaningIndex(Vault(tmp_path / "vault", data_dir=tmp_path / "data"), home=tmp_path / "index")
    try:
        asked = {
            "watering vegetables": "Hochbeet.md",
            "the fridge is broken": "冰箱.md",
            "business trip by train": "出張.md",
            "会议 预算": "회의.md",
            "家を暖かくする": "Attic.md",
        }
        assert {text: index.find(text, 1)[0].path for text in asked} == asked
        process = psutil.Process(index.worker_pid)
        assert process.memory_info().rss < 220e6
    finally:
        index.close()
    assert not process.is_running() or process.status() == psutil.STATUS_ZOMBIE
