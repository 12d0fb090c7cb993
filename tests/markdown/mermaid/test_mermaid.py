"""Diagrams are read and laid out with all that their source has, and never take long."""

from itertools import pairwise

import pytest

from axon_desktop.markdown.mermaid import MAX_SOURCE, diagram_kind, lay_out, links_of, read_diagram
from axon_desktop.markdown.mermaid.drawing import Box, Drawing
from axon_desktop.markdown.mermaid.flowchart import MAX_EDGES, MAX_NODES, Flowchart
from axon_desktop.markdown.mermaid.sequence import MAX_PARTICIPANTS, Message, Sequence


def measure(text: str) -> tuple[float, float]:
    lines = text.split("\n")
    return 7.0 * max(map(len, lines)), 17.0 * len(lines)


def flowchart(source: str) -> Flowchart:
    chart = read_diagram(source)
    assert isinstance(chart, Flowchart)
    return chart


def sequence(source: str) -> Sequence:
    diagram = read_diagram(source)
    assert isinstance(diagram, Sequence)
    return diagram


def boxes(drawing: Drawing, kind: str) -> list[Box]:
    return [box for box in drawing.boxes if box.kind == kind]


NODES = {
    "A[rect]": ("rect", "rect"),
    "A(round)": ("round", "round"),
    "A([stadium])": ("stadium", "stadium"),
    "A[[sub]]": ("subroutine", "sub"),
    "A[(data)]": ("cylinder", "data"),
    "A((circle))": ("circle", "circle"),
    "A(((double)))": ("double_circle", "double"),
    "A>flag]": ("flag", "flag"),
    "A{diamond}": ("diamond", "diamond"),
    "A{{hex}}": ("hexagon", "hex"),
    "A[/lean/]": ("lean_right", "lean"),
    "A[\\lean\\]": ("lean_left", "lean"),
    "A[/trap\\]": ("trapezoid", "trap"),
    "A[\\trap/]": ("inverse_trapezoid", "trap"),
    'A["quoted [x] (y)"]': ("rect", "quoted [x] (y)"),
    'A["one<br/>two"]': ("rect", "one\ntwo"),
    'A["#quot;x#quot; #9829;"]': ("rect", '"x" ♥'),
    'A["`**bold** text`"]': ("rect", "bold text"),
    'A@{ shape: hex, label: "named" }': ("hexagon", "named"),
    "A:::important": ("rect", "A"),
    "知识[图谱]": ("rect", "图谱"),
}


@pytest.mark.parametrize(("source", "shown"), NODES.items(), ids=NODES)
def test_node_has_shape_and_text(source: str, shown: tuple[str, str]) -> None:
    (node,) = flowchart(f"graph LR\n  {source}").nodes.values()
    assert (node.shape, node.text) == shown


LINKS = {
    "A-->B": ("solid", "none", "arrow", ""),
    "A --- B": ("solid", "none", "none", ""),
    "A -->|yes| B": ("solid", "none", "arrow", "yes"),
    "A -- no more --> B": ("solid", "none", "arrow", "no more"),
    "A -- text --- B": ("solid", "none", "none", "text"),
    "A -.-> B": ("dotted", "none", "arrow", ""),
    "A -. maybe .-> B": ("dotted", "none", "arrow", "maybe"),
    "A ==> B": ("thick", "none", "arrow", ""),
    "A == sure ==> B": ("thick", "none", "arrow", "sure"),
    "A ~~~ B": ("invisible", "none", "none", ""),
    "A --o B": ("solid", "none", "circle", ""),
    "A --x B": ("solid", "none", "cross", ""),
    "A <--> B": ("solid", "arrow", "arrow", ""),
    "A o--o B": ("solid", "circle", "circle", ""),
    "A e1@--> B": ("solid", "none", "arrow", ""),
}


@pytest.mark.parametrize(("source", "shown"), LINKS.items(), ids=LINKS)
def test_link_has_line_ends_and_text(source: str, shown: tuple[str, str, str, str]) -> None:
    (edge,) = flowchart(f"graph TD; {source};").edges
    assert (edge.source, edge.target) == ("A", "B")
    assert (edge.style, edge.start, edge.end, edge.text) == shown


def test_chains_and_groups_of_nodes_make_all_links() -> None:
    chart = flowchart("graph LR\nA & B --> C --> D & E")
    assert [(edge.source, edge.target) for edge in chart.edges] == [
        ("A", "C"), ("B", "C"), ("C", "D"), ("C", "E"),
    ]  # fmt: skip


