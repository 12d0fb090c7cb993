"""What leads where: the outline of a note, its links, the vault's tags, and a look at where a link leads."""
