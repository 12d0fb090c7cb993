"""Outline, links, a preview and tags in a real window on a virtual screen, by keys only."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import links_scene
import screen

pytestmark = [
    pytest.mark.desktop,
    pytest.mark.timeout(600),
    pytest.mark.skipif(bool(screen.missing_tools()), reason=f"needs {', '.join(screen.missing_tools())}"),
]


@pytest.mark.parametrize("look", links_scene.LOOKS, ids=lambda look: look.prefix.strip("-"))
def test_links_are_seen_and_followed(tmp_path: Path, look: links_scene.Look) -> None:
    with screen.screen(look.size, tmp_path / "shots") as desk:
        links_scene.play(desk, tmp_path, look)
