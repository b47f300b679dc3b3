"""The JSON API: what the screen does, for programs, described by OpenAPI.

Everything goes through the same session, acts and views as the screen. A program shows a token; a page of
ours would be let in by its cookie too. This package must not know how pages look.
"""
