"""Rules for vault paths: checks of the text alone, before any file is touched.

A vault path is relative, has `/` between its parts, and never names a dot folder: `.obsidian`, `.git` and `.trash`
are not items of the vault. Rules for reading are as narrow as safety needs, since odd names exist; rules for new
names are the union of what any system or sync service refuses.
"""

from __future__ import annotations

import re
import unicodedata
from urllib.parse import unquote

from axon_desktop.errors import N_, InvalidPathError, Text, WorkspaceBoundaryError
from axon_desktop.text.file_names import NOTE_SUFFIX, without_suffix

MAX_NAME_BYTES = 200
_MAX_PATH_BYTES = 4000
_SHOWN = 200

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_DRIVE = re.compile(r"^[A-Za-z]:")
_URL = re.compile(r"^\s*(?:file|obsidian|[A-Za-z][A-Za-z0-9+.-]*(?=://)):", re.IGNORECASE)
_SHORT_NAME = re.compile(r"^(git|obsidi|trash|axon)[0-9a-f]{0,4}~[0-9]+$")
"""The 8.3 names under which Windows also knows `.git`, `.obsidian` and `.trash`."""
_PROTECTED = frozenset({"obsidian", "git", "trash", "axon"})
_SKIPPED_FOLDERS = frozenset({"node_modules"})
_FORBIDDEN_IN_NEW = frozenset('<>:"|?*')
_HIDDEN = re.compile("[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]")
"""Characters that make two names look alike or turn a name around; joiners that emoji need are absent."""
_WIKILINK = re.compile(r"!?\[\[([^\[\]|#]+)[^\[\]]*\]\](?:\.md)?")
_RESERVED = re.compile(
    r"^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9\u00b9\u00b2\u00b3])\s*(\.|$)", re.IGNORECASE
)
_LOOKALIKES = str.maketrans({"\u0131": "i", "\u0130": "i", "\u017f": "s", "\u2026": "\ue000", "\uff0e": "."})


def tidy_path(path: str) -> str:
    """Return the path without parts that are empty or `.`, which models write: `./Projects//Plan`.

    Empty if no part is left. What is refused anyway (an absolute path, a URL) stays as it is.
    """
    if path.startswith("/") or "://" in path:
        return path
    return "/".join(part for part in path.split("/") if part not in ("", "."))


def normalize_path(path: str) -> str:
    """Return the path with `.md` added where it is missing."""
    return path if path.endswith(NOTE_SUFFIX) else path + NOTE_SUFFIX


def link_target(path: str) -> str:
    """Return the target if a wikilink stands where a path is needed; empty for a path."""
    link = _WIKILINK.fullmatch(path.strip())
    return link[1].strip() if link is not None else ""


def shown(path: str) -> str:
    """Return the path fit for one line of an error text."""
    text = _CONTROL.sub("\ufffd", path).encode("utf-8", "replace").decode("utf-8")
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


def invalid(path: str, template: str, /, **values: object) -> InvalidPathError:
    """Return the error for a path that is refused, with the reason as a template and its values."""
    reason = Text(template, **values)
    return InvalidPathError(N_("Core", "{path} ({reason})"), path=shown(path), reason=reason)


def outside(path: str, template: str, /) -> WorkspaceBoundaryError:
    """Return the error for a path that leads out of the vault, or that could."""
    return WorkspaceBoundaryError(N_("Core", "{path} ({reason})"), path=shown(path), reason=Text(template))


def is_unicode(path: str) -> bool:
    """Tell whether a path is text; the names of some files are other bytes."""
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def is_skipped(part: str) -> bool:
    """Tell whether a part of a path is no item of the vault: neither known nor watched nor searched."""
    return part.startswith(".") or part in _SKIPPED_FOLDERS


def _plain(text: str) -> str:
    """Return what a careless disk or reader could see in the name: no invisible characters, no width, no case."""
    plain = unicodedata.normalize("NFKC", text.translate(_LOOKALIKES)).casefold().translate(_LOOKALIKES)
    return "".join(c for c in plain if unicodedata.category(c) not in ("Cf", "Mn")).strip()


