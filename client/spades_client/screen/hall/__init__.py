"""The hall: the screens before a table. Servers to choose from, a server's lobby, and the form of a new table.

Each screen is an immutable state with a pure reducer of keys and a pure presenter; ``page.py`` drives one of them,
``evening.py`` goes from one to the next and knows the network.
"""
