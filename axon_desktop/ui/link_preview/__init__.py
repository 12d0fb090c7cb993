"""The preview of a link under the mouse pointer."""
