"""The whole window on a small and on a large vault, with the index warm: it does the same on both."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from axon_desktop.mcp_host.config.config import ServerConfig
from tests.counting.whole_window import Found
from tests.mcp_host.scenes import agree

ROOT = Path(__file__).resolve().parents[2]
SIZES = (100, 1_500)
FOLDERS = 10
FIRST, SECOND = "3/n00023.md", "4/n00034.md"
TIMERS = 6
"""Timer events in three seconds without anything to do; the caret does not blink."""


def fill(root: Path, notes: int) -> None:
    for at in range(notes):
        folder = root / str(at % FOLDERS)
        folder.mkdir(parents=True, exist_ok=True)
        text = f"# Note {at}\n\nA word, see [[n{at + 1:05}]]. #tag{at % 50}\n"
        place = folder / f"n{at:05}.md"
        place.write_text(text, encoding="utf-8")
        os.utime(place, (1e9, 1e9))


def environment(home: Path) -> dict[str, str]:
    """Return the environment of a program with a home of its own, which encodes nothing meanwhile."""
    settings = home / "config" / "settings.json"
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text('{"meaning": {"encoder": "off"}}', "utf-8")
    kept = {name: value for name, value in os.environ.items() if not name.endswith("_API_KEY")}
    mine = {
        "QT_QPA_PLATFORM": "offscreen",
        "AXON_HOME": str(home),
        "PYTHONPATH": str(ROOT),
        "PYTHONFAULTHANDLER": "1",
    }
    return {**kept, **mine}


def check_end(command: list[str], code: int, complaints: str) -> None:
    """Fail with all that a process said, such as its stack, when it did not end well."""
    if code:
        pytest.fail(f"{shlex.join(command)} ended with {code}:\n{complaints}", pytrace=False)


def play(kind: str, folders: list[Path]) -> list[str]:
    """Run the program on each vault, all at the same time, and return what they print."""
    module = [sys.executable, "-m", "tests.counting.whole_window", kind]
    commands = [[*module, str(folder / "vault"), FIRST, SECOND] for folder in folders]
    running = [
        subprocess.Popen(
            command,
            env=environment(folder / "home"),
            cwd=ROOT,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for command, folder in zip(commands, folders, strict=True)
    ]
    ends = [process.communicate(timeout=300) for process in running]
    for process, command, (_, complaints) in zip(running, commands, ends, strict=True):
        check_end(command, process.returncode, complaints)
    return [output for output, _ in ends]


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> tuple[Found, Found]:
    """Return what a run on the small vault and one on the large vault found."""
    folders = [tmp_path_factory.mktemp(f"vault{size}") for size in SIZES]
    for folder, size in zip(folders, SIZES, strict=True):
        fill(folder / "vault", size)
    play("build", folders)
    small, large = (json.loads(output.splitlines()[-1]) for output in play("count", folders))
    return small, large


def test_start_on_a_warm_vault_opens_the_same_files(runs: tuple[Found, Found]) -> None:
    """Red when something reads notes at start that nobody sees: for the names, the tags, the counts of folders."""
    small, large = runs
    notes = [name for name in large["start"]["opened"] if name.endswith(".md")]
    assert set(notes) == {Path(FIRST).name}
    assert len(notes) <= 6, "to be shown, and to be written"
    assert len(large["start"]["opened"]) <= len(small["start"]["opened"]) + 4, (small["start"], large["start"])
    assert large["start"]["listed"] <= small["start"]["listed"] + 2
    assert small["start"]["listed"] <= 4 * (FOLDERS + 1)


def test_opening_a_note_does_the_same(runs: tuple[Found, Found]) -> None:
    """Red when opening a note looks for others by reading, or walks the tree's rows or the vault's names."""
    small, large = runs
    assert set(large["note"]["opened"]) == set(small["note"]["opened"])
    assert len(large["note"]["opened"]) <= len(small["note"]["opened"]) + 2
    assert large["note"]["listed"] <= small["note"]["listed"] + 1
    calls = large["note"]["calls"], small["note"]["calls"]
    assert calls[0] <= 1.3 * calls[1] + 100, (calls, large["note"]["most"], small["note"]["most"])
    assert large["note"]["statements"] <= small["note"]["statements"] + 2
    assert large["note"]["rows"] <= 1.5 * small["note"]["rows"] + 50


def test_change_by_another_program_does_the_same(runs: tuple[Found, Found]) -> None:
    """Red when one changed file lets the vault be walked, all tabs be read, all open folders be listed."""
    small, large = runs
    assert set(large["outside"]["opened"]) <= set(small["outside"]["opened"])
    assert len(large["outside"]["opened"]) <= len(small["outside"]["opened"]) + 4
    assert large["outside"]["listed"] <= small["outside"]["listed"] + 1
    calls = large["outside"]["calls"], small["outside"]["calls"]
    assert calls[0] <= 1.3 * calls[1] + 200, (calls, large["outside"]["most"], small["outside"]["most"])
    assert large["outside"]["statements"] <= small["outside"]["statements"] + 4


def test_window_at_rest_does_nothing(runs: tuple[Found, Found]) -> None:
    """Red when a timer goes off again and again without need, such as a pause that is no single shot."""
    for run in runs:
        assert run["rest"]["timers"] <= TIMERS, run["rest"]["who"]
        assert run["rest"]["calls"] <= 100, run["rest"]["who"]


def test_classes_of_qt_are_made_before_a_thread_needs_them(runs: tuple[Found, Found]) -> None:
    """Red when threads begin to import too early, or PySide makes a class later that `UNNAMED` lacks.

    Two threads that make one class, or one while another looks through all, end the program now and then.
    """
    for run in runs:
        assert run["unmade"] == []


def first_paint(folder: Path) -> set[str]:
    command = [sys.executable, "-m", "axon_desktop", str(folder / "vault"), "--exit-after-paint"]
    run = subprocess.run(command, env=environment(folder / "home"), text=True, capture_output=True, check=False)
    check_end(command, run.returncode, run.stderr)
    return set(json.loads(run.stdout.splitlines()[-1])["modules"])


def test_first_paint_imports_the_same_whatever_is_set_up(tmp_path: Path) -> None:
    """Red when the window imports a feature, or what servers need, before it is painted."""
    plain, rich = tmp_path / "plain", tmp_path / "rich"
    fill(plain / "vault", 1)
    fill(rich / "vault", 300)
    agree(rich / "home", *(ServerConfig(name=f"server{at}", command="/bin/true") for at in range(10)))
    modules = first_paint(plain)
    assert first_paint(rich) == modules
    own = sorted(name for name in modules if name.startswith("axon_desktop"))
    files = [name for name in own if (ROOT / name.replace(".", "/")).with_suffix(".py").is_file()]
    assert len(files) <= 71, files  # a folder is imported with them, and holds nothing
    rooms = {name.split(".")[1] for name in own if "." in name}
    assert rooms.isdisjoint({"agent", "index", "mcp_host", "tools", "conversations", "serve", "agent_sync"})
