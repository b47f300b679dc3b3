"""The pages of the screen; each module ends in its ``HANDLERS``."""
