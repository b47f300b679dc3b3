"""Actions on a campaign: opening it, sessions of commands, replay, the library of campaigns, sharing.

Everything a front end does to a campaign passes through here. How it looks is built in `views`,
which stands above and is not known here.
"""
