"""System: what we take from Python and the machine before a test can change it."""
