"""Keeps PySide from reading the source of every module that is imported after this one.

PySide can give its methods other names (`from __feature__ import snake_case`). To find out who wants that, it
searches the source of each imported module for its own name, also of those without Qt: a tenth of the time of
imports, and the sources of all modules stay in memory. This program uses no such feature.
"""

from __future__ import annotations

import sys

import PySide6.QtCore  # noqa: F401  # brings what is replaced here

_LOOKS = "feature_imported"


def _ignore(_module: object) -> None:
    """Replace PySide's function; a module that it does not know has no features."""


_feature = sys.modules.get("shibokensupport.feature")
if _feature is not None and callable(getattr(_feature, _LOOKS, None)):
    vars(_feature)[_LOOKS] = _ignore
