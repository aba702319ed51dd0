"""How Sphinx makes the site out of the pages. ``make docs`` runs it.

The source is the whole repository, not ``docs/`` alone: a link from a page to the README, and from
there back, is then the same link on a repository page and in the site.

The contents of the site are the links of ``docs/index.md``, so there is no second list to keep: a
page that is not linked there is a warning of Sphinx, and ``make docs`` fails.
"""

import re

from sphinx.application import Sphinx

import shortlex

project = "Shortlex"
author = "The Shortlex authors"
release = shortlex.__version__

extensions = ["myst_parser", "sphinx_copybutton"]
root_doc = "docs/index"
include_patterns = ["*.md", "docs/**.md"]
exclude_patterns = [".*"]
myst_heading_anchors = 3  # as many levels as pages link to, named as repository pages name them
smartquotes = False  # `--replay` stays two dashes
nitpicky = True

html_theme = "furo"
html_title = f"Shortlex {release}"
html_static_path = ["site.css"]
html_css_files = ["site.css"]
html_extra_path = ["index.html"]
html_copy_source = False
html_show_copyright = False
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

PART = re.compile(r"^\*\*(.+)\*\*$", re.MULTILINE)
LINK = re.compile(r"\[([^\]]+)\]\(([^)]+)\.md\)")


def setup(app: Sphinx) -> None:
    app.connect("source-read", add_contents)


def add_contents(app: Sphinx, name: str, source: list[str]) -> None:
    """Give the index a table of contents for each of its parts, with the links of that part."""
    if name != root_doc:
        return
    _, *parts = PART.split(source[0])
    for title, text in zip(parts[::2], parts[1::2], strict=True):
        links = [f"{words} <{page}>" for words, page in LINK.findall(text)]
        lines = ["", "```{toctree}", ":hidden:", f":caption: {title}", "", *links, "```", ""]
        source[0] += "\n".join(lines)
