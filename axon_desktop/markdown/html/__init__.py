"""From Markdown blocks to HTML for QTextDocument."""
