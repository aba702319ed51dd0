"""State machines with bugs, found and reduced by both libraries."""
