"""A question that waits in a conversation, for tests of what happens meanwhile."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from unittest.mock import patch

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QWidget

from axon_desktop.ui.decisions import decisions
from axon_desktop.ui.decisions.decision_card import DecisionCard
from axon_desktop.ui.decisions.decisions import QUIET_MS
from axon_desktop.ui.dialog_keys import HOLD_MS, DecisionKeys
from axon_desktop.ui.typing_clock import _WHEN_MADE, TypingClock
from tests.ui.chat_world import World, call, dialog, make_world, until


def clock() -> TypingClock:
    """Return the program's clock."""
    return TypingClock.of_program()


_now = [0.0]


@contextmanager
def standing() -> Iterator[None]:
    """Let the program's clock go on in `quiet`, `seen` and `opened` only, however busy the machine is."""
    _now[0] = TypingClock.now()
    with patch.object(TypingClock, "now", staticmethod(lambda: _now[0])):
        yield
    clock().last = clock().touched = clock().came = _WHEN_MADE  # else they were later than now


async def quiet(milliseconds: float) -> None:
    """Let so much time go by that nothing was typed for this long."""
    await until(lambda: not clock().composing)
    _now[0] += max(0.0, milliseconds + 1 - clock().quiet())


async def opened() -> QDialog:
    """Let so much time go by that a dialog opens by itself, and return it."""
    await quiet(QUIET_MS)
    await until(dialog)
    found = dialog()
    assert found is not None
    return found


def card(world: World) -> DecisionCard:
    """Return the newest card."""
    return world.panel.view.findChildren(DecisionCard)[-1]


def keys(shown: QWidget) -> DecisionKeys:
    """Return the key rules of a dialog or card."""
    found = shown.findChild(DecisionKeys, options=Qt.FindChildOption.FindDirectChildrenOnly)
    assert isinstance(found, DecisionKeys)
    return found


def painted(shown: QWidget) -> Callable[[], bool]:
    """Return a function that tells whether it is on the screen."""
    return lambda: keys(shown).is_painted


def seen(shown: QWidget) -> Callable[[], bool]:
    """Return a function that tells whether it was visible long enough to be read, and lets that time go by."""

    def is_seen() -> bool:
        if keys(shown).is_painted and keys(shown).is_too_new:
            _now[0] += HOLD_MS + 1
        return not keys(shown).is_too_new

    return is_seen


@contextmanager
def opening(quiet: float = QUIET_MS) -> Iterator[None]:
    """Let a dialog open by itself when nobody has typed for this long, as it does for users."""
    with patch.object(decisions, "QUIET_MS", quiet):
        yield


@asynccontextmanager
async def waiting(
    tmp_path: Path, text: str = "x\n", tool: str = "create_note", *, opens: bool = False, **params: str
) -> AsyncIterator[World]:
    """A change that waits for approval, in a window whose message box has the focus.

    Its dialog opens by itself when nobody types if it `opens`; else the test takes the time that it needs.
    """
    wanted = {"path": "Home", "content": text, "mode": "append", **params}
    with opening(QUIET_MS if opens else math.inf):
        world = make_world(tmp_path, [call(tool, **wanted), "Done."], goes=False)
        world.panel.activateWindow()
        await until(world.panel.isActiveWindow)
        world.panel.composer.input.setFocus()
        world.session.send("Please")
        assert world.decisions is not None
        await until(lambda: world.decisions and world.decisions.waiting)
        try:
            yield world
        finally:
            await world.close()
