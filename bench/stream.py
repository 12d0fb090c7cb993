"""A 20,000-token reply at 2,000 tokens/s into the chat: gaps, cost per token, lag of the screen, equality."""

from __future__ import annotations

import time
from typing import NamedTuple

from PySide6.QtWidgets import QApplication

from axon_desktop.ui.markdown_view import MarkdownView
from bench.gaps import GapProbe
from bench.measure import Report, cpu_seconds, spread
from bench.texts import markdown

TOKENS = 20_000
RATE = 2_000
TOKEN = 4
"""Characters of a token."""
SAMPLES = 20
_LAG = 100
_RUNS = 3


class TailWatch(MarkdownView):
    """Tells when a text has been painted."""

    paints = 0

    def paintEvent(self, event: object) -> None:
        super().paintEvent(event)  # type: ignore[arg-type]
        self.paints += 1

    def shows(self, text: str) -> bool:
        """Whether a laid-out visible document holds this text."""
        return any(
            chunk.document is not None and text in chunk.document.toPlainText() for chunk in self.visible_chunks()
        )


def measure(report: Report) -> None:
    """Stream one long reply, again and again, each time after a control without work."""
    tokens = report.scale.of(TOKENS, 2_000)
    runs = [_stream(tokens) for _ in range(min(_RUNS, report.scale.rounds))]
    gaps, idle, own = ([each for run in runs for each in getattr(run, what)] for what in ("gaps", "idle", "own"))
    report.gaps(f"{RATE:,} tokens/s into the view", gaps, idle, own)
    report.ratio(
        f"cost per token at the end of {tokens:,} tokens / at the start",
        [run.finish for run in runs],
        [run.begin for run in runs],
        "us",
        1.2,
        than="start",
    )
    lags = [lag for run in runs for lag in run.lags]
    value = f"{spread(lags, 'ms')} of {len(lags)} moments"
    met = max(lags) <= _LAG and len(lags) == SAMPLES * len(runs)
    report.add(
        "text on screen behind the last delta, the longest",
        value,
        f"<= {_LAG} ms at {SAMPLES * len(runs)}",
        met,
        share=max(lags) / _LAG,
        samples={"ms": lags},
    )
    equal = all(run.equal for run in runs)
    report.add("streamed text equals one full render", str(equal), "True", equal)


class _Run(NamedTuple):
    """One reply."""

    idle: list[float]
    gaps: list[float]
    own: list[float]
    """CPU of the window's thread in each gap, ms."""
    begin: float
    """Microseconds for a token at the start."""
    finish: float
    lags: list[float]
    """Milliseconds from a token to its paint."""
    equal: bool
    """Whether the same text, given at once, looks the same."""


def _stream(total: int) -> _Run:
    app = QApplication.instance() or QApplication([])
    view = TailWatch()
    view.resize(440, 800)
    view.show()
    view.add_text("Tell me everything.", "user")
    probe = GapProbe()

    probe.start()
    end = time.perf_counter() + 3
    while time.perf_counter() < end:
        app.processEvents()
        time.sleep(0.0005)
    idle = probe.stop()

    source = markdown(total * TOKEN, seed=2)
    tokens = [source[i : i + TOKEN] for i in range(0, len(source), TOKEN)]
    marks = {int((number + 0.5) * len(tokens) / SAMPLES): f"mark{number:02d}x" for number in range(SAMPLES)}
    fed: list[str] = []
    lags: list[float] = []
    waiting: tuple[str, float, int] | None = None
    cost: list[tuple[int, float]] = []
    view.begin_stream()
    probe.start()
    start = time.perf_counter()
    done = 0
    while done < len(tokens) or waiting:
        due = min(len(tokens), int((time.perf_counter() - start) * RATE))
        while done < due:
            text = tokens[done]
            if done in marks and waiting is None:
                text += f" {marks[done]} "
                waiting = (marks[done], time.perf_counter(), view.paints)
            fed.append(text)
            view.append_stream(text)
            done += 1
        app.processEvents()
        if waiting and view.paints > waiting[2] and view.shows(waiting[0]):
            lags.append((time.perf_counter() - waiting[1]) * 1000)
            waiting = None
        cost.append((done, cpu_seconds()))
        time.sleep(0.0005)
    gaps, own = probe.stop(), probe.work
    view.end_stream()
    end = time.perf_counter() + 1.5
    while time.perf_counter() < end:
        app.processEvents()

    def cost_between(first: int, last: int) -> float:
        inside = [cpu for count, cpu in cost if first <= count <= last]
        return (inside[-1] - inside[0]) / (last - first) * 1e6

    tenth = total // 10
    # The first tenth warms fonts and caches up; the second is the start that the end is held against.
    begin, finish = cost_between(tenth, 3 * tenth), cost_between(total - 2 * tenth, total)
    once = MarkdownView()
    once.resize(440, 800)
    once.add_text("Tell me everything.", "user")
    once.add_text("".join(fed), "assistant")
    equal = once.to_plain_text() == view.to_plain_text()
    for each in (once, view):
        each.close()
        each.deleteLater()
    app.processEvents()
    return _Run(idle, gaps, own, begin, finish, lags, equal)
