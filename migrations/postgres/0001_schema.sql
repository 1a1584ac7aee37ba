-- The schema on PostgreSQL. The log differs from the log on SQLite: several servers may append, so the
-- database keeps (table_id, seq) unique. The other tables differ only in the names of types. Ids are 16 bytes;
-- a truth value is 0 or 1.

-- The tables, each with the lobby's listing. A row is written together with the append that changes it.
CREATE TABLE tables (
    table_id BYTEA PRIMARY KEY,
    created_ms BIGINT NOT NULL,
    updated_ms BIGINT NOT NULL,
    -- 1: the lobby shows the table; 0: the table is open by link only, or closed.
    listed BIGINT NOT NULL,
    closed BIGINT NOT NULL,
    -- JSON.
    listing TEXT NOT NULL,
    -- 1: the table is closed, and its rows are no longer in the log.
    finished BIGINT NOT NULL DEFAULT 0
);

CREATE INDEX tables_listed ON tables (created_ms) WHERE listed = 1;

-- Finds abandoned tables.
CREATE INDEX tables_open ON tables (updated_ms) WHERE closed = 0;

CREATE INDEX tables_closed ON tables (finished, updated_ms) WHERE closed = 1;

-- Finds the listings that other nodes have changed.
CREATE INDEX tables_updated ON tables (updated_ms);

-- The log of all tables, from which all tables are rebuilt. Each append is one row; of two appends with the
-- same key only one is committed.
CREATE TABLE log (
    table_id BYTEA NOT NULL,
    seq BIGINT NOT NULL,
    at_ms BIGINT NOT NULL,
    body BYTEA NOT NULL,
    PRIMARY KEY (table_id, seq)
);

-- The logs of closed tables, compressed and in pieces, like the contents of records.
CREATE TABLE finished_logs (
    table_id BYTEA NOT NULL,
    piece BIGINT NOT NULL,
    bytes BYTEA NOT NULL,
    PRIMARY KEY (table_id, piece)
);

-- The players of each table, for their lists of own tables: the players with a seat, until the table is closed
-- or its last match has ended. Rows are written together with the append that changes them.
CREATE TABLE table_players (
    table_id BYTEA NOT NULL,
    player_id BYTEA NOT NULL,
    -- When the player joined the table.
    since_ms BIGINT NOT NULL,
    PRIMARY KEY (table_id, player_id)
);

CREATE INDEX table_players_of_player ON table_players (player_id, since_ms, table_id);

-- Players who have chosen a name. Other players' names are made from their ids.
CREATE TABLE players (
    player_id BYTEA PRIMARY KEY,
    name TEXT NOT NULL,
    created_ms BIGINT NOT NULL
);

-- Values that the server has made once and must keep, such as the key that signs cookies.
CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

-- Finished matches. A record can be made again from the log until the log is deleted.
CREATE TABLE records (
    number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    record_id BYTEA NOT NULL UNIQUE,
    table_id BYTEA NOT NULL,
    -- The number of the match at its table, from 1.
    match_number BIGINT NOT NULL,
    -- 1: the table was open to all visitors; 0: the table was open by link only, and so is the record.
    public BIGINT NOT NULL,
    ended_ms BIGINT NOT NULL,
    -- 0: not rated; -1: waits to be rated; -2 to -4: not rated, for a reason; from 1 on: the number in
    -- rated_seats.
    rated BIGINT NOT NULL DEFAULT 0,
    -- 1: quick match chose the players, so the pages of players who make their matches public list the match
    -- although the table was open by link only.
    quick BIGINT NOT NULL DEFAULT 0,
    UNIQUE (table_id, match_number)
);

CREATE INDEX records_ended ON records (ended_ms);
CREATE INDEX records_to_rate ON records (number) WHERE rated = -1;
CREATE INDEX records_rated ON records (rated) WHERE rated > 0;

-- The contents of the records: the summary, the transcript and the proof of the deals, compressed and in
-- pieces. If a row doesn't fit into the rest of a page of SQLite, that rest stays empty; rows of a quarter of
-- a page leave no rest.
CREATE TABLE record_pieces (
    record_number BIGINT NOT NULL,
    piece BIGINT NOT NULL,
    bytes BYTEA NOT NULL,
    PRIMARY KEY (record_number, piece)
);

