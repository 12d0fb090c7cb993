"""The search and the quick switcher in a real window on a virtual screen, by keys only."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import find_scene
import screen

pytestmark = [
    pytest.mark.desktop,
    pytest.mark.timeout(600),
    pytest.mark.skipif(bool(screen.missing_tools()), reason=f"needs {', '.join(screen.missing_tools())}"),
]


@pytest.mark.parametrize("look", find_scene.LOOKS, ids=lambda look: look.prefix.strip("-"))
def test_notes_are_found_by_their_text_and_by_their_name(tmp_path: Path, look: find_scene.Look) -> None:
    with screen.screen(look.size, tmp_path / "shots") as desk:
        find_scene.play(desk, tmp_path, look)
