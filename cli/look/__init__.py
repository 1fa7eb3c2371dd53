"""The picture of the table: from a scene to styled lines, purely.

Must never know Textual, the clock, keys pressed or where the lines go.
"""
