"""Every dialog, menu and box, in a real window on a virtual screen, by keys."""

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import dialogs_scene
import screen
from scene import Scene

pytestmark = [
    pytest.mark.desktop,
    pytest.mark.timeout(1800),
    pytest.mark.skipif(bool(screen.missing_tools()), reason=f"needs {', '.join(screen.missing_tools())}"),
]


@pytest.mark.parametrize(
    "acts",
    [
        pytest.param(dialogs_scene.ACTS[:3], id="sample"),
        pytest.param(dialogs_scene.ACTS, id="all", marks=pytest.mark.soak),  # `make screenshots` plays them too
    ],
)
def test_every_dialog_is_reached_by_keys_alone(tmp_path: Path, acts: tuple[Callable[[Scene], None], ...]) -> None:
    look = replace(dialogs_scene.LOOKS[0], acts=acts)
    with screen.screen(look.size, tmp_path / "shots") as desk:
        dialogs_scene.play(desk, tmp_path, look)
