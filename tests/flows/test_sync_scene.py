"""Reports to a Task Manager, set up and watched in a real window on a virtual screen, by keys only."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import scene
import screen
import sync_scene

pytestmark = [
    pytest.mark.desktop,
    pytest.mark.timeout(1200),
    pytest.mark.skipif(bool(screen.missing_tools()), reason=f"needs {', '.join(screen.missing_tools())}"),
]


def test_turns_are_reported_and_the_light_says_how_it_goes(tmp_path: Path) -> None:
    look = scene.Look()
    with screen.screen(look.size, tmp_path / "shots") as desk:
        sync_scene.play(desk, tmp_path, look)
