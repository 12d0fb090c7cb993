"""A note of two pages is written in a real window by keys and mouse; after a kill it is what was written."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import scene
import screen
import writing_scene

pytestmark = [
    pytest.mark.desktop,
    pytest.mark.timeout(900),
    pytest.mark.skipif(bool(screen.missing_tools()), reason=f"needs {', '.join(screen.missing_tools())}"),
]


@pytest.mark.parametrize(
    "look",
    [
        pytest.param(look, id=look.prefix.strip("-"), marks=[pytest.mark.soak] if number else [])
        for number, look in enumerate(writing_scene.LOOKS)
    ],
)
def test_note_is_written_and_is_what_the_story_says(tmp_path: Path, look: scene.Look) -> None:
    with screen.screen(look.size, tmp_path / "shots") as desk:
        writing_scene.play(desk, tmp_path, look)
