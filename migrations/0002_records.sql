-- Finished matches. Each can be made again from the log, as long as that is there.
CREATE TABLE records (
    record_id TEXT NOT NULL PRIMARY KEY,
    table_id TEXT NOT NULL,
    -- The number of the match at its table, from 1.
    match_number BIGINT NOT NULL,
    -- 1: the table was open to everybody; 0: by link only, and so is the record.
    public BIGINT NOT NULL,
    ended_ms BIGINT NOT NULL,
    -- JSON: all but names and what happened.
    summary TEXT NOT NULL,
    -- What happened, as docs/record.md describes it.
    transcript TEXT NOT NULL,
    -- JSON: what proves its deals, as docs/fair-deal.md describes it; null if no round has ended.
    fairness TEXT NOT NULL,
    UNIQUE (table_id, match_number)
);

CREATE INDEX records_ended ON records (ended_ms);

-- Who sat where in them, with what a player's own list is searched for.
CREATE TABLE record_seats (
    record_id TEXT NOT NULL,
    seat BIGINT NOT NULL,
    side BIGINT NOT NULL,
    -- Empty for a computer player.
    player_id TEXT NOT NULL,
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

CREATE INDEX record_seats_of_player ON record_seats (player_id, ended_ms, record_id);

-- Who has had their name deleted from the records of matches that ended until then: a record that
-- is made again from the log leaves it out too.
CREATE TABLE deleted_names (
    player_id TEXT NOT NULL PRIMARY KEY,
    until_ms BIGINT NOT NULL
);
