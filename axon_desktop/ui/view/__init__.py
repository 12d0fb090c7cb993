"""One Markdown view for notes and conversations: a virtualised column of small documents."""
