"""How many bytes something has, in words."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLocale

_STEP = 1024
_UNITS = ("KB", "MB", "GB", "TB")

translate = QCoreApplication.translate


def format_size(size: int) -> str:
    """Return a number of bytes as people read them: `963 bytes`, `1.5 KB`, `2 MB`."""
    if size < _STEP:
        count = translate("FileSize", "{count} bytes").format(count=size)
        return translate("FileSize", "1 byte") if size == 1 else count
    amount, unit = size / _STEP, 0
    while amount >= _STEP and unit < len(_UNITS) - 1:
        amount, unit = amount / _STEP, unit + 1
    amount = round(amount, 1)
    return f"{QLocale().toString(amount, 'f', 0 if amount.is_integer() else 1)} {_UNITS[unit]}"
