"""Paths that try to leave a vault or to get into its dot folders, as each system would understand them.

Every list has at least 500, all made of parts: what to reach, how to spell it, and from where. `must_fail` says
that a write has to be refused; the others may be plain, if odd, names inside the vault.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

_OUTSIDE = ("outside/secret.md", "outside/new.md", "vault-evil/secret.md", "outside")
_DOTTED = {
    "obsidian": ("app.json", "plugins/x/main.js"),
    "git": ("config", "hooks/pre-commit"),
    "trash": ("Old.md",),
    "axon": ("new.md",),
}
"""Dot folders, and files in them."""
_BEFORE = ("", "Daily/")
_IGNORED_BY_MACOS = tuple(
    "\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u206a\u206b\u206c\u206d\u206e\u206f\ufeff"
)
_DEVICES = (
    *("CON", "prn", "Aux", "NUL", "CONIN$", "conout$"),
    *(f"{port}{number}" for port in ("COM", "lpt") for number in "0123456789\u00b9\u00b2\u00b3"),
)


@dataclass(frozen=True, slots=True)
class Spelling:
    """One attack."""

    path: str
    """`{outside}` and `{vault}` stand for the folders' full paths."""
    must_fail: bool = True


def all_spellings() -> dict[str, list[Spelling]]:
    """Return the attacks by system, each path once."""
    found = {"POSIX": _posix(), "Windows": _windows(), "macOS": _macos()}
    return {system: list(dict.fromkeys(spellings)) for system, spellings in found.items()}


