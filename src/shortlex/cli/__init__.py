"""The command line: ``shortlex`` and ``python -m shortlex``. One module a command.

``entry`` has the program; a command is a module with ``NAME``, ``add_arguments(parser)`` and
``run(options)``, and a row in ``entry.COMMANDS``.
"""