def test_styles_directions_and_comments_are_no_nodes() -> None:
    chart = flowchart(
        "---\ntitle: T\n---\n%%{init: {}}%%\nflowchart BT\n%% a comment\n"
        "classDef red stroke:#f33,stroke-width:3px;\n"
        'A:::red --> B\nclass B red\nstyle A fill:#fff\nlinkStyle default stroke:gray\nclick A href "x"'
    )
    assert chart.direction == "BT"
    assert list(chart.nodes) == ["A", "B"]
    assert chart.styles["red"] == {"stroke": "#ff3333", "stroke-width": "3"}
    assert chart.nodes["B"].classes == ["red"]


GROUPS = """flowchart TB
  c1 --> a2
  subgraph one [First group]
    a1 --> a2
    subgraph inner
      direction LR
      x --> y
    end
  end
  subgraph two
    b1 --> b2
  end
  one --> two
  y --> b2
  c1 --> c1
"""


def test_subgraphs_nest_and_frame_their_nodes() -> None:
    chart = flowchart(GROUPS)
    drawing = lay_out(chart, measure)
    frames = boxes(drawing, "group")
    nodes = {box.text: box for box in boxes(drawing, "node")}
    assert len(frames) == 3
    assert set(nodes) == {"c1", "a1", "a2", "x", "y", "b1", "b2"}
    assert len(drawing.lines) == len(chart.edges) == 7
    assert "First group" in {label.text for label in drawing.labels}
    inner = min((frame for frame in frames), key=lambda frame: frame.width * frame.height)
    outer = [frame for frame in frames if frame is not inner and _holds(frame, inner)]
    assert len(outer) == 1
    assert nodes["x"].x < nodes["y"].x
    assert sum(_holds(frame, nodes["a1"]) for frame in frames) == 1


def _holds(frame: Box, box: Box) -> bool:
    return (
        frame.x <= box.x
        and frame.y <= box.y
        and frame.x + frame.width >= box.x + box.width
        and frame.y + frame.height >= box.y + box.height
    )


@pytest.mark.parametrize("direction", ["TB", "TD", "BT", "LR", "RL"])
def test_nodes_stand_apart_and_follow_the_direction(direction: str) -> None:
    source = f"graph {direction}\nA --> B & C & D\nB --> E\nC --> E\nD --> F\nE --> A\nA --> F\nF -- text --> G"
    drawing = lay_out(flowchart(source), measure)
    nodes = boxes(drawing, "node")
    assert len(nodes) == 7
    for index, one in enumerate(nodes):
        for other in nodes[index + 1 :]:
            apart = (
                one.x + one.width <= other.x
                or other.x + other.width <= one.x
                or one.y + one.height <= other.y
                or other.y + other.height <= one.y
            )
            assert apart, (one, other)
        assert one.x >= 0
        assert one.x + one.width <= drawing.width
        assert one.y + one.height <= drawing.height
    first, last = (next(box for box in nodes if box.text == name) for name in "AG")
    ahead = {"LR": last.x > first.x, "RL": last.x < first.x, "BT": last.y < first.y}
    assert ahead.get(direction, last.y > first.y)


def test_links_between_the_same_nodes_do_not_lie_on_each_other() -> None:
    drawing = lay_out(flowchart("graph LR\nA --> B\nB --> A\nA --> B"), measure)
    assert len({line.points[1] for line in drawing.lines}) == 3


CONVERSATION = """sequenceDiagram
  autonumber
  actor A as Alice
  participant B
  A->>+B: Hello<br/>you
  loop Every minute
    B-->>-A: fine
    alt yes
      B-xC: no
    else no
      C->>C: think
    end
  end
  Note right of C: hm
  Note over A,B: both
  A-)C: later
"""


def test_sequence_has_all_participants_and_messages() -> None:
    diagram = sequence(CONVERSATION)
    assert {name: part.text for name, part in diagram.participants.items()} == {"A": "Alice", "B": "B", "C": "C"}
    messages = [step for step in diagram.steps if isinstance(step, Message)]
    assert [(message.source, message.target, message.dashed, message.end) for message in messages] == [
        ("A", "B", False, "arrow"), ("B", "A", True, "arrow"), ("B", "C", False, "cross"),
        ("C", "C", False, "arrow"), ("A", "C", False, "open"),
    ]  # fmt: skip
    drawing = lay_out(diagram, measure)
    assert [box.text for box in boxes(drawing, "node")] == ["Alice", "B", "C"]
    assert len(boxes(drawing, "group")) == 2
    assert [box.text for box in boxes(drawing, "note")] == ["hm", "both"]
    texts = [label.text for label in drawing.labels]
    assert [text for text in texts if text[0].isdigit()] == [
        "1. Hello\nyou", "2. fine", "3. no", "4. think", "5. later",
    ]  # fmt: skip
    assert "loop [Every minute]" in texts
    assert all(box.x >= 0 and box.x + box.width <= drawing.width for box in drawing.boxes)


