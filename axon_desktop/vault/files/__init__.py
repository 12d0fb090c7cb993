"""Paths, folders and files of a vault: the path gateway, reading, the trash."""
