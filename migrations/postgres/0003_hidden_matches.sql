-- Matches that players have hidden: others read no name of theirs in the record, and don't find the
-- match by it. Kept apart from the records, so that a record that is made again is hidden too.
CREATE TABLE hidden_matches (
    record_id BYTEA NOT NULL,
    player_id BYTEA NOT NULL,
    PRIMARY KEY (record_id, player_id)
);
