"""Report: what the runner found, as text for people to read and paste."""