def _dotted(spell: Iterator[str] | tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Pair spellings that hold `NAME` with each dot folder and each file in it."""
    for form, (name, files) in product(tuple(spell), _DOTTED.items()):
        for file in files:
            yield form.replace("NAME", name), file


def _posix() -> Iterator[Spelling]:
    ups = (
        *("..", "../..", "./..", ".//..", "../.", "Daily/../..", "Daily/./../..", "Daily//../..", "Home.md/.."),
        *("none/..", "none/../..", "a/b/../../..", "Daily/.../..", "../vault/..", "..././.."),
        *("%2e%2e", "%2E%2E", ".%2e", "%2e.", "%252e%252e", "%c0%ae%c0%ae/..", "..%2f..", "..%5c..", "%2e%2e%2f"),
        *(
            "\u2024\u2024",
            "\uff0e\uff0e",
            "\ufe52\ufe52",
            ".\uff0e",
            "\u2025",
            " ..",
            ".. ",
            "..\u200b",
            "\u200b..",
        ),
    )
    for up, target, before in product(ups, _OUTSIDE, _BEFORE):
        yield Spelling(f"{before}{up}/{target}", must_fail="%25" not in up)  # decoded once it is a plain name
    cases = (
        ".NAME",
        "./.NAME",
        "Daily/.NAME",
        "Daily/../.NAME",
        "%2eNAME",
        "\uff0eNAME",
        ".NAME ",
        " .NAME",
        "..NAME",
    )
    for folder, file in _dotted(cases):
        for spelled in (folder, folder.upper(), folder.title()):
            yield Spelling(f"{spelled}/{file}")
    for path in (
        "/etc/passwd",
        "//etc/passwd",
        "{outside}/secret.md",
        "{vault}/.git/config",
        "/proc/self/environ",
    ):
        yield Spelling(path)
        yield Spelling(f"file://{path}")
        yield Spelling(f"obsidian://open?path={path}")
        yield Spelling(f" {path}", must_fail=False)
    for home in ("~", "~root", "$HOME", "${HOME}", "$(pwd)", "`pwd`"):
        yield Spelling(f"{home}/new.md", must_fail=False)
    for sign in (*map(chr, range(32)), "\x7f", "\x85", "\u2028", "\u2029", "\ud800"):
        yield Spelling(f"Daily/a{sign}b.md")
        yield Spelling(f"{sign}../outside/secret.md")
    for path in ("", " ", "/", ".", "./", "Daily//new.md", "Daily/", "/".join(["d"] * 3000), "n" * 300, "ü" * 150):
        yield Spelling(path)
    links = ("out", "absolute", "chain", "chain/..", "up", "root", "git", "obsidian", "loop", "evil", "trashed")
    for link, rest in product(
        links, ("secret.md", "new.md", "Sub/inner.md", "Sub/new.md", "outside/secret.md", "config")
    ):
        yield Spelling(f"link {link}/{rest}")
    for name in (
        "file out.md",
        "file absolute.md",
        "file git.md",
        "file obsidian.md",
        "file evil.md",
        "pipe.md",
        "Socket.md",
    ):
        yield Spelling(name)
        yield Spelling(f"{name}/new.md")


def _windows() -> Iterator[Spelling]:
    ups = (
        "..",
        "..\\..",
        ".\\..",
        "Daily\\..\\..",
        "Daily/..\\..",
        "..\\",
        "%2e%2e%5c",
        "\uff0e\uff0e\uff3c",
        "..\uff0f..",
    )
    for up, target, before in product(ups, _OUTSIDE, ("", "Daily\\")):
        yield Spelling(f"{before}{up}\\{target}".replace("/", "\\"))
    for root in (
        *("C:", "c:/", "C:\\", "D:..\\", "C:../", "Z:", "\\\\server\\share\\", "//server/share/", "\\\\?\\C:\\"),
        *(
            "\\\\.\\C:\\",
            "//?/C:/",
            "//./",
            "\\??\\C:\\",
            "\\\\?\\UNC\\server\\share\\",
            "\\Device\\HarddiskVolume1\\",
        ),
        *("\\\\localhost\\c$\\", "file:///C:/", "file://server/share/", "\\\\?\\GLOBALROOT\\"),
    ):
        for target in ("new.md", "Windows/win.ini", "outside/secret.md"):
            yield Spelling(root + target)
    for folder, file in _dotted(
        (
            *(
                ".NAME.",
                ".NAME ",
                ".NAME. .",
                ".NAME...",
                ".NAME::$INDEX_ALLOCATION",
                ".NAME:$I30:$INDEX_ALLOCATION",
            ),
            *("NAME~1", "NAME~2", ".NAME\\.", "Daily\\..\\.NAME", ".NAME::$DATA", ".\uff4eNAME", ".NAME\u200b"),
        )
    ):
        short = folder.replace("obsidian~", "obsidi~")
        for spelled in (short, short.upper()):
            yield Spelling(f"{spelled}/{file}")
            yield Spelling(f"{spelled}\\{file}")
    for device, rest, before in product(_DEVICES, ("", ".md", ".txt", " .md", "/new.md", ".a.md"), _BEFORE):
        yield Spelling(f"{before}{device}{rest}")
    for sign, before in product('<>:"|?*', _BEFORE):
        yield Spelling(f"{before}a{sign}b.md")
        yield Spelling(f"{before}new{sign}/c.md")
        yield Spelling(f"{before}Home.md{sign}stream")
    for name in ("new./x.md", "new /x.md", "%APPDATA%/x.md", "%USERPROFILE%\\x.md", "$env:TEMP\\x.md"):
        yield Spelling(name, must_fail=not name.startswith("%APP"))


def _macos() -> Iterator[Spelling]:
    for sign, (name, files) in product(_IGNORED_BY_MACOS, _DOTTED.items()):
        for spelled in (f".{sign}{name}", f"{sign}.{name}", f".{name[0]}{sign}{name[1:]}", f".{name}{sign}"):
            for file in files:
                yield Spelling(f"{spelled}/{file}")
        yield Spelling(f".{sign}./outside/secret.md")
        yield Spelling(f"Daily/..{sign}/..{sign}/outside/secret.md")
    forms = (
        ".\uff27\uff29\uff34",
        ".g\u0131t",
        ".G\u0130T",
        ".ob\u017fidian",
        ".tra\u017fh",
        ".ax\u00ba\u0308n",
        ".\U0001d420it",
        ".gi\u0307t",
    )
    for form, file, before in product(forms, ("config", "new.md", "hooks/x"), _BEFORE):
        yield Spelling(f"{before}{form}/{file}")
    system = (
        ".DS_Store",
        "._Home.md",
        ".Trashes",
        ".Spotlight-V100",
        ".fseventsd",
        ".TemporaryItems",
        ".localized",
        ".apdisk",
        ".vol",
    )
    for name, rest, before in product(system, ("", "/new.md"), _BEFORE):
        yield Spelling(f"{before}{name}{rest}")
    for note, fork in product(("Home.md", "Daily", ".git/config", "link out/secret.md"), ("rsrc", "data", "x")):
        yield Spelling(f"{note}/..namedfork/{fork}")
    for path in (
        "/Volumes/x/y.md",
        "/private/etc/passwd",
        "/.vol/1/2",
        "/Users/x/Library/y.md",
        "file:///Volumes/x",
        "/dev/fd/0",
    ):
        yield Spelling(path)
    for path in (
        "Macintosh HD:etc:passwd",
        ":..:outside:secret.md",
        "Daily:new.md",
        "::outside:secret.md",
        "Daily/:..:x.md",
    ):
        yield Spelling(path)
    for existing in (
        "HOME.md",
        "home.md",
        "daily/new.md",
        "DAILY/new.md",
        "cafe\u0301.md",
        "CAFE\u0301.md",
        "Caf\u00c9.md",
    ):
        yield Spelling(existing)
