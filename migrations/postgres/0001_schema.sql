-- The schema on PostgreSQL. The log differs from that on SQLite: several servers may append here, so
-- the database itself keeps (table_id, seq) unique. The other tables differ in the names of types
-- alone. Ids are 16 bytes; a truth value is 0 or 1.

-- The tables that people play at, and what the lobby says of each. Written with the append that
-- changes it.
CREATE TABLE tables (
    table_id BYTEA PRIMARY KEY,
    created_ms BIGINT NOT NULL,
    updated_ms BIGINT NOT NULL,
    -- 1: the lobby shows it; 0: by link only, or closed.
    listed BIGINT NOT NULL,
    closed BIGINT NOT NULL,
    -- JSON.
    listing TEXT NOT NULL
);

CREATE INDEX tables_listed ON tables (created_ms) WHERE listed = 1;

-- To find those to which nobody comes back.
CREATE INDEX tables_open ON tables (updated_ms) WHERE closed = 0;

-- The log of all tables: the truth that everything else is rebuilt from. One row an append; the key
-- lets one writer win.
CREATE TABLE log (
    table_id BYTEA NOT NULL,
    seq BIGINT NOT NULL,
    at_ms BIGINT NOT NULL,
    body BYTEA NOT NULL,
    PRIMARY KEY (table_id, seq)
);

-- Visitors with a name of their own choice. Other names are made from the id.
CREATE TABLE players (
    player_id BYTEA PRIMARY KEY,
    name TEXT NOT NULL,
    created_ms BIGINT NOT NULL
);

-- What the server made up once and must remember, such as the key that signs cookies.
CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

-- Finished matches. Each can be made again from the log, as long as that is there.
CREATE TABLE records (
    number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    record_id BYTEA NOT NULL UNIQUE,
    table_id BYTEA NOT NULL,
    -- The number of the match at its table, from 1.
    match_number BIGINT NOT NULL,
    -- 1: the table was open to everybody; 0: by link only, and so is the record.
    public BIGINT NOT NULL,
    ended_ms BIGINT NOT NULL,
    UNIQUE (table_id, match_number)
);

CREATE INDEX records_ended ON records (ended_ms);

-- Their contents: a summary, what happened and what proves the deals, compressed, in pieces. Where
-- SQLite has no place left in a page for a whole row, the rest of the page stays empty; rows of a
-- quarter of a page leave nothing.
CREATE TABLE record_pieces (
    record_number BIGINT NOT NULL,
    piece BIGINT NOT NULL,
    bytes BYTEA NOT NULL,
    PRIMARY KEY (record_number, piece)
);

-- The seats of these matches, with what a player's own list is searched for.
CREATE TABLE record_seats (
    record_id BYTEA NOT NULL,
    seat BIGINT NOT NULL,
    side BIGINT NOT NULL,
    -- Null for a computer player.
    player_id BYTEA,
    -- Empty once its owner has had it deleted.
    name TEXT NOT NULL,
    -- The name in small letters, to be searched; a computer player's level as well.
    name_key TEXT NOT NULL,
    -- Empty for a person.
    computer TEXT NOT NULL,
    -- won, lost or undecided.
    result TEXT NOT NULL,
    variant TEXT NOT NULL,
    ended_ms BIGINT NOT NULL,
    PRIMARY KEY (record_id, seat)
);

CREATE INDEX record_seats_of_player ON record_seats (player_id, ended_ms, record_id)
    WHERE player_id IS NOT NULL;

-- Players whose names have been deleted from the records of matches that ended until then: a record
-- that is made again from the log leaves the name out too.
CREATE TABLE deleted_names (
    player_id BYTEA PRIMARY KEY,
    until_ms BIGINT NOT NULL
);

-- Programs that play. Each is a player of its own, with its name among the players, and belongs to a
-- visitor. Its token is a random secret of which only the SHA-256 is kept, in hex.
CREATE TABLE bots (
    bot_id BYTEA PRIMARY KEY,
    owner_id BYTEA NOT NULL,
    token_hash TEXT NOT NULL UNIQUE,
    created_ms BIGINT NOT NULL
);

CREATE INDEX bots_owner ON bots (owner_id);
