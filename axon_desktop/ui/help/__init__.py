"""The user guide and the news, shown inside the program: no network is needed."""