def _is_hidden(part: str) -> bool:
    """Tell whether one part of a path is, or could pass for, `..` or a dot folder."""
    if part.startswith("."):
        return True
    if part.isascii() and part[0] != " " and "%" not in part and "~" not in part:
        return False
    plain = _plain(part)
    if plain.startswith(".") or _SHORT_NAME.match(plain):
        return True
    decoded = unquote(part)
    if decoded == part:
        return False
    return any(_plain(piece).startswith(".") for piece in re.split(r"[/\\]", decoded) if piece)


def check_part(part: str, path: str) -> None:
    """Refuse one part of a path that is empty, leads up, or names a dot folder.

    Raises:
        InvalidPathError: with the whole path and the reason.
    """
    if not part:
        raise invalid(path, N_("Core", "a part of it is empty"))
    if _is_hidden(part):
        if _plain(part).rstrip(". ") == "":
            raise outside(
                path,
                N_("Core", "'.' and '..' are not allowed; name the place from the vault's root"),
            )
        raise invalid(path, N_("Core", "dot folders and dot files are not part of the vault"))


def split_path(path: str) -> tuple[str, ...]:
    """Check a path and return its parts; it may or may not exist.

    Raises:
        InvalidPathError: the path leaves the vault, is protected, or cannot be a path at all.
    """
    try:
        size = len(path.encode("utf-8"))
    except UnicodeEncodeError as error:
        raise invalid(path, N_("Core", "not valid Unicode")) from error
    if not path.strip():
        raise invalid(path, N_("Core", "it is empty"))
    if size > _MAX_PATH_BYTES:
        raise invalid(path, N_("Core", "it is too long"))
    if _CONTROL.search(path):
        raise invalid(path, N_("Core", "control characters are not allowed"))
    if "\\" in path:
        raise outside(path, N_("Core", "backslashes are not allowed; separate folders with /"))
    if path.startswith("/"):
        raise outside(path, N_("Core", "absolute paths are not allowed; name the place from the vault's root"))
    if _DRIVE.match(path):
        raise outside(path, N_("Core", "drives are not allowed; name the place from the vault's root"))
    if _URL.match(path):
        raise invalid(path, N_("Core", "a vault path is needed, not a URL"))
    parts = tuple(tidy_path(path).split("/"))
    for part in parts:
        check_part(part, path)
    return parts


def split_folder(path: str) -> tuple[str, ...]:
    """Check the path of a folder and return its parts; "", "/" and "." are the root, one closing slash is allowed.

    Raises:
        InvalidPathError: see `split_path`.
    """
    if path == "/" or not tidy_path(path):
        return ()
    return split_path(path.removesuffix("/"))


def check_new_name(part: str, path: str) -> None:
    """Refuse a name that some system, sync service or wikilink cannot carry.

    Raises:
        InvalidPathError: with the whole path and the reason.
    """
    check_part(part, path)
    if link_target(path):
        raise invalid(path, N_("Core", "a path is needed, not a link; leave out the brackets"))
    forbidden = sorted(_FORBIDDEN_IN_NEW.intersection(part))
    if forbidden:
        raise invalid(path, N_("Core", "a name must not contain {characters}"), characters=" ".join(forbidden))
    if part.endswith(".") or any(name != name.strip() for name in (part, without_suffix(part))):
        raise invalid(path, N_("Core", "a name must not begin with a space, or end with a dot or a space"))
    if _RESERVED.match(part):
        raise invalid(path, N_("Core", "this name is reserved on Windows"))
    if _HIDDEN.search(part):
        raise invalid(path, N_("Core", "invisible characters are not allowed in a new name"))
    if _plain(part) in _PROTECTED and not part.isascii():
        raise invalid(path, N_("Core", "this name imitates a protected folder"))
    if len(part.encode("utf-8")) > MAX_NAME_BYTES:
        raise invalid(path, N_("Core", "a name may have at most {size} bytes"), size=MAX_NAME_BYTES)
