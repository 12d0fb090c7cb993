"""The whole story in a real window on a virtual screen, by keys alone."""

import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

import desktop  # noqa: E402
import keys_only  # noqa: E402
import screen  # noqa: E402

pytestmark = [
    pytest.mark.desktop,
    pytest.mark.timeout(1200),
    pytest.mark.skipif(bool(screen.missing_tools()), reason=f"needs {', '.join(screen.missing_tools())}"),
]


def test_note_is_asked_for_approved_opened_and_undone_without_a_mouse(tmp_path: Path) -> None:
    with screen.screen("1440x900", tmp_path / "shots") as desk:
        vault = desktop.copy_sample(tmp_path)
        before = {file: file.read_bytes() for file in vault.rglob("*") if file.is_file()}
        keys_only.story(desk, vault, tmp_path)
        assert {file: file.read_bytes() for file in vault.rglob("*") if file.is_file()} == before
