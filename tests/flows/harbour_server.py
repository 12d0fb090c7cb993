"""An MCP server for the pictures: a harbour with a timetable, a chart, cabins to book, and a slow export.

Run with the file that lets the export go on.
"""

from __future__ import annotations

import asyncio
import struct
import sys
import time
import zlib
from pathlib import Path
from typing import Annotated, Literal

from mcp.server import MCPServer
from mcp.server.mcpserver import Context, Image
from mcp.server.mcpserver.resolve import Elicit, Resolve
from mcp_types import ContentBlock, ResourceLink, TextContent, ToolAnnotations
from pydantic import BaseModel, Field

server = MCPServer("Harbour 港口", instructions="Ships, cabins and charts of the harbour.")
RELEASE = Path(sys.argv[1])


class Cabin(BaseModel):
    """What must be known to book."""

    name: str = Field(title="Name of the traveller", description="As it stands in the passport.")
    nights: int = Field(2, title="Nights", ge=1, le=14)
    deck: Literal["Upper deck", "Lower deck", "船尾"] = Field("Upper deck", title="Deck")
    breakfast: bool = Field(True, title="Breakfast")


async def ask_cabin() -> Elicit[Cabin]:
    return Elicit("Who travels, and how? The cabin is held for ten minutes.", Cabin)


def chart_png(width: int = 520, height: int = 240) -> bytes:
    """Return a picture of the tide: blue below a wave, sand above."""
    rows = bytearray()
    for y in range(height):
        rows.append(0)
        for x in range(width):
            wave = height * (0.55 + 0.18 * ((x / width * 6) % 2 - 1) * (1 - abs((x / width * 6) % 2 - 1)) * 4)
            rows += bytes((70, 118, 190) if y > wave else (238, 226, 200))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(bytes(rows))), (b"IEND", b""))
    chunks = (
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def wait_for_release() -> None:
    """Wait until the export may go on; so long its progress can be looked at."""
    while not RELEASE.exists():
        time.sleep(0.05)


@server.tool(annotations=ToolAnnotations(read_only_hint=True))
def timetable(day: str) -> str:
    """List the ships of a day."""
    return f"{day}: 09:40 Aurora to Lisbon, 18:05 海燕 to Shanghai"


@server.tool(annotations=ToolAnnotations(read_only_hint=True))
def tide_chart(day: str) -> list[ContentBlock]:
    """Draw the tide of a day."""
    words = TextContent(type="text", text=f"High water on {day} at 05:12 and 17:38.")
    link = ResourceLink(type="resource_link", name="Tide table", uri="https://example.org/harbour/tides")
    return [words, Image(data=chart_png(), format="png").to_image_content(), link]


@server.tool()
async def export(pages: int, context: Context) -> str:
    """Export the log of the harbour, page by page."""
    for page in range(1, pages + 1):
        await context.report_progress(page, pages, f"page {page} of the log")
        if page == 3:
            await asyncio.to_thread(wait_for_release)
    return f"{pages} pages exported"


@server.tool()
def book_cabin(cabin: Annotated[Cabin, Resolve(ask_cabin)]) -> str:
    """Book a cabin; asks the traveller."""
    return f"Cabin booked for {cabin.name}, {cabin.nights} nights on the {cabin.deck.lower()}."


if __name__ == "__main__":
    server.run("stdio")
