"""Tabs, source, pictures and other files in a real window on a virtual screen, by keys only."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import reading_scene
import screen

pytestmark = [
    pytest.mark.desktop,
    pytest.mark.timeout(600),
    pytest.mark.skipif(bool(screen.missing_tools()), reason=f"needs {', '.join(screen.missing_tools())}"),
]


def test_tabs_are_opened_written_in_and_found_again(tmp_path: Path) -> None:
    look = reading_scene.Look()
    with screen.screen(look.size, tmp_path / "shots") as desk:
        reading_scene.play(desk, tmp_path, look)
