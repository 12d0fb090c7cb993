"""LANGUAGES: the table of all languages that the window speaks; everything that lists or finds one reads it.

A new language is one line here and its texts, `resources/i18n/axon_<id>.ts`, which `make strings` begins. Then, in
any order: the places of `WORDS`; news in `resources/news/<id>.md`; a guide, named here and in pyproject.toml; two
lines in `packaging/linux/axon-desktop.desktop`; for letters that no other language has, `theme/fonts.py`. Without
them it works with the English ones. Plain and light: the first paint waits for it.
"""

from __future__ import annotations

from typing import NamedTuple


class LanguageInfo(NamedTuple):
    """What is known of one language."""

    id: str
    """Its name in the settings file, and that of its locale, of its texts and of Qt's: `de`, `zh_CN`."""
    name: str
    """Its name in its own words."""
    tags: tuple[str, ...] = ()
    """Scripts and regions that mean this one, where others share its first part: `zh-Hant`, `zh-HK`."""
    guide: str = "guide.md"
    """File of the guide, in docs."""
    fonts: tuple[tuple[str, str], ...] = ()
    """Families of fonts, and which take their place because their letters have the shapes that are usual there."""

    @property
    def tag(self) -> str:
        """Its name as a tag, such as `zh-CN`."""
        return self.id.replace("_", "-")


LANGUAGES: tuple[LanguageInfo, ...] = (
    LanguageInfo("en", "English"),
    LanguageInfo("zh_CN", "简体中文", ("Hans", "CN", "SG"), "guide.zh_CN.md"),
    LanguageInfo(
        "zh_TW",
        "繁體中文",
        ("Hant", "TW", "HK", "MO"),
        "guide.zh_CN.md",
        (
            ("Noto Sans CJK SC", "Noto Sans CJK TC"),
            ("PingFang SC", "PingFang TC"),
            ("Microsoft YaHei UI", "Microsoft JhengHei UI"),
            ("Noto Sans Mono CJK SC", "Noto Sans Mono CJK TC"),
        ),
    ),
)
"""In the order in which they are offered; English, whose texts are in the code, is the first. Of several that
share the first part of their ids the first is for those whose tag says no more."""

WORDS = {
    "axon_desktop/agent/small_models/call_checks.py": "requests that are no text for a note",
    "axon_desktop/agent/small_models/intent.py": "which change a request asks for, and words for the open note",
    "axon_desktop/agent/small_models/reply_checks.py": "replies that say that something is not there",
    "axon_desktop/agent/turn/unfounded_claims.py": "replies that say that something was done",
    "axon_desktop/commands/terminal.py": "yes and no at the terminal",
    "axon_desktop/llm/http/failures.py": "errors that say that an account has no money",
    "axon_desktop/llm/offline/command_grammar.py": "commands of the Offline provider",
    "axon_desktop/text/stop_words.py": "days, and names of people, in a request",
    "axon_desktop/tools/calls/markup.py": "sentences that explain the markup of a call",
    "axon_desktop/tools/calls/reply_reader.py": "replies that only show an example of a call",
    "axon_desktop/ui/composer/composer.py": "an example of a command",
    "axon_desktop/ui/inline_edit/prompts.py": "what models say before and after a rewritten passage",
    "axon_desktop/ui/vault_picker/known_vaults.py": "names of the note to begin with",
    "axon_desktop/vault/obsidian/moment_format.py": "months and days of the week",
    "axon_desktop/vault/trust/untrusted_text.py": "names of folders of clippings",
    "resources/prompts/offline.toml": "what the Offline provider answers",
}
"""Where Axon reads what people write, or answers them, in words of each language; a test finds what is missing."""


def language_ids() -> tuple[str, ...]:
    """Return the ids of all languages."""
    return tuple(info.id for info in LANGUAGES)


def language_of_tag(tag: str) -> LanguageInfo | None:
    """Return the language with a tag such as `zh-CN`; None where the window has none."""
    return next((info for info in LANGUAGES if info.tag == tag), None)
