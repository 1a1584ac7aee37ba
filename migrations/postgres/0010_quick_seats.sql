-- The last table that quick match opened for each player, a guest or not: so every server knows who sits at a
-- quick match, and whom they met last. Rows are deleted once the table can't be open any more.
CREATE TABLE quick_seats (
    player_id BYTEA PRIMARY KEY,
    table_id BYTEA NOT NULL,
    opened_ms BIGINT NOT NULL,
    -- The other players of the table; and of the match before, in case this one never begins. Ids of 16 bytes,
    -- one after the other.
    others BYTEA NOT NULL,
    met_before BYTEA NOT NULL
);

CREATE INDEX quick_seats_opened ON quick_seats (opened_ms);
