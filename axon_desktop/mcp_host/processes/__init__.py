"""Starting and ending the processes of local servers."""
