"""RequestServer: receives the requests of later starts in the first program of a user."""

from __future__ import annotations

import logging

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from axon_desktop.ui.single_instance.instance_lock import InstanceLock
from axon_desktop.ui.single_instance.request import MOST_BYTES, OpenRequest

_log = logging.getLogger(__name__)

_MOST_WAITING = 8
_SPEAK_MS = 5000
"""Timeout for a client that has connected."""


class RequestServer(QObject):
    """Listens where only this user can connect; answers when a request is parsed, before it is fulfilled."""

    requested = Signal(object)
    """A OpenRequest."""

    def __init__(self, claim: InstanceLock, parent: QObject | None = None) -> None:
        """Listen at the address of a lock that this program holds; an existing socket is a leftover."""
        super().__init__(parent)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.setMaxPendingConnections(_MOST_WAITING)
        self._server.newConnection.connect(self._greet)
        QLocalServer.removeServer(claim.address)
        if not self._server.listen(claim.address):
            _log.warning("Later starts cannot be heard at %s: %s", claim.address, self._server.errorString())

    @property
    def listening(self) -> bool:
        """Whether it receives requests."""
        return self._server.isListening()

    def close(self) -> None:
        """Stop listening."""
        self._server.close()

    def _greet(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            socket.setReadBufferSize(MOST_BYTES)
            socket.readyRead.connect(lambda socket=socket: self._read(socket))
            socket.disconnected.connect(socket.deleteLater)
            QTimer.singleShot(_SPEAK_MS, socket, socket.abort)
            self._read(socket)  # data may have arrived before the connection

    def _read(self, socket: QLocalSocket) -> None:
        if not socket.canReadLine():
            if socket.bytesAvailable() >= MOST_BYTES:
                socket.abort()
            return
        request = OpenRequest.from_line(bytes(socket.readLine().data()))
        socket.write(b"taken\n" if request is not None else b"not understood\n")
        socket.flush()
        socket.disconnectFromServer()
        if request is not None:
            self.requested.emit(request)
