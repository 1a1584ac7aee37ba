-- Runs on SQLite and on PostgreSQL: text and bigint columns only, and nothing else that differs.

-- The log of all tables: the truth that everything else is rebuilt from. One row an append; the
-- key lets one writer win (table_id, seq).
CREATE TABLE log (
    table_id TEXT NOT NULL,
    seq BIGINT NOT NULL,
    at_ms BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (table_id, seq)
);

-- Which tables there are, and what the lobby says of each. Written with the append that changes it.
CREATE TABLE tables (
    table_id TEXT NOT NULL PRIMARY KEY,
    created_ms BIGINT NOT NULL,
    updated_ms BIGINT NOT NULL,
    -- 1: the lobby shows it; 0: by link only, or closed.
    listed BIGINT NOT NULL,
    -- JSON.
    listing TEXT NOT NULL
);

CREATE INDEX tables_listed ON tables (listed);

-- Visitors who chose a name. One who did not has a name made from the id, and no row.
CREATE TABLE players (
    player_id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    created_ms BIGINT NOT NULL
);

-- What the server made up once and must remember, such as the key that signs cookies.
CREATE TABLE settings (
    name TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);
