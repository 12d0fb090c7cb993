"""Tools from outside: the servers of the Model Context Protocol that the user has set up.

The SDK takes over a second to import: nothing here imports it before the first server starts.
"""
