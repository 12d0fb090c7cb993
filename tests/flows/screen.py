"""A desktop of its own for one program: Xvfb, openbox, keys, mouse, clipboard and pictures of the screen."""

from __future__ import annotations

import os
import re
import shutil
import signal
import struct
import subprocess
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import reduce
from operator import or_
from pathlib import Path

CARET_ROWS = 24
"""Pixels of a caret's height, at 100 %."""
SIGN_WIDTH = 20
"""Width in pixels of a spinner at 100 %."""
_SMALL_THINGS = 3
"""Carets and spinners that move while the screen is at rest."""
_LOOKS_ALIKE = 4
_LOOKS_AT_WORK = 40
"""As many looks alike are a rest although a program is at work."""
_PAUSE = 0.12
_HEARD = 2.0
_MORE_RESTS = 3
MEANT = 0.8
"""Seconds without a key after which the next one is heard as an answer; the program asks for a little less."""
PATIENCE = 300.0
"""Seconds until a wait fails: the machine may be busy, and a wait that succeeds ends at once."""
_OFTEN, _SELDOM = 0.1, 0.5
"""Seconds from one look to the next, of who has just begun to wait and of who has waited long."""
XVFB_OPTIONS = ("-nolisten", "tcp", "-noreset", "-nocursor", "-dpi", "96", "-r")
"""With `-r` no key repeats: on a busy machine each would be down for long."""
NEEDED = ("Xvfb", "openbox", "xdotool", "import", "xclip", "dbus-run-session")


def missing_tools() -> list[str]:
    """Return the programs that this needs and the machine does not have."""
    return [name for name in NEEDED if shutil.which(name) is None]


def wait_until(what: str, condition: Callable[[], object], seconds: float | None = None) -> None:
    """Poll until the condition holds; say what was waited for when it does not."""
    limit = PATIENCE if seconds is None else seconds
    begun = time.monotonic()
    while not condition():
        waited = time.monotonic() - begun
        if waited > limit:
            raise AssertionError(f"waited {limit:g} s for {what}")
        time.sleep(min(max(_OFTEN, waited / 20), _SELDOM))


def rows_of(look: bytes) -> list[bytes]:
    """Return the rows of pixels of a look at the screen."""
    head = struct.unpack_from(">20I", look)  # of X's window dump: sizes, then where the pixels begin
    height, row_bytes, begin = head[5], head[12], head[0] + 12 * head[19]
    return [look[begin + row * row_bytes : begin + (row + 1) * row_bytes] for row in range(height)]


def _width(row: bytes, other: bytes) -> int:
    """Return from the first to the last pixel in which two rows differ."""
    bits = int.from_bytes(row) ^ int.from_bytes(other)
    return (bits.bit_length() - (bits & -bits).bit_length()) // 32 + 1


def _places_in(pixels: bytes, color: str) -> int:
    """Return a number with a bit for each pixel of a color, eight places from one to the next."""
    found = -1
    for at, part in enumerate(reversed(bytes.fromhex(color[1:]))):
        is_it = bytes(value == part for value in range(256))
        found &= int.from_bytes(pixels[at::4].translate(is_it), "little")
    return found


