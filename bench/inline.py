"""Edit in place under fire: what a model proposes is taken and left at random while somebody types elsewhere.

    python -m bench.inline [--selections 10000] [--edits 1000] [--seed 26]

Selections: in a real editor over a real vault, with a model that answers at once. Counted are bytes that changed
outside a selection, typed characters that were lost, and selections whose undo in the journal does not give the
bytes back. Edits: 200 comments on one note, edited at random, by undo and by other programs too; each character
has an identity, so that a comment on a wrong passage is known. Exit 1 when anything is counted.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QObject
from PySide6.QtGui import QTextCursor, QTextDocument
from PySide6.QtWidgets import QApplication, QPlainTextDocumentLayout

from axon_desktop.llm.providers.scripted import ScriptedProvider
from axon_desktop.text.diff import equal_ends
from axon_desktop.ui.aio import Loop
from axon_desktop.ui.editor.minimal_replace import replace_text
from axon_desktop.ui.editor.view import EditorView
from axon_desktop.ui.inline_edit.following import Place, units
from axon_desktop.ui.inline_edit.hunks import Hunk, apply
from axon_desktop.ui.inline_edit.passage import FollowedDocument, Readable, passage_at
from axon_desktop.ui.inline_edit.session import EditSession
from axon_desktop.vault import Vault

COMMENTS = 200
_EQUAL = 3
"""Characters at the edges of a passage that stand twice when lines move: which are meant is nobody's guess."""
_WORDS = (
    *("the", "a", "stone", "path", "石头", "garden", "of", "and", "草", "water,", "is", "was", "🌿", "barrel."),
    *("[[Rain]]", "**in**", "by", "come", "12", "we", "it’s"),
)
_ENDS = ("\n", "\r\n")
_PATIENCE = 60.0


def sentence(rng: random.Random, words: int) -> str:
    """Return words at random, many of them several times."""
    return " ".join(rng.choices(_WORDS, k=words))


def note(rng: random.Random, paragraphs: int) -> str:
    """Return a note; some of its lines end otherwise than the others."""
    end = rng.choice(_ENDS)
    parts = []
    for _ in range(paragraphs):
        mark = rng.choice(("", "", "", "- ", "## ", "> ", "- [ ] "))
        odd = rng.choice(_ENDS) if rng.random() < 0.05 else end
        parts.append(f"{mark}{sentence(rng, rng.randrange(3, 25))}{odd}{end if rng.random() < 0.6 else ''}")
    return "".join(parts)


def rewritten(rng: random.Random, text: str) -> str:
    """Return a text with some words replaced, removed and added, as a model rewrites it."""
    out: list[str] = []
    for word in text.split(" "):
        chance = rng.random()
        if chance < 0.12:
            out.append(rng.choice(_WORDS))
        elif chance < 0.18:
            pass
        elif chance < 0.24:
            out += [word, rng.choice(_WORDS)]
        else:
            out.append(word)
    return " ".join(out).strip() or "nothing"


