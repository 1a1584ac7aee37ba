-- The people who find a table among their own: those who have a seat there, as long as it is open and
-- its match hasn't ended for good. Written with the append that changes it, and again when a table is
-- loaded whose rows differ, as those of tables from before this version do.
CREATE TABLE table_players (
    table_id BYTEA NOT NULL,
    player_id BYTEA NOT NULL,
    -- Since when.
    since_ms BIGINT NOT NULL,
    PRIMARY KEY (table_id, player_id)
);

CREATE INDEX table_players_of_player ON table_players (player_id, since_ms, table_id);
