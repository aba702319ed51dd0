"""The half of the planted bugs that is known to those who work on generation."""
