-- The schema on SQLite. The log differs from that on PostgreSQL, where several servers may append:
-- here one process does, and a row costs least when it only goes to the end of the table. The other
-- tables differ in the names of types alone. Ids are 16 bytes; a truth value is 0 or 1.

-- The tables that people play at, and what the lobby says of each. Written with the append that
-- changes it.
CREATE TABLE tables (
    -- What the log calls the table: smaller than its id.
    number INTEGER PRIMARY KEY,
    table_id BLOB NOT NULL UNIQUE,
    created_ms INTEGER NOT NULL,
    updated_ms INTEGER NOT NULL,
    -- 1: the lobby shows it; 0: by link only, or closed.
    listed INTEGER NOT NULL,
    closed INTEGER NOT NULL,
    -- JSON.
    listing TEXT NOT NULL
) STRICT;

CREATE INDEX tables_listed ON tables (created_ms) WHERE listed = 1;

-- To find those to which nobody comes back.
CREATE INDEX tables_open ON tables (updated_ms) WHERE closed = 0;

-- The log of all tables: the truth that everything else is rebuilt from. One row an append, in order
-- of arrival, and no index: the row before it of the same table is `back` rows earlier, so a table's
-- log is read from its last row backward.
CREATE TABLE log (
    id INTEGER PRIMARY KEY,
    table_number INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    -- 0: there is none before.
    back INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    body BLOB NOT NULL
) STRICT;

-- The last row of each table in the log. The server knows it in memory, and writes it here from time
-- to time.
CREATE TABLE log_ends (
    table_number INTEGER PRIMARY KEY,
    last_id INTEGER NOT NULL
) STRICT;

-- One row: up to which row of the log `log_ends` is complete. What comes after is read at the start.
CREATE TABLE log_ends_complete (
    last_id INTEGER NOT NULL
) STRICT;

INSERT INTO log_ends_complete (last_id) VALUES (0);

-- Visitors with a name of their own choice. Other names are made from the id.
CREATE TABLE players (
    player_id BLOB PRIMARY KEY,
    name TEXT NOT NULL,
    created_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What the server made up once and must remember, such as the key that signs cookies.
CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Finished matches. Each can be made again from the log, as long as that is there.
CREATE TABLE records (
    number INTEGER PRIMARY KEY,
    record_id BLOB NOT NULL UNIQUE,
    table_id BLOB NOT NULL,
    -- The number of the match at its table, from 1.
    match_number INTEGER NOT NULL,
    -- 1: the table was open to everybody; 0: by link only, and so is the record.
    public INTEGER NOT NULL,
    ended_ms INTEGER NOT NULL,
    UNIQUE (table_id, match_number)
) STRICT;

CREATE INDEX records_ended ON records (ended_ms);

-- Their contents: a summary, what happened and what proves the deals, compressed, in pieces. Where
-- SQLite has no place left in a page for a whole row, the rest of the page stays empty; rows of a
-- quarter of a page leave nothing.
CREATE TABLE record_pieces (
    record_number INTEGER NOT NULL,
    piece INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (record_number, piece)
) STRICT, WITHOUT ROWID;

-- The seats of these matches, with what a player's own list is searched for.
CREATE TABLE record_seats (
    record_id BLOB NOT NULL,
    seat INTEGER NOT NULL,
    side INTEGER NOT NULL,
    -- Null for a computer player.
    player_id BLOB,
    -- Empty once its owner has had it deleted.
    name TEXT NOT NULL,
    -- The name in small letters, to be searched; a computer player's level as well.
    name_key TEXT NOT NULL,
    -- Empty for a person.
    computer TEXT NOT NULL,
    -- won, lost or undecided.
    result TEXT NOT NULL,
    variant TEXT NOT NULL,
    ended_ms INTEGER NOT NULL,
    PRIMARY KEY (record_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX record_seats_of_player ON record_seats (player_id, ended_ms, record_id)
    WHERE player_id IS NOT NULL;

-- Players whose names have been deleted from the records of matches that ended until then: a record
-- that is made again from the log leaves the name out too.
CREATE TABLE deleted_names (
    player_id BLOB PRIMARY KEY,
    until_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Programs that play. Each is a player of its own, with its name among the players, and belongs to a
-- visitor. Its token is a random secret of which only the SHA-256 is kept, in hex.
CREATE TABLE bots (
    bot_id BLOB PRIMARY KEY,
    owner_id BLOB NOT NULL,
    token_hash TEXT NOT NULL UNIQUE,
    created_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX bots_owner ON bots (owner_id);
