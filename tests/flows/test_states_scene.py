"""What every panel says without anything to show, in a real window on a virtual screen, by keys."""

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import screen
import states_scene
from scene import Scene

pytestmark = [
    pytest.mark.desktop,
    pytest.mark.timeout(1800),
    pytest.mark.skipif(bool(screen.missing_tools()), reason=f"needs {', '.join(screen.missing_tools())}"),
]


@pytest.mark.parametrize(
    "acts",
    [
        pytest.param(states_scene.ACTS[:1], id="sample"),
        pytest.param(states_scene.ACTS, id="all", marks=pytest.mark.soak),  # `make screenshots` plays them too
    ],
)
def test_every_panel_says_why_it_is_empty(tmp_path: Path, acts: tuple[Callable[[Scene], None], ...]) -> None:
    look = replace(states_scene.LIGHT, acts=acts)
    with screen.screen(look.size, tmp_path / "shots") as desk:
        states_scene.play(desk, tmp_path, look)
