"""The commands of the shell that concern calendars; they need no campaign."""
