"""A plugin of pytest that adds a kind of embed before anything else of Axon is imported."""

from pathlib import Path

from axon_desktop.markdown.html.embed_keys import EmbedKind
from axon_desktop.ui.markdown_view import embeds
from axon_desktop.ui.markdown_view.embeds import embed_kinds

ACME = EmbedKind("acme", ".acme", "markdown_view.embeds.acme_embed:load_acme")

embeds.__path__.append(str(Path(__file__).parent / "embeds"))
embed_kinds.EMBED_KINDS.append(ACME)
