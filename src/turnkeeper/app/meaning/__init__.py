"""What a text could mean besides one command: two of them, or what one of several people does."""
