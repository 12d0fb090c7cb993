"""Rows of the quick switcher."""

from __future__ import annotations

from axon_desktop.markdown.html.links import is_image
from axon_desktop.text.file_names import NOTE_SUFFIX
from axon_desktop.ui.quick_open.note_names import HeadingMatch, Place
from axon_desktop.ui.quick_open.row_list import Offer
from axon_desktop.vault.names.quick_search import shown_name


def offer_of(place: Place) -> Offer:
    """Return the row of a place: its kind, its name with the match, and its folder."""
    if isinstance(place, HeadingMatch):
        return Offer(place.title, "heading", place.marks, shown_name(place.path), tip=place.path)
    if place.is_alias:
        return Offer(place.name, "alias", place.marks, place.path.removesuffix(".md"), tip=place.path)
    path = place.path.lower()
    other = "image" if is_image(path) else "board" if path.endswith((".canvas", ".base")) else "file"
    icon = "note" if path.endswith(NOTE_SUFFIX) else other
    return Offer(place.name, icon, place.marks, place.folder, place.folder_marks, tip=place.path)
