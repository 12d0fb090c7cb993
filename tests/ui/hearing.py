"""What is said to screen readers, for tests."""

from __future__ import annotations

import pytest

from axon_desktop.ui.accessibility.announcer import Announcer


def hear(patch: pytest.MonkeyPatch) -> list[tuple[str, bool]]:
    """Return a list to which each sentence is added, and whether it is urgent."""
    said: list[tuple[str, bool]] = []
    announce = Announcer.announce

    def heard(self: Announcer, text: str, *, urgent: bool = False, topic: str = "") -> None:
        said.append((text, urgent))
        announce(self, text, urgent=urgent, topic=topic)

    patch.setattr(Announcer, "announce", heard)
    return said
