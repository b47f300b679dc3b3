"""The command `odds`: plans answered, side by side, drawn in the terminal or written for others to read."""
