from __future__ import annotations

import pytest

from axon_desktop.ui.language.formats import format_size


@pytest.mark.parametrize(
    ("size", "words"),
    [
        (0, "0 bytes"), (1, "1 byte"), (1023, "1023 bytes"), (1024, "1 KB"), (1800, "1.8 KB"),
        (2_400_000, "2.3 MB"), (3 << 30, "3 GB"), (5 << 40, "5 TB"),
    ],
)  # fmt: skip
def test_sizes_are_said_in_the_largest_unit_that_fits(size: int, words: str) -> None:
    assert format_size(size) == words
