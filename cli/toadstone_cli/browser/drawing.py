"""Interim."""


class Drawing:
    pass
