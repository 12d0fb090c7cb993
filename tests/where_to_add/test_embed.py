"""A kind of embed is one line and what loads it."""

from __future__ import annotations

from axon_desktop.ui.lazy_import import load
from axon_desktop.ui.markdown_view.embeds.embed_kinds import EMBED_KINDS


def test_each_kind_has_what_loads_it() -> None:
    assert all(callable(load(kind.load)) for kind in EMBED_KINDS)
    assert len({kind.suffix for kind in EMBED_KINDS}) == len(EMBED_KINDS)
