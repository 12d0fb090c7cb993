"""Asking the index in a thread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from axon_desktop.errors import IndexUnavailableError

if TYPE_CHECKING:
    from axon_desktop.index.vault_index import VaultIndex

T = TypeVar("T")


async def ask_index(index: VaultIndex, question: Callable[[], T]) -> T | None:
    """Ask in a thread; None if the index was closed, or is damaged: then it is rebuilt."""
    try:
        return await asyncio.to_thread(question)
    except IndexUnavailableError:
        return None
    except (ValueError, OSError):
        await asyncio.to_thread(index.distrust)
        return None
