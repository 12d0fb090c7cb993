"""Show hostile notes one after another, and watch what the window does meanwhile.

`python -m bench.hostile_notes --count 10200` ends with 1 if a socket was opened, a file outside the vault was
opened, the GUI thread was away for more than 100 ms, or the memory grew by more than 300 MB. Each gap is measured
by the wall clock and by the thread's own processor time. On a quiet machine the wall clock decides; where others
take the processor away (a spinning thread gets less than 95 % of it) the thread's own time tells what is ours.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
import traceback
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from types import TracebackType

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import psutil
from PySide6.QtCore import QEventLoop, QMessageLogContext, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

import axon_desktop
from axon_desktop.errors import VaultError
from axon_desktop.markdown.html.embed_keys import EmbedKey
from axon_desktop.markdown.html.embeds import Embedded
from axon_desktop.ui.markdown_view import MarkdownView
from axon_desktop.ui.markdown_view.embeds.embed_kinds import load_embed
from axon_desktop.ui.runtime.garbage_collector import tune_interpreter
from axon_desktop.vault import Vault
from bench.gaps import GapProbe
from bench.hostile_languages import BAIT
from bench.hostile_texts import FAMILIES, make_note
from bench.hostile_vault import Bait, fill_vault

WARM = "Parser and fonts first: 中 😀 $x^2$ `code`\n\n```python\npass\n```\n"
"""A note before the hostile ones."""
GAP_MS = 100.0
MEMORY_MB = 300.0
PATIENCE = 240.0
"""Seconds until a note must be shown."""
QUIET = 0.95
"""Share of the processor that a spinning thread must get for the wall clock to be trusted."""
SPIN = 0.05
"""Seconds of spinning, each time that it is looked how quiet the machine is."""
_NETWORK = (
    "socket.__new__",
    "socket.connect",
    "socket.bind",
    "socket.getaddrinfo",
    "socket.gethostbyname",
    "socket.sendto",
)
_PROGRAMS = ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.fork", "webbrowser.open")


@dataclass(slots=True)
class Seen:
    """What happened while one note was shown."""

    number: int
    family: str
    gap: float = 0.0
    """The longest time in milliseconds between two turns of the event loop, by the wall clock."""
    work: float = 0.0
    """The most processor time in milliseconds that the GUI thread used between two turns."""
    seconds: float = 0.0
    memory: float = 0.0
    """Megabytes more than before the first note."""
    wrongs: list[str] = field(default_factory=list)
    """What must never happen."""


class Watch:
    """Hears of sockets, programs and files by Python's audit events; there is one for the whole process."""

    _one: Watch | None = None

    def __init__(self) -> None:
        self.root: Path | None = None
        self.heard: list[str] = []
        code = (sys.prefix, sys.base_prefix, str(Path(axon_desktop.__file__).parent.parent))
        self._code = tuple(os.path.realpath(folder) + os.sep for folder in code)

    @classmethod
    def get(cls) -> Watch:
        """Return the one there is; an audit hook cannot be taken away."""
        if cls._one is None:
            cls._one = cls()
            sys.addaudithook(cls._one.hear)
        return cls._one

    def hear(self, event: str, arguments: tuple[object, ...]) -> None:
        if self.root is None:
            return
        if event in _NETWORK or event in _PROGRAMS:
            self.heard.append(f"{event} {arguments!r:.200}")
        elif event in ("open", "os.listdir", "os.scandir") and isinstance(arguments[0], str | bytes | os.PathLike):
            path = os.path.realpath(os.fsdecode(arguments[0]))
            known = (str(self.root), f"/proc/{os.getpid()}/statm")  # the last tells the memory
            if path not in known and not path.startswith((f"{self.root}{os.sep}", *self._code)):
                self.heard.append(f"{event} {path}")


