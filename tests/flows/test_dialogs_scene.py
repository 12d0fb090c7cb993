"""Every dialog, menu and box, in a real window on a virtual screen, by keys."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import dialogs_scene
import screen

pytestmark = [
    pytest.mark.desktop,
    pytest.mark.timeout(1800),
    pytest.mark.skipif(bool(screen.missing_tools()), reason=f"needs {', '.join(screen.missing_tools())}"),
]


def test_every_dialog_is_reached_by_keys_alone(tmp_path: Path) -> None:
    look = dialogs_scene.LOOKS[0]
    with screen.screen(look.size, tmp_path / "shots") as desk:
        dialogs_scene.play(desk, tmp_path, look)
