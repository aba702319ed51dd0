"""Suites: the tests of real packages, on Hypothesis and with `hypothesis` aliased to Shortlex.

projects     which packages, and what their tests need
workplace    downloads, and an environment for each package and library
probe        the plugin of pytest that writes down what became of each test
run          one suite with one library
breakages    copies of a package with one small mistake each
compare      the command, its tables and its figures

No code of these packages is kept here: they are downloaded by name.
"""
