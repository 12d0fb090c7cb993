"""Slips of small models that a call shows before it runs; each is told once, and the same call then passes.

What is told here is a guess: the user may want just that. It costs a round where it is wrong. An edit passes late
while another note fits the request better, and never where another note is named and the line has no word of the
request: nobody notices such a change for months.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import SequenceMatcher
from pathlib import PurePosixPath

from axon_desktop.agent.approval.taint import is_named
from axon_desktop.agent.small_models.intent import Wish, find_wish, only_asks, order_of
from axon_desktop.llm.messages import ToolCall
from axon_desktop.llm.prompts import fill, prompt_words
from axon_desktop.text.file_names import NOTE_SUFFIX, same_name
from axon_desktop.text.stop_words import distinctive_words, names_in, people_in, word_stems

_ECHO = 12
"""Signs of a piece of the request that is not repeated by chance."""
_WORDS = 32
"""Words of a replaced text that are looked at."""
_REQUEST_WORDS = 500
_NAMED = 3
"""Notes that the request names, as far as they are told."""
_FRAME = re.compile(r"(?m)^.+\.(?:md|canvas|base) reads:$|^These lines of the vault fit the request best")
"""What stands around the notes in a result; see note_reads and lines_fit in results.toml."""
_ORDERING = re.compile(
    r"\b(?:i (?:want|need|would like|'d like|have) (?:you )?to|remind me|please|so that i|tell me)\b"
    r"|提醒我|帮我|幫我|请|請|我想|我要",
    re.IGNORECASE,
)
"""Words that are for the assistant, and not for a note."""
_TASK = re.compile(r"(?m)^[ \t>]*[-*+] \[.\] (.+)$")
_WORKS_OUT = re.compile(
    r"\b(?:sum|total|al+ ?together|work out|add up|calculate|compute|count|average|difference"
    r"|how (?:much|many|long|old)|(?:is|are) left|left over|remain\w*)\b"
    r"|合[计計]|[总總](?:共|计|計|额|額|和|数|數)|一共|[计計]算|算[出一上]|多少|平均|[还還]剩|剩下|相差|加起[来來]",
    re.IGNORECASE,
)


def find_slip(call: ToolCall, content: str, request: str, said: str, wish: Wish | None) -> str:
    """Return what a writing call is met with; nothing if it may be meant so.

    Args:
        call: what the model wants.
        content: the text that it would write.
        request: what the user has asked for.
        said: everything that the model may know.
        wish: what is to be done first; None if nothing shows it, or when something has been written already.
    """
    words = prompt_words("results.toml")
    if _FRAME.search(content):
        return words["frame"]
    name = _new_name(call)
    if name and same_name(name) not in same_name(said):
        return fill(words["misnamed"], name=name)
    if wish == "move" and call.tool in ("create_note", "edit_note"):
        return fill(words["not_moved"], how=words["how_move"])
    other = call.tool == "edit_note" and not is_named(str(call.params.get("path", "")), request, ())
    if wish == "create" and other:
        return fill(words["not_created"], how=words["how_create"])
    if only_asks(request):
        return words["only_asked"]
    if wish == "append" and _takes_away(call):
        return fill(words["takes_away"], how=words["how_append"])
    if _echoes(content, request, replaces=any(old for old, _ in _replaced(call))):
        return words["echoed"]
    return ""


def find_stray(path: str, old: str, request: str, wish: Wish | None, notes: Iterable[str]) -> str:
    """Return what a call is met with that writes into a note which the request does not seem to mean.

    Args:
        path: the note to be written, as the call names it.
        old: the text that is to be replaced, if there is one.
        request: what the user has asked for.
        wish: what kind of change that is; None if nothing shows it.
        notes: vault paths of all notes.
    """
    words, order = prompt_words("results.toml"), order_of(request)
    bare = same_name(path).removesuffix(NOTE_SUFFIX)
    if is_named(path, request, ()) or _related(old, request):
        return ""
    known = [(note, same_name(note).removesuffix(NOTE_SUFFIX)) for note in notes]
    if all(bare not in (name, name.rpartition("/")[2]) for _, name in known):
        return fill(words["no_new_note"], path=path) if wish in ("append", "edit", "move", "trash") else ""
    named = [note for note, name in known if len(name.rpartition("/")[2]) > 1 and is_named(note, order, ())]
    return fill(words["not_named"], path=path, named=", ".join(named[:_NAMED])) if named else ""


def is_foreign(old: str, request: str) -> bool:
    """Tell whether no word of what is to be replaced stands in the request."""
    stems = word_stems(old, _WORDS)
    return bool(stems) and not any(stem in same_name(request) for stem in stems)


def find_elsewhere(path: str, old: str, request: str, best: str) -> str:
    """Return what an edit is met with while another note fits the request better.

    Args:
        path: the note that is to be edited, as the call names it.
        old: the text that is to be replaced.
        request: what the user has asked for.
        best: the vault path of the note that fits the request best; empty if none does.
    """
    bare, fits = (same_name(each).removesuffix(NOTE_SUFFIX) for each in (path, best))
    if not old or not best or bare == fits or is_named(path, request, ()) or _related(old, request):
        return ""
    return fill(prompt_words("results.toml")["elsewhere"], path=path, best=best)


def find_nobody(path: str, text: str, request: str) -> str:
    """Return what an edit of a note with this text is met with that holds no name of those in the request.

    The line of somebody else looks just like the one that is meant.
    """
    order = order_of(request)
    names = [*names_in(distinctive_words(order, _REQUEST_WORDS)), *people_in(order)]
    held = same_name(f"{path}\n{text}")
    if not names or is_named(path, request, ()) or any(same_name(name) in held for name in names):
        return ""
    return fill(prompt_words("results.toml")["not_held"], path=path, names=", ".join(names[:_NAMED]))


def find_second(content: str, old: str, text: str) -> str:
    """Return what is told of a task to be added that stands in the note already; see `find_slip` for the words."""
    there = {same_name(match[1].strip()): match[0].strip() for match in _TASK.finditer(text)}
    kept = {same_name(match[1].strip()) for match in _TASK.finditer(old)}
    for match in _TASK.finditer(content):
        task = same_name(match[1].strip())
        if task in there and task not in kept:
            words = prompt_words("results.toml")
            return fill(words["there_already"], line=there[task], how=words["how_edit"])
    return ""


def _related(old: str, request: str) -> bool:
    """Tell whether half of what is to be replaced stands in the request: then its place was found by its words."""
    stems, asked = word_stems(old, _WORDS), word_stems(request, _REQUEST_WORDS)
    return bool(stems) and len(stems & asked) * 2 >= len(stems)


def works_out(request: str) -> bool:
    """Tell whether what is asked for may be a figure that stands nowhere: a sum, a difference, a count."""
    return _WORKS_OUT.search(request) is not None


def _new_name(call: ToolCall) -> str:
    """Return the name that a call gives to a note that had another one; a new folder is no new name."""
    if call.tool != "move_note":
        return ""
    old, new = (PurePosixPath(str(call.params.get(key, ""))).name for key in ("path", "to"))
    names = [name.removesuffix(NOTE_SUFFIX) for name in (old, new)]
    return "" if same_name(names[0]) == same_name(names[1]) else names[1]


def _takes_away(call: ToolCall) -> bool:
    """Tell whether an edit leaves out signs of what it replaces; what is set between them adds to it."""
    for old, new in _replaced(call):
        left = iter("".join(new.split()))
        if not all(sign in left for sign in "".join(old.split())):
            return True
    return False


def _replaced(call: ToolCall) -> list[tuple[str, str]]:
    """Return what a call replaces, each with what comes to its place."""
    edits = call.params.get("edits")
    parts = [call.params, *(edits if isinstance(edits, list) else [edits])]
    return [(str(p["old"]), str(p.get("new", ""))) for p in parts if isinstance(p, dict) and p.get("old")]


def _echoes(content: str, request: str, *, replaces: bool) -> bool:
    """Tell whether a line to be written is a piece of the request with words that are for the assistant.

    An order to change something is such words only where a text `replaces` another one: a task may read like it.
    """
    asked = same_name(" ".join(request.split()))
    for line in content.splitlines():
        text = same_name(" ".join(line.split()))
        match = SequenceMatcher(None, asked, text, autojunk=False).find_longest_match()
        piece, before = text[match.b : match.b + match.size].strip(".。!！ "), asked[: match.a].rstrip("-*+>#[] ")
        orders = _ORDERING.search(piece) or (replaces and find_wish(piece))
        if len(piece) >= _ECHO and orders and not before.endswith((":", "：", '"', "“", "「", "'", "‘")):
            return True
    return False
