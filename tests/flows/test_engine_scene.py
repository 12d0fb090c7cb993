"""All that the agent's engine offers, in a real window on a virtual screen, by keys only."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import engine_scene
import scene
import screen

pytestmark = [
    pytest.mark.desktop,
    pytest.mark.timeout(1200),
    pytest.mark.skipif(bool(screen.missing_tools()), reason=f"needs {', '.join(screen.missing_tools())}"),
]


def test_rounds_plans_budget_queue_and_history_work_by_keyboard_alone(tmp_path: Path) -> None:
    look = scene.Look(acts=engine_scene.ACTS)
    with screen.screen(look.size, tmp_path / "shots") as desk:
        engine_scene.play(desk, tmp_path, look)
