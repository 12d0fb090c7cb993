"""What the index knows of a file: its folded texts and its record, made in this process or in others."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import IO

import msgspec

from axon_desktop.index.build.entry import read_entry
from axon_desktop.index.build.fast_note import read_plain
from axon_desktop.index.build.record import Record, digest_of, make_record
from axon_desktop.index.catalog.text_index import NAME_EDGE, all_names, note_id
from axon_desktop.index.catalog.word_list import KnownWords
from axon_desktop.text.file_names import without_suffix
from axon_desktop.text.fold import as_tokens, encoded_tokens
from axon_desktop.vault.canvas.unescape import unescape_canvas
from axon_desktop.vault.files.bulk_read import read_files
from axon_desktop.vault.files.path_gateway import PathGateway
from axon_desktop.vault.search.note_text import read_aliases, read_headings
from axon_desktop.worker_process import worker_command, worker_environment

_MOST_PROCESSES = 4
_AHEAD = 2
"""Requests queued at each process, so that it never waits itself."""
_SIZE_BYTES = 4
_YOUNG = 100_000
"""Allocations before a garbage collection; nearly no object is part of a cycle."""


class IndexDocument(msgspec.Struct, array_like=True, gc=False, frozen=True):
    """A file, ready to be put into the index."""

    path: str
    number: int
    digest: bytes
    names: str
    """Its name and aliases; folded and spaced, like the next two."""
    titles: str
    """Its headings."""
    body: bytes
    """In UTF-8, as both the pipe and the text index take it."""
    record: Record | None
    """Its record; None if it has to be parsed block by block for that."""
    words: list[bytes]
    """Its words that were in no text before."""


_encoder = msgspec.msgpack.Encoder()
_read_request = msgspec.msgpack.Decoder(tuple[bool, list[str]]).decode
_read_documents = msgspec.msgpack.Decoder(list[IndexDocument]).decode


def make_document(path: str, data: bytes, known: KnownWords, *, whole: bool = False) -> IndexDocument:
    """Prepare one file; `whole` reads its record even if that takes longer."""
    decoded = data.decode("utf-8", "replace")
    text = unescape_canvas(path, decoded)
    name = without_suffix(path.rsplit("/", 1)[-1])
    number = note_id(path)
    entry = read_plain(path, text)
    if entry is None and whole:
        entry = read_entry(path, text)
    record = None if entry is None else make_record(number, entry)
    is_same = text is decoded and "\ufffd" not in text  # bytes that are no UTF-8 were replaced by this character
    body = encoded_tokens(data if is_same else text.encode())
    names, titles = (
        as_tokens(all_names([name, *read_aliases(path, text)])),
        as_tokens("\n".join(read_headings(path, text))),
    )
    words = known.new_in(body + names.replace(NAME_EDGE, "").encode())
    return IndexDocument(path, number, digest_of(data), names, titles, body, record, words)


def collect_garbage_seldom() -> None:
    """Make garbage collection rare in a process that handles very many texts."""
    gc.set_threshold(_YOUNG)


class DocumentWorkers:
    """Helper processes that read and prepare files, in the order of the requests."""

    def __init__(self, root: Path) -> None:
        """Start them; they end with this process."""
        count = min(_MOST_PROCESSES, max(2, os.cpu_count() or 1))
        command = [*worker_command("axon_desktop.index.build.document"), str(root)]
        self._processes = [
            subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=worker_environment())
            for _ in range(count)
        ]
        self._idle = deque(self._processes * _AHEAD)
        self._asked: deque[subprocess.Popen[bytes]] = deque()

    @property
    def waits(self) -> bool:
        """Whether more can be requested."""
        return bool(self._idle)

    def ask(self, paths: Sequence[str], *, whole: bool = False) -> None:
        """Request files, parsed block by block where needed if `whole`; sorted paths cost least.

        Raises:
            OSError: the process ended.
        """
        process = self._idle.popleft()
        assert process.stdin is not None
        write_frame(process.stdin, _encoder.encode((whole, paths)))
        self._asked.append(process)

    def receive(self) -> list[IndexDocument]:
        """Wait for the oldest request; a file that could not be read is missing.

        Raises:
            OSError: the process ended.
        """
        process = self._asked.popleft()
        assert process.stdout is not None
        prepared = _read_documents(read_frame(process.stdout))
        self._idle.append(process)
        return prepared

    def close(self) -> None:
        """End the processes."""
        for process in self._processes:
            process.kill()
            process.communicate()


def write_frame(stream: IO[bytes], data: bytes) -> None:
    """Write bytes with their length before them."""
    stream.write(len(data).to_bytes(_SIZE_BYTES) + data)
    stream.flush()


def read_frame(stream: IO[bytes]) -> bytes:
    """Read what `write_frame` wrote.

    Raises:
        BrokenPipeError: the other process ended.
    """
    size = stream.read(_SIZE_BYTES)
    if len(size) < _SIZE_BYTES:
        raise BrokenPipeError
    return stream.read(int.from_bytes(size))


def serve(root: Path, requests: IO[bytes], answers: IO[bytes]) -> None:
    """Prepare requested files until the other process ends.

    Requests are taken in a thread: else both processes could wait, each for the other to read from a full pipe.

    Raises:
        BrokenPipeError: it ended.
    """
    gateway, known = PathGateway(root), KnownWords()
    asked: SimpleQueue[bytes | None] = SimpleQueue()
    threading.Thread(target=_take_requests, args=(requests, asked), name="requests", daemon=True).start()
    while (request := asked.get()) is not None:
        whole, paths = _read_request(request)
        files = [make_document(path, data, known, whole=whole) for path, data in read_files(gateway, paths)]
        write_frame(answers, _encoder.encode(files))
    raise BrokenPipeError


def _take_requests(requests: IO[bytes], asked: SimpleQueue[bytes | None]) -> None:
    with suppress(BrokenPipeError):
        while True:
            asked.put(read_frame(requests))
    asked.put(None)


def main() -> None:
    """Work for the process that started this one, and end with it."""
    collect_garbage_seldom()
    answers = sys.stdout.buffer
    sys.stdout = sys.stderr  # what a library prints must not mix with the answers
    with suppress(BrokenPipeError):
        serve(Path(sys.argv[1]), sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
