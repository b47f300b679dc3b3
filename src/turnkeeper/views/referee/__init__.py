"""What the referee's screen shows: each part a module, put together by `view`."""
