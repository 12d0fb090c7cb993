"""Colors and fonts, without Qt."""
