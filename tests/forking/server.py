"""The process that forks: `python -m tests.forking.server SOCKET`. It ends when its standard input does."""

from __future__ import annotations

import atexit
import gc
import importlib
import marshal
import os
import runpy
import selectors
import signal
import socket
import sys
from contextlib import suppress
from typing import TypeAlias

Task: TypeAlias = tuple[str, list[str], dict[str, str], str]
"""Module, arguments, environment, folder."""
_SIZE = 4


class Server:
    """Forks a process for each task; in that, `serve` returns the task."""

    def __init__(self, address: str) -> None:
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(address)
        self._listener.listen()
        self._looks = selectors.DefaultSelector()

    def serve(self) -> Task | None:
        """Fork until the end; return the task of this process, None at the end."""
        self._looks.register(self._listener, selectors.EVENT_READ)
        self._looks.register(0, selectors.EVENT_READ)
        while True:
            for key, _ in self._looks.select():
                if key.fd == 0:
                    return None
                if key.fileobj is self._listener:
                    task = self._fork(self._listener.accept()[0])
                    if task is not None:
                        return task
                elif key.fd in self._looks.get_map():
                    self._end(*key.data)

    def _fork(self, line: socket.socket) -> Task | None:
        size, streams, _, _ = socket.recv_fds(line, _SIZE, 3)
        data = b""
        while len(data) < int.from_bytes(size, "big") and (more := line.recv(1 << 16)):
            data += more
        if not size or len(data) < int.from_bytes(size, "big"):  # who asked was killed meanwhile
            line.close()
            for number in streams:
                os.close(number)
            return None
        news, told = os.pipe()
        process = os.fork()
        if process:
            for number in (*streams, told):
                os.close(number)
            with suppress(BrokenPipeError):
                line.sendall(process.to_bytes(_SIZE, "big"))
            handle = os.pidfd_open(process)
            for number in (line.fileno(), handle):
                self._looks.register(number, selectors.EVENT_READ, (line, handle, process, news))
            return None
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
            os.close(stream)
        self._leave()
        os.close(news)
        line.close()
        self._tell_imports(told)
        task: Task = marshal.loads(data)
        return task

    def _leave(self) -> None:
        """Close what is the server's."""
        for other, handle, _, news in {key.data for key in self._looks.get_map().values() if key.data}:
            other.close()
            os.close(handle)
            os.close(news)
        self._looks.close()
        self._listener.close()

    def _end(self, line: socket.socket, handle: int, process: int, news: int) -> None:
        """End what is over: the process, or who asked for it, with whom the process goes."""
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(handle, signal.SIGKILL)
        code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
        for number in (line.fileno(), handle):
            self._looks.unregister(number)
        with suppress(BrokenPipeError):
            line.sendall(code.to_bytes(_SIZE, "big", signed=True))
        line.close()
        os.close(handle)
        with open(news) as names:
            for name in names.read().split():
                with suppress(Exception):  # what was no module of its own
                    importlib.import_module(name)
        gc.freeze()

    @staticmethod
    def _tell_imports(told: int) -> None:
        """Say at the end what was imported that was not there at the beginning."""
        known = {*sys.modules}

        def tell() -> None:
            names = [name for name in sys.modules if name not in known]
            with suppress(OSError):
                os.write(told, "\n".join(names).encode())

        atexit.register(tell)


def run(module: str, arguments: list[str], environment: dict[str, str], folder: str) -> None:
    """Be the module."""
    streams = {
        "stdin": open(0, encoding="utf-8", closefd=False),  # noqa: SIM115 - until the end
        "stdout": open(1, "w", encoding="utf-8", closefd=False),  # noqa: SIM115
        "stderr": open(2, "w", 1, encoding="utf-8", errors="backslashreplace", closefd=False),  # noqa: SIM115
    }
    for name, stream in streams.items():
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.argv[1:] = arguments
    runpy.run_module(module, run_name="__main__", alter_sys=True)


def main() -> None:
    """Serve; in a process that was forked, do its task."""
    server = Server(sys.argv[1])
    os.dup2(2, 1)  # the end of the output says that it can be asked
    task = server.serve()
    if task is not None:
        run(*task)


if __name__ == "__main__":
    main()
