"""Which letters this computer has fonts for, asked of fontconfig without Qt, and what to install for others."""

from __future__ import annotations

import ctypes
import ctypes.util
import os
import shlex
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal, TypeAlias

Script: TypeAlias = Literal["Latin", "Chinese", "emoji"]

_LETTERS: Mapping[Script, str] = {
    "Latin": "AaÀßčñ—“”",
    "Chinese": "中文笔记的这說學",
    "emoji": "😀🚀🧠📝🗂🏷🥑🫠",
}
"""Letters that one font must have, of each script. Some text fonts have a few of the oldest emoji."""

_PACKAGES: Mapping[str, tuple[str, Mapping[Script, str]]] = {
    "debian": (
        "apt install",
        {"Latin": "fonts-inter", "Chinese": "fonts-noto-cjk", "emoji": "fonts-noto-color-emoji"},
    ),
    "fedora": (
        "dnf install",
        {
            "Latin": "google-noto-sans-fonts",
            "Chinese": "google-noto-sans-cjk-fonts",
            "emoji": "google-noto-color-emoji-fonts",
        },
    ),
    "arch": ("pacman -S", {"Latin": "noto-fonts", "Chinese": "noto-fonts-cjk", "emoji": "noto-fonts-emoji"}),
    "suse": (
        "zypper install",
        {
            "Latin": "google-noto-sans-fonts",
            "Chinese": "google-noto-sans-sc-fonts",
            "emoji": "google-noto-coloremoji-fonts",
        },
    ),
    "alpine": ("apk add", {"Latin": "font-noto", "Chinese": "font-noto-cjk", "emoji": "font-noto-emoji"}),
}
"""The command that installs, and the packages, by the family of the system as in os-release."""
_NAMES = {"debian": "Debian or Ubuntu", "fedora": "Fedora", "arch": "Arch", "suse": "openSUSE", "alpine": "Alpine"}
_OS_RELEASE = Path("/etc/os-release")


def find_fonts() -> dict[Script, str] | None:
    """Return a family for each script, empty for none; None where fontconfig cannot be asked.

    macOS and Windows come with fonts for all of them.
    """
    if sys.platform != "linux":
        return None
    try:
        library = ctypes.CDLL("libfontconfig.so.1")
    except OSError:
        return None
    asked = _FontConfig(library)
    return {script: next(asked.families(letters), "") for script, letters in _LETTERS.items()}


def advice(missing: list[Script], release: str | None = None) -> str:
    """Return what to install for scripts without a font, by a text of os-release; this system's without one."""
    family = _family(_release() if release is None else release)
    systems = [family] if family else ["debian", "fedora", "arch"]
    commands = []
    for system in systems:
        install, packages = _PACKAGES[system]
        names = " ".join(packages[script] for script in missing)
        commands.append(f"On {_NAMES[system]}: sudo {install} {names}")
    return ". ".join(commands)


def _release() -> str:
    try:
        return _OS_RELEASE.read_text("utf-8", "replace")
    except OSError:
        return ""


def _family(release: str) -> str:
    """Return the family of systems that packages are named for; empty for one that is not known."""
    said = {name: value for line in release.splitlines() for name, _, value in [line.partition("=")] if value}
    words = [word for key in ("ID", "ID_LIKE") for word in _words(said.get(key, ""))]
    for word in words:
        for family in _PACKAGES:
            if word == family or (family == "suse" and word.startswith(("suse", "opensuse"))):
                return family
        if word in ("ubuntu", "linuxmint", "raspbian"):
            return "debian"
        if word in ("rhel", "centos"):
            return "fedora"
    return ""


def _words(value: str) -> list[str]:
    try:
        return " ".join(shlex.split(value)).lower().split()
    except ValueError:
        return []


class _FontConfig:
    """The few functions of the library that are needed; its objects live as long as the process."""

    def __init__(self, library: ctypes.CDLL) -> None:
        self._library = library
        pointer = ctypes.c_void_p
        for name, result, arguments in (
            ("FcInitLoadConfigAndFonts", pointer, []),
            ("FcPatternCreate", pointer, []),
            ("FcPatternDestroy", None, [pointer]),
            ("FcCharSetCreate", pointer, []),
            ("FcCharSetDestroy", None, [pointer]),
            ("FcCharSetAddChar", ctypes.c_int, [pointer, ctypes.c_uint32]),
            ("FcPatternAddCharSet", ctypes.c_int, [pointer, ctypes.c_char_p, pointer]),
            ("FcObjectSetCreate", pointer, []),
            ("FcObjectSetAdd", ctypes.c_int, [pointer, ctypes.c_char_p]),
            ("FcObjectSetDestroy", None, [pointer]),
            ("FcFontList", ctypes.POINTER(_FontSet), [pointer, pointer, pointer]),
            ("FcFontSetDestroy", None, [ctypes.POINTER(_FontSet)]),
            (
                "FcPatternGetString",
                ctypes.c_int,
                [pointer, ctypes.c_char_p, ctypes.c_int, ctypes.POINTER(ctypes.c_char_p)],
            ),
        ):
            function = getattr(library, name)
            function.restype, function.argtypes = result, arguments
        self._config = library.FcInitLoadConfigAndFonts()

    def families(self, letters: str) -> Iterator[str]:
        """Yield the families that have all of these letters, in the alphabet's order."""
        library = self._library
        pattern, characters, properties = (
            library.FcPatternCreate(),
            library.FcCharSetCreate(),
            library.FcObjectSetCreate(),
        )
        for letter in letters:
            library.FcCharSetAddChar(characters, ord(letter))
        library.FcPatternAddCharSet(pattern, b"charset", characters)
        library.FcObjectSetAdd(properties, b"family")
        found = library.FcFontList(self._config, pattern, properties)
        try:
            names = (
                {self._name(found.contents.fonts[at]) for at in range(found.contents.count)} if found else set()
            )
        finally:
            library.FcFontSetDestroy(found)
            library.FcObjectSetDestroy(properties)
            library.FcCharSetDestroy(characters)
            library.FcPatternDestroy(pattern)
        yield from sorted(name for name in names if name)

    def _name(self, font: int) -> str:
        value = ctypes.c_char_p()
        if self._library.FcPatternGetString(font, b"family", 0, ctypes.byref(value)) != 0:
            return ""
        return os.fsdecode(value.value or b"")


class _FontSet(ctypes.Structure):
    _fields_ = [
        ("count", ctypes.c_int),
        ("room", ctypes.c_int),
        ("fonts", ctypes.POINTER(ctypes.c_void_p)),
    ]