@pytest.mark.parametrize("arrow", ["->", "-->", "->>", "-->>", "-x", "--x", "-)", "--)", "<<->>", "<<-->>"])
def test_every_arrow_of_messages_is_read(arrow: str) -> None:
    (message,) = sequence(f"sequenceDiagram\nA{arrow}B: text").steps
    assert isinstance(message, Message)
    assert (message.source, message.target, message.dashed) == ("A", "B", "--" in arrow)


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ('pie title Pets\n"Dogs" : 386', "pie"),
        ("gantt\n title A", "gantt"),
        ("", ""),
        ("%% only a comment", ""),
        ("graph TD\n[", "graph"),
        ("graph TD\nsubgraph a\nA", "graph"),
        ("flowchart\nA --> ", "flowchart"),
        ("sequenceDiagram\nend", "sequenceDiagram"),
        ("sequenceDiagram\nloop x\nA->>B: y", "sequenceDiagram"),
        ("sequenceDiagram\nno message", "sequenceDiagram"),
    ],
)
def test_what_is_not_understood_is_no_diagram(source: str, kind: str) -> None:
    assert read_diagram(source) is None
    assert diagram_kind(source) == kind


HOSTILE = {
    "too long": "graph TD\n" + "A-->B\n" * MAX_SOURCE,
    "too many nodes": "graph TD\n" + "".join(f"n{n}\n" for n in range(MAX_NODES + 1)),
    "too many links": "graph TD\n" + "A-->B\n" * (MAX_EDGES + 1),
    "a product of links": "graph TD\n" + " & ".join(f"a{n}" for n in range(60)) + " --> "
    + " & ".join(f"b{n}" for n in range(60)),
    "deep groups": "graph TD\n" + "subgraph x\n" * 50 + "end\n" * 50,
    "too many participants": "sequenceDiagram\n" + "".join(f"A->>B{n}: x\n" for n in range(MAX_PARTICIPANTS + 1)),
    "deep frames": "sequenceDiagram\n" + "loop x\n" * 50 + "A->>B: x\n" + "end\n" * 50,
}  # fmt: skip


@pytest.mark.parametrize("source", HOSTILE.values(), ids=HOSTILE)
def test_what_is_too_large_is_no_diagram(source: str) -> None:
    assert read_diagram(source) is None


def test_the_largest_diagram_has_few_bends() -> None:
    # All nodes in one chain, and links over the whole of it: the bends are what could explode.
    names = [f"n{n}" for n in range(250)]
    source = "graph TD\n" + "".join(f"{a}-->{b}\n" for a, b in pairwise(names))
    source += "".join(f"n{n}-->n{249 - n}\n" for n in range(100))
    drawing = lay_out(flowchart(source), measure)
    assert len(boxes(drawing, "node")) == 250
    assert sum(len(line.points) for line in drawing.lines) < 30_000


@pytest.mark.parametrize(
    ("statements", "links"),
    [
        ("Biology --> Chemistry\nclass Biology,Chemistry internal-link;", ["Biology", "Chemistry"]),
        ("class Biology internal-link\nBiology --> Chemistry", ["Biology"]),
        ("A[Deep note#Part] --> B\nclass A internal-link", ["Deep note#Part"]),
        ("A:::internal-link --> B", ["A"]),
        ("A[`code`]:::internal-link", ["code"]),
        ('A["`code`"]:::internal-link', ["code"]),
        ("code:::internal-link", ["code"]),
        ("A[<code>code</code>]\nclass A internal-link", ["code"]),
        ('A["⨳ special"]\nclass "⨳ special" internal-link', ["⨳ special"]),
        ('A[知识图谱] --> B["two<br>lines"]\nclass A, B internal-link', ["知识图谱", "two lines"]),
        ("A --> B\nclass A other\nclassDef internal-link fill:#fff", []),
        ("class A internal-link", []),
        ("A --> B\nclass internal-link", []),
    ],
)
def test_nodes_of_a_class_are_links_by_their_text(statements: str, links: list[str]) -> None:
    diagram = read_diagram(f"graph TD\n{statements}")
    assert (links_of(diagram) if diagram else []) == links
