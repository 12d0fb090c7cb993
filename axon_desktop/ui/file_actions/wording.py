"""Texts about impossible names, links that are not followed, and moved files."""

from __future__ import annotations

from axon_desktop.ui.language.translation import translate
from axon_desktop.vault.moves.new_path import NewPath
from axon_desktop.vault.obsidian.url import ObsidianAction


def fault_words(found: NewPath) -> str:
    """Return why a name is not possible; empty if it is, or while nothing is typed."""
    detail = found.why
    if found.fault in ("character", "link_character"):  # in quotes: else they read as a part of the sentence
        quoted = translate("NewPath", "‘{character}’")
        detail = " ".join(quoted.format(character=character) for character in detail.split(" "))
    match found.fault:
        case "character":
            words = translate("NewPath", "A name must not contain {detail}")
        case "link_character":
            words = translate("NewPath", "{detail} breaks links, so a name must not contain it")
        case "outside":
            words = translate(
                "NewPath",
                "“..” could lead out of the vault; a path that begins with / starts at the vault’s root folder",
            )
        case "dot":
            words = translate("NewPath", "A name that begins with a dot would be hidden")
        case "end":
            words = translate("NewPath", "A name must not begin or end with a space, or end with a dot")
        case "long":
            words = translate("NewPath", "The name is too long: at most {detail} bytes")
        case "taken":
            words = translate("NewPath", "{detail} already exists")
        case "other":
            words = "{detail}"
        case _:
            return ""
    return words.format(detail=detail)


def is_rename(old: str, new: str) -> bool:
    """Tell whether a path stays in its folder."""
    return old.rpartition("/")[0] == new.rpartition("/")[0]


def move_button(old: str, new: str) -> str:
    """Return the text of the button that gives a file or folder another path."""
    return translate("FileMoves", "&Rename") if is_rename(old, new) else translate("FileMoves", "&Move")


def will_rewrite(notes: int) -> str:
    """Return the sentence about the links of so many notes that a move will rewrite."""
    one = translate("FileMoves", "Links in 1 note will be rewritten:")
    many = translate("FileMoves", "Links in {count} notes will be rewritten:")
    return one if notes == 1 else many.format(count=notes)


def rewritten(notes: int) -> str:
    """Return the sentence about the rewritten links of so many notes, to be put after the one about the move."""
    one = translate("FileMoves", "links rewritten in 1 note")
    many = translate("FileMoves", "links rewritten in {count} notes")
    return f", {one if notes == 1 else many.format(count=notes)}" if notes else ""


def refusal_words(action: ObsidianAction) -> str:
    """Return why a link is not followed."""
    match action.why:
        case "too_long":
            words = translate("ObsidianLinks", "This obsidian:// link is too long to follow.")
        case "unknown_action":
            words = translate(
                "ObsidianLinks", "Axon does not support the action in this obsidian:// link: {detail}"
            )
        case "unknown_vault":
            words = translate("ObsidianLinks", "No vault named {detail} is known on this computer.")
        case "outside":
            words = translate(
                "ObsidianLinks", "This link leads outside your vaults, so Axon does not follow it: {detail}"
            )
        case "hidden":
            words = translate(
                "ObsidianLinks", "This link leads to a hidden folder, so Axon does not follow it: {detail}"
            )
        case "missing":
            words = translate("ObsidianLinks", "The vault has no note named {detail}.")
        case "overwrite":
            words = translate("ObsidianLinks", "This link would overwrite {detail}; Axon does not do that.")
        case _:
            words = translate("ObsidianLinks", "This is not a valid obsidian:// link.")
    return words.format(detail=action.detail)
