"""The tables of a campaign, and the questions to them; how they tell a tree, `lines` knows."""

from __future__ import annotations

SCHEMA = (
    """CREATE TABLE lines (
        line INTEGER PRIMARY KEY,
        fork_line INTEGER,
        fork_depth INTEGER,
        CHECK (fork_line < line),
        FOREIGN KEY (fork_line, fork_depth) REFERENCES commits (line, depth))""",
    "CREATE INDEX forks ON lines (fork_line, fork_depth)",
    """CREATE TABLE commits (
        serial INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        parent TEXT REFERENCES commits (id),
        line INTEGER NOT NULL REFERENCES lines (line),
        depth INTEGER NOT NULL,
        command BLOB NOT NULL,
        answers BLOB NOT NULL,
        events BLOB NOT NULL,
        summary TEXT NOT NULL,
        made_ms INTEGER NOT NULL,
        command_sum INTEGER NOT NULL,
        events_sum INTEGER NOT NULL,
        UNIQUE (line, depth))""",
    """CREATE TABLE redo (
        line INTEGER NOT NULL,
        depth INTEGER NOT NULL,
        into_line INTEGER NOT NULL REFERENCES lines (line),
        PRIMARY KEY (line, depth))""",
    """CREATE TABLE snapshots (
        serial INTEGER PRIMARY KEY,
        line INTEGER NOT NULL,
        depth INTEGER NOT NULL,
        data BLOB NOT NULL,
        data_sum INTEGER NOT NULL,
        UNIQUE (line, depth),
        FOREIGN KEY (line, depth) REFERENCES commits (line, depth))""",
    "CREATE TABLE blobs (digest TEXT PRIMARY KEY, data BLOB NOT NULL, data_sum INTEGER NOT NULL)",
    """CREATE TABLE campaign (
        one INTEGER PRIMARY KEY CHECK (one = 1),
        campaign TEXT NOT NULL,
        name TEXT NOT NULL,
        seed TEXT NOT NULL,
        rules_digest TEXT NOT NULL,
        created_ms INTEGER NOT NULL,
        head TEXT NOT NULL REFERENCES commits (id))""",
    "INSERT INTO lines (line) VALUES (1)",
)
TABLES = frozenset({"lines", "commits", "redo", "snapshots", "blobs", "campaign"})
ADD_COMMIT = (
    "INSERT INTO commits (id, parent, line, depth, command, answers, events, summary, made_ms,"
    " command_sum, events_sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
ADD_CAMPAIGN = "INSERT INTO campaign VALUES (1, ?, ?, ?, ?, ?, ?)"
ADD_BLOB = "INSERT OR IGNORE INTO blobs VALUES (?, ?, ?)"

COMMITS = (
    "SELECT id, parent, depth, command, answers, events, summary, made_ms, command_sum, events_sum"
    " FROM commits "
)
STRETCH = "WHERE line = ? AND depth BETWEEN ? AND ? ORDER BY depth"
EVENTS = "SELECT id, parent, events, events_sum FROM commits "
# The plus keeps it from reading every commit in the order of serials: there are few lines.
TIPS = (
    "WHERE (line, depth) IN"
    " (SELECT line, (SELECT max(depth) FROM commits WHERE line = lines.line) FROM lines) ORDER BY +serial"
)
# A line has a commit at each depth from where it forked off to its end.
IN_LINES = (
    "SELECT sum((SELECT max(depth) FROM commits WHERE line = lines.line) - coalesce(fork_depth, -1))"
    " FROM lines"
)
CHILDREN = (
    "SELECT id FROM commits WHERE depth = ?2 + 1 AND line IN"
    " (SELECT ?1 UNION ALL SELECT line FROM lines WHERE fork_line = ?1 AND fork_depth = ?2) ORDER BY serial"
)
REDO = (
    "SELECT id FROM commits WHERE depth = ?2 + 1"
    " AND line = coalesce((SELECT into_line FROM redo WHERE line = ?1 AND depth = ?2), ?1)"
)
SNAPSHOT = (
    "SELECT id, data, data_sum FROM snapshots JOIN commits USING (line, depth)"
    " WHERE line = ? AND depth <= ? ORDER BY depth DESC LIMIT 1"
)
