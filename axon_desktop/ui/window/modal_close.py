"""Closing a window that a dialog blocks.

Qt drops the request to close a window while a window-modal dialog is open, before any event or filter of its own:
the window's close button does nothing. But the message of the window system is available.
X11 and Windows; elsewhere such a window closes after its dialog.
"""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable
from functools import cache

from PySide6.QtCore import QAbstractNativeEventFilter, QByteArray
from PySide6.QtGui import QGuiApplication, QNativeInterface
from PySide6.QtWidgets import QWidget

_CLIENT_MESSAGE = 33
_XCB_EVENT = struct.Struct("=BBHIII")
"""Kind, format, sequence, window, type, first word: `xcb_client_message_event_t`."""
_WM_CLOSE = 0x0010
_MSG = struct.Struct("@PI")
"""Window, message: the beginning of Windows' `MSG`."""


class ModalClose(QAbstractNativeEventFilter):
    """Filters native events while a window is blocked."""

    def __init__(self, window: QWidget, close: Callable[[], object]) -> None:
        """Take the window, and the callback for a request to close it while it is blocked."""
        super().__init__()
        self._window = window
        self._close = close

    def set_blocked(self, blocked: bool) -> None:
        """Start filtering, or stop."""
        app = QGuiApplication.instance()
        if app is not None and blocked:
            app.installNativeEventFilter(self)
        elif app is not None:
            app.removeNativeEventFilter(self)

    def nativeEventFilter(
        self, event_type: QByteArray | bytes | bytearray | memoryview, message: int
    ) -> tuple[bool, int]:
        """Check the message, without consuming it."""
        kind = event_type.data() if isinstance(event_type, QByteArray) else bytes(event_type)
        matches = False
        if kind == b"xcb_generic_event_t":
            event = _XCB_EVENT.unpack(ctypes.string_at(int(message), _XCB_EVENT.size))
            matches = (
                event[0] & 0x7F == _CLIENT_MESSAGE
                and event[3] == self._window.winId()
                and (event[5] == _delete_window_atom())
            )
        elif kind == b"windows_generic_MSG":
            window, number = _MSG.unpack(ctypes.string_at(int(message), _MSG.size))
            matches = number == _WM_CLOSE and window == self._window.winId()
        if matches:
            self._close()
        return False, 0


class _Cookie(ctypes.Structure):
    """xcb's cookie of a pending request."""

    _fields_ = (("sequence", ctypes.c_uint),)


@cache
def _delete_window_atom() -> int:
    """Return the X server's atom for the request to close a window; -1 if it cannot be found out."""
    app = QGuiApplication.instance()
    native = app.nativeInterface() if isinstance(app, QGuiApplication) else None
    if not isinstance(native, QNativeInterface.QX11Application):
        return -1
    xcb = ctypes.CDLL("libxcb.so.1")  # already loaded by Qt
    xcb.xcb_intern_atom.restype = _Cookie
    xcb.xcb_intern_atom.argtypes = (ctypes.c_void_p, ctypes.c_uint8, ctypes.c_uint16, ctypes.c_char_p)
    xcb.xcb_intern_atom_reply.restype = ctypes.c_void_p
    xcb.xcb_intern_atom_reply.argtypes = (ctypes.c_void_p, _Cookie, ctypes.c_void_p)
    connection = int(native.connection())
    name = b"WM_DELETE_WINDOW"
    reply = xcb.xcb_intern_atom_reply(connection, xcb.xcb_intern_atom(connection, 1, len(name), name), None)
    if not reply:
        return -1
    atom = ctypes.c_uint32.from_address(reply + 8).value
    ctypes.CDLL(None).free(ctypes.c_void_p(reply))
    return atom
