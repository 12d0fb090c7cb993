"""A typist: somebody who types on and waits for nothing, by true keys, while questions come at random.

No key of theirs may answer a question, and none of their letters may be lost or go to another field; in the end
each question is answered by a key that is meant for it, with that effect. Run by tests/flows/test_typist.py.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Literal, TypeAlias

from desktop import waits
from engine_script import Counted, CountingServer, plan
from ime import FcitxPinyin, Pinyin
from scene import Look, Scene
from screen import Screen, wait_until

from tests.llm.loopback import Request, Step
from tests.mcp_host.scenes import agree, crude

Kind: TypeAlias = Literal["change", "changes", "plan", "round", "server"]
Place: TypeAlias = Literal["editor", "chat", "filter", "dialog"]
KINDS: tuple[Kind, ...] = ("change", "changes", "plan", "round", "server")
PLACES: tuple[Place, ...] = ("editor", "chat", "filter", "dialog")

SIZE = "1440x900"
NOTE = "Scratch.md"
HERE = Path(__file__).parent
WORDS = {"nihao": "你好", "xiexie": "谢谢", "zhongguo": "中国", "women": "我们"}
"""What Pinyin makes of these letters and a blank."""
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_READ = 1.5
"""Seconds in which somebody reads a question that came by itself, before its Enter is meant."""
_ASKED = "Please"
_DONE = "That is done."
_TITLES: dict[Kind, str] = {
    "change": "Apply this change?",
    "changes": "Axon wants to change",
    "plan": "Plan — ",
    "round": "rounds",
    "server": "Question from a server",
}
_EDITOR = (620, 560)


@dataclass(frozen=True)
class Trial:
    """What is drawn for one trial."""

    number: int
    kind: Kind
    place: Place
    chinese: bool
    delay: float
    """Seconds until the question comes."""
    speed: float
    """Keys a second."""
    keys: tuple[str, ...]
    """What is typed: letters of words, `space`, `Return`."""
    pauses: tuple[float, ...]
    """Seconds before each of them, beside the speed."""
    goes: bool
    """Whether the user goes to the question; else its dialog opens by itself."""


@dataclass
class Outcome:
    """What was seen in one trial."""

    number: int
    by_itself: bool = False
    """Whether the dialog opened by itself."""
    unmeant: int = 0
    """Answers by a key that was not meant."""
    lost: list[str] = field(default_factory=list)
    """What was typed, and what is there instead."""
    unanswered: bool = False
    """Whether the meant key had no effect."""

    @property
    def good(self) -> bool:
        """Whether all is as it must be."""
        return not (self.unmeant or self.lost or self.unanswered)


def draw(number: int, seed: int = 22) -> Trial:
    """Return the trial of this number, always the same one."""
    dice = random.Random(f"{seed}/{number}")
    place = dice.choices(PLACES, (3, 4, 1, 1))[0]
    chinese = dice.random() < 0.35
    keys: list[str] = []
    for _ in range(dice.randint(1, 3)):
        if chinese:
            keys += [*dice.choice(tuple(WORDS)), "space"]
        else:
            keys += [dice.choice(_LETTERS) for _ in range(dice.randint(1, 5))]
        if place in ("editor", "chat") and dice.random() < 0.3:
            keys.append("Return")
        elif not chinese and dice.random() < 0.5:
            keys.append("space")
    while keys[-1] == "space" and not chinese:
        keys.pop()
    # nobody stops in the middle of a composed word for long, but between words as long as they like
    pauses = [dice.uniform(0, 6) if dice.random() < 0.08 else 0.0 for _ in keys]
    return Trial(
        number,
        dice.choice(KINDS),
        place,
        chinese,
        dice.uniform(0.2, 3),
        dice.uniform(2, 12),
        tuple(keys),
        tuple(pauses),
        dice.random() < 0.5,
    )


def expected(keys: tuple[str, ...], *, chinese: bool) -> str:
    """Return the text that these keys write."""
    if not chinese:
        return "".join({"space": " ", "Return": "\n"}.get(key, key) for key in keys)
    text, word = "", ""
    for key in keys:
        if key == "space":
            text, word = text + WORDS[word], ""
        elif key == "Return":
            text += "\n"
        else:
            word += key
    return text


class Server(CountingServer):
    """A model that has something to say to everybody, also when its script is over."""

    def answer(self, request: Request) -> Step | None:
        found = super().answer(request)
        return found if found is not None or self._steps else Counted(_DONE)

    @property
    def asked(self) -> int:
        """How many replies were asked for."""
        return sum(request.method == "POST" for request in self.requests)


class Typist:
    """Plays trials in one window."""

    def __init__(self, scene: Scene, server: Server, pinyin: Pinyin | None) -> None:
        self.scene = scene
        self.desk = scene.desk
        self.server = server
        self.pinyin = pinyin

    # --- hands

    def _key(self, *names: str) -> None:
        self.desk.press(*names)

    def _settle(self) -> None:
        self.desk.settle()

    def _pause(self, seconds: float) -> None:
        time.sleep(seconds)  # as people do: the pauses are what is tried

    def _read(self) -> str:
        """Return what is in the field with the keyboard."""
        self.desk.clear_clipboard()
        text = self.desk.copied()
        self._key("End")
        return text

    # --- a trial

    def warm_up(self) -> None:
        """Ask until the tools of the MCP server are offered to the model: it starts in its own time."""
        offered = False
        while not offered:
            before = self.scene.newest()
            self._key("ctrl+n")
            self._settle()
            self._language(chinese=False)
            self.desk.type(_ASKED)
            self._key("Return")
            wait_until("the end of a turn", partial(self.scene.ends_since, before))
            tools = self.server.requests[-1].body["tools"]
            offered = any(tool["function"]["name"] == "crude_ask" for tool in tools)

    def play(self, trial: Trial) -> Outcome:
        """Play one trial from a new conversation to the end of its turn."""
        outcome = Outcome(trial.number)
        self._key("ctrl+n")
        if trial.kind == "plan":
            self._settle()  # a new conversation answers at once
            self._key("ctrl+shift+m")
        self.server.forget()
        quiet = self._script(trial)
        before, asked = self.scene.newest(), self.server.asked
        self._key("ctrl+l")
        self._settle()
        self._language(chinese=False)
        self.desk.type(_ASKED)
        self._key("Return")
        wait_until(
            "the request", lambda: self.server.asked > asked
        )  # an input method hands keys on in its own time
        start = self._go_to(trial)
        self._language(chinese=trial.chinese)
        for key, pause in zip(trial.keys, trial.pauses, strict=True):
            self._pause(pause + 1 / trial.speed)
            outcome.by_itself |= self._has_dialog(trial)
            self._key(key)
        wait_until("the question", lambda: self.server.asked >= asked + quiet and self._waits())
        outcome.unmeant = self.server.asked - asked - quiet
        rest = self._look(trial, start, outcome)
        self._language(chinese=False)
        self._answer(trial, outcome, asked + quiet)
        self._finish(trial, before, rest, outcome)
        return outcome

    def _language(self, *, chinese: bool) -> None:
        if self.pinyin is not None:
            self.pinyin.switch(on=chinese)

    def _script(self, trial: Trial) -> int:
        """Let the model ask after a while; return how many requests it has until then."""
        thinks = "…" * max(1, round(trial.delay / 0.1))
        log = f"Log/{trial.number}"
        match trial.kind:
            case "change":
                steps = [self._slow(thinks, [("create_note", {"path": log, "content": "one\n"})])]
            case "changes":
                calls = [("create_note", {"path": f"{log}{part}", "content": f"{part}\n"}) for part in "ab"]
                steps = [self._slow(thinks, calls)]
            case "plan":
                steps = [self._slow(thinks, [plan(("Look", "Seen"))])]
            case "round":
                looks = [("list_folder", {"path": folder}) for folder in ("", "Daily", "Projects", "People")]
                steps = [Counted("", None, [look]) for look in looks[:3]]
                steps.append(self._slow(thinks, looks[3:]))
            case "server":
                steps = [self._slow(thinks, [("crude_ask", {})])]
        self.server.script(*steps)
        return len(steps)

    def _slow(self, text: str, calls: Sequence[tuple[str, object]]) -> Counted:
        return Counted(text, None, calls, pace=0.1, piece=1)

    def _go_to(self, trial: Trial) -> str:
        """Put the keyboard to where the typist writes; return what is there already."""
        match trial.place:
            case "editor":
                self.desk.click(*_EDITOR)
                self._key("ctrl+End")
                return (self.scene.vault / NOTE).read_text(encoding="utf-8")
            case "chat":
                self._key("ctrl+l")
            case "filter":
                self._key("ctrl+shift+e")
            case "dialog":
                self._key("ctrl+shift+n")
                self.scene.dialog()
                self._key("ctrl+a", "BackSpace")
        return ""

    def _has_dialog(self, trial: Trial) -> bool:
        """Tell whether a question's dialog is open."""
        return self.desk.window(_TITLES[trial.kind]) is not None

    def _waits(self) -> bool:
        """Tell whether the status bar says that something waits."""
        return waits(self.desk)

    def _look(self, trial: Trial, start: str, outcome: Outcome) -> list[str]:
        """See whether all that was typed is in its field; return the requests that wait behind the turn."""
        wanted, waiting = expected(trial.keys, chinese=trial.chinese), []
        match trial.place:
            case "editor":
                note = self.scene.vault / NOTE
                whole = start + wanted
                self._wait_for(lambda: note.read_text(encoding="utf-8") == whole)
                found, wanted = note.read_text(encoding="utf-8"), whole
            case "chat":
                *waiting, wanted = wanted.split("\n")
                found = self._in_box(wanted) if wanted else ""
            case _:
                found = self._read_until(wanted)
        if found.rstrip("\n") != wanted.rstrip("\n"):
            outcome.lost += [f"{trial.place}: {wanted!r} is {found!r}"]
        if trial.place == "dialog":
            self._key("Escape")
            wait_until("the end of the dialog", lambda: self.desk.active() == self.scene.main)
        elif trial.place == "filter":
            self._key("ctrl+shift+e", "ctrl+a", "BackSpace")
        return [text for text in waiting if text.strip()]

    def _in_box(self, wanted: str) -> str:
        """Return what stands in the message box, and empty it."""
        self._key("ctrl+l")
        found = self._read_until(wanted)
        self._key("ctrl+a", "BackSpace")
        return found

    def _read_until(self, wanted: str) -> str:
        """Return what is in the field with the keyboard, which may come late on a busy machine."""
        found = ""

        def is_there() -> bool:
            nonlocal found
            found = self._read()
            return found.rstrip("\n") == wanted.rstrip("\n")

        self._wait_for(is_there)
        return found

    @staticmethod
    def _wait_for(condition: Callable[[], bool]) -> None:
        """Wait for what may be missing in the end: who asked looks again."""
        with suppress(AssertionError):
            wait_until("what must be", condition)

    # --- the meant answer

    def _answer(self, trial: Trial, outcome: Outcome, asked: int) -> None:
        """Answer by a key that is meant, and see that it is heard."""
        if trial.goes:
            self._key("ctrl+j")
        else:
            self._key("ctrl+l")
            self._wait_for(lambda: self._has_dialog(trial))
            if not self._has_dialog(trial):
                outcome.unanswered = True
                return
            outcome.by_itself = True
            self._pause(_READ)
            if trial.kind == "server":
                self._settle()
                self._key("Tab")  # to the first field: a form that came by itself has the keyboard in none
        self._press_yes(trial.kind)
        done = self._done(trial, asked)
        self._wait_for(done)
        outcome.unanswered = not done()

    def _press_yes(self, kind: Kind) -> None:
        if kind == "server":
            self._settle()
            if self.desk.active() == self.scene.main:  # it has opened by itself: a key that moves leads into it
                self._key("Tab")
            wait_until("the form", lambda: self.desk.active() not in ("", self.scene.main))
            self._settle()
            self.desk.type("Mei")
        self.desk.answer("alt+a" if kind == "plan" else "Return")

    def _done(self, trial: Trial, asked: int) -> Callable[[], bool]:
        """Return what tells that the answer had its effect."""
        log = self.scene.vault / "Log"
        match trial.kind:
            case "change":
                return lambda: (log / f"{trial.number}.md").exists()
            case "changes":
                return lambda: (log / f"{trial.number}b.md").exists()
            case _:
                return lambda: self.server.asked > asked

    def _finish(self, trial: Trial, before: int, waiting: list[str], outcome: Outcome) -> None:
        """Bring the turn, and what waited behind it, to an end."""
        if outcome.unanswered:
            self._key("ctrl+l", "Escape")
        for text in waiting:
            said = partial(self._was_said, text)
            self._wait_for(said)
            if not said():
                outcome.lost.append(f"chat: {text!r} was not sent; {self._said()}")
        ended = partial(self._has_ended, before, len(waiting))
        self._wait_for(ended)
        if not ended():
            outcome.lost.append(f"the turn and {waiting} behind it did not end")
        if self.desk.active() not in ("", self.scene.main):
            self._key("Escape")

    def _has_ended(self, before: int, waiting: int) -> bool:
        return self.scene.ends_since(before) > waiting

    def _was_said(self, text: str) -> bool:
        return text in self._said()

    def _said(self) -> list[str]:
        posts = [number for number, one in enumerate(self.server.requests) if one.method == "POST"]
        return self.server.said(posts[-1]) if posts else []


