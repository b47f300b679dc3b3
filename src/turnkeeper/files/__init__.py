"""File formats in and out: pure functions between texts and values, never files, never a record.

`playthrough` is a session as plain text; `rules_text` writes a rule set as the text that loads it again;
`maps` reads, writes and draws hex maps. Nothing here may know how a campaign is kept or carried on: `app`
replays playthroughs read here.
"""
