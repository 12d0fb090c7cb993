"""A canvas and a base in a real window on a virtual screen."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import boards_scene
import screen

pytestmark = [
    pytest.mark.desktop,
    pytest.mark.timeout(600),
    pytest.mark.skipif(bool(screen.missing_tools()), reason=f"needs {', '.join(screen.missing_tools())}"),
]


def test_notes_are_opened_from_a_canvas_and_a_base(tmp_path: Path) -> None:
    look = boards_scene.LOOKS[0]
    with screen.screen(look.size, tmp_path / "shots") as desk:
        boards_scene.play(desk, tmp_path, look)
