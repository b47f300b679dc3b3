"""Plans and their odds: read from a text or a shipped file, answered from a beginning or from a campaign.

The plans that come with the program are in `shipped`, one file each. Nothing here records anything.
"""
