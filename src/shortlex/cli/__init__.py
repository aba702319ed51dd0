"""The command line: ``shortlex`` and ``python -m shortlex``. One module per command.

``entry`` has the program; a command is a module with ``NAME``, ``add_arguments(parser)`` and
``run(options)``, and a row in ``entry.COMMANDS``.
"""


class Misuse(Exception):  # noqa: N818  # printed to stderr, never shown as a traceback
    """The program was called wrongly; the message names the argument and the next step."""
