"""The geometry of a window whose screen has changed: as large as before if it fits, and always reachable."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QByteArray, QDataStream, QIODevice, QMargins, QRect, QSettings, QSize
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QMainWindow
from pytestqt.qtbot import QtBot

from axon_desktop.ui.look.theme import Theme
from axon_desktop.ui.window.geometry import SavedGeometry, fitted, free_screens, read_place
from axon_desktop.ui.window.main_window import MainWindow

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")

FRAME = QMargins(2, 24, 2, 4)
LARGE, LAPTOP, SMALL = QRect(0, 0, 1920, 1200), QRect(0, 0, 1440, 900), QRect(0, 0, 800, 600)
LEFT = QRect(-1280, 100, 1280, 1024)
ABOVE = QRect(0, -1080, 1920, 1080)
PANEL_ON_TOP = QRect(0, 32, 1440, 868)

FITS = [
    ("as it was", QRect(100, 100, 1200, 700), [LAPTOP]),
    ("on the second screen", QRect(-1200, 200, 900, 700), [LAPTOP, LEFT]),
    ("on a screen above", QRect(100, -900, 900, 700), [LAPTOP, ABOVE]),
    ("half on each screen", QRect(-300, 200, 700, 600), [LAPTOP, LEFT]),
]


@pytest.mark.parametrize(("wanted", "screens"), [row[1:] for row in FITS], ids=[row[0] for row in FITS])
def test_window_that_fits_keeps_its_size(wanted: QRect, screens: list[QRect]) -> None:
    assert fitted(wanted, FRAME, screens).size() == wanted.size()


def test_window_that_is_all_on_its_screen_stays_where_it_was() -> None:
    for _, wanted, screens in FITS[:3]:
        assert fitted(wanted, FRAME, screens) == wanted


TOO_LARGE = [
    ("a smaller screen", QRect(150, 100, 1600, 1000), [LAPTOP]),
    ("a very small one", QRect(150, 100, 1600, 1000), [SMALL]),
    ("a wider one", QRect(10, 10, 1000, 1100), [LAPTOP]),
    ("a panel at the top", QRect(0, 0, 1600, 1000), [PANEL_ON_TOP]),
    ("its screen is gone", QRect(-1200, 200, 900, 700), [LAPTOP]),
    ("far away", QRect(90_000, -90_000, 900, 700), [LAPTOP]),
    ("enormous", QRect(0, 0, 90_000, 90_000), [LAPTOP, LEFT]),
    ("its title bar above the screen", QRect(100, 0, 900, 700), [LAPTOP]),
    ("only a corner is seen", QRect(1430, 890, 900, 700), [LAPTOP]),
    ("on a gap between screens", QRect(-1200, -700, 900, 700), [LAPTOP, LEFT]),
]


@pytest.mark.parametrize(("wanted", "screens"), [row[1:] for row in TOO_LARGE], ids=[row[0] for row in TOO_LARGE])
def test_window_that_does_not_fit_is_as_large_as_the_screen_allows(wanted: QRect, screens: list[QRect]) -> None:
    place = fitted(wanted, FRAME, screens)
    outer = place.marginsAdded(FRAME)
    screen = next(screen for screen in screens if screen.contains(outer))
    largest = screen.marginsRemoved(FRAME).size()
    assert place.size() == wanted.size().boundedTo(largest)


SIDES = st.integers(-5000, 5000)
RECTS = st.builds(QRect, SIDES, SIDES, st.integers(200, 6000), st.integers(120, 6000))


@given(RECTS, st.lists(st.builds(QRect, SIDES, SIDES, st.integers(600, 6000), st.integers(400, 6000)), min_size=1))
def test_every_window_is_whole_on_one_screen(wanted: QRect, screens: list[QRect]) -> None:
    place = fitted(wanted, FRAME, screens)
    assert any(screen.contains(place.marginsAdded(FRAME)) for screen in screens)
    assert fitted(place, FRAME, screens) == place


# # --- the saved data --------------------------------------------------------------------------------------------


def kept(normal: QRect, *, maximized: bool = False, version: int = 3, magic: int = 0x1D9D0CB) -> QByteArray:
    """Return the data of `saveGeometry` for such a window."""
    data = QByteArray()
    stream = QDataStream(data, QIODevice.OpenModeFlag.WriteOnly)
    stream.setVersion(QDataStream.Version.Qt_4_0)
    stream.writeUInt32(magic)
    stream.writeUInt16(version)
    stream.writeUInt16(0)
    stream << normal.marginsAdded(FRAME) << normal
    stream.writeInt32(0)
    stream.writeUInt8(int(maximized))
    stream.writeUInt8(0)
    stream.writeInt32(1920)
    stream << normal
    return data


def test_what_qt_writes_is_read(qtbot: QtBot) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    window.setGeometry(60, 70, 500, 400)
    window.show()
    place = read_place(window.saveGeometry())
    assert place is not None
    assert (place.normal, place.maximized) == (QRect(60, 70, 500, 400), False)
    window.showMaximized()
    place = read_place(window.saveGeometry())
    assert place is not None
    assert (place.normal.size(), place.maximized) == (QSize(500, 400), True)


DAMAGED = [
    None, "", "x", 5, ["x"], QByteArray(), QByteArray(b"\x01\xd9\xd0"), QByteArray(b"\0" * 70),
    QByteArray(b"x" * 5000), kept(QRect(0, 0, 900, 700), magic=7), kept(QRect(0, 0, 900, 700), version=99),
    kept(QRect(0, 0, 900, 700)).left(30),
    kept(QRect(0, 0, 1, 1)), kept(QRect(0, 0, -900, -700)), kept(QRect(0, 0, 2**30, 700)),
    kept(QRect(2**30, 0, 900, 700)),
]  # fmt: skip


@pytest.mark.parametrize("value", DAMAGED)
def test_damaged_value_is_no_place(value: object) -> None:
    assert read_place(value) is None


@given(st.binary(max_size=80))
def test_reading_never_fails(data: bytes) -> None:
    read_place(QByteArray(data))


# --- in the window -----------------------------------------------------------------------------------------------


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    return Theme(qapp, "light")


@pytest.fixture
def state(tmp_path: object) -> QSettings:
    return QSettings(f"{tmp_path}/window.ini", QSettings.Format.IniFormat)


def open_window(state: QSettings, qtbot: QtBot, theme: Theme) -> MainWindow:
    window = MainWindow(QIcon(), state)
    window.close_requested.connect(window.close_for_good)
    qtbot.addWidget(window)
    window.show()
    return window


def test_window_of_a_larger_screen_fills_this_one_and_is_large_again_there(
    state: QSettings, qtbot: QtBot, theme: Theme
) -> None:
    screen = free_screens()[0]
    larger = QRect(screen.topLeft(), screen.size() * 2)
    state.setValue("geometry", kept(larger))
    window = open_window(state, qtbot, theme)
    assert window.size() == screen.marginsRemoved(FRAME).size().expandedTo(window.minimumSizeHint())
    window.save_state()
    assert state.value("geometry") == kept(larger), "it only gives way to this screen"
    window.resize(window.width() - 10, window.height() - 30)
    window.save_state()
    place = read_place(state.value("geometry"))
    assert place is not None
    assert place.normal.size() == window.size(), "what the user wants counts"


def test_maximised_window_stays_maximised(state: QSettings, qtbot: QtBot, theme: Theme) -> None:
    state.setValue("geometry", kept(QRect(100, 100, 5000, 4000), maximized=True))
    window = open_window(state, qtbot, theme)
    assert window.isMaximized()
    assert free_screens()[0].contains(window.normalGeometry())


@pytest.mark.parametrize("value", DAMAGED[1:])
def test_damaged_state_opens_a_usual_window(state: QSettings, qtbot: QtBot, theme: Theme, value: object) -> None:
    for key in ("geometry", "docks", "note_pixels", "dragged/vault_dock", "dragged/chat_dock"):
        state.setValue(key, value)
    window = open_window(state, qtbot, theme)
    assert window.width() > 600
    assert window.height() > 400
    assert window.vault_dock.isVisible()


def test_panel_that_floats_beyond_all_screens_comes_back(state: QSettings, qtbot: QtBot, theme: Theme) -> None:
    first = open_window(state, qtbot, theme)
    first.chat_dock.setFloating(True)
    first.chat_dock.setGeometry(9000, -9000, 3000, 3000)
    first.save_state()
    second = open_window(state, qtbot, theme)
    dock = second.chat_dock
    qtbot.waitUntil(lambda: dock.isVisible() and free_screens()[0].contains(dock.geometry()))


def test_place_of_any_window_is_kept(qtbot: QtBot, qapp: QApplication) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    place = SavedGeometry(window)
    assert not place.put_back(None)
    assert place.put_back(kept(QRect(40, 60, 400, 300)))
    window.show()
    assert window.geometry() == QRect(40, 60, 400, 300)
    assert place.to_keep() is not None
