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
    listing TEXT NOT NULL,
    -- 1: the table is closed, and its rows are no longer in the log.
    finished BIGINT NOT NULL DEFAULT 0
);

CREATE INDEX tables_listed ON tables (created_ms) WHERE listed = 1;

-- To find those to which nobody comes back.
CREATE INDEX tables_open ON tables (updated_ms) WHERE closed = 0;

CREATE INDEX tables_closed ON tables (finished, updated_ms) WHERE closed = 1;

-- To find what the lobby has to hear of other servers' tables.
CREATE INDEX tables_updated ON tables (updated_ms);

-- The log of all tables: the truth that everything else is rebuilt from. One row an append; the key
-- lets one writer win.
CREATE TABLE log (
    table_id BYTEA NOT NULL,
    seq BIGINT NOT NULL,
    at_ms BIGINT NOT NULL,
    body BYTEA NOT NULL,
    PRIMARY KEY (table_id, seq)
);

-- The logs of tables that are closed, compressed, in pieces as the contents of records are.
CREATE TABLE finished_logs (
    table_id BYTEA NOT NULL,
    piece BIGINT NOT NULL,
    bytes BYTEA NOT NULL,
    PRIMARY KEY (table_id, piece)
);

-- The people who find a table among their own: those who have a seat there, as long as it is open and
-- its match hasn't ended for good. Written with the append that changes it.
CREATE TABLE table_players (
    table_id BYTEA NOT NULL,
    player_id BYTEA NOT NULL,
    -- Since when.
    since_ms BIGINT NOT NULL,
    PRIMARY KEY (table_id, player_id)
);

CREATE INDEX table_players_of_player ON table_players (player_id, since_ms, table_id);

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
    -- 0: isn't rated; -1: waits to be; from 1 on: the number in rated_seats.
    rated BIGINT NOT NULL DEFAULT 0,
    -- 1: quick match brought its people together, so the match may be listed on the pages of those who make
    -- their matches public, though its table was by link.
    quick BIGINT NOT NULL DEFAULT 0,
    UNIQUE (table_id, match_number)
);

CREATE INDEX records_ended ON records (ended_ms);
CREATE INDEX records_to_rate ON records (number) WHERE rated = -1;
CREATE INDEX records_rated ON records (rated) WHERE rated > 0;

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

