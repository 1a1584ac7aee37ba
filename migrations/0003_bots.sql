-- Runs on SQLite and on PostgreSQL: text and bigint columns only, and nothing else that differs.

-- Programs that play. Each is a player of its own, whose name is among the players, and belongs to
-- a visitor. Its token is a random secret of which only the SHA-256 is kept.
CREATE TABLE bots (
    bot_id TEXT NOT NULL PRIMARY KEY,
    owner_id TEXT NOT NULL,
    token_hash TEXT NOT NULL UNIQUE,
    created_ms BIGINT NOT NULL
);

CREATE INDEX bots_owner ON bots (owner_id);
