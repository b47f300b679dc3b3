"""The pages of the screen; the handlers that a module of this folder defines are served."""