def play(
    desk: Screen,
    folder: Path,
    numbers: list[int],
    *,
    pinyin: type[Pinyin] | None = FcitxPinyin,
    program: tuple[str, ...] = (),
) -> Iterator[Outcome]:
    """Play these trials in one window, which starts again with each call; `program` in place of Axon itself."""
    input_method = pinyin(desk) if pinyin is not None else None
    if input_method is not None:
        input_method.start()
    vault, home = folder / "vault", folder / "home"
    for part in ("Daily", "Projects", "People", "Log"):
        (vault / part).mkdir(parents=True)
    (vault / NOTE).write_text("A line.\n", encoding="utf-8")
    agree(home, crude())
    with Server() as server:
        scene = Scene(desk, vault, home, server, Look(size=SIZE))
        rules = [{"tool": "crude.ask", "allow": True}]
        scene.set_up(safety={"tools": rules})
        scene.start("--note", NOTE, program=program)
        scene.keys("ctrl+e")
        typist = Typist(scene, server, input_method)
        typist.warm_up()
        for number in numbers:
            trial = draw(number)
            if trial.chinese and input_method is None:
                continue
            try:
                outcome = typist.play(trial)
            except AssertionError:
                desk.grab(f"trial-{number}")
                raise
            if not outcome.good:
                desk.grab(f"trial-{number}")
            yield outcome


def keep(file: Path, outcome: Outcome) -> None:
    """Write down what was seen, so that a run that was cut off goes on where it was."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a", encoding="utf-8") as out:
        out.write(json.dumps(asdict(outcome), ensure_ascii=False) + "\n")


def kept(file: Path) -> dict[int, Outcome]:
    """Return what earlier runs have seen."""
    if not file.exists():
        return {}
    lines = file.read_text(encoding="utf-8").splitlines()
    return {found.number: found for found in (Outcome(**json.loads(line)) for line in lines)}


def main() -> None:
    """Play the trials of the numbers given, and print what was seen."""
    import tempfile

    from screen import screen

    first, last = int(sys.argv[1]), int(sys.argv[2])
    with tempfile.TemporaryDirectory(prefix="axon-typist-") as temp, screen(SIZE, Path("out/typist")) as desk:
        for outcome in play(desk, Path(temp), list(range(first, last))):
            print(draw(outcome.number), outcome, flush=True)


if __name__ == "__main__":
    main()
