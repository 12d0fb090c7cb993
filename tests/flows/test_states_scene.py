"""What every panel says without anything to show, in a real window on a virtual screen, by keys."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import screen
import states_scene

pytestmark = [
    pytest.mark.desktop,
    pytest.mark.timeout(1800),
    pytest.mark.skipif(bool(screen.missing_tools()), reason=f"needs {', '.join(screen.missing_tools())}"),
]


def test_every_panel_says_why_it_is_empty(tmp_path: Path) -> None:
    look = states_scene.LIGHT
    with screen.screen(look.size, tmp_path / "shots") as desk:
        states_scene.play(desk, tmp_path, look)