class Selections:
    """One editor, in which one selection after the other is rewritten."""

    def __init__(self, folder: Path, rng: random.Random) -> None:
        self.rng = rng
        self.wrong: Counter[str] = Counter()
        self.offers = self.taken = self.typed = 0
        self.root = folder / "vault"
        self.root.mkdir()
        self.file = self.root / "Note.md"
        self.file.write_bytes(note(rng, 12).encode())
        self.vault = Vault(self.root, data_dir=folder / "data")
        self.vault.open()
        self.view = EditorView()
        self.view.resize(700, 500)
        self.view.set_vault(self.vault)

    async def run(self, count: int) -> None:
        """Rewrite so many selections."""
        for number in range(count):
            if number % 25 == 0:
                await self._open_another(number)
            await self._rewrite()
        await self.view.save()
        self.view.set_vault(None)
        self.vault.close()

    async def _open_another(self, number: int) -> None:
        await self.view.save()
        self.file = self.root / f"Note {number}.md"
        self.file.write_bytes(note(self.rng, 12).encode())
        self.view.show_note(self.file.name, self.vault.read_exactly([self.file.name])[0])
        self.followed = FollowedDocument(self.view.edit.document(), self.view)

    async def _rewrite(self) -> None:
        rng, edit, view = self.rng, self.view.edit, self.view
        cursor, size = QTextCursor(edit.document()), edit.document().characterCount() - 1
        cursor.setPosition(rng.randrange(size))
        cursor.setPosition(min(size, cursor.position() + rng.randrange(1, 300)), QTextCursor.MoveMode.KeepAnchor)
        session = EditSession(
            self.followed, lambda: edit.note_text, passage_at(cursor), "Note", view.change_as, view
        )
        before, passage, behind = self._parts(session)
        answer = rewritten(rng, session.text)
        session.ask("Rewrite", ScriptedProvider([answer], model="script"))
        before, behind = self._type(session, before), self._type(session, behind, behind=True)
        await _until(lambda: session.state not in ("writing", "asking"))
        if session.state == "changed":
            session.compare()
        hunks: list[Hunk] = []
        decided = [(offer, rng.random() < 0.6) for offer in session.offers]
        if rng.random() < 0.3:
            decided = [(offer, True) for offer, _ in decided]
            session.accept(session.undecided)
        else:
            rng.shuffle(decided)
            for offer, take in decided:
                (session.accept if take else session.reject)([offer])
                if rng.random() < 0.3:
                    before = self._type(session, before)
                if rng.random() < 0.3:
                    behind = self._type(session, behind, behind=True)
        self.offers += len(decided)
        hunks = sorted((offer.hunk for offer, take in decided if take), key=lambda hunk: hunk.start)
        self.taken += len(hunks)
        await _until(lambda: session.state in ("done", "closed", "same", "failed"))
        saved = await view.save()
        got = self.file.read_bytes().decode()
        new = self._as_file(apply(session.base, hunks), passage, hunks)
        if new is None:
            new = got[
                len(before) : len(got) - len(behind)
            ]  # within lines that end otherwise: the sides are judged
        if not saved or got != before + new + behind:
            outside = got.startswith(before) and got.endswith(behind)
            self.wrong["within the selection" if outside else "outside the selection"] += 1
        if hunks:
            await self._undo(before + passage + behind)
        session.close()

    def _as_file(self, text: str, passage: str, hunks: Sequence[Hunk]) -> str | None:
        """Return a readable text as the file would hold it; None where lines end in several ways."""
        end = self.view.edit.note_text.end
        plain = passage.replace(end, "\n")
        if "\r" in plain or (end != "\n" and plain.count("\n") != passage.count(end)):
            return None
        return text.replace("\n", end) if hunks else passage

    def _parts(self, session: EditSession) -> tuple[str, str, str]:
        """Return what the file holds before, in and behind the passage."""
        places, codec = self.followed.places, self.view.edit.note_text
        start, end = session.place.span
        parts = (places.text[:start], places.text[start:end], places.text[end:])
        whole = self.view.edit.note_text.restore(self.view.edit.raw)
        first, middle, last = (len(Readable.of(part, codec).text) for part in parts)
        places_in_file = _places_of(whole)
        ends = places_in_file[first], places_in_file[first + middle]
        assert len(places_in_file) == first + middle + last + 1
        return whole[: ends[0]], whole[ends[0] : ends[1]], whole[ends[1] :]

    def _type(self, session: EditSession, side: str, *, behind: bool = False) -> str:
        """Type a word into one side of the passage; return that side of the file."""
        start, end = session.place.span
        document, codec, raw = self.view.edit.document(), self.view.edit.note_text, self.followed.places.text
        first, last = (end + 1, len(raw)) if behind else (0, start - 1)
        places = [at for at in range(first, last) if raw[at].isalpha()]
        if not places:
            return side
        at, words = self.rng.choice(places), f" {sentence(self.rng, 2)} "
        cursor = QTextCursor(document)
        cursor.setPosition(at)
        cursor.insertText(words)
        self.typed += len(words)
        offset = len(Readable.of(raw[end if behind else 0 : at], codec).text)
        where = _places_of(side)[offset]
        return side[:where] + words + side[where:]

    async def _undo(self, want: str) -> None:
        """Take the model's turn back in the journal, and compare the file."""
        turn = next(one for one in self.vault.journal.summaries(5) if one.origin == "agent")
        await asyncio.to_thread(self.vault.undo_turn, turn.turn)
        if self.file.read_bytes().decode() != want:
            self.wrong["not undone byte for byte"] += 1
        self.view.refresh()
        await _until(lambda: self.view.text == self.file.read_bytes().decode() and not self.view.dirty)


