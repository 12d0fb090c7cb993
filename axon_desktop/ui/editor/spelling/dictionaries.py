"""The dictionaries of this computer: pairs of `.aff` and `.dic`, as hunspell, LibreOffice and others have them."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

from axon_desktop import paths

_CODE = re.compile(r"([a-z]{2,3})(?:[_-]([A-Za-z]{2,4}))?(?:[_-].*)?$")
_EXTENSIONS = "share/extensions"
"""Where LibreOffice has its dictionaries, in folders that begin with `dict-`."""
_USUAL = {"en": "en_US", "de": "de_DE", "pt": "pt_BR", "es": "es_ES", "fr": "fr_FR", "sr": "sr_RS"}
"""The country whose dictionary a language means."""


def own_dictionaries() -> Path:
    """Return the folder for dictionaries of the user's."""
    return paths.data_dir() / "dictionaries"


def user_words_file() -> Path:
    """Return the file of the words that the user has added, one on a line."""
    return paths.data_dir() / "dictionary.txt"


def find_dictionaries() -> dict[str, Path]:
    """Return the `.dic` file of each language that is there, by codes such as `en_GB`; the user's come first."""
    found: dict[str, Path] = {}
    for folder in _folders():
        try:
            files = sorted(folder.glob("*.dic"))
        except OSError:
            continue
        for file in files:
            if (code := _code_of(file.stem)) and file.with_suffix(".aff").is_file():
                found.setdefault(code, file)
    return found


def chosen_codes(chosen: Sequence[str], available: Iterable[str], languages: Iterable[str]) -> list[str]:
    """Return the dictionaries to use: the chosen ones, or those of languages such as `en-US` or `zh`."""
    known = sorted(available)
    if chosen:
        return [code for code in chosen if code in known]
    codes: list[str] = []
    for language in languages:
        code = language.replace("-", "_")
        name = code.partition("_")[0]
        if any(one.partition("_")[0] == name for one in codes):
            continue
        of_language = [one for one in known if one.partition("_")[0] == name]
        best = next((one for one in (code, _USUAL.get(name)) if one in of_language), None)
        codes += [best] if best else of_language[:1]
    return codes


def _code_of(name: str) -> str:
    """Return the language of a file's name; empty for one of hyphens and the like."""
    match = _CODE.match(name)
    if match is None or name.startswith("hyph"):
        return ""
    country = match[2] or ""
    return f"{match[1]}_{country.upper() if len(country) == 2 else country.title()}" if country else match[1]


def _folders() -> Iterator[Path]:
    home = Path.home()
    yield own_dictionaries()
    yield from (Path(folder) for folder in os.environ.get("DICPATH", "").split(os.pathsep) if folder)
    if sys.platform == "win32":
        yield home / "AppData" / "Roaming" / "hunspell"
        programs = (os.environ.get(name, "") for name in ("ProgramFiles", "ProgramFiles(x86)"))
        offices = [Path(folder) / "LibreOffice" for folder in programs if folder]
    elif sys.platform == "darwin":
        yield from (home / "Library" / "Spelling", Path("/Library/Spelling"))
        offices = [Path("/Applications/LibreOffice.app/Contents/Resources")]
    else:
        data = os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
        own = os.environ.get("XDG_DATA_HOME") or home / ".local" / "share"
        for folder in (own, *data.split(":")):
            yield from (Path(folder) / name for name in ("hunspell", "myspell", "myspell/dicts"))
        offices = [
            Path("/usr/lib/libreoffice"),
            Path("/usr/lib64/libreoffice"),
            *Path("/opt").glob("libreoffice*"),
        ]
    for office in offices:
        for extensions in (office / _EXTENSIONS, office / "extensions"):
            yield from sorted(extensions.glob("dict-*"))
    spec = find_spec("hunspell")
    if spec is not None and spec.origin:
        yield Path(spec.origin).with_name("dictionaries")


def has_hunspell() -> bool:
    """Tell whether words can be looked up in this install."""
    return find_spec("hunspell") is not None
