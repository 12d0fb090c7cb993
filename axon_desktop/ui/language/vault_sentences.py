"""What the core says of notes, files and changes; see `core_sentences`."""

from __future__ import annotations

from collections.abc import Callable, Iterator


def vault_sentences(translate: Callable[[str, str], str]) -> Iterator[str]:
    """Yield each sentence; `translate` gives it back, and is how the texts to translate are found."""
    # What becomes of a file that is read or written
    yield translate("Core", "{reason}; whether it was done can be said when the disk works again")
    yield translate("Core", "{path} is gone; nothing was changed")
    yield translate("Core", "{path} exists by now; read it first")
    yield translate("Core", "{path} was changed by someone else; read it again")
    yield translate("Core", "{path} was changed by someone else just now; read it again")
    yield translate("Core", "{path} is open for writing in another program; try again later")
    yield translate("Core", "{name} is being written by another program; try again in a moment")
    yield translate("Core", "another Axon process is writing to this vault; try again when it is done")
    yield translate("Core", "Axon is writing to this vault already; try again when it is done")
    yield translate("Core", "{name} is read-only")
    yield translate("Core", "{name} is not a UTF-8 text file")
    yield translate("Core", "{name} is not a plain file")
    yield translate("Core", "{path} cannot be written safely here without a record of changes")
    yield translate("Core", "{path} is a link; name the file that it leads to")
    yield translate(
        "Core",
        "{path} is larger than {size} MB, too large to be brought back by undo; put it into the trash in"
        " your file manager",
    )
    yield translate("Core", "{path} cannot go to the system's trash ({why})")
    yield translate("Core", "{path}: the content is not valid Unicode")
    yield translate("Core", "{path}: its folder is gone; nothing was changed")
    yield translate("Core", "{path} (did you mean: {names}?)")

    # What a tool has written
    yield translate("Core", "{sentence} It could not be recorded, so it cannot be undone.")
    yield translate("Core", "Created {path} ({size} bytes).")
    yield translate("Core", "Edited {path} ({size} bytes).")
    yield translate("Core", "Replaced {path} ({size} bytes).")
    yield translate("Core", "Appended {size} bytes to {path}.")
    yield translate("Core", "Moved {path} to {target}; no links rewritten.")
    yield translate("Core", "Moved {path} to {target}; 1 link in 1 note rewritten.")
    yield translate("Core", "Moved {path} to {target}; {links} links in 1 note rewritten.")
    yield translate("Core", "Moved {path} to {target}; {links} links in {notes} notes rewritten.")
    yield translate("Core", "Moved {path} to the system's trash; undo brings it back.")
    yield translate("Core", "Moved {path} to {target}; undo brings it back.")

    # Why a path is refused: it stands in brackets behind the path
    yield translate("Core", "a part of it is empty")
    yield translate("Core", "'.' and '..' are not allowed; name the place from the vault's root")
    yield translate("Core", "dot folders and dot files are not part of the vault")
    yield translate("Core", "not valid Unicode")
    yield translate("Core", "it is empty")
    yield translate("Core", "it is too long")
    yield translate("Core", "control characters are not allowed")
    yield translate("Core", "backslashes are not allowed; separate folders with /")
    yield translate("Core", "absolute paths are not allowed; name the place from the vault's root")
    yield translate("Core", "drives are not allowed; name the place from the vault's root")
    yield translate("Core", "a vault path is needed, not a URL")
    yield translate("Core", "a name must not contain {signs}")
    yield translate("Core", "a name must not end with a dot or a space")
    yield translate("Core", "this name is reserved on Windows")
    yield translate("Core", "invisible characters are not allowed in a new name")
    yield translate("Core", "this name imitates a protected folder")
    yield translate("Core", "a name may have at most {size} bytes")
    yield translate("Core", "a folder cannot go into itself")
    yield translate("Core", "it exists already")
    yield translate("Core", "{path} exists already")
    yield translate("Core", "the file is there already")
    yield translate("Core", "a file of this name came into being just now")
    yield translate("Core", "{path} is hidden, and would keep the old name")
    yield translate("Core", "a link in it leads nowhere")
    yield translate("Core", "a link in it leads out of the vault")
    yield translate("Core", "too many links")
    yield translate("Core", "{note} links to the file, and a link cannot hold # ^ | [ ] or %%")
    yield translate("Core", "a part of it is not a folder")
    yield translate("Core", "it is a folder")
    yield translate("Core", "it changed into a link while it was opened")
    yield translate("Core", "it differs from {path} only in case or Unicode form")

    # Undo and what is kept for it
    yield translate("Core", "The notes have changed since undo was looked at; nothing was undone.")
    yield translate("Core", "{path} was changed again by something that cannot be undone.")
    yield translate(
        "Core",
        "{path} was edited since it was created. Undo would delete those edits: delete the note yourself"
        " if you no longer need it.",
    )
    yield translate(
        "Core",
        "{path} was edited since in the same lines. Put back by hand what you want of the earlier text; it"
        " stays in the journal.",
    )
    yield translate("Core", "{path} was moved or deleted since. Put it back, then try again.")
    yield translate("Core", "{path} was made anew since. Move or rename that one, then try again.")
    yield translate("Core", "{path} is read-only.")
    yield translate("Core", "{path} is undone already.")
    yield translate("Core", "change {number} is not kept (any more).")
    yield translate("Core", "the text of this change is not kept any more.")
    yield translate(
        "Core",
        "it was damaged and has been set aside as {file}. A new one begins with the next change; earlier changes"
        " cannot be undone any more.",
    )
    yield translate("Core", "Changes can be kept for 1 to {most} days, not for {days}.")
    yield translate("Core", "Kept changes can take from {least} MB to {most} MB, not {size} MB.")

    # Files of the program itself
    yield translate("Core", "{file} was made by a newer version of Axon; install that version.")
    yield translate("Core", "{file} cannot be used ({why}).")
    yield translate("Core", "{file} cannot be read ({why}).")

    # Searches
    yield translate("Core", "query is empty; give a word, or a tag")
    yield translate("Core", "query is not a regular expression: {why}")
    yield translate(
        "Core", "query: the regular expression took longer than {seconds} s; make it simpler, or name a folder"
    )
    yield translate("Core", "query: the search for this regular expression failed")
    yield translate("Core", "pattern must have 1 to {most} characters")
    yield translate("Core", "pattern: its braces stand for more than {most} patterns")
    yield translate("Core", "it was closed")

    # A path with why it is refused, or with what the system says
    yield translate("Core", "{path} ({reason})")
    yield translate("Core", "{path}: {reason}")
