"""The runner: from a test function to a result. It returns data; ``report`` turns it into text."""
