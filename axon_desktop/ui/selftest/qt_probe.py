"""Qt's part of `axon doctor`, in a process of its own: a missing library may crash it, and the command has no Qt.

Run with the names of shared libraries; prints a JSON object.
"""

from __future__ import annotations

import ctypes
import json
import sys
from typing import Any


def main(libraries: list[str]) -> None:
    """Load the libraries, then start Qt and count its fonts."""
    found: dict[str, Any] = {"missing": [name for name in libraries if not _loads(name)]}
    try:
        import PySide6
        import PySide6.QtWidgets
        from PySide6.QtGui import QFontDatabase, QGuiApplication

        found["version"] = PySide6.__version__
        application = QGuiApplication(["axon-doctor", "-platform", "offscreen"])
        found["fonts"] = len(QFontDatabase.families())
        found["chinese"] = len(QFontDatabase.families(QFontDatabase.WritingSystem.SimplifiedChinese))
        del application
    except ImportError as error:
        found["error"] = str(error)
    sys.stdout.write(json.dumps(found) + "\n")
    sys.stdout.flush()


def _loads(name: str) -> bool:
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


if __name__ == "__main__":
    main(sys.argv[1:])