def _places_of(text: str) -> list[int]:
    """Return where each character of a file's text begins, in which CR and LF together are one; and its end."""
    places, at = [], 0
    while at < len(text):
        places.append(at)
        at += 2 if text.startswith("\r\n", at) else 1
    return [*places, len(text)]


async def _until(condition) -> None:  # type: ignore[no-untyped-def]
    begun = time.monotonic()
    while not condition():
        if time.monotonic() - begun > _PATIENCE:
            raise TimeoutError
        await asyncio.sleep(0.001)


# --- comments


class Comments:
    """A note with many comments; each of its characters has an identity."""

    def __init__(self, rng: random.Random, parent: QObject) -> None:
        self.rng = rng
        self.document = QTextDocument(parent)
        self.document.setDocumentLayout(QPlainTextDocumentLayout(self.document))
        self.document.setPlainText(note(rng, 120).replace("\r", ""))
        self.document.setUndoRedoEnabled(True)
        self.followed = FollowedDocument(self.document, parent)
        text = self.followed.places.text
        self.next = len(text)
        self.states = [list(range(len(text)))]
        self.at = 0
        self.true: list[tuple[Place, set[int]]] = []
        self.wrong = self.gone = self.looked = self.needless = 0
        while len(self.true) < COMMENTS:
            start = rng.randrange(len(text) - 80)
            end = start + rng.randrange(4, 80)
            if text[start:end].strip() and not any("\udc00" <= text[at] < "\ue000" for at in (start, end)):
                self.true.append((self.followed.places.add(start, end, trimmed=True), set(range(start, end))))

    @property
    def ids(self) -> list[int]:
        """The identities of the characters as they stand."""
        return self.states[self.at]

    def run(self, count: int) -> None:
        """Edit so often."""
        for _ in range(count):
            self._edit()
            self._judge()

    def _edit(self) -> None:
        rng, chance = self.rng, self.rng.random()
        if chance < 0.15 and self.at:
            self.at -= 1
            self.document.undo()
        elif chance < 0.2 and self.at < len(self.states) - 1:
            self.at += 1
            self.document.redo()
        elif chance < 0.3:
            self._by_another_program()
        else:
            size = len(self.ids)
            start = self._whole(rng.randrange(size))
            end = self._whole(min(size, start + (rng.randrange(1, 60) if chance < 0.6 else 0)))
            words = "" if chance < 0.45 else rng.choice(("x", "\n", " and then", sentence(rng, 3)))
            if start < end or words:
                self._push(self.ids[:start] + self._new(len(units(words))) + self.ids[end:])
                cursor = QTextCursor(self.document)
                cursor.beginEditBlock()
                cursor.setPosition(start)
                cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
                cursor.insertText(words)
                cursor.endEditBlock()
        assert len(self.ids) == self.document.characterCount() - 1

    def _whole(self, at: int) -> int:
        """Return a place that is not within a pair."""
        text = self.followed.places.text
        return at - 1 if 0 < at < len(text) and "\udc00" <= text[at] < "\ue000" else at

    def _new(self, count: int) -> list[int]:
        self.next += count
        return list(range(self.next - count, self.next))

    def _push(self, ids: list[int]) -> None:
        self.states[self.at + 1 :] = [ids]
        self.at += 1

    def _by_another_program(self) -> None:
        """Change some lines, as a program does that writes the whole file."""
        rng, text, lines = self.rng, self.followed.places.text, []
        at = 0
        for line in text.split("\u2029"):
            lines.append((line, self.ids[at : at + len(line)], self.ids[at + len(line) : at + len(line) + 1]))
            at += len(line) + 1
        for _ in range(rng.randrange(1, 4)):
            number = rng.randrange(len(lines) - 1)
            line, ids, end = lines[number]
            kind = rng.random()
            if kind < 0.3:
                words = sentence(rng, 4)
                lines.insert(number, (units(words), self._new(len(units(words))), self._new(1)))
            elif kind < 0.5:
                del lines[number]
            elif kind < 0.6:
                moved = lines.pop(number)
                lines.insert(rng.randrange(len(lines) - 1), moved)
            elif len(line) > 8:
                start = line.find(" ", rng.randrange(len(line) - 4)) + 1
                stop = line.find(" ", start)
                word = units(rng.choice(_WORDS))
                if 0 < start < stop and line[start:stop] != word:
                    head, tail = equal_ends(line[start:stop], word)
                    kept = ids[start : start + head], ids[stop - tail : stop]
                    changed = [*ids[:start], *kept[0], *self._new(len(word) - head - tail), *kept[1], *ids[stop:]]
                    lines[number] = (line[:start] + word + line[stop:], changed, end)
        new = "\n".join(line for line, _, _ in lines)
        flat = [one for _, ids, end in lines[:-1] for one in (*ids, *(end or self._new(1)))] + lines[-1][1]
        new = new.encode("utf-16-le", "surrogatepass").decode("utf-16-le")
        if new.replace("\n", "\u2029") != self.document.toRawText():
            self._push(flat)
            replace_text(self.document, new)

    def _judge(self) -> None:
        """Look whether each comment is still on its own passage, perhaps with what was written into it."""
        ids, text = self.ids, self.followed.places.text
        here = set(ids)
        for place, own in self.true:
            self.looked += 1
            if place.gone:
                self.gone += 1
                self.needless += own <= here
                continue
            start, end = place.span
            shown = text[start:end]
            first = start + len(shown) - len(shown.lstrip())  # which of two empty lines went is nobody's guess
            found = ids[first : first + len(shown.strip())]
            mine = [at for at, one in enumerate(found) if one in own]
            strange = mine[0] + len(found) - 1 - mine[-1] if mine else len(found)
            if strange > _EQUAL or len(found) > 3 * len(own) + 100:
                self.wrong += 1
            else:
                own.update(found)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run both parts, and print what was counted."""
    parser = argparse.ArgumentParser(prog="python -m bench.inline", description=__doc__)
    parser.add_argument("--selections", type=int, default=10_000)
    parser.add_argument("--edits", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=26)
    options = parser.parse_args(arguments)
    app = QApplication.instance() or QApplication([])
    wrong = 0
    with tempfile.TemporaryDirectory(prefix="axon-inline-") as folder:
        selections = Selections(Path(folder), random.Random(options.seed))
        with asyncio.Runner(loop_factory=lambda: Loop(app)) as runner:
            runner.run(selections.run(options.selections))
    wrong += sum(selections.wrong.values())
    print(f"{options.selections} selections, {selections.offers} changes offered, {selections.taken} taken,")
    print(f"{selections.typed} characters typed meanwhile: {dict(selections.wrong) or 'nothing wrong'}")
    parent = QObject()
    comments = Comments(random.Random(options.seed), parent)
    comments.run(options.edits)
    wrong += comments.wrong
    print(f"{options.edits} edits around {COMMENTS} comments, {comments.looked} looks:")
    print(
        f"{comments.wrong} on a wrong passage; {comments.gone} gone, {comments.needless} whose words are all there"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
