"""Pictures come together where many are drawn, and nobody waits for those of a text that is gone."""

from __future__ import annotations

import warnings
from contextlib import suppress
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from axon_desktop.ui.view import MarkdownView
from axon_desktop.ui.view.formula import MAX_CALLS, _CallLimit, is_simple
from axon_desktop.ui.view.images import ImageStore
from axon_desktop.ui.view.picture import Look
from axon_desktop.vault.markdown.colors import LIGHT


@pytest.fixture
def store(qapp: QApplication) -> ImageStore:
    font = QFont()
    font.setPixelSize(15)
    return ImageStore(None, Look(LIGHT, font, 1.0))


def address(tex: str) -> str:
    return f"axon-math:text:{quote(tex, safe='')}"


def test_pictures_that_come_together_are_told_together(store: ImageStore, qtbot: QtBot) -> None:
    told: list[frozenset[str]] = []
    store.loaded.connect(told.append)
    names = {address(f"x_{number}") for number in range(60)}
    for name in names:
        store.image(name)
    qtbot.waitUntil(lambda: not store.at_work)
    assert frozenset().union(*told) == names
    assert len(told) < len(names) / 2


def test_what_waits_is_dropped_and_can_be_asked_for_again(store: ImageStore, qtbot: QtBot) -> None:
    told: set[str] = set()
    store.loaded.connect(told.update)
    names = [address(f"y_{number}") for number in range(200)]
    for name in names:
        store.image(name)
    store.drop_waiting()
    store.image(names[-1])
    qtbot.waitUntil(lambda: names[-1] in told and not store.at_work)
    assert len(told) < 20


def test_another_note_does_not_wait_for_the_formulas_of_the_last_one(view: MarkdownView, qtbot: QtBot) -> None:
    view.set_note("Many", " ".join(f"$z_{{{number}}}$" for number in range(400)))
    qtbot.waitUntil(lambda: view._images.at_work)
    view.set_note("Few", "$a$")
    qtbot.waitUntil(lambda: not view.at_work)
    assert view._images.picture(address("a")) is not None
    assert len(view._images._images) < 200


TOKENS = [r"\frac", r"\sqrt", r"\left(", r"\right)", "{", "}", "^", "_", "a", "1", r"\sum", r"\begin{matrix}", "&",
          r"\\", r"\end{matrix}", " ", "'", r"\alpha", "中", "|", r"\vec", r"\text"]  # fmt: skip


@given(st.lists(st.sampled_from(TOKENS), min_size=1, max_size=12).map("".join).filter(is_simple))
@settings(max_examples=100, deadline=None)
def test_what_seems_simple_is_typeset_without_being_counted(tex: str) -> None:
    from ziamath.zmath import Latex

    limit = _CallLimit(MAX_CALLS)
    with warnings.catch_warnings(action="ignore"), suppress(Exception), limit:  # broken or not, it must be quick
        Latex(tex, size=15).svg()
    assert limit._left > 0


@pytest.mark.parametrize("tex", [r"\frac{1}{" * 5, "x^2^2^2^2^2^2", r"\sqrt" * 6 + "x", "a" * 3000, "{" * 7])
def test_what_is_deep_or_long_is_not_simple(tex: str) -> None:
    assert not is_simple(tex)
    assert is_simple(r"\frac{1}{2}")
    assert is_simple("E = mc^2")


def test_pictures_longest_unused_leave_when_there_are_too_many(
    store: ImageStore, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("axon_desktop.ui.view.images.MAX_CACHE_BYTES", 12_000)
    names = [address(f"w_{number}") for number in range(20)]
    for name in names:
        store.image(name)
    qtbot.waitUntil(lambda: not store.at_work)
    kept = [name for name in names if store.picture(name) is not None]
    assert 0 < len(kept) < len(names)
    assert kept == names[-len(kept) :]
    held = [picture for name in kept if (picture := store.picture(name)) is not None]
    assert sum(picture.image.sizeInBytes() for picture in held) == store._bytes <= 12_000
