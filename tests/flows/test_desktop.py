"""The main job in a real window on a virtual screen, by keys and mouse only."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

import desktop  # noqa: E402
import model_scene  # noqa: E402
import screen  # noqa: E402

pytestmark = [
    pytest.mark.desktop,
    pytest.mark.timeout(1200),
    pytest.mark.skipif(bool(screen.missing_tools()), reason=f"needs {', '.join(screen.missing_tools())}"),
]


def files_of(vault: Path) -> dict[str, bytes]:
    """Return every file of a vault by its path."""
    return {str(file.relative_to(vault)): file.read_bytes() for file in vault.rglob("*") if file.is_file()}


def test_window_and_command_line_leave_the_same_files(tmp_path: Path) -> None:
    for name in ("window", "line"):
        (tmp_path / name / "home").mkdir(parents=True)
    by_window = desktop.copy_sample(tmp_path / "window")
    by_line = desktop.copy_sample(tmp_path / "line")

    with screen.screen("1440x900", tmp_path / "shots") as desk:
        desktop.main_job(desk, by_window, tmp_path / "window" / "home", "Home")
    for text in ("read Home", "create note Inbox/Idea: 记住 this", "append to Inbox/Idea: and that"):
        line = [sys.executable, "-m", "axon_desktop.cli", "ask", text, "--vault", str(by_line)]
        subprocess.run(
            [*line, "--provider", "offline", "--approve", "all"],
            env={**os.environ, "AXON_HOME": str(tmp_path / "line" / "home")},
            cwd=HERE.parents[1],
            check=True,
            timeout=screen.PATIENCE,
            capture_output=True,
        )

    assert files_of(by_window) == files_of(by_line)


def test_close_button_works_while_a_write_is_asked_about(tmp_path: Path) -> None:
    with screen.screen("1440x900", tmp_path / "shots") as desk:
        vault = desktop.copy_sample(tmp_path)
        before = files_of(vault)
        desktop.open_window(desk, vault, tmp_path)
        desktop.maximise(desk, "1200x700")
        desktop.ask(desk, "create note Inbox/Idea: x")
        desk.wait_window(desktop.APPROVAL)
        desk.click_close_button("Sample vault")
        desk.wait_gone("Axon")
        desk.wait_gone(desktop.APPROVAL)
        assert files_of(vault) == before


def test_conversation_with_a_model_goes_through_dialogs_error_and_stop(tmp_path: Path) -> None:
    with screen.screen("1440x900", tmp_path / "shots") as desk:
        model_scene.play(desk, tmp_path, model_scene.LOOKS[0])
