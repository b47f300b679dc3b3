"""File formats in and out: pure functions between texts and values, never files, never a record.

`playthrough` is a session as plain text; `rules_text` writes a rule set as the text that loads it again;
`textmapper` is hex maps, `svgmap` draws them. The room must not know how a campaign is kept or carried on:
`table` replays what is read here.
"""
