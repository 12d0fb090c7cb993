"""The first start in a real window on a virtual screen, by keys only."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import first_run_scene
import screen

pytestmark = [
    pytest.mark.desktop,
    pytest.mark.timeout(600),
    pytest.mark.skipif(bool(screen.missing_tools()), reason=f"needs {', '.join(screen.missing_tools())}"),
]


@pytest.mark.parametrize("look", first_run_scene.LOOKS, ids=lambda look: look.prefix.strip("-"))
def test_new_user_comes_to_an_answer_by_keys_alone(tmp_path: Path, look: first_run_scene.Look) -> None:
    with screen.screen(look.size, tmp_path / "shots") as desk:
        first_run_scene.play(desk, tmp_path, look)
    assert len(list((tmp_path / "shots").glob("*.png"))) == 7
