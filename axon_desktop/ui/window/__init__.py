"""The main window, its menus, docks and notices."""
