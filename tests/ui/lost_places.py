"""Storage that disappears, fills up or refuses, each by a real fault, and the way to restore it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from tests.broken_records import BREAKS
from tests.ui.editor_world import EditorWorld

Lose: TypeAlias = Callable[[EditorWorld], Callable[[], None]]
"""Makes it impossible to save `Home.md` of a vault; returns a function that makes it possible again."""


def run(*words: str | Path) -> None:
    """Run a system program; skip the test where it is not allowed."""
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"{words[0]}: {done.stderr.strip()}")


def put_on_disk(root: Path, size: str = "1m") -> None:
    """Mount a disk on an empty folder."""
    if not sys.platform.startswith("linux") or os.getuid() != 0:
        pytest.skip("only root of Linux mounts disks")
    root.mkdir()
    run("mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", root)


def rename_folder(world: EditorWorld) -> Callable[[], None]:
    """The vault's folder is renamed."""
    away = world.root.with_name("renamed")
    world.root.rename(away)
    return lambda: os.rename(away, world.root)


def empty_folder(world: EditorWorld) -> Callable[[], None]:
    """The disk is unmounted, and its empty folder remains."""
    away = world.root.with_name("elsewhere")
    world.root.rename(away)
    world.root.mkdir()

    def back() -> None:
        world.root.rmdir()
        away.rename(world.root)

    return back


def unmount(world: EditorWorld) -> Callable[[], None]:
    """The disk is removed, and inserted again."""
    other = world.root.with_name("other place")
    other.mkdir()
    run("mount", "--bind", world.root, other)
    run("umount", "-l", world.root)

    def back() -> None:
        run("mount", "--bind", other, world.root)
        run("umount", other)

    return back


def fill_disk(world: EditorWorld) -> Callable[[], None]:
    """The vault's disk is full."""
    filler = world.root / "filler"
    with filler.open("wb", buffering=0) as file:
        try:
            while file.write(b"x" * 4096):
                pass
        except OSError:
            pass
    return filler.unlink


def mount_for_reading(world: EditorWorld) -> Callable[[], None]:
    """The disk is mounted again read-only, as after a fault."""
    run("mount", "-o", "remount,ro", world.root)
    return lambda: run("mount", "-o", "remount,rw", world.root)


def take_permission(world: EditorWorld) -> Callable[[], None]:
    """The folder is not writable any more."""
    if os.getuid() == 0:
        run("chattr", "+i", world.root)
        return lambda: run("chattr", "-i", world.root)
    world.root.chmod(0o555)
    return lambda: world.root.chmod(0o755)


def take_note(world: EditorWorld) -> Callable[[], None]:
    """The note is moved out of the vault, and back."""
    away = world.root.with_name("Home.md")
    (world.root / "Home.md").rename(away)
    return lambda: os.rename(away, world.root / "Home.md")


def folder_in_its_place(world: EditorWorld) -> Callable[[], None]:
    """A folder replaces the note."""
    back = take_note(world)
    (world.root / "Home.md").mkdir()
    (world.root / "Home.md" / "x").write_text("x")

    def put_back() -> None:
        shutil.rmtree(world.root / "Home.md")
        back()

    return put_back


def take_data_folder(world: EditorWorld) -> Callable[[], None]:
    """Neither a record nor a draft can be written."""
    return BREAKS["other"](world.vault)


def fill_journal(world: EditorWorld) -> Callable[[], None]:
    """There is no room for the record of the change."""
    return BREAKS["full"](world.vault)


ANYWHERE: dict[str, Lose] = {
    "renamed": rename_folder,
    "empty": empty_folder,
    "permission": take_permission,
    "note": take_note,
    "folder": folder_in_its_place,
    "data": take_data_folder,
    "journal": fill_journal,
}
ON_A_DISK: dict[str, Lose] = {"unmounted": unmount, "full": fill_disk, "read_only": mount_for_reading}
