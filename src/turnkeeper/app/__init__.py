"""Actions on a campaign: opening it, sessions of commands, replay, the library of campaigns, sharing.

Everything a front end does to a campaign passes through here. How it looks is built in `views`,
which stands above and is not known here.

A revision is the state of a session that a screen has seen. A stopwatch measures the table's time
and says it: `table 5 min`.
"""
