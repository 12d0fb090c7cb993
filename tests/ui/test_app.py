from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.waiting import PATIENCE, wait_until

ROOT = Path(__file__).resolve().parents[2]


HEAVY = {
    "httpx",
    "jsonschema",
    "keyring",
    "markdown_it",
    "mcp",
    "msgspec",
    "pygments.lexers",
    "sqlite3",
    "tantivy",
    "watchfiles",
    "yaml",
    "ziamath",
}


def environment(tmp_path: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.endswith("_API_KEY")}
    return {**kept, "QT_QPA_PLATFORM": "offscreen", "AXON_HOME": str(tmp_path / "home"), "PYTHONPATH": str(ROOT)}


def start(tmp_path: Path, *arguments: str, **variables: str) -> subprocess.Popen[str]:
    environ = {**environment(tmp_path), **variables}
    return subprocess.Popen(
        [sys.executable, "-m", "axon_desktop", *arguments],
        env=environ,
        cwd=tmp_path,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def test_nothing_heavy_is_imported_before_the_first_paint(tmp_path: Path) -> None:
    process = start(tmp_path, "--exit-after-paint")
    output, complaints = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, complaints
    assert HEAVY.isdisjoint(json.loads(output)["modules"])


@pytest.fixture(scope="module")
def tour(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Play the tour, and return the folder with its `pictures` and other output."""
    folder = tmp_path_factory.mktemp("tour")
    process = start(folder, "--tour", str(folder / "pictures"))
    _, complaints = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, complaints
    return folder


def test_tour_plays_without_a_display_and_leaves_pictures(tour: Path) -> None:
    folder = tour / "pictures"
    names = [file.name for file in sorted(folder.iterdir())]
    assert [name[3:-4] for name in names] == [
        "note", "list", "read", "search", "approval", "created", "move", "moved", "undone", "history", "dark",
        "narrow",
    ]  # fmt: skip
    assert all((folder / name).read_bytes().startswith(b"\x89PNG") for name in names)


def test_tour_leaves_the_users_own_folders_alone(tour: Path) -> None:
    assert not (tour / "home").exists()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there is always a display")
def test_tour_without_a_display_leaves_the_users_vault_alone(tmp_path: Path) -> None:
    vault = tmp_path / "Notes"
    vault.mkdir()
    (vault / "Mine.md").write_text("mine\n")
    environ = environment(tmp_path)
    for name in ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"):
        environ.pop(name, None)
    process = subprocess.Popen(
        [sys.executable, "-m", "axon_desktop", str(vault)],
        env=environ,
        cwd=tmp_path,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    _, complaints = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, complaints
    assert f"{vault} was not opened" in complaints
    assert [(file.name, file.read_text()) for file in vault.iterdir()] == [("Mine.md", "mine\n")]
    assert not (tmp_path / "home").exists()
    assert (tmp_path / "out" / "tour" / "01-note.png").exists()


@pytest.mark.parametrize("asked", ["{vault}", "obsidian://open?vault=Notes"])
def test_tour_is_not_played_in_a_vault_of_the_user(tmp_path: Path, asked: str) -> None:
    process = start(tmp_path, "--tour", str(tmp_path / "pictures"), asked.format(vault=tmp_path))
    _, complaints = process.communicate(timeout=PATIENCE)
    assert process.returncode == 2
    assert "copy of the sample vault" in complaints


def test_folder_that_is_none_is_refused(tmp_path: Path) -> None:
    process = start(tmp_path, str(tmp_path / "no such folder"))
    _, complaints = process.communicate(timeout=PATIENCE)
    assert process.returncode == 2
    assert "not a folder" in complaints


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_terminated_program_closes_cleanly(tmp_path: Path) -> None:
    """The first start copies the sample vault, and SIGTERM exits in the same way as closing the window."""
    process = start(tmp_path)
    copy = tmp_path / "home" / "data" / "Axon Sample Vault" / "Home.md"
    state = tmp_path / "home" / "config" / "window.ini"
    wait_until(lambda: copy.exists() or process.poll() is not None)
    assert copy.exists()
    process.send_signal(signal.SIGTERM)
    _, complaints = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, complaints
    assert "Traceback" not in complaints
    assert state.exists()


def test_damaged_settings_are_not_overwritten(tmp_path: Path) -> None:
    settings = tmp_path / "home" / "config" / "settings.json"
    settings.parent.mkdir(parents=True)
    settings.write_text("{ broken")
    process = start(tmp_path, "--exit-after-paint")
    process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert settings.read_text() == "{ broken"
