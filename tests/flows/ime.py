"""Pinyin on a screen of its own, by fcitx or ibus: what it needs, how it is started, where its candidates are."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from bus import start_session_bus
from screen import PATIENCE, Screen, wait_until

PROGRAMS = ("fcitx5", "fcitx5-remote", "ibus-daemon", "ibus", "dbus-daemon", "xwininfo")
ADDONS = ("pinyin", "ibusfrontend", "classicui")
_ADDON_FOLDER = Path("/usr/share/fcitx5/addon")
_LIBPINYIN = Path("/usr/share/ibus/component/libpinyin.xml")
_PANEL = Path("/usr/libexec/ibus-ui-gtk3")
_PROFILE = """[Groups/0]
Name=Default
Default Layout=us
DefaultIM=pinyin

[Groups/0/Items/0]
Name=keyboard-us
Layout=

[Groups/0/Items/1]
Name=pinyin
Layout=

[GroupOrder]
0=Default
"""
_IBUS = """[desktop/ibus/general]
preload-engines=['libpinyin']
engines-order=['libpinyin']

[com/github/libpinyin/ibus-libpinyin/libpinyin]
trad-switch=''
"""
"""Ctrl+Shift+F would go no further than libpinyin, and switch to traditional characters."""
_CONFIG = "[Behavior]\nActiveByDefault=True\nShareInputState=All\n"


def missing() -> list[str]:
    """Return what the machine does not have."""
    programs = [name for name in PROGRAMS if shutil.which(name) is None]
    addons = [f"fcitx5 {name}" for name in ADDONS if not (_ADDON_FOLDER / f"{name}.conf").exists()]
    return programs + addons + ([] if _LIBPINYIN.exists() else ["ibus-libpinyin"])


def can_be_installed() -> bool:
    """Tell whether packaging/setup.sh knows how to install it here."""
    return shutil.which("apt-get") is not None


@dataclass(frozen=True)
class Area:
    """A part of the screen."""

    left: int
    top: int
    right: int
    bottom: int


class Pinyin:
    """The input method of one screen; kinds say how it is started."""

    window = ""
    """What the name of its window of candidates contains."""

    def __init__(self, desk: Screen) -> None:
        self._desk = desk

    def start(self) -> None:
        """Start it as a desktop would, on the bus of the session, and say so in the environment of programs."""
        raise NotImplementedError

    def _ask(self, *command: str) -> str:
        done = subprocess.run(
            command, env=self._desk.environment, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        return done.stdout.strip()

    def switch(self, *, on: bool) -> None:
        """Let letters be composed, or written as they are."""
        raise NotImplementedError

    def candidates(self) -> Area | None:
        """Return where candidates are shown; None while there are none."""
        for line in self._ask("xwininfo", "-root", "-children").splitlines():
            number, _, rest = line.strip().partition(" ")
            if number.startswith("0x") and self.window in rest.lower():
                reported = dict(part.strip().split(": ", 1) for part in self._told(number))
                if reported.get("Map State") == "IsViewable" and int(reported["Width"]) > 1:
                    left, top = int(reported["Absolute upper-left X"]), int(reported["Absolute upper-left Y"])
                    return Area(left, top, left + int(reported["Width"]), top + int(reported["Height"]))
        return None

    def _told(self, window: str) -> list[str]:
        return [line for line in self._ask("xwininfo", "-id", window).splitlines() if ": " in line]

    def compose(self, letters: str) -> Area:
        """Type letters and wait for the candidates; return where they are."""
        self._desk.type(letters)
        wait_until("candidates", self.candidates)
        found = self.candidates()
        assert found is not None
        return found

    def end(self, key: str) -> None:
        """Press a key that ends the composition."""
        self._desk.keys(key)
        wait_until("the end of the candidates", lambda: self.candidates() is None)


class FcitxPinyin(Pinyin):
    """fcitx with its own Pinyin."""

    window = "fcitx"

    def start(self) -> None:
        environment = self._desk.environment
        runtime = Path(environment["XDG_RUNTIME_DIR"])
        config = Path(environment["XDG_CONFIG_HOME"]) / "fcitx5"
        config.mkdir(parents=True)
        (config / "profile").write_text(_PROFILE)
        (config / "config").write_text(_CONFIG)
        start_session_bus(self._desk)
        self._desk.start(("fcitx5", "-u", "classicui", "--disable", "wayland,clipboard"), runtime / "fcitx.log")
        wait_until("fcitx", lambda: self._ask("fcitx5-remote") in ("1", "2"))
        environment["QT_IM_MODULE"] = "fcitx"
        environment["XMODIFIERS"] = "@im=fcitx"

    def switch(self, *, on: bool) -> None:
        self._ask("fcitx5-remote", "-o" if on else "-c")
        wait_until("the input method", lambda: self._ask("fcitx5-remote") == ("2" if on else "1"))


class IbusPinyin(Pinyin):
    """ibus with libpinyin."""

    window = "ibus-ui-gtk3"

    def start(self) -> None:
        environment = self._desk.environment
        runtime = Path(environment["XDG_RUNTIME_DIR"])
        settings = Path(environment["XDG_CONFIG_HOME"]) / "glib-2.0" / "settings"
        settings.mkdir(parents=True)
        (settings / "keyfile").write_text(_IBUS)
        start_session_bus(self._desk)
        command = ("ibus-daemon", "--xim", f"--panel={_PANEL}", "--emoji-extension=disable")
        self._desk.start(command, runtime / "ibus.log", GSETTINGS_BACKEND="keyfile")
        wait_until("libpinyin", lambda: self._ask("ibus", "engine") == "libpinyin")
        environment["QT_IM_MODULE"] = "ibus"
        environment["XMODIFIERS"] = "@im=ibus"

    def switch(self, *, on: bool) -> None:
        engine = "libpinyin" if on else "xkb:us::eng"
        self._ask("ibus", "engine", engine)
        wait_until("the input method", lambda: self._ask("ibus", "engine") == engine)


def changed(before: Path, after: Path, but: Area, head: int = 0) -> Area:
    """Return where two pictures of the screen differ, apart from one part of it and from some rows at its top."""
    hidden = f"rectangle {but.left},{but.top} {but.right},{but.bottom}"
    hidden += f" rectangle 0,0 9999,{head}" if head else ""
    compared = ("-compose", "difference", "-composite", "-fill", "black", "-draw", hidden)
    reported = subprocess.run(
        ("convert", str(before), str(after), *compared, "-threshold", "4%", "-format", "%@", "info:"),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    ).stdout
    size, *corner = reported.strip().split("+")
    (width, height), (x, y) = map(int, size.split("x")), map(int, corner)
    return Area(x, y, x + width, y + height)