class Stage:
    """A vault, a view of it, and all that watches them."""

    def __init__(self, folder: Path) -> None:
        self.root = (folder / "vault").resolve()
        fill_vault(self.root)
        self.bait = Bait((folder / "outside").resolve())
        self.vault = Vault(self.root)
        self.vault.names.scan()
        self.complaints: list[str] = []
        self._before = (qInstallMessageHandler(None), sys.excepthook, sys.unraisablehook)
        self.listen()
        self.view = MarkdownView(load_image=self._image, load_note=self._note)
        self.view.set_resolver(lambda target: self.vault.names.resolve_link(target, "Hostile.md"))
        self.view.resize(900, 700)
        self.view.show()
        self.probe = GapProbe()
        self.probe.start()
        self._watch = Watch.get()
        self._show(WARM)
        self._sockets = set(_sockets())
        self._memory = _memory()

    def show(self, number: int) -> Seen:
        """Show one of the notes, from its beginning to its end."""
        family, text = make_note(number)
        data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
        return self.show_data(Seen(number, family), data.replace(BAIT.encode(), os.fsencode(self.bait.folder)))

    def show_data(self, seen: Seen, data: bytes) -> Seen:
        """Show a note and note down what happens."""
        file = self.root / "Hostile.md"
        file.write_bytes(data)
        self._watch.heard.clear()
        self._watch.root = self.root
        begun = time.perf_counter()
        try:
            source = self.vault.read("Hostile.md").text
        except VaultError:  # said in words in place of the note
            source = ""
        self.probe.start()
        if not self._show(source):
            seen.wrongs.append(f"not shown after {PATIENCE:.0f} s")
        self.probe.stop()
        self._watch.root = None
        seen.seconds = time.perf_counter() - begun
        seen.gap, seen.work = max(self.probe.gaps), max(self.probe.work)
        seen.memory = _memory() - self._memory
        seen.wrongs += [*self._watch.heard, *self.complaints]
        self.complaints.clear()
        if self.bait.touched():
            seen.wrongs.append("a file of the bait was opened")
        if not self._sockets.issuperset(_sockets()):
            seen.wrongs.append("a socket was opened")
        return seen

    def listen(self) -> None:
        """Hear from now on of errors that nobody catches, and of Qt's complaints."""
        qInstallMessageHandler(self._qt_says)
        sys.excepthook = self._raised
        sys.unraisablehook = lambda found: self.complaints.append(f"{found.exc_value!r}")

    def close(self) -> None:
        """Take all down."""
        self.view.close()
        self.view.deleteLater()
        self.bait.close()
        self.vault.close()
        handler, sys.excepthook, sys.unraisablehook = self._before
        qInstallMessageHandler(handler)

    def _show(self, source: str) -> bool:
        """Show a note at its beginning, in the middle and at its end; False if it takes too long."""
        self.view.set_note("Hostile", source, path="Hostile.md")
        bar = self.view.verticalScrollBar()
        for share in (0.0, 0.5, 1.0):
            bar.setValue(round(share * bar.maximum()))
            deadline = time.perf_counter() + PATIENCE
            while self.view.at_work:
                if time.perf_counter() > deadline:
                    return False
                QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)  # the probe's at least
        return True

    def _image(self, path: str) -> bytes | None:
        try:
            return self.vault.read_attachment(path, 20_000_000)
        except VaultError:
            return None

    def _note(self, key: EmbedKey) -> Embedded | None:
        return load_embed(self.vault, None, key)

    def _qt_says(self, kind: QtMsgType, _context: QMessageLogContext, text: str) -> None:
        refused = text.startswith("QImageIOHandler: Rejecting image")  # as it should
        if not refused and kind not in (QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg):
            self.complaints.append(f"Qt: {text:.200}")

    def _raised(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        where = traceback.extract_tb(trace)[-1:]
        self.complaints.append(f"{kind.__name__}: {error!s:.200} {where}")


def show_all(numbers: Iterable[int]) -> Iterator[Seen]:
    """Show notes one after another in a vault of their own."""
    with tempfile.TemporaryDirectory() as folder:
        stage = Stage(Path(folder))
        try:
            for number in numbers:
                yield stage.show(number)
        finally:
            stage.close()


def _sockets() -> set[str]:
    """Return the sockets that this process has, whoever opened them."""
    found = set()
    for number in os.listdir("/proc/self/fd") if sys.platform == "linux" else ():
        try:
            target = os.readlink(f"/proc/self/fd/{number}")
        except OSError:
            continue
        if target.startswith("socket:"):
            found.add(target)
    return found


def _memory() -> float:
    return float(psutil.Process().memory_info().rss) / 2**20


def share_of_processor() -> float:
    """Return which share of the processor a thread gets that wants all of it."""
    begun, used = time.perf_counter(), time.thread_time()
    while time.perf_counter() < begun + SPIN:
        pass
    return (time.thread_time() - used) / (time.perf_counter() - begun)


@dataclass(slots=True)
class Tally:
    """All that was seen."""

    notes: list[Seen] = field(default_factory=list)
    shares: list[float] = field(default_factory=list)
    """Of the processor, looked at now and then."""

    @property
    def quiet(self) -> bool:
        """Whether the wall clock can be trusted."""
        return min(self.shares, default=1.0) >= QUIET

    def is_bad(self, seen: Seen) -> bool:
        """Tell whether something happened with a note that must not."""
        return bool(seen.wrongs) or (seen.gap if self.quiet else seen.work) > GAP_MS

    @property
    def memory(self) -> float:
        """The most that the memory grew, in megabytes."""
        return max((seen.memory for seen in self.notes), default=0.0)

    @property
    def passed(self) -> bool:
        """Whether there were notes and all was well."""
        return bool(self.notes) and self.memory <= MEMORY_MB and not any(map(self.is_bad, self.notes))

    def lines(self) -> Iterator[str]:
        """Yield what is to be said at the end."""
        bad = [seen for seen in self.notes if self.is_bad(seen)]
        yield from (
            f"{seen.number} {seen.family}: {seen.gap:.0f} ms, of which {seen.work:.0f} ms worked; "
            f"{'; '.join(seen.wrongs)}"
            for seen in bad
        )
        families = len({seen.family for seen in self.notes})
        yield f"{len(self.notes)} hostile notes of {families} families; {len(bad)} went wrong"
        for name, values, judging in (
            ("gap by the wall clock", [seen.gap for seen in self.notes], self.quiet),
            ("work of the GUI thread in a gap", [seen.work for seen in self.notes], not self.quiet),
        ):
            over = sum(value > GAP_MS for value in values)
            limit = f"limit {GAP_MS:.0f}" if judging else "told only"
            longest, middle = max(values), median(values)
            yield f"longest {name}: {longest:.0f} ms ({limit}), median {middle:.1f}, {over} over the limit"
        yield f"a spinning thread got at least {min(self.shares):.0%} of the processor: judged by the " + (
            "wall clock" if self.quiet else "thread's own time"
        )
        yield f"most memory: +{self.memory:.0f} MB (limit {MEMORY_MB:.0f})"
        slowest = max(self.notes, key=lambda seen: seen.seconds)
        yield f"longest until shown: {slowest.seconds:.1f} s ({slowest.number} {slowest.family})"
        used = time.process_time()
        yield f"{used:.0f} s of processor time, {used / len(self.notes):.3f} s for each note"


def main() -> int:
    """Show the notes and print what was seen."""
    parser = argparse.ArgumentParser(prog="python -m bench.hostile_notes", description=__doc__)
    parser.add_argument(
        "--count", type=int, default=10_200, help=f"how many notes; {len(FAMILIES)} show each family"
    )
    parser.add_argument("--first", type=int, default=0, help="number of the first one")
    parser.add_argument("--family", default="", help="only families whose name contains this")
    options = parser.parse_args()
    app = QApplication.instance() or QApplication([])
    tune_interpreter()
    names = list(FAMILIES)
    numbers = [
        n for n in range(options.first, options.first + options.count) if options.family in names[n % len(names)]
    ]
    tally = Tally(shares=[share_of_processor()])
    for seen in show_all(numbers):
        tally.notes.append(seen)
        if len(tally.notes) % 500 == 0:
            tally.shares.append(share_of_processor())
            bad = sum(map(tally.is_bad, tally.notes))
            print(f"{len(tally.notes)} notes, {bad} wrong, +{tally.memory:.0f} MB", flush=True)
    tally.shares.append(share_of_processor())
    del app
    print("\n".join(tally.lines()))
    return 0 if tally.passed else 1


if __name__ == "__main__":
    sys.exit(main())
