"""A text read part by part: headings, paragraphs, items, cells, code, formulas, pictures."""