-- Matches that players have hidden: others read no name of theirs in the record, and don't find the
-- match by it. Kept apart from the records, so that a record that is made again is hidden too.
CREATE TABLE hidden_matches (
    record_id BYTEA NOT NULL,
    player_id BYTEA NOT NULL,
    PRIMARY KEY (record_id, player_id)
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

-- The public log of tables and matches (docs/fair-deal.md). Entries are written with the appends that
-- they tell of.
CREATE TABLE public_log (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- Which server process wrote it: the number of its first tree.
    process BIGINT NOT NULL,
    -- The first 8 bytes of the commitment that it names.
    chain BIGINT NOT NULL,
    entry BYTEA NOT NULL
);

CREATE INDEX public_log_chain ON public_log (chain);

-- Entries of several processes lie side by side, and each process's are read alone.
CREATE INDEX public_log_process ON public_log (process, id);

-- The Merkle trees of the entries, each with its last signed head. A tree holds the entries of its
-- process after one id up to another, in order.
CREATE TABLE public_trees (
    tree BIGINT PRIMARY KEY,
    process BIGINT NOT NULL,
    after_id BIGINT NOT NULL,
    last_id BIGINT NOT NULL,
    -- The first entry, which names the tree before; empty in the first tree.
    link BYTEA NOT NULL,
    size BIGINT NOT NULL,
    at_ms BIGINT NOT NULL,
    root BYTEA NOT NULL,
    signature BYTEA NOT NULL
);

-- Of two processes that go on with a third one's tree only one begins the tree after it.
CREATE UNIQUE INDEX public_trees_process ON public_trees (process, after_id);

-- People who keep themselves, and what is known of them. A visitor's id stays what it was when they
-- decide to stay: an account is something beside it that proves it.

CREATE TABLE accounts (
    player_id BYTEA PRIMARY KEY,
    -- By which others know the account; the player's own id is a secret.
    person_id BYTEA NOT NULL UNIQUE,
    created_ms BIGINT NOT NULL,
    -- When the name was chosen last.
    named_ms BIGINT NOT NULL,
    -- The SHA-256 of the recovery code, in hex; empty if there is none.
    recovery_hash TEXT NOT NULL,
    -- moderator, or empty.
    role TEXT NOT NULL,
    -- What is public, and whom the person plays with, in JSON.
    preferences TEXT NOT NULL,
    -- Null as long as the account is there.
    closed_ms BIGINT,
    -- The choices that queries ask for; one that can't be read in the preferences is not public.
    ratings_public BIGINT NOT NULL
        GENERATED ALWAYS AS (COALESCE((preferences::json->>'ratings_public')::boolean, FALSE)::int) STORED,
    matches_public BIGINT NOT NULL
        GENERATED ALWAYS AS (COALESCE((preferences::json->>'matches_public')::boolean, FALSE)::int) STORED
);

-- Every name that an account has had. The key is what the name looks like, so that nobody else can take
-- one that can be mistaken for it. The names of closed accounts stay taken; the name itself is gone.
CREATE TABLE account_names (
    name_key TEXT PRIMARY KEY,
    player_id BYTEA NOT NULL
);

CREATE INDEX account_names_of_player ON account_names (player_id);

-- Browsers that an account is signed in at. A kept account's cookie names one of these.
CREATE TABLE devices (
    device_id BYTEA PRIMARY KEY,
    player_id BYTEA NOT NULL,
    name TEXT NOT NULL,
    created_ms BIGINT NOT NULL,
    seen_ms BIGINT NOT NULL
);

CREATE INDEX devices_of_player ON devices (player_id);

-- Codes that let another device in for a few minutes. Only hashes of the codes are kept.
CREATE TABLE sign_in_codes (
    -- What the device that signs in knows the attempt by; a random secret of it.
    attempt_id BYTEA PRIMARY KEY,
    -- transfer or email.
    kind TEXT NOT NULL,
    code_hash TEXT NOT NULL,
    player_id BYTEA NOT NULL,
    -- The email address that a code was sent to; empty for a transfer.
    email TEXT NOT NULL,
    created_ms BIGINT NOT NULL,
    expires_ms BIGINT NOT NULL,
    tries BIGINT NOT NULL,
    -- What the other device calls itself, once it has given the code.
    device_name TEXT NOT NULL,
    -- offered, asked, approved, declined or used.
    state TEXT NOT NULL
);

CREATE INDEX sign_in_codes_hash ON sign_in_codes (code_hash);
CREATE INDEX sign_in_codes_of_player ON sign_in_codes (player_id);
CREATE INDEX sign_in_codes_expire ON sign_in_codes (expires_ms);
-- Mails to one address are counted.
CREATE INDEX sign_in_codes_email ON sign_in_codes (email, created_ms) WHERE kind = 'email';

CREATE TABLE passkeys (
    credential_id BYTEA PRIMARY KEY,
    player_id BYTEA NOT NULL,
    name TEXT NOT NULL,
    -- The public key and what else is checked, in JSON.
    credential TEXT NOT NULL,
    created_ms BIGINT NOT NULL,
    used_ms BIGINT NOT NULL
);

CREATE INDEX passkeys_of_player ON passkeys (player_id);

-- Questions to passkeys that wait a few minutes for their answers. Each is answered once, on any node.
CREATE TABLE passkey_questions (
    question_id BYTEA PRIMARY KEY,
    -- The player whose browser was asked; a guest who wants to sign in.
    player_id BYTEA NOT NULL,
    -- What the answer is checked against, in JSON.
    state TEXT NOT NULL,
    expires_ms BIGINT NOT NULL
);

CREATE INDEX passkey_questions_expire ON passkey_questions (expires_ms);

-- Confirmed addresses. The key is the address in small letters.
CREATE TABLE emails (
    email_key TEXT PRIMARY KEY,
    player_id BYTEA NOT NULL UNIQUE,
    created_ms BIGINT NOT NULL
);

-- Whom a player, a guest or not, doesn't want to meet.
CREATE TABLE blocks (
    player_id BYTEA NOT NULL,
    other_id BYTEA NOT NULL,
    -- What the other was called, for the player's own list.
    name TEXT NOT NULL,
    created_ms BIGINT NOT NULL,
    PRIMARY KEY (player_id, other_id)
);

CREATE INDEX blocks_of_other ON blocks (other_id);

-- Friends, and who asked whom to be one: one row for two people, by who asked.
CREATE TABLE friends (
    player_id BYTEA NOT NULL,
    other_id BYTEA NOT NULL,
    asked_ms BIGINT NOT NULL,
    -- Null until the other agrees.
    since_ms BIGINT,
    PRIMARY KEY (player_id, other_id)
);

CREATE INDEX friends_of_other ON friends (other_id);

-- What follows from how somebody has behaved, a guest or not.
CREATE TABLE conduct (
    player_id BYTEA PRIMARY KEY,
    -- No chat until then; 0 if there may be.
    muted_until_ms BIGINT NOT NULL,
    -- 1: kept out by a moderator.
    closed BIGINT NOT NULL,
    -- How often they have left lately, and when last: it is forgotten with time.
    leaves BIGINT NOT NULL,
    left_ms BIGINT NOT NULL,
    -- No quick match until then; 0 if there may be.
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
    -- Null as long as it is open.
    closed_ms BIGINT
);

CREATE INDEX reports_open ON reports (number) WHERE closed_ms IS NULL;
CREATE INDEX reports_of_reported ON reports (reported_id);
CREATE INDEX reports_of_reporter ON reports (reporter_id, created_ms);

-- Everything that moderators, and the host by the command line, have done.
CREATE TABLE moderation_log (
    number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at_ms BIGINT NOT NULL,
    -- Null for the host.
    moderator_id BYTEA,
    moderator_name TEXT NOT NULL,
    -- Whom it concerns.
    player_id BYTEA NOT NULL,
    player_name TEXT NOT NULL,
    report_number BIGINT,
    -- note, warn, mute, unmute, close, reopen, dismiss, make_moderator or unmake_moderator.
    act TEXT NOT NULL,
    until_ms BIGINT,
    note TEXT NOT NULL
);

CREATE INDEX moderation_log_of_player ON moderation_log (player_id, number);

-- How strong somebody is on one board, such as draw or draw_pairs; a program's is bots_draw or
-- bots_draw_pairs. Millionths of points, so that a rating is the same number wherever it is worked out.
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

-- What each rated match did to each of its people's ratings. The numbers say in which order the
-- matches were rated. From these rows alone all ratings can be worked out again.
CREATE TABLE rated_seats (
    number BIGINT NOT NULL,
    seat BIGINT NOT NULL,
    side BIGINT NOT NULL,
    record_id BYTEA NOT NULL,
    player_id BYTEA NOT NULL,
    board TEXT NOT NULL,
    -- How much of the players' strength such a match shows, in hundredths of what the standard match of
    -- its board does.
    weight BIGINT NOT NULL,
    ended_ms BIGINT NOT NULL,
    -- won, lost, or undecided; or left or spared: who was left by the partner.
    outcome TEXT NOT NULL,
    mean_before BIGINT NOT NULL,
    deviation_before BIGINT NOT NULL,
    mean BIGINT NOT NULL,
    deviation BIGINT NOT NULL,
    -- Whether quick match brought the players together (1), or they chose each other (0).
    quick BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (number, seat)
);

CREATE INDEX rated_seats_of_player ON rated_seats (player_id, board, number);
CREATE INDEX rated_seats_lately ON rated_seats (player_id, ended_ms);
CREATE INDEX rated_seats_of_record ON rated_seats (record_id);

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
