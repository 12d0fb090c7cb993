"""Checks of a writing call of a small model before it runs, one function for each rule.

Each returns the refusal, and an empty text where the call passes. It is a guess: the user may mean just that. So
a call is refused once and the same call then passes, but for what `SmallModel` says. Each docstring
names the measured case: recordings are those of `tests/bench/recordings`, results those of `bench/competence`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import SequenceMatcher
from pathlib import PurePosixPath

from axon_desktop.agent.approval.taint import is_named
from axon_desktop.agent.small_models.intent import Intent, find_intent, only_asks, order_of
from axon_desktop.llm.messages import ToolCall
from axon_desktop.llm.prompts import fill, prompt_words
from axon_desktop.text.file_names import same_name, without_suffix
from axon_desktop.text.stop_words import distinctive_words, names_in, people_in, word_stems

_ECHO = 12
"""Characters of a piece of the request that is not repeated by chance."""
_WORDS = 32
"""Words of a replaced text that are looked at."""
_REQUEST_WORDS = 500
_NAMED = 3
"""Notes that the request names, as far as they are listed."""
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


def check_texts(call: ToolCall, content: str, request: str, said: str, intent: Intent | None) -> str:
    """Return what the first rule says that needs nothing but the texts.

    Args:
        call: the call that the model made.
        content: the text that it would write.
        request: what the user has asked for.
        said: everything that the model may know.
        intent: what is to be done first; None if nothing shows it, or when something has been written already.
    """
    return (
        check_new_name(call, said)
        or check_is_moved(call, intent)
        or check_is_no_question(request)
        or check_takes_nothing_away(call, intent)
        or check_is_no_order(call, content, request)
    )


def check_new_name(call: ToolCall, said: str) -> str:
    """Refuse a new name for a note that stands in nothing that was `said`.

    Recording `rename-offer`: asked to call the note Havsbuss contract, the model wrote "Fjordnet contract", put
    together from two other notes.
    """
    name = _new_name(call)
    if not name or same_name(name) in same_name(said):
        return ""
    return fill(prompt_words("results.toml")["misnamed"], name=name)


def check_is_moved(call: ToolCall, intent: Intent | None) -> str:
    """Refuse to write into a note that is to get another name or place.

    Results, `rename-boiler`: asked to rename the note Boiler, the model edited notes and moved none.
    """
    if intent != "move" or call.tool not in ("create_note", "edit_note"):
        return ""
    words = prompt_words("results.toml")
    return fill(words["not_moved"], how=words["how_move"])


def check_is_no_question(request: str) -> str:
    """Refuse to write where the user only asks.

    Results: 6 of the 15 files that the plain loop changed unasked were changed for a question (`dentist-when`,
    `boiler-pressure`, `teahouse-closed`, `marta-present`, `hotel-phone`, `chengdu-rest`).
    """
    return prompt_words("results.toml")["only_asked"] if only_asks(request) else ""


def check_takes_nothing_away(call: ToolCall, intent: Intent | None) -> str:
    """Refuse an edit that leaves out characters of what it replaces, where something is to be added at the end.

    An earlier request of `second`, to add up four sums and write the result as a new line: the model put it in the
    place of one of them.
    """
    if intent != "append" or not _takes_away(call):
        return ""
    words = prompt_words("results.toml")
    return fill(words["takes_away"], how=words["how_append"])


def check_is_no_order(call: ToolCall, content: str, request: str) -> str:
    """Refuse a line that is a piece of the request with words that are for the assistant.

    Three earlier requests of `second` (remind me to call; start a note Knee, I want to remember; take the camera
    off the list): the model wrote the order itself into the note. An order to change something is such words only
    where a text replaces another one: a task may read like it.
    """
    replaces = any(old for old, _ in _replaced(call))
    asked = same_name(" ".join(request.split()))
    for line in content.splitlines():
        text = same_name(" ".join(line.split()))
        match = SequenceMatcher(None, asked, text, autojunk=False).find_longest_match()
        piece, before = text[match.b : match.b + match.size].strip(".。!！ "), asked[: match.a].rstrip("-*+>#[] ")
        orders = _ORDERING.search(piece) or (replaces and find_intent(piece))
        if len(piece) >= _ECHO and orders and not before.endswith((":", "：", '"', "“", "「", "'", "‘")):
            return prompt_words("results.toml")["echoed"]
    return ""


def check_note_is_meant(path: str, old: str, request: str, intent: Intent | None, notes: Iterable[str]) -> str:
    """Refuse to change a note that is not there, or another one than the request names.

    Results: 8 of the 15 files that the plain loop changed unasked were new notes beside the one that was to be
    changed, such as `greenhouse/digging.md` for a task in the note Greenhouse. `porto-seat`: the note Porto was
    named, and the model changed Porto flat.

    Args:
        path: the note to be written, as the call names it.
        old: the text that is to be replaced, if there is one.
        request: what the user has asked for.
        intent: what kind of change that is; None if nothing shows it.
        notes: vault paths of all notes.
    """
    words, order = prompt_words("results.toml"), order_of(request)
    bare = without_suffix(same_name(path))
    if is_named(path, request, ()) or _related(old, request):
        return ""
    known = [(note, without_suffix(same_name(note))) for note in notes]
    if all(bare not in (name, name.rpartition("/")[2]) for _, name in known):
        return fill(words["no_new_note"], path=path) if intent in ("append", "edit", "move", "trash") else ""
    named = [note for note, name in known if len(name.rpartition("/")[2]) > 1 and is_named(note, order, ())]
    return fill(words["not_named"], path=path, named=", ".join(named[:_NAMED])) if named else ""


def is_foreign(old: str, request: str) -> bool:
    """Tell whether no word of what is to be replaced stands in the request.

    Nobody notices such a change for months. With a model of 1.5 billion parameters every file that was changed
    unasked came from this, or from a note that fits less than another (ARCHITECTURE, 2026-11-22).
    """
    stems = word_stems(old, _WORDS)
    return bool(stems) and not any(stem in same_name(request) for stem in stems)


def check_fits_best(path: str, old: str, request: str, best: str) -> str:
    """Refuse an edit while another note fits the request better.

    An earlier request of `second`, to correct the pressure of the car's tyres: the model set that of the boiler.

    Args:
        path: the note that is to be edited, as the call names it.
        old: the text that is to be replaced.
        request: what the user has asked for.
        best: the vault path of the note that fits the request best; empty if none does.
    """
    bare, fits = (without_suffix(same_name(each)) for each in (path, best))
    if not old or not best or bare == fits or is_named(path, request, ()) or _related(old, request):
        return ""
    return fill(prompt_words("results.toml")["elsewhere"], path=path, best=best)


def check_name_is_there(path: str, text: str, request: str) -> str:
    """Refuse to edit a note with this text that holds no name of those in the request.

    An earlier request of `second`, to change the telephone number of 王倩, who has no note: the model changed the
    number of 周建国. The line of somebody else looks just like the one that is meant.
    """
    order = order_of(request)
    names = [*names_in(distinctive_words(order, _REQUEST_WORDS)), *people_in(order)]
    held = same_name(f"{path}\n{text}")
    if not names or is_named(path, request, ()) or any(same_name(name) in held for name in names):
        return ""
    return fill(prompt_words("results.toml")["not_held"], path=path, names=", ".join(names[:_NAMED]))


def check_task_is_new(content: str, old: str, text: str) -> str:
    """Refuse to add a task that stands in the note already.

    Recording `drain-done`: asked to tick off a task, the model wrote it a second time.
    """
    there = {same_name(match[1].strip()): match[0].strip() for match in _TASK.finditer(text)}
    kept = {same_name(match[1].strip()) for match in _TASK.finditer(old)}
    for match in _TASK.finditer(content):
        task = same_name(match[1].strip())
        if task in there and task not in kept:
            words = prompt_words("results.toml")
            return fill(words["there_already"], line=there[task], how=words["how_edit"])
    return ""


def works_out(request: str) -> bool:
    """Tell whether what is asked for may be a figure that stands nowhere: a sum, a difference, a count."""
    return _WORKS_OUT.search(request) is not None


def _related(old: str, request: str) -> bool:
    """Tell whether half of what is to be replaced stands in the request: then it was found by its words."""
    stems, asked = word_stems(old, _WORDS), word_stems(request, _REQUEST_WORDS)
    return bool(stems) and len(stems & asked) * 2 >= len(stems)


def _new_name(call: ToolCall) -> str:
    """Return the name that a call gives to a note that had another one; a new folder is no new name."""
    if call.tool != "move_note":
        return ""
    old, new = (PurePosixPath(str(call.params.get(key, ""))).name for key in ("path", "to"))
    names = [without_suffix(name) for name in (old, new)]
    return "" if same_name(names[0]) == same_name(names[1]) else names[1]


def _takes_away(call: ToolCall) -> bool:
    """Tell whether an edit leaves out characters of what it replaces; what is set between them adds to it."""
    for old, new in _replaced(call):
        left = iter("".join(new.split()))
        if not all(character in left for character in "".join(old.split())):
            return True
    return False


def _replaced(call: ToolCall) -> list[tuple[str, str]]:
    """Return what a call replaces, each with its replacement."""
    edits = call.params.get("edits")
    parts = [call.params, *(edits if isinstance(edits, list) else [edits])]
    return [(str(p["old"]), str(p.get("new", ""))) for p in parts if isinstance(p, dict) and p.get("old")]
