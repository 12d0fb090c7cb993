"""Editing as people expect it: keys, pairs, lists, tables, several carets, pasting, finding and replacing."""
