"""A text that could not be saved is saved as soon as that is possible, without any action."""

from __future__ import annotations

import random
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from axon_desktop.ui.editor.saving.drafts import Drafts
from tests.ui.dead_disk import dead_disk
from tests.ui.editor_world import EditorWorld, Run, make_editor_world
from tests.ui.lost_places import ANYWHERE, ON_A_DISK, Lose, put_on_disk, rename_folder, take_data_folder
from tests.waiting import until

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")

TEXT = "one\ntwo\nthree\n"
TYPED = "mine "
LONG = random.Random(1).randbytes(20_000).hex()  # more than a page of a record, which must not grow


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    root = tmp_path / "vault"
    put_on_disk(root)
    yield root
    with suppress(OSError):
        subprocess.run(["umount", "-l", str(root)], check=False, capture_output=True)


@asynccontextmanager
async def failing(world: EditorWorld, lose: Lose) -> AsyncIterator[None]:
    """Type while it cannot be saved, and wait until that is shown; in the end it is possible again."""
    world.show("Home.md")
    back = lose(world)
    try:
        world.type(TYPED)
        await until(lambda: world.view.state.kind == "failed")
        assert world.view.dirty
        yield
    finally:
        back()


async def come_back(world: EditorWorld, lose: Lose, text: str = TEXT) -> None:
    async with failing(world, lose):
        pass
    await world.saved()
    assert world.read("Home.md").decode() == TYPED + text
    await until(lambda: Drafts(world.vault.data_dir).paths() == [])
    world.close()


@pytest.mark.parametrize("kind", ANYWHERE)
def test_text_is_saved_as_soon_as_that_is_possible_again(tmp_path: Path, run_async: Run, kind: str) -> None:
    async def body() -> None:
        text = LONG if kind == "journal" else TEXT
        await come_back(make_editor_world(tmp_path, Home=text), ANYWHERE[kind], text)

    run_async(body())


@pytest.mark.parametrize("kind", ON_A_DISK)
def test_text_is_saved_as_soon_as_its_disk_is_back(tmp_path: Path, disk: Path, run_async: Run, kind: str) -> None:
    async def body() -> None:
        await come_back(make_editor_world(tmp_path, Home=TEXT), ON_A_DISK[kind])

    run_async(body())


def test_slow_disk_is_waited_for_and_then_has_all(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_editor_world(tmp_path, Home=TEXT)
        with dead_disk(world.root) as slow:
            world.show("Home.md")
            world.type(TYPED)
            await until(slow.hangs.is_set)
            world.type("more ")
            slow.answers.set()
            await world.saved()
        assert world.read("Home.md").decode() == f"{TYPED}more {TEXT}"
        world.close()

    run_async(body())


def test_what_another_program_wrote_meanwhile_is_put_together(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_editor_world(tmp_path, Home=TEXT)
        async with failing(world, rename_folder):
            (world.root.with_name("renamed") / "Home.md").write_text("one\ntwo\ntheirs\n")
        await world.saved()
        assert world.read("Home.md").decode() == f"{TYPED}one\ntwo\ntheirs\n"
        world.close()

    run_async(body())


def test_same_lines_of_another_program_stay_a_question(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_editor_world(tmp_path, Home="one\n")
        async with failing(world, rename_folder):
            (world.root.with_name("renamed") / "Home.md").write_text("theirs\n")
        await until(lambda: world.view.state.kind == "conflict")
        assert world.read("Home.md") == b"theirs\n"
        world.close()

    run_async(body())


def test_text_typed_while_it_is_away_is_in_it_too(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_editor_world(tmp_path, Home=TEXT)
        async with failing(world, rename_folder):
            world.type("later ")
            world.key(Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
            world.type("last")
        await until(lambda: world.read("Home.md").decode() == f"{TYPED}later {TEXT}last")
        await world.saved()
        world.close()

    run_async(body())


def test_draft_is_kept_as_soon_as_there_is_a_place_for_it(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_editor_world(tmp_path, Home=TEXT)
        world.show("Home.md")
        note = rename_folder(world)
        data = take_data_folder(world)
        world.type(TYPED)
        await until(lambda: world.view.state.kind == "failed")
        data()
        await until(lambda: Drafts(world.vault.data_dir).paths() == ["Home.md"])
        assert world.view.state.kind == "failed"
        note()
        await world.saved()
        world.close()

    run_async(body())


def test_failure_that_lasts_is_said_once(tmp_path: Path, run_async: Run) -> None:
    """A screen reader announces each change of the state."""

    async def body() -> None:
        world = make_editor_world(tmp_path, Home=TEXT)
        tries = []
        write = world.view._saver._own.write  # type: ignore[union-attr]

        async def counted(*args: object, **options: object) -> object:
            tries.append(1)
            return await write(*args, **options)  # type: ignore[arg-type]

        world.view._saver._own.write = counted  # type: ignore[union-attr, method-assign]
        async with failing(world, ANYWHERE["permission"]):
            await until(lambda: len(tries) > 3)
            assert [state.kind for state in world.states].count("failed") == 1
        await world.saved()
        world.close()

    run_async(body())
