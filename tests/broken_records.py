"""Records of changes that cannot be written, each by a real fault, and what mends them again."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TypeAlias

from axon_desktop.vault import Vault

Break: TypeAlias = Callable[[Vault], Callable[[], None]]
"""Breaks a vault's record and returns what mends it."""


def fill_up(vault: Vault) -> Callable[[], None]:
    """Let the database not grow any more, as on a full disk; what is recorded has to be larger than a page."""
    return _set(vault, "max_page_count", 1, 1 << 30)  # never fewer than it has by now


def protect(vault: Vault) -> Callable[[], None]:
    """Let the database refuse to be written, as on a disk that is mounted for reading."""
    return _set(vault, "query_only", 1, 0)


def lock(vault: Vault) -> Callable[[], None]:
    """Let another program keep the database locked."""
    wait = _set(vault, "busy_timeout", 0, 5000)
    other = sqlite3.connect(vault.data_dir / "journal.sqlite", isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")

    def unlock() -> None:
        other.close()
        wait()

    return unlock


def _set(vault: Vault, pragma: str, bad: int, good: int) -> Callable[[], None]:
    assert vault.journal.id  # opens it
    connection = vault.journal._connection
    assert connection is not None
    connection.execute(f"PRAGMA {pragma} = {bad}")

    def mend() -> None:
        connection.execute(f"PRAGMA {pragma} = {good}")

    return mend


def spoil(vault: Vault) -> Callable[[], None]:
    """Write something else over the database while nobody has it open."""
    assert vault.journal.id
    vault.journal.close()
    file = vault.data_dir / "journal.sqlite"
    whole = file.read_bytes()
    file.write_bytes(b"no database at all" * 1000)

    def mend() -> None:
        vault.journal.close()
        file.write_bytes(whole)

    return mend


def take_folder(vault: Vault) -> Callable[[], None]:
    """Put a file where the data folder was: neither lock, nor journal, nor draft can be written."""
    vault.journal.close()
    away = vault.data_dir.with_name("away")
    with suppress(FileNotFoundError):
        vault.data_dir.rename(away)
    vault.data_dir.parent.mkdir(parents=True, exist_ok=True)
    vault.data_dir.write_bytes(b"in the way")

    def mend() -> None:
        vault.data_dir.unlink()
        if away.exists():
            away.rename(vault.data_dir)

    return mend


BREAKS: dict[str, Break] = {
    "full": fill_up,
    "write_protected": protect,
    "locked": lock,
    "damaged": spoil,
    "other": take_folder,
}
"""By the kind of trouble that each is known as."""


@contextmanager
def broken(vault: Vault, kind: str = "full") -> Iterator[None]:
    """Have a record that cannot be written."""
    mend = BREAKS[kind](vault)
    try:
        yield
    finally:
        mend()