-- The seats of the matches, with the columns by which a player searches own records.
CREATE TABLE record_seats (
    record_id BYTEA NOT NULL,
    seat BIGINT NOT NULL,
    side BIGINT NOT NULL,
    -- Null for a computer player.
    player_id BYTEA,
    -- Empty after the player has deleted it.
    name TEXT NOT NULL,
    -- The name in lower case, for searches, followed by a computer player's level.
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

-- Players who have deleted their names from the records of matches that ended until `until_ms`. A record that
-- is made again from the log leaves the name out too.
CREATE TABLE deleted_names (
    player_id BYTEA PRIMARY KEY,
    until_ms BIGINT NOT NULL
);

-- Matches that players have hidden: the record doesn't show the player's name to other visitors, and a search
-- doesn't find the match by it. The rows are kept apart from the records, so that a record that is made again
-- is hidden too.
CREATE TABLE hidden_matches (
    record_id BYTEA NOT NULL,
    player_id BYTEA NOT NULL,
    PRIMARY KEY (record_id, player_id)
);

-- Bots: programs that play. Each bot is a player with a name in `players`, and has an owner. Only the SHA-256
-- of the bot's secret token is stored, in hex; null after the owner has withdrawn it.
CREATE TABLE bots (
    bot_id BYTEA PRIMARY KEY,
    owner_id BYTEA NOT NULL,
    token_hash TEXT UNIQUE,
    created_ms BIGINT NOT NULL
);

CREATE INDEX bots_owner ON bots (owner_id);

-- The public log of tables and matches (docs/fair-deal.md). An entry is written together with the append that
-- it describes.
CREATE TABLE public_log (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- The server process that wrote the entry: the number of the process's first tree.
    process BIGINT NOT NULL,
    -- The first 8 bytes of the commitment that the entry names.
    chain BIGINT NOT NULL,
    entry BYTEA NOT NULL
);

CREATE INDEX public_log_chain ON public_log (chain);

-- The entries of several processes are mixed, and the entries of each process are read alone.
CREATE INDEX public_log_process ON public_log (process, id);

-- The Merkle trees of the entries, each with its last signed head. A tree holds the entries of its process
-- from `after_id` to `last_id`, in order.
CREATE TABLE public_trees (
    tree BIGINT PRIMARY KEY,
    process BIGINT NOT NULL,
    after_id BIGINT NOT NULL,
    last_id BIGINT NOT NULL,
    -- The first entry, which names the previous tree; empty in the first tree.
    link BYTEA NOT NULL,
    size BIGINT NOT NULL,
    at_ms BIGINT NOT NULL,
    root BYTEA NOT NULL,
    signature BYTEA NOT NULL
);

-- If two processes continue the tree of a third one, only one of them can begin the next tree.
CREATE UNIQUE INDEX public_trees_process ON public_trees (process, after_id);

-- Accounts. A player's id doesn't change when the player makes an account; the account lets the player prove
-- the id.

CREATE TABLE accounts (
    player_id BYTEA PRIMARY KEY,
    -- The public id of the account; the player's own id is a secret.
    person_id BYTEA NOT NULL UNIQUE,
    created_ms BIGINT NOT NULL,
    -- When the name was last chosen.
    named_ms BIGINT NOT NULL,
    -- The SHA-256 of the recovery code, in hex; empty without a code.
    recovery_hash TEXT NOT NULL,
    -- moderator, or empty.
    role TEXT NOT NULL,
    -- What the owner makes public, and whom the owner plays with, in JSON.
    preferences TEXT NOT NULL,
    -- Null while the account is open.
    closed_ms BIGINT,
    -- The preferences that queries need. A preference that can't be read counts as not public.
    ratings_public BIGINT NOT NULL
        GENERATED ALWAYS AS (COALESCE((preferences::json->>'ratings_public')::boolean, FALSE)::int) STORED,
    matches_public BIGINT NOT NULL
        GENERATED ALWAYS AS (COALESCE((preferences::json->>'matches_public')::boolean, FALSE)::int) STORED
);

-- The keys of all names that an account has had, two for each name. Names that look alike share a key, so that
-- no other account can take a similar name. The keys of closed accounts stay reserved, without the names.
CREATE TABLE account_names (
    name_key TEXT PRIMARY KEY,
    player_id BYTEA NOT NULL
);

CREATE INDEX account_names_of_player ON account_names (player_id);

-- The devices at which accounts are signed in. The cookie of an account names one of them.
CREATE TABLE devices (
    device_id BYTEA PRIMARY KEY,
    player_id BYTEA NOT NULL,
    name TEXT NOT NULL,
    created_ms BIGINT NOT NULL,
    seen_ms BIGINT NOT NULL
);

CREATE INDEX devices_of_player ON devices (player_id);

-- Codes for signing in at another device, valid for a few minutes. Only hashes of the codes are stored.
CREATE TABLE sign_in_codes (
    -- The id of the attempt: a random secret of the device that signs in.
    attempt_id BYTEA PRIMARY KEY,
    -- transfer or email.
    kind TEXT NOT NULL,
    code_hash TEXT NOT NULL,
    player_id BYTEA NOT NULL,
    -- The email address that a code was sent to; empty for a transfer.
    email TEXT NOT NULL,
    expires_ms BIGINT NOT NULL,
    tries BIGINT NOT NULL,
    -- The name of the device at which the code was entered.
    device_name TEXT NOT NULL,
    -- offered, asked, approved, declined or used.
    state TEXT NOT NULL
);

CREATE INDEX sign_in_codes_hash ON sign_in_codes (code_hash);
CREATE INDEX sign_in_codes_of_player ON sign_in_codes (player_id);
CREATE INDEX sign_in_codes_expire ON sign_in_codes (expires_ms);

CREATE TABLE passkeys (
    credential_id BYTEA PRIMARY KEY,
    player_id BYTEA NOT NULL,
    name TEXT NOT NULL,
    -- The public key and what else is verified, in JSON.
    credential TEXT NOT NULL,
    created_ms BIGINT NOT NULL,
    used_ms BIGINT NOT NULL
);

CREATE INDEX passkeys_of_player ON passkeys (player_id);

-- Questions to passkeys, which wait a few minutes for an answer. Each question can be answered once, on any
-- node.
CREATE TABLE passkey_questions (
    question_id BYTEA PRIMARY KEY,
    -- The player whose browser was asked: the account's, or a guest who wants to sign in.
    player_id BYTEA NOT NULL,
    -- What the answer is verified with, in JSON.
    state TEXT NOT NULL,
    expires_ms BIGINT NOT NULL
);

CREATE INDEX passkey_questions_expire ON passkey_questions (expires_ms);

-- Confirmed email addresses of accounts. The key is the address in lower case.
CREATE TABLE emails (
    email_key TEXT PRIMARY KEY,
    player_id BYTEA NOT NULL UNIQUE,
    created_ms BIGINT NOT NULL
);

-- The players whom a player, with or without an account, has blocked.
CREATE TABLE blocks (
    player_id BYTEA NOT NULL,
    other_id BYTEA NOT NULL,
    -- The blocked player's name at that time, for the player's own list.
    name TEXT NOT NULL,
    created_ms BIGINT NOT NULL,
    PRIMARY KEY (player_id, other_id)
);

CREATE INDEX blocks_of_other ON blocks (other_id);

-- Friends and friend requests: one row for two players. `player_id` is the player who asked.
CREATE TABLE friends (
    player_id BYTEA NOT NULL,
    other_id BYTEA NOT NULL,
    asked_ms BIGINT NOT NULL,
    -- Null until the other player accepts.
    since_ms BIGINT,
    PRIMARY KEY (player_id, other_id)
);

CREATE INDEX friends_of_other ON friends (other_id);

-- The consequences of a player's conduct, with or without an account.
CREATE TABLE conduct (
    player_id BYTEA PRIMARY KEY,
    -- The player may not chat until this time; 0 without a mute.
    muted_until_ms BIGINT NOT NULL,
    -- 1: a moderator has excluded the player.
    closed BIGINT NOT NULL,
    -- How many matches the player had left lately, when leaving the last one; the number counts less with
    -- time.
    leaves BIGINT NOT NULL,
    left_ms BIGINT NOT NULL,
    -- The player may not look for a quick match until this time; 0 without a wait.
    waits_until_ms BIGINT NOT NULL
);

CREATE TABLE reports (
    number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    created_ms BIGINT NOT NULL,
    reporter_id BYTEA NOT NULL,
    reporter_name TEXT NOT NULL,
    reported_id BYTEA NOT NULL,
    reported_name TEXT NOT NULL,
    table_id BYTEA NOT NULL,
    match_number BIGINT NOT NULL,
    reason TEXT NOT NULL,
    words TEXT NOT NULL,
    -- The last lines of the chat, in JSON.
    chat TEXT NOT NULL,
    -- A keyed hash of the network of the reporter's address; empty once the report is closed.
    network TEXT NOT NULL,
    -- Null while the report is open.
    closed_ms BIGINT
);

CREATE INDEX reports_open ON reports (number) WHERE closed_ms IS NULL;
CREATE INDEX reports_of_network ON reports (network, number) WHERE closed_ms IS NULL;
CREATE INDEX reports_of_reported ON reports (reported_id);
CREATE INDEX reports_of_reporter ON reports (reporter_id);

-- The acts of moderators, and of the host on the command line.
CREATE TABLE moderation_log (
    number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at_ms BIGINT NOT NULL,
    -- Null for the host.
    moderator_id BYTEA,
    moderator_name TEXT NOT NULL,
    -- The player whom the act concerns.
    player_id BYTEA NOT NULL,
    player_name TEXT NOT NULL,
    report_number BIGINT,
    -- note, warn, mute, unmute, close, reopen, dismiss, make_moderator or unmake_moderator.
    act TEXT NOT NULL,
    until_ms BIGINT,
    note TEXT NOT NULL
);

CREATE INDEX moderation_log_of_player ON moderation_log (player_id, number);

-- Players' ratings on each board, such as draw or draw_pairs; a bot's board is bots_draw or bots_draw_pairs.
-- Ratings are whole millionths of points, so that every machine calculates the same numbers.
CREATE TABLE ratings (
    player_id BYTEA NOT NULL,
    board TEXT NOT NULL,
    mean BIGINT NOT NULL,
    deviation BIGINT NOT NULL,
    matches BIGINT NOT NULL,
    wins BIGINT NOT NULL,
    -- When the last rated match ended.
    rated_ms BIGINT NOT NULL,
    PRIMARY KEY (player_id, board)
);

CREATE INDEX ratings_of_board ON ratings (board, mean, deviation, rated_ms);

-- How each rated match changed the ratings of its players. The numbers give the order in which the matches
-- were rated. All ratings can be calculated again from these rows alone.
CREATE TABLE rated_seats (
    number BIGINT NOT NULL,
    seat BIGINT NOT NULL,
    side BIGINT NOT NULL,
    record_id BYTEA NOT NULL,
    player_id BYTEA NOT NULL,
    board TEXT NOT NULL,
    -- How much the match shows of the players' strength, in hundredths of the standard match of its board.
    weight BIGINT NOT NULL,
    ended_ms BIGINT NOT NULL,
    -- won, lost, undecided, left, or spared: the player's partner has left.
    outcome TEXT NOT NULL,
    -- 1: a daily limit keeps the rating as it was.
    kept BIGINT NOT NULL,
    mean_before BIGINT NOT NULL,
    deviation_before BIGINT NOT NULL,
    mean BIGINT NOT NULL,
    deviation BIGINT NOT NULL,
    -- 1: quick match chose the players; 0: the players chose each other.
    quick BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (number, seat)
);

CREATE INDEX rated_seats_of_player ON rated_seats (player_id, board, number);
CREATE INDEX rated_seats_lately ON rated_seats (player_id, ended_ms);
CREATE INDEX rated_seats_of_record ON rated_seats (record_id);

-- The last table that quick match opened for each player, with or without an account: so every node knows
-- which players sit at a quick match, and whom they met last. Rows are deleted when the table can't be open
-- any more.
CREATE TABLE quick_seats (
    player_id BYTEA PRIMARY KEY,
    table_id BYTEA NOT NULL,
    opened_ms BIGINT NOT NULL,
    -- The other players of the table, and of the match before, in case this match never begins: ids of 16
    -- bytes, one after the other.
    others BYTEA NOT NULL,
    met_before BYTEA NOT NULL
);

CREATE INDEX quick_seats_opened ON quick_seats (opened_ms);
