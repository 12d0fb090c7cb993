"""Wide tables in a real window on a virtual screen, scrolled by wheel and keys."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import screen
import tables_scene

pytestmark = [
    pytest.mark.desktop,
    pytest.mark.timeout(600),
    pytest.mark.skipif(bool(screen.missing_tools()), reason=f"needs {', '.join(screen.missing_tools())}"),
]


def test_wide_tables_are_scrolled_by_wheel_and_keys(tmp_path: Path) -> None:
    look = tables_scene.LOOKS[0]
    with screen.screen(look.size, tmp_path / "shots") as desk:
        tables_scene.play(desk, tmp_path, look)
