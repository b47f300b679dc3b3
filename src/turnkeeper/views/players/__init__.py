"""What players see, and by which links: built from what they may know, never cut down from more."""
