"""A screen reader runs beside the program through its main job: both live, and an approval is spoken."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[2]))

import bus
import orca
import orca_scene
import screen

MISSING = [*bus.missing(), *orca.missing()]
pytestmark = [
    pytest.mark.desktop,
    pytest.mark.timeout(900),
    pytest.mark.skipif(bool(screen.missing_tools()), reason=f"needs {', '.join(screen.missing_tools())}"),
    pytest.mark.skipif(
        bool(MISSING) and not bus.can_be_installed(),
        reason=f"needs {', '.join(MISSING)}, which cannot be installed here",
    ),
]
SAID = """Axon wants to create Inbox/Winter.md
3 lines added at the beginning: # Winter
The beds are dug and the hedge is cut."""


@pytest.mark.parametrize("run", [0, *(pytest.param(run, marks=pytest.mark.soak) for run in range(1, 20))])
def test_orca_and_the_program_live_beside_each_other(tmp_path: Path, run: int) -> None:
    """The later runs begin with the first run of the program, and write in Live."""
    assert not MISSING, "`packaging/setup.sh desktop` installs these"
    with screen.screen("1440x900", tmp_path / "shots") as desk:
        said = orca_scene.play(desk, tmp_path, whole=run > 0)
    assert SAID in "\n".join(line.strip() for one in said for line in one.splitlines())
