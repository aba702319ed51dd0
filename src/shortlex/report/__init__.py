"""Words for people: what the runner found, as text that can be read and pasted."""
