"""Questions that wait, once more where a window manager hands over the keyboard."""

import subprocess
import sys
from pathlib import Path

import pytest

QUESTIONS = "tests/ui/decisions/test_decisions.py"
HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

import screen  # noqa: E402

pytestmark = [
    pytest.mark.desktop,
    pytest.mark.timeout(900),
    pytest.mark.skipif(bool(screen.missing_tools()), reason=f"needs {', '.join(screen.missing_tools())}"),
]


def test_questions_wait_with_a_window_manager_too(tmp_path: Path) -> None:
    with screen.screen("1440x900", tmp_path / "shots") as desk:
        done = subprocess.run(
            (
                sys.executable,
                "-m",
                "pytest",
                "-q",
                "-p",
                "no:cacheprovider",
                "tests/ui/decisions/test_decisions.py",
            ),
            cwd=HERE.parents[1],
            env=desk.environment,
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
    assert done.returncode == 0, done.stdout[-4000:]
    assert "skipped" not in done.stdout
