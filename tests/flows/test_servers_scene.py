"""MCP servers in a real window on a virtual screen, by keys only."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import scene
import screen
import servers_scene

pytestmark = [
    pytest.mark.desktop,
    pytest.mark.timeout(1200),
    pytest.mark.skipif(bool(screen.missing_tools()), reason=f"needs {', '.join(screen.missing_tools())}"),
]


def test_servers_are_set_up_agreed_to_and_called_by_keyboard_alone(tmp_path: Path) -> None:
    look = scene.Look(acts=servers_scene.ACTS)
    with screen.screen(look.size, tmp_path / "shots") as desk:
        servers_scene.play(desk, tmp_path, look)
