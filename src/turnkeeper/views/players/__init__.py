"""The players' view and their links: built from what they may know, never cut down from more."""
