import random
import time

import pytest

from axon_desktop.agent.context.repetition import RepeatedCalls, RepetitionDetector
from axon_desktop.llm.messages import ToolCall, ToolResult


def _feed(text: str, size: int = 7) -> int | None:
    detector = RepetitionDetector()
    for start in range(0, len(text), size):
        if (kept := detector.feed(text[start : start + size])) is not None:
            return kept
    return None


@pytest.mark.parametrize(
    "piece",
    ["I will read the note.\n", "好的，我来读取笔记。", "A paragraph that is longer. " * 20 + "It ends here.\n\n"],
)
def test_endless_repetition_is_noticed_and_its_beginning_kept(piece: str) -> None:
    opening = "Let me see what there is.\n"
    text = (opening + piece * 2_000)[:60_000]
    kept = _feed(text)
    assert kept is not None
    assert text[:kept].startswith(opening + piece)
    assert kept < 6_000


def test_ordinary_text_is_left_alone() -> None:
    random.seed(7)
    words = [f"word{number}" for number in range(300)]
    assert _feed(" ".join(random.choices(words, k=8_000))) is None


@pytest.mark.parametrize(
    "text", ["- [ ] \n" * 31, "|   |   |\n" * 60, "-" * 400, " " * 5_000, "# a\n\n" + "=" * 900]
)
def test_forms_and_rules_are_left_alone(text: str) -> None:
    assert _feed(text) is None


def test_cost_of_a_piece_does_not_grow_with_the_text() -> None:
    random.seed(7)
    detector = RepetitionDetector()

    def seconds(pieces: int) -> float:
        started = time.process_time()
        for _ in range(pieces):
            detector.feed(f"{random.random()} ")
        return time.process_time() - started

    seconds(2_000)
    first = seconds(5_000)
    for _ in range(4):
        seconds(5_000)
    assert seconds(5_000) < 3 * first + 0.05


def test_repeated_calls_count_only_rounds_running() -> None:
    calls = RepeatedCalls()
    same = (ToolCall("read_note", {"path": "a", "limit": 1}), ToolResult(True, data="x"))
    turned = (ToolCall("read_note", {"limit": 1, "path": "a"}, id="other"), ToolResult(True, data="x"))
    other = (ToolCall("read_note", {"path": "b"}), ToolResult(True, data="x"))
    changed = (same[0], ToolResult(True, data="y"))
    assert [calls.add_round([same]), calls.add_round([other, turned])] == [1, 2]
    assert calls.add_round([changed]) == 1
    assert [calls.add_round([same]), calls.add_round([same, same]), calls.add_round([same])] == [1, 2, 3]
    assert calls.add_round([]) == 0