def png_of(look: bytes) -> bytes:
    """Return a look at the screen as a PNG file; to start a program for each would take four times the work."""
    width, height = struct.unpack_from(">20I", look)[4:6]
    rows = []
    for row in rows_of(look):
        pixels = bytearray(3 * width)
        pixels[0::3], pixels[1::3], pixels[2::3] = row[2::4], row[1::4], row[0::4]
        rows.append(b"\0" + pixels)
    parts = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)),
        (b"IDAT", zlib.compress(b"".join(rows), 1)),
        (b"IEND", b""),
    )
    made = (
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(made)


class Screen:
    """A running display; everything is done as a person would: keys, mouse, clipboard, eyes."""

    def __init__(self, environment: dict[str, str], folder: Path, pixels: Path, display: int) -> None:
        """Take the folder for the pictures, the file in which the display keeps its pixels, and its process."""
        self.environment = environment
        self.folder = folder
        self.scale = 1.0
        """How large the program draws."""
        self.logs: list[Path] = []
        """Where the programs on it write down what went wrong in them."""
        self.saved: list[str] = []
        """Names of the pictures that were saved."""
        self._pixels = pixels
        self._display = display
        self._mouse: tuple[int, int] | None = None
        """Where it was last moved to."""
        self._last_key = 0.0
        """When a key was pressed last."""
        self._last_change = 0.0
        """When the screen was seen to change last, while it was waited for its rest."""
        self._programs: list[subprocess.Popen[bytes]] = []

    def _run(self, *command: str) -> str:
        done = subprocess.run(
            command, env=self.environment, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        return done.stdout

    def start(self, command: Sequence[str], log: Path, **extra: str) -> subprocess.Popen[bytes]:
        """Start a program on this display; its output goes to `log`."""
        with log.open("ab") as out:
            program = subprocess.Popen(
                command,
                env={**self.environment, **extra},
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                start_new_session=True,
            )
        self._programs.append(program)
        return program

    def is_managed(self) -> bool:
        """Tell whether a window manager answers."""
        return "0x" in self._run("xprop", "-root", "_NET_SUPPORTING_WM_CHECK")

    def window(self, title: str) -> str | None:
        """Return the id of the newest visible window whose title contains this, or None."""
        found = self._run("xdotool", "search", "--onlyvisible", "--name", re.escape(title)).split()
        return found[-1] if found else None

    def wait_window(self, title: str) -> str:
        """Wait for a window and give it the focus."""
        wait_until(f"a window '{title}'", lambda: self.window(title))
        found = self.window(title)
        assert found is not None
        self._run("xdotool", "windowactivate", "--sync", found)
        return found

    def active(self) -> str:
        """Return the id of the window that has the keyboard; empty for none."""
        return self._run("xdotool", "getactivewindow").strip()

    def wait_gone(self, title: str) -> None:
        """Wait until no such window is there."""
        wait_until(f"window '{title}' to close", lambda: self.window(title) is None)

    def click_close_button(self, title: str) -> None:
        """Click the button at the right end of a window's frame, of which enough must be on the screen."""
        found = self.window(title)
        assert found is not None
        self._run("xdotool", "windowmove", "--sync", found, "40", "60")  # the frame is around that
        self.settle()  # the frame follows, on a busy machine later
        lines = self._run("xdotool", "getwindowgeometry", "--shell", found).splitlines()
        width = next(int(line.removeprefix("WIDTH=")) for line in lines if line.startswith("WIDTH="))
        self.click(40 + width - 10, 50)

    def resize(self, title: str, width: int, height: int) -> None:
        """Give a window this size at the top left corner."""
        found = self.wait_window(title)
        self._run("xdotool", "windowsize", "--sync", found, str(width), str(height))
        self._run("xdotool", "windowmove", found, "0", "0")

    def keys(self, *names: str) -> None:
        """Press keys by xdotool's names, such as `ctrl+f`, and let the programs hear them, and what was before."""
        self._be_heard()
        self._run("xdotool", "key", "--clearmodifiers", "--delay", "40", "--", *names)
        self._last_key = time.monotonic()
        self._be_heard()

    def act(self, *names: str) -> None:
        """Press keys one by one, and wait until each has changed the screen, which is at rest again."""
        for name in names:
            before = self._look()
            self.keys(name)
            wait_until(f"what {name} changes", lambda before=before: self._moved(before, self._look()))  # type: ignore[misc]
            self.rest()

    def answer(self, key: str) -> None:
        """Press a key that is meant as an answer: what it answers was seen, and nobody has typed, for a moment."""
        self.settle()
        since = max(self._last_key, self._last_change)
        wait_until("a moment at rest and without a key", lambda: time.monotonic() - since > MEANT)
        self.keys(key)

    def press(self, *names: str, pace: int = 0) -> None:
        """Press keys at once, one after the other in so many milliseconds, whatever is on the screen."""
        self._run("xdotool", "key", "--delay", str(pace), "--", *names)
        self._last_key = time.monotonic()

    def clear_clipboard(self) -> None:
        """Leave nothing on the clipboard."""
        self._copy("")

    def type(self, text: str) -> None:
        """Type ASCII text key by key."""
        assert text.isascii(), "keys that are not on the keyboard get lost: paste them"
        self._run("xdotool", "type", "--clearmodifiers", "--delay", "25", "--", text)
        self._last_key = time.monotonic()

    def paste(self, text: str) -> None:
        """Put text on the clipboard and press Ctrl+V."""
        self._copy(text)
        self.keys("ctrl+v")

    def _copy(self, text: str) -> None:
        subprocess.run(
            ("xclip", "-selection", "clipboard", "-i"),
            env=self.environment,
            input=text.encode(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=PATIENCE,
            check=True,
        )

    def copy_picture(self, file: Path) -> None:
        """Put a PNG file's picture on the clipboard, as a screenshot tool does."""
        command = ("xclip", "-selection", "clipboard", "-t", "image/png", "-i", str(file))
        subprocess.run(command, env=self.environment, check=True, timeout=PATIENCE, stdout=subprocess.DEVNULL)

    def drag(self, start: tuple[int, int], end: tuple[int, int], *, shot: str = "") -> None:
        """Drag with the left button; with a picture of the moment before it is released."""
        middle = (start[0] + end[0]) // 2, (start[1] + end[1]) // 2
        self._run("xdotool", "mousemove", *map(str, start), "sleep", "0.3", "mousedown", "1", "sleep", "0.2")
        for place in (middle, end, (end[0] + 1, end[1]), end):
            self._run("xdotool", "mousemove", *map(str, place), "sleep", "0.2")
        if shot:
            self.grab(shot)
        self._run("xdotool", "mouseup", "1")
        self._mouse = end
        self.settle()

    def copied(self) -> str:
        """Press Ctrl+A and Ctrl+C, and return what is on the clipboard then."""
        self.keys("ctrl+a", "ctrl+c")
        return self._run("xclip", "-selection", "clipboard", "-o")

    def click(self, x: int, y: int, *, button: int = 1, times: int = 1) -> None:
        """Click at a place of the screen; buttons 4 to 7 are a wheel that turns up, down, left and right."""
        is_there = self._mouse == (x, y)  # xdotool would wait in vain for it to move
        move = () if is_there else ("mousemove", "--sync", str(x), str(y))
        self._mouse = x, y
        self._run("xdotool", *move, "click", "--repeat", str(times), "--delay", "40", str(button))

    def copied_at(self, x: int, y: int) -> str:
        """Select the paragraph at a place by three clicks, copy it, and return what is on the clipboard then."""
        self.click(x, y, times=3)
        self.keys("ctrl+c")
        return self._run("xclip", "-selection", "clipboard", "-o")

    def _look(self) -> bytes:
        """Return the screen as it is."""
        return self._pixels.read_bytes()

    def _moved(self, one: bytes, other: bytes) -> bool:
        """Tell whether two looks differ by more than a blinking caret and a few spinners."""
        if one == other:
            return False
        widths = [_width(a, b) for a, b in zip(rows_of(one), rows_of(other), strict=True) if a != b]
        wide = sum(width > SIGN_WIDTH * self.scale for width in widths)
        return wide > CARET_ROWS * self.scale or len(widths) > _SMALL_THINGS * CARET_ROWS * self.scale

    def pixels(self, color: str, rows: slice = slice(None)) -> int:
        """Return how many pixels of the screen, or of some of its rows, have a color (#rrggbb)."""
        return _places_in(b"".join(rows_of(self._look())[rows]), color).bit_count()

    def place_of(self, color: str, left: int, top: int, right: int, bottom: int) -> tuple[int, int] | None:
        """Return the middle of what has a color (#rrggbb) in a part of the screen; None when nothing has."""
        rows = [_places_in(row[4 * left : 4 * right], color) for row in rows_of(self._look())[top:bottom]]
        having = [number for number, places in enumerate(rows) if places]
        if not having:
            return None
        columns = reduce(or_, rows)
        first, last = (columns & -columns).bit_length() // 8, columns.bit_length() // 8
        return left + (first + last) // 2, top + (having[0] + having[-1]) // 2

    def settle(self) -> None:
        """Wait until some looks in a row show the same screen; a blinking caret (a few rows) does not count.

        While a program waits for the processor, or has it, what it will show is still to come.
        """
        end = time.monotonic() + PATIENCE
        last, alike, still = self._look(), 0, 0
        self._last_change = time.monotonic()
        while still < _LOOKS_ALIKE:
            if time.monotonic() > end:
                raise AssertionError(f"the screen did not come to rest in {PATIENCE:g} s")
            time.sleep(_PAUSE)
            now = self._look()
            alike = 0 if self._moved(last, now) else alike + 1
            still = still + 1 if alike and (alike > _LOOKS_AT_WORK or not self._is_at_work()) else 0
            if not alike:
                self._last_change = time.monotonic()
            last = now

    def _be_heard(self) -> None:
        """Wait until the programs have done what keys and clicks bring; who works for long does something else."""
        end = time.monotonic() + _HEARD
        while self._is_at_work() and time.monotonic() < end:
            time.sleep(_PAUSE / 6)

    def _is_at_work(self) -> bool:
        """Tell whether a program on this display, or the display, waits for the processor or for the disk."""
        for process in (self._display, *(program.pid for program in self._programs)):
            for state in Path(f"/proc/{process}/task").glob("*/stat"):
                with suppress(OSError):  # it has ended meanwhile
                    if state.read_bytes().rpartition(b") ")[2][:1] in (b"R", b"D"):
                        return True
        return False

    def rest(self) -> None:
        """Wait until nothing changes; longer on a busy machine, where a program stands still before it is done."""
        for _ in range(1 + min(_MORE_RESTS, int(os.getloadavg()[0] / (os.cpu_count() or 1)))):
            self.settle()

    def wait_changes(self, count: int, seconds: float = PATIENCE) -> None:
        """Wait until the screen was seen to change so often, as it does while a reply comes in."""
        end = time.monotonic() + seconds
        last, seen = self._look(), 0
        while seen < count:
            if time.monotonic() > end:
                raise AssertionError(f"the screen changed {seen} times in {seconds:g} s, not {count}")
            time.sleep(_PAUSE / 4)
            now = self._look()
            seen += self._moved(last, now)
            last = now

    def shot(self, name: str) -> Path:
        """Save a picture of the screen at rest."""
        self.rest()
        return self.grab(name)

    def grab(self, name: str, window: str = "root") -> Path:
        """Save a picture of the screen, or of one window with its frame, as it is."""
        file = self.folder / f"{name}.png"
        self.saved.append(name)
        if window == "root":
            file.write_bytes(png_of(self._look()))
        else:
            self._run("import", "-silent", "-frame", "-window", window, f"png24:{file}")
        return file

    def end(self) -> None:
        """End every program that was started here."""
        for program in self._programs:
            if program.poll() is None:
                os.killpg(program.pid, signal.SIGTERM)
        for program in self._programs:
            try:
                program.wait(20)
            except subprocess.TimeoutExpired:
                os.killpg(program.pid, signal.SIGKILL)
                program.wait(20)


@contextmanager
def screen(size: str, folder: Path) -> Iterator[Screen]:
    """Open a display of this size, such as `1440x900`, with a window manager; `folder` takes the pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="axon-screen-") as temp:
        runtime = Path(temp) / "runtime"
        runtime.mkdir(mode=0o700)
        number = Path(temp) / "display"
        with number.open("wb") as out:
            display = subprocess.Popen(
                ("Xvfb", "-displayfd", "1", "-screen", "0", f"{size}x24", "-fbdir", temp, *XVFB_OPTIONS),
                stdout=out,
                stderr=subprocess.DEVNULL,
            )
        try:
            wait_until("a display", lambda: number.read_text().strip())
            environment = {
                **os.environ,
                "DISPLAY": f":{number.read_text().strip()}",
                "XDG_RUNTIME_DIR": str(runtime),
                "XDG_CONFIG_HOME": str(Path(temp) / "config"),
                "HOME": temp,
                "QT_QPA_PLATFORM": "xcb",
                "LANG": "C.UTF-8",
            }
            for name in ("WAYLAND_DISPLAY", "SESSION_MANAGER", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS"):
                environment.pop(name, None)
            desk = Screen(environment, folder, Path(temp) / "Xvfb_screen0", display.pid)
            try:
                desk.start(("openbox", "--sm-disable"), Path(temp) / "openbox.log")
                wait_until("a window manager", desk.is_managed)
                yield desk
            finally:
                desk.end()
        finally:
            display.terminate()
            display.wait(20)
