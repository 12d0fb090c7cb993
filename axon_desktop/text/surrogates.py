"""Characters in two halves: JSON may write those beyond U+FFFF as two escapes, and some servers cut in between."""

from __future__ import annotations


def join_halves(text: str, errors: str = "replace") -> str:
    """Return the text with halves of characters joined; one alone becomes U+FFFD, or stays by "surrogatepass"."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", errors)
    return text


class Halves:
    """Joins the halves that come in two pieces of one text."""

    def __init__(self) -> None:
        self._held = ""

    def feed(self, piece: str) -> str:
        """Return what is certain so far: the first half of a character waits for its second."""
        text = self._held + piece
        self._held = text[-1:] if "\ud800" <= text[-1:] <= "\udbff" else ""
        return join_halves(text.removesuffix(self._held))

    def finish(self) -> str:
        """Return what waited in vain."""
        held, self._held = self._held, ""
        return join_halves(held)
