"""Chinese is written in a real window on a virtual screen with a real input method."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[2]))

import ime
import ime_scene
import scene
import screen

pytestmark = [
    pytest.mark.desktop,
    pytest.mark.timeout(900),
    pytest.mark.skipif(bool(screen.missing_tools()), reason=f"needs {', '.join(screen.missing_tools())}"),
    pytest.mark.skipif(
        bool(ime.missing()) and not ime.can_be_installed(),
        reason=f"needs {', '.join(ime.missing())}, which cannot be installed here",
    ),
]


@pytest.mark.parametrize(
    ("kind", "scale", "acts"),
    [
        pytest.param(ime.FcitxPinyin, "1", ime_scene.ACTS, id="fcitx"),
        pytest.param(ime.FcitxPinyin, "2", ime_scene.AT_200_PERCENT, id="fcitx-200"),
        pytest.param(ime.IbusPinyin, "1", ime_scene.BY_IBUS, id="ibus"),
        pytest.param(ime.IbusPinyin, "1", ime_scene.ACTS, id="ibus-all", marks=pytest.mark.soak),
    ],
)
def test_no_key_of_the_input_method_sends_stops_or_closes(
    tmp_path: Path, kind: type[ime.Pinyin], scale: str, acts: Sequence[Callable[[ime_scene.Writer], None]]
) -> None:
    assert not ime.missing(), "`packaging/setup.sh desktop` installs these"
    with screen.screen(f"{ime_scene.WIDTH}x{ime_scene.HEIGHT}", tmp_path / "shots") as desk:
        ime_scene.play(desk, tmp_path, scene.Look(scale=scale), acts, kind)
