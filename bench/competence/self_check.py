"""Proof that the checks can be passed by doing what is asked and not by the cheap ways around it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bench.competence.checks import Files, judge
from bench.competence.requests import Edit, Request

Outcome = tuple[dict[str, bytes], str]
"""The vault's files afterwards, and the answer."""


def _nothing(request: Request, files: Files) -> Outcome:
    return dict(files), ""


def _echo(request: Request, files: Files) -> Outcome:
    return dict(files), request.text


def _dump(request: Request, files: Files) -> Outcome:
    return dict(files), "\n".join(data.decode() for data in files.values())


def _write_request(request: Request, files: Files) -> Outcome:
    """Write the request's text into every note that it is about, and as the answer."""
    paths = [check.path for check in request.file if not check.gone] or ["Request.md"]
    return {**files, **{path: f"{request.text}\n".encode() for path in paths}}, request.text


def _append_request(request: Request, files: Files) -> Outcome:
    """Append the request's text to an arbitrary note."""
    return {**files, "Home.md": files["Home.md"] + f"\n{request.text}\n".encode()}, request.text


def _dump_into_notes(request: Request, files: Files) -> Outcome:
    """Write the whole vault into the notes that the request is about."""
    everything = b"\n".join(files.values())
    paths = [check.path for check in request.file if not check.gone]
    return {**files, **dict.fromkeys(paths, everything)}, everything.decode()


CHEATS: Mapping[str, Callable[[Request, Files], Outcome]] = {
    "doing nothing": _nothing,
    "echoing the request": _echo,
    "answering with the whole vault": _dump,
    "writing the request into the note": _write_request,
    "appending the request to a note": _append_request,
    "writing the whole vault into the note": _dump_into_notes,
}


def reference(request: Request, files: Files) -> Outcome:
    """Return the outcome of the reference solution."""
    after = dict(files)
    for edit in request.edit:
        _apply(edit, after)
    return after, request.reference


def _apply(edit: Edit, files: dict[str, bytes]) -> None:
    if edit.gone:
        del files[edit.path]
    elif edit.to:
        files[edit.to] = files.pop(edit.path)
    elif edit.text is not None:
        files[edit.path] = edit.text.encode()
    elif edit.append:
        files[edit.path] += edit.append.encode()
    else:
        old = files[edit.path].decode()
        assert old.count(edit.old) == 1, f"{edit.path} holds “{edit.old}” {old.count(edit.old)} times"
        files[edit.path] = old.replace(edit.old, edit.new).encode()


def problems(requests: list[Request], files: Files) -> list[str]:
    """Return what is wrong with the checks of these requests, one line each."""
    found = []
    for request in requests:
        verdict = judge(request, files, *reference(request, files))
        if not verdict.solved:
            found.append(f"{request.id}: the reference solution is refused: {'; '.join(verdict.reasons)}")
        found += [
            f"{request.id} is solved by {name}"
            for name, cheat in CHEATS.items()
            if judge(request, files, *cheat(request, files)).solved
        ]
    return found
