"""Shows the window in each of its states and every dialog, and waits with each until it was walked through.

Run by bus_scene.py on a screen with an accessibility bus: with `fault`, notes offer what ended the program once.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QWidget

from axon_desktop.ui.markdown_view.accessible import AccessibleView
from tests.ui.every_window import run, visit_all
from tests.waiting import until

SHOWN, WALKED = "shown", "walked"
"""Files with the name of what is shown, and of what was walked through."""


def offer_none() -> None:
    """Bring the fault back: None for an interface that is not offered."""
    offered = AccessibleView.interface_cast

    def interface_cast(self: AccessibleView, kind: QAccessible.InterfaceType) -> object:
        return offered(self, kind) if kind == QAccessible.InterfaceType.TextInterface else None

    AccessibleView.interface_cast = interface_cast  # type: ignore[method-assign]


def main() -> None:
    """Show everything."""
    folder = Path(sys.argv[1])
    if sys.argv[2:] == ["fault"]:
        offer_none()
    shown, walked = folder / SHOWN, folder / WALKED

    async def visit(name: str, _window: QWidget) -> None:
        shown.write_text(name)
        await until(lambda: walked.exists() and walked.read_text() == name, 600)

    run(folder, lambda app: visit_all(app, folder, visit))


if __name__ == "__main__":
    main()
