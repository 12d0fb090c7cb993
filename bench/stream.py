"""A 20,000-token reply at 2,000 tokens/s into the chat: gaps, cost per token, lag of the screen, equality."""

from __future__ import annotations

import time

from PySide6.QtWidgets import QApplication

from axon_desktop.ui.view import MarkdownView
from axon_desktop.vault.markdown.colors import LIGHT
from bench.gaps import GapProbe
from bench.measure import Report, cpu_seconds, percentile
from bench.texts import markdown

TOKENS = 20_000
RATE = 2_000
TOKEN = 4
"""Characters of a token."""
SAMPLES = 20


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
    """Stream one long reply after a control without work."""
    app = QApplication.instance() or QApplication([])
    view = TailWatch(LIGHT)
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

    source = markdown(TOKENS * TOKEN, seed=2)
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
    gaps = probe.stop()
    view.end_stream()
    end = time.perf_counter() + 1.5
    while time.perf_counter() < end:
        app.processEvents()

    def cost_between(first: int, last: int) -> float:
        inside = [cpu for count, cpu in cost if first <= count <= last]
        return (inside[-1] - inside[0]) / (last - first) * 1e6

    tenth = TOKENS // 10
    # The first tenth warms fonts and caches up; the second is the start that the end is held against.
    begin, finish = cost_between(tenth, 3 * tenth), cost_between(TOKENS - 2 * tenth, TOKENS)
    p99, control = percentile(gaps, 0.99), percentile(idle, 0.99)
    value = f"{p99:.1f} ms (idle {control:.1f}; worst {max(gaps):.0f}, idle {max(idle):.0f})"
    met = p99 <= control + 12
    report.add("p99 event-loop gap while streaming 2,000 tokens/s", value, "<= idle p99 + 12 ms", met)
    worst = max(100.0, 2 * max(idle))
    report.add("  worst gap", f"{max(gaps):.0f} ms", "<= max(100 ms, 2 x idle worst)", max(gaps) <= worst)
    ratio = finish / begin
    value = f"{ratio:.2f} x ({finish:.0f} : {begin:.0f} us)"
    report.add("cost per token at the end of 20,000 tokens / at the start", value, "<= 1.2 x", ratio <= 1.2)
    value = f"worst {max(lags):.0f} ms of {len(lags)} moments"
    met = max(lags) <= 100 and len(lags) == SAMPLES
    report.add("text on screen behind the last delta", value, "<= 100 ms at 20", met)

    once = MarkdownView(LIGHT)
    once.resize(440, 800)
    once.add_text("Tell me everything.", "user")
    once.add_text("".join(fed), "assistant")
    equal = once.to_plain_text() == view.to_plain_text()
    report.add("streamed text equals one full render", str(equal), "True", equal)
