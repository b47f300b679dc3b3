"""The referee's screen as data: each part a module, put together by `view`.

A fold is a stretch of the log in which nothing happened, told in one line.
"""
