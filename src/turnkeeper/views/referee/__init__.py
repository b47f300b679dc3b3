"""The referee's screen as data: each part a module, put together by `view`."""
